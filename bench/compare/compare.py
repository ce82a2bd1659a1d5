#!/usr/bin/env python3
"""Times cugond's rows and NumPy's equivalents side by side and prints a table.

    python3 bench/compare/compare.py [--rows RE] [-o] [--docs]

The two take turns: a round of cugond, a round of NumPy, and so on, each the
median of calls for a while after warming up; the table has the medians of the
rounds. cugond computes in one process for the whole run ("cugond bench
-rounds"), built from this repository unless --binary names one. Threads are
left as both choose them. Needs Python 3.9, NumPy and Go.
"""
import argparse
import datetime
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no files beside the script

import report
import rows

ROOT = Path(__file__).resolve().parents[2]

MIN_BATCH = 20e-6  # seconds: batches shorter than this are not timed, as in package bench
PATIENCE = 4  # budgets that slow calls may take


def measure(f, budget):
    """Returns the median time of a call in milliseconds, as package bench does."""
    clock = time.perf_counter

    def timed(calls):
        start = clock()
        for _ in range(calls):
            f()
        return clock() - start

    once = timed(1)
    if once <= PATIENCE * budget:
        once = timed(1)
    batch = 1 if once >= MIN_BATCH else int(MIN_BATCH / max(once, 1e-9)) + 1
    samples, start = [], clock()
    while len(samples) < 1000:
        spent = clock() - start
        if spent >= budget and len(samples) >= 3 or spent > PATIENCE * budget and samples:
            break
        samples.append(timed(batch) / batch * 1e3)
    return statistics.median(samples)


class Cugond:
    """The process that measures cugond's rows when asked."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def measure(self, op, size):
        """Returns the median time of a call in milliseconds, or raises RuntimeError."""
        try:
            self.process.stdin.write(f"{op} {size}\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the missing answer tells
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"cugond ended with exit code {self.process.wait()}")
        fields = answer.rstrip("\n").split("\t")
        if fields[0] == "error" or fields[:2] != [op, str(size)]:
            raise RuntimeError("cugond: " + " ".join(fields[1:] if fields[0] == "error" else fields))
        return float(fields[2])

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def compare(row, cugond, rounds, budget, pause):
    """Returns a report.Result of alternating rounds of one row."""
    f = row.setup(row.size)
    ours, theirs = [], []
    for _ in range(rounds):
        time.sleep(pause)  # until the other's threads sleep
        ours.append(cugond.measure(row.op, row.size))
        time.sleep(pause)
        theirs.append(measure(f, budget))
    return report.Result(row.op, row.size, statistics.median(ours), statistics.median(theirs))


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
    """Returns the lines of "cugond info" by their names."""
    lines = command_output(str(binary), "info").splitlines()
    return {name: text.strip() for name, _, text in (line.partition(":") for line in lines)}


def header(info, args):
    """Returns the conditions of a run as (name, text) pairs."""
    load = f", load average at the start {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    machine = f"{args.machine}: " if args.machine else ""
    return [
        ("date", args.date),
        ("machine", machine + info.get("cpu", platform.processor() or "unknown") + load),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("cugond", f"revision {revision()}, device {args.device}, evaluator {info.get('evaluator', 'unknown')}"),
        ("Go", info.get("go", "unknown")),
        ("cugond's BLAS", info.get("blas", "unknown")),
        ("NumPy", f"{rows.np.__version__} on Python {platform.python_version()}"),
        ("NumPy's BLAS", report.numpy_blas(rows.np)),
        ("rounds", f"{args.rounds} of each, alternating, {args.budget:g} s a round; milliseconds, medians"),
    ]


def parse(argv):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--rows", default="", metavar="RE", help='only rows whose "op size" matches')
    p.add_argument("--rounds", type=int, default=5, help="rounds of each (default 5)")
    p.add_argument("--budget", type=float, default=0.1, help="seconds a round (default 0.1)")
    p.add_argument("--pause", type=float, default=0.05, help="seconds between rounds (default 0.05)")
    p.add_argument("--device", default="cpu", help="cugond's device (default cpu)")
    p.add_argument("--binary", type=Path, help="the cugond command to use (default: build it)")
    p.add_argument("--machine", default="", help="name of the machine, for the report")
    p.add_argument("-o", dest="output", action="store_true", help="write bench/results/<date>-<machine>.md too")
    p.add_argument("--docs", action="store_true", help="write the table into docs/performance.md too")
    p.add_argument("--check", action="store_true", help="exit with 1 when a row misses its bound")
    p.add_argument("--list", action="store_true", help="print the rows and their bounds instead")
    args = p.parse_args(argv)
    if args.rounds < 1 or args.budget <= 0 or args.pause < 0:
        p.error("--rounds is at least 1, --budget above 0, --pause not negative")
    try:
        wanted = re.compile(args.rows)
    except re.error as e:
        p.error(f"--rows: {e}")
    args.selected = [r for r in rows.ROWS if wanted.search(f"{r.op} {r.size}")]
    if not args.selected:
        p.error("no row matches --rows; --list prints all")
    args.date = datetime.date.today().isoformat()
    return args


def run(args, binary):
    """Measures the selected rows; returns the header, the results and the failures."""
    info = cugond_info(binary)
    head = header(info, args)
    results, failures = [], []
    cugond = Cugond([str(binary), "bench", "-rounds", "-device", args.device, "-budget", f"{args.budget}s"])
    print(report.render_head(head) + report.TABLE_HEAD, end="", flush=True)
    for i, row in enumerate(args.selected):
        if sys.stderr.isatty():
            print(f"\r\033[K{i + 1} of {len(args.selected)}: {row.op} {row.size}", end="", file=sys.stderr, flush=True)
        try:
            result = compare(row, cugond, args.rounds, args.budget, args.pause)
        except RuntimeError as e:
            failures.append(f"{row.op} {row.size}: {e}")
            if cugond.process.poll() is not None:
                break
            continue
        finally:
            if sys.stderr.isatty():
                print("\r\033[K", end="", file=sys.stderr, flush=True)
        results.append(result)
        print(report.render_row(result), end="", flush=True)
    cugond.close()
    return head, results, failures


def main(argv):
    args = parse(argv)
    if args.list:
        for r in args.selected:
            print(r.op, r.size, report.bound_text(r.op, r.size), sep="\t")
        return 0
    if rows.np is None:
        print("compare.py: this Python has no NumPy; Debian's is python3-numpy for /usr/bin/python3", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        binary = args.binary and args.binary.resolve()
        if not binary:
            binary = Path(folder) / "cugond"
            try:
                subprocess.run(["go", "build", "-o", binary, "./cmd/cugond"], cwd=ROOT, check=True)
            except (OSError, subprocess.CalledProcessError) as e:
                print(f"compare.py: building cugond failed: {e}", file=sys.stderr)
                return 1
        head, results, failures = run(args, binary)
    for failure in failures:
        print("compare.py:", failure, file=sys.stderr)
    text = report.render(head, results)
    if args.output:
        print("written:", report.write_result(ROOT, args.date, args.machine or head[1][1], text), file=sys.stderr)
    if args.docs:
        report.write_between_markers(ROOT / "docs" / "performance.md", text)
    missed = [r for r in results if r.verdict() == "miss"]
    return 1 if failures or args.check and missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
