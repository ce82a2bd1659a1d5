#!/usr/bin/env python3
"""Times cugond's rows and those of other libraries side by side and prints a table.

    python3 bench/compare/compare.py [--rows RE] [-o] [--docs]
    python3 bench/compare/compare.py --device cuda:0 [--peers cupy,torch] [--csv FILE]

All take turns: a round of cugond, a round of NumPy, and so on, each the median
of calls for a while after warming up; the table has the medians of the rounds.
On a GPU there is a second line a row, with the time of a call when 50 are queued
and waited for together. cugond computes in one process for the whole run ("cugond
bench -rounds"), built from this repository unless --binary names one, the others
in this process. Threads are left as all choose them. Needs Python 3.9 and NumPy,
and Go to build; of CuPy, PyTorch and JAX what is installed takes part.
"""
import argparse
import datetime
import gc
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

sys.dont_write_bytecode = True  # leaves no files beside the script

import first
import machine
import peers
import report
import rows
import timing

ROOT = machine.ROOT
RESULTS = ROOT / "bench" / "results"
DOCS = ROOT / "docs" / "performance.md"


class Turns:
    """The libraries that compute a row, one after the other. One that fails is left out of it."""

    def __init__(self, row, libraries, notes):
        self.row, self.notes, self.made, inputs = row, notes, {}, row.inputs(row.size)
        for p in libraries:
            f = self.guarded(p, lambda: self.first(p, inputs))
            if f:
                self.made[p] = f

    def first(self, p, inputs):
        """Returns what p computes, after computing it once, or None."""
        f = p.function(self.row.formula, inputs)
        if f:
            p.wait(f())
        return f

    def guarded(self, p, work):
        try:
            return work()
        except Exception as e:  # out of memory, say, or not compiled
            self.notes.append(f"{p.title} in {self.row.op} {self.row.size}: {type(e).__name__}: {peers.first_line(e)}")
            self.made.pop(p, None)
            return None

    def measure(self, timed):
        """Returns timed(library, function) of each by its name."""
        times = {p.name: self.guarded(p, lambda: timed(p, f)) for p, f in list(self.made.items())}
        return {name: ms for name, ms in times.items() if ms is not None}


def compare(row, cugond, libraries, args, notes):
    """Returns the report.Results of one row: sync, and on a GPU queued."""
    turns, rounds = Turns(row, libraries, notes), []

    def timed(p, f):
        if args.gpu and not p.gpu and rounds:
            return None  # a CPU beside a GPU is there for orientation, and slow
        time.sleep(args.pause)  # until the others' threads sleep
        return timing.sync(f, p.wait, args.budget)

    for _ in range(args.rounds):
        time.sleep(args.pause)
        ours = cugond.measure(row.op, row.size)
        rounds.append({report.OURS: ours, **turns.measure(timed)})
    names = list(rounds[0])
    medians = {n: statistics.median(r[n] for r in rounds if n in r) for n in names}
    results = [report.Result(row.op, row.size, "sync", medians)]
    if args.gpu:
        ours = cugond.measure(row.op, row.size, "queued")
        queued = turns.measure(lambda p, f: timing.queued(f, p.wait) if p.gpu else None)
        results.append(report.Result(row.op, row.size, "queued", {report.OURS: ours, **queued}))
    return results


def release(libraries):
    """Gives back what a row has left behind."""
    gc.collect()
    for p in libraries:
        p.release()


def header(info, libraries, notes, args):
    """Returns the conditions of a run as (name, text) pairs."""
    named = f"{args.machine}: " if args.machine else ""
    evaluator = "" if args.gpu else f", evaluator {info.get('evaluator', 'unknown')}"
    head = [
        ("date", args.date),
        ("machine", named + machine.cpu(info) + machine.load()),
        ("system", f"{platform.system()} {platform.machine()}"),
        ("cugond", f"revision {args.revision}, device {args.device}{evaluator}"),
        ("Go", info.get("go", "unknown")),
    ]
    if args.gpu:
        head.insert(2, ("GPU", machine.gpu(info, args.device)[1]))
        head.append(("cugond's CUDA", machine.cuda(info, args.device)))
    else:
        head.append(("cugond's BLAS", info.get("blas", "unknown")))
    for p in libraries:
        if p.name == "numpy":
            head.append(("NumPy", f"{p.module.__version__} on Python {platform.python_version()}"))
            head.append(("NumPy's BLAS", machine.numpy_blas(p.module)))
    others = [p.version() for p in libraries if p.name not in ("numpy", "fuse", "compile")]
    if others:
        head.append(("others", ", ".join(others)))
    if notes:
        head.append(("not measured", "; ".join(notes)))
    head.append(("rounds", f"{args.rounds} of each, alternating, {args.budget:g} s a round; milliseconds, medians"))
    return head


def parse(argv):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--rows", default="", metavar="RE", help='only rows whose "op size" matches')
    p.add_argument("--device", default="cpu", help="cpu or cuda:0 (default cpu)")
    p.add_argument("--peers", help="libraries, of " + ",".join(peers.CLASSES) + " (default numpy, on a GPU all)")
    p.add_argument("--rounds", type=int, help="rounds of each (default 5, on a GPU 3)")
    p.add_argument("--budget", type=float, default=0.1, help="seconds a round (default 0.1)")
    p.add_argument("--pause", type=float, help="seconds between rounds (default 0.05, on a GPU 0)")
    p.add_argument("--first", action="store_true", help="measure the first use of a process too")
    p.add_argument("--binary", type=Path, help="the cugond command to use (default: build it)")
    p.add_argument("--revision", help="what to call the revision of cugond (default: what git says)")
    p.add_argument("--machine", default="", help="name of the machine, for the report")
    p.add_argument("-o", dest="output", nargs="?", const=RESULTS, type=Path, metavar="FOLDER",
                   help="write <date>-<machine>.md too, into bench/results or a folder")  # fmt: skip
    p.add_argument("--csv", type=Path, metavar="FILE", help="write the raw numbers into a CSV file, as they come")
    p.add_argument("--docs", action="store_true", help="write the table into docs/performance.md too")
    p.add_argument("--insert", type=Path, metavar="FILE",
                   help="measure nothing, but write the table that -o has written into docs/performance.md")  # fmt: skip
    p.add_argument("--check", action="store_true", help="exit with 1 when a row misses its bound beside NumPy on the CPU")
    p.add_argument("--list", action="store_true", help="print the rows and their bounds instead")
    args = p.parse_args(argv)
    if not re.fullmatch(r"cpu|cuda(:\d+)?", args.device):
        p.error("--device is cpu, or cuda:0 or another number")
    args.gpu = args.device != "cpu"
    args.device = "cuda:0" if args.device == "cuda" else args.device
    fitting = peers.fitting(args.device)
    args.names = args.peers.split(",") if args.peers else fitting if args.gpu else ["numpy"]
    unfit = [n for n in args.names if n not in fitting]
    if unfit:
        p.error(f"--peers: on {args.device} there are {', '.join(fitting)}, not {', '.join(unfit)}")
    args.rounds = args.rounds if args.rounds is not None else 3 if args.gpu else 5
    args.pause = args.pause if args.pause is not None else 0 if args.gpu else 0.05
    if args.rounds < 1 or args.budget <= 0 or args.pause < 0:
        p.error("--rounds is at least 1, --budget above 0, --pause not negative")
    try:
        wanted = re.compile(args.rows)
    except re.error as e:
        p.error(f"--rows: {e}")
    args.selected = [r for r in rows.rows(args.gpu) if wanted.search(f"{r.op} {r.size}")]
    if not args.selected and not args.first:
        p.error("no row matches --rows; --list prints all")
    args.revision = args.revision or machine.revision()
    args.date = datetime.date.today().isoformat()
    args.markers = report.GPU_MARKERS if args.gpu else report.CPU_MARKERS
    return args


def table_of(libraries, args):
    if [p.name for p in libraries] == ["numpy"] and not args.gpu:
        return report.BoundTable()
    titles = {p.name: p.title for p in libraries}
    return report.JoinedTable(titles, [p.name for p in libraries if p.gpu == args.gpu])


def progress(text):
    if sys.stderr.isatty():
        print("\r\033[K" + text, end="", file=sys.stderr, flush=True)


def run(args, binary):
    """Measures the selected rows; returns the header, the table, the results and the failures."""
    info = machine.cugond_info(binary)
    libraries, notes = peers.opened(args.names, args.device)
    for note in notes:
        print("compare.py:", note, file=sys.stderr, flush=True)
    head, table = header(info, libraries, notes, args), table_of(libraries, args)
    print(report.render_head(head) + table.head(), end="", flush=True)
    results, failures, notes = [], [], []
    sink = report.CSV(args.csv) if args.csv else None

    def keep(found):
        results.extend(found)
        for r in found:
            print(table.row(r), end="", flush=True)
            if sink:
                sink.add(r)

    command = [str(binary), "bench", "-rounds", "-device", args.device, "-budget", f"{args.budget}s"]
    cugond = timing.Cugond(command)
    for i, row in enumerate(args.selected):
        progress(f"{i + 1} of {len(args.selected)}: {row.op} {row.size}")
        try:
            found = compare(row, cugond, libraries, args, notes)
        except timing.Failed as e:
            found = []
            failures.append(f"{row.op} {row.size}: {e}")
            ended = cugond.process.poll() is not None
            cugond.close()
            if ended and not results:
                break  # the device can't be opened, most likely
            cugond = timing.Cugond(command)  # a fault can end the use of a GPU by a process
        progress("")
        release(libraries)
        keep(found)
    progress("")
    cugond.close()
    if args.first and not (failures and not results):
        try:
            found, more = first.results(binary, args.device, [p.name for p in libraries])
            notes += more
            keep(found)
        except timing.Failed as e:
            failures.append(f"first use: {e}")
    if sink:
        sink.close()
    for note in notes:
        print("compare.py:", note, file=sys.stderr)
    return head, table, results, failures


def write_reports(args, head, table, results):
    """Writes the files that the command line asks for."""
    text = report.render(head, table, results)
    if args.output:
        name = args.machine or head[1][1]
        if args.gpu:
            name = f"{args.machine} {dict(head)['GPU'].partition(',')[0]}"
        beside = dict.fromkeys(peers.CLASSES[n].title for r in results for n in r.times if n != report.OURS)
        title = f"cugond on {args.device} beside {', '.join(beside)}"
        print("written:", report.write_result(args.output, args.date, name, title, text), file=sys.stderr)
    if args.docs:
        report.write_between_markers(DOCS, args.markers, text)


def main(argv):
    args = parse(argv)
    if args.list:
        for r in args.selected:
            print(r.op, r.size, "–" if args.gpu else report.bound_text(r.op, r.size), sep="\t")
        return 0
    if args.insert:
        report.write_between_markers(DOCS, args.markers, report.read_result(args.insert))
        return 0
    if rows.np is None:
        print("compare.py: this Python has no NumPy; Debian's is python3-numpy for /usr/bin/python3", file=sys.stderr)
        return 2
    warnings.filterwarnings("ignore")  # libraries' remarks would stand between the rows
    with tempfile.TemporaryDirectory() as folder:
        binary = args.binary and args.binary.resolve()
        if not binary:
            binary = Path(folder) / "cugond"
            try:
                subprocess.run(["go", "build", "-o", binary, "./cmd/cugond"], cwd=ROOT, check=True)
            except (OSError, subprocess.CalledProcessError) as e:
                print(f"compare.py: building cugond failed: {e}", file=sys.stderr)
                return 1
        elif not os.access(binary, os.X_OK) or binary.is_dir():
            print(f"compare.py: --binary: {binary} is no command that can be run", file=sys.stderr)
            return 2
        head, table, results, failures = run(args, binary)
    for failure in failures:
        print("compare.py:", failure, file=sys.stderr)
    write_reports(args, head, table, results)
    missed = [r for r in results if r.verdict() == "miss"] if not args.gpu else []
    return 1 if failures or args.check and missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
