"""What a report says about the machine and the versions on it."""
import ctypes
import os
import platform
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command_output(*command):
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def revision():
    """Returns the commit that is measured, and whether files differ from it."""
    commit = command_output("git", "rev-parse", "--short=12", "HEAD")
    if not commit:
        return "unknown"
    changed = command_output("git", "status", "--porcelain", "--", "*.go", "*.c", "*.h", "go.mod")
    return commit + (" with changes" if changed else "")


def cugond_info(binary):
    """Returns the lines of "cugond info" by their names, of a GPU "cuda:0" and "cuda:0 driver"."""
    info, device = {}, ""
    for line in command_output(str(binary), "info").splitlines():
        name, _, text = line.partition(": ")
        if name.startswith(" "):
            name = f"{device} {name.strip()}"
        else:
            device = name
        info[name] = text.strip()
    return info


def cuda(info, device):
    """Describes what cugond uses of CUDA, or why it can't."""
    texts = [f"{n} {info[f'{device} {n}']}" for n in ("driver", "nvrtc", "cublas") if f"{device} {n}" in info]
    return ", ".join(texts) or info.get("cuda", "unknown")


def gpu(info, device):
    """Returns the name of a GPU and a line about it, as far as nvidia-smi or cugond tells."""
    text = command_output(
        "nvidia-smi", "-i", device.partition(":")[2] or "0",
        "--query-gpu=name,driver_version,memory.total,clocks.max.sm", "--format=csv,noheader",
    )  # fmt: skip
    fields = [f.strip() for f in text.splitlines()[0].split(",")] if text else []
    if len(fields) != 4:
        text = info.get(device, "unknown GPU")
        return text.partition(",")[0], text
    name, driver, memory, clock = fields
    return name, f"{name}, {memory}, up to {clock}, driver {driver}"


def load():
    return f", load average at the start {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""


def cpu(info):
    return info.get("cpu", platform.processor() or "unknown")


def numpy_blas(np):
    """Returns the BLAS library that this process has loaded, with its version and threads."""
    np.dot(np.ones((2, 2)), np.ones((2, 2)))
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8")
    except OSError:
        return "unknown"
    paths = sorted({line.split()[-1] for line in maps.splitlines() if re.search(r"(blas|mkl_rt|blis)[^/]*\.so", line)})
    texts = [blas_text(p) for p in paths]
    known = [t for t in texts if "threads" in t]
    return (known or texts or ["none that is a shared library"])[0]


def blas_text(path):
    """Describes a library, of OpenBLAS more than its path."""
    try:
        lib = ctypes.CDLL(path)
    except OSError:
        return path
    for prefix, suffix in (("", ""), ("", "64_"), ("scipy_", ""), ("scipy_", "64_")):
        try:
            config = getattr(lib, f"{prefix}openblas_get_config{suffix}")
            threads = getattr(lib, f"{prefix}openblas_get_num_threads{suffix}")
        except AttributeError:
            continue
        config.restype = ctypes.c_char_p
        return f"{config().decode().strip()} {path}, threads: {threads()}"
    return path
