"""First use: how long a process takes from its start to the first result."""
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import report
import timing

# Where libraries keep what they have compiled.
CACHES = (
    "CUDA_CACHE_PATH CUPY_CACHE_DIR TORCHINDUCTOR_CACHE_DIR TRITON_CACHE_DIR JAX_COMPILATION_CACHE_DIR".split()
)
SIZE = 16


def cugond(binary, device):
    """Returns cugond's times by the names of the rows."""
    command = [str(binary), "bench", "-first", "-device", device]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise timing.Failed(" ".join(done.stderr.split()))
    return {op: float(ms) for op, _, ms in (line.split("\t") for line in done.stdout.splitlines())}


def peer(name, device):
    """Returns the times of a library, with empty caches and with full ones."""
    script = Path(__file__).with_name("peers.py")
    times = {}
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, **{c: f"{folder}/{c.lower()}" for c in CACHES})
        for op in ("first_cold", "first_warm"):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-B", str(script), name, device], env=env, capture_output=True, check=True)
            times[op] = (time.perf_counter() - start) * 1e3
    return times


def results(binary, device, names):
    """Returns the two rows, and a note for each library that failed."""
    times, notes = {report.OURS: cugond(binary, device)}, []
    for name in names:
        try:
            times[name] = peer(name, device)
        except subprocess.CalledProcessError as e:
            lines = e.stderr.decode(errors="replace").strip().splitlines() or [""]
            notes.append(f"first use of {name}: {lines[-1][:200]}")
    return [
        report.Result(op, SIZE, "sync", {n: t[op] for n, t in times.items()}) for op in ("first_cold", "first_warm")
    ], notes
