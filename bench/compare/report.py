"""Bounds, tables and files of compare.py."""
import csv
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Dict

# The largest ratio of cugond's time to NumPy's on a CPU that is accepted: pairs
# of the size from which it holds, and the ratio. Rows without one are for
# information.
BOUNDS = {
    "elementwise_f32": [(500, 0.40), (2000, 0.30)],
    "sum_f32": [(1000, 0.35)],
    "mean_f32": [(1000, 0.35)],
    "std_f32": [(1000, 0.25)],
    "sum_axis0_f32": [(1000, 0.6)],
    "sum_axis1_f32": [(1000, 0.6)],
    "vadd_10M_f32": [(0, 0.7)],
    "exp_f32": [(0, 0.6)],
    "log_f32": [(0, 0.6)],
    "tanh_f32": [(0, 0.6)],
    "exp_f64": [(0, 0.9)],
    "log_f64": [(0, 0.9)],
    "tanh_f64": [(0, 0.9)],
    "transpose_copy_f32": [(2000, 0.5)],
    "grayscale_8k_u8": [(0, 0.1)],
    "matmul_f32": [(0, 1.05)],
    "matmul_f64": [(0, 1.05)],
}

# Rows that are bounded by what one of their operations costs: how many there
# are, and the nanoseconds each may take.
OPERATION_BOUNDS = {"chain_16": (5, 1000)}

# Where the tables stand in a document.
CPU_MARKERS = "<!-- table -->", "<!-- /table -->"
GPU_MARKERS = "<!-- gpu table -->", "<!-- /gpu table -->"

OURS = "cugond"


def bound(op, size):
    """Returns the largest accepted ratio, or None."""
    ratios = [ratio for least, ratio in BOUNDS.get(op, []) if size >= least]
    return ratios[-1] if ratios else None


def bound_text(op, size):
    if op in OPERATION_BOUNDS:
        return f"{OPERATION_BOUNDS[op][1]} ns/op"
    limit = bound(op, size)
    return "–" if limit is None else f"{limit:.2f}"


@dataclass
class Result:
    """One row in one mode, sync or queued: milliseconds by library, cugond among them."""

    op: str
    size: int
    mode: str
    times: Dict[str, float]

    def ratio(self, name):
        """cugond's time over another's, or None where that has none."""
        theirs = self.times.get(name)
        return self.times[OURS] / theirs if theirs else None

    def best(self, names):
        """The quickest of some libraries, or None."""
        return min((n for n in names if n in self.times), key=self.times.get, default=None)

    def nanoseconds(self):
        """What one of the row's operations takes, where that is bounded."""
        return self.times[OURS] * 1e6 / OPERATION_BOUNDS[self.op][0]

    def verdict(self):
        """Whether the row keeps its bound beside NumPy."""
        if self.op in OPERATION_BOUNDS:
            return "ok" if self.nanoseconds() <= OPERATION_BOUNDS[self.op][1] else "miss"
        limit, ratio = bound(self.op, self.size), self.ratio("numpy")
        if limit is None or ratio is None:
            return ""
        return "ok" if ratio <= limit else "miss"


def ms_text(ms):
    """Four significant digits, but none beyond a nanosecond."""
    if ms is None:
        return "–"
    for least, digits in ((1000, 0), (100, 1), (10, 2), (1, 3), (0.1, 4), (0.01, 5)):
        if ms >= least:
            return f"{ms:.{digits}f}"
    return f"{ms:.6f}"


def ratio_text(ratio):
    return "–" if ratio is None else f"{ratio:.2f}"


class BoundTable:
    """cugond beside NumPy on the CPU, with bounds."""

    def head(self):
        return "| op | size | cugond ms | NumPy ms | ratio | bound | |\n|---|---:|---:|---:|---:|---:|---|\n"

    def row(self, r):
        verdict = r.verdict()
        if r.op in OPERATION_BOUNDS:
            verdict += f", {r.nanoseconds():.0f} ns/op"
        return (
            f"| {r.op} | {r.size} | {ms_text(r.times[OURS])} | {ms_text(r.times.get('numpy'))} "
            f"| {ratio_text(r.ratio('numpy'))} | {bound_text(r.op, r.size)} | {verdict} |\n"
        )


class JoinedTable:
    """cugond beside several libraries. titles names all by their names; rivals
    are those that compute on the same device, of which the best counts."""

    def __init__(self, titles, rivals):
        self.titles, self.rivals = titles, rivals

    def head(self):
        names = ["op", "size", "mode", "cugond", *self.titles.values(), "to the best"]
        if "cupy" in self.titles:
            names.append("to CuPy")
        aligned = ["---", "---:", "---"] + ["---:"] * (len(names) - 3)
        return f"| {' | '.join(names)} |\n|{'|'.join(aligned)}|\n"

    def row(self, r):
        best = r.best(self.rivals)
        cells = [r.op, str(r.size), r.mode, ms_text(r.times[OURS])]
        for name in self.titles:
            text = ms_text(r.times.get(name))
            cells.append(f"**{text}**" if name == best else text)
        cells.append(ratio_text(r.ratio(best)))
        if "cupy" in self.titles:
            cells.append(ratio_text(r.ratio("cupy")))
        return f"| {' | '.join(cells)} |\n"


def render_head(head):
    return "".join(f"- {name}: {text}\n" for name, text in head) + "\n"


def render(head, table, results):
    return render_head(head) + table.head() + "".join(map(table.row, results))


class CSV:
    """A file of raw numbers, one a line, that is complete at any time."""

    def __init__(self, path):
        self.file = open(path, "w", newline="", encoding="utf-8")
        self.writer = csv.writer(self.file, lineterminator="\n")
        self.writer.writerow(["op", "size", "mode", "library", "ms"])

    def add(self, r):
        for name, ms in r.times.items():
            self.writer.writerow([r.op, r.size, r.mode, name, f"{ms:.7g}"])
        self.file.flush()

    def close(self):
        self.file.close()


def write_result(folder, date, machine, title, text):
    """Writes <date>-<machine>.md into a folder and returns its path."""
    name = re.sub(r"[^a-z0-9]+", "-", machine.split(",")[0].lower()).strip("-") or "unknown"
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{date}-{name}.md"
    path.write_text(f"# {title}, {date}\n\n{text}", encoding="utf-8")
    return path


def read_result(path):
    """Returns what write_result was given as text."""
    title, _, text = Path(path).read_text(encoding="utf-8").partition("\n\n")
    if not title.startswith("# ") or not text:
        raise SystemExit(f"{path} is no result that compare.py has written")
    return text


def write_between_markers(path, markers, text):
    """Replaces what stands between the markers in a file."""
    old = Path(path).read_text(encoding="utf-8")
    before, first, rest = old.partition(markers[0])
    _, last, after = rest.partition(markers[1])
    if not first or not last:
        raise SystemExit(f"{path} has no {markers[0]} followed by {markers[1]}")
    Path(path).write_text(f"{before}{first}\n{text}{last}{after}", encoding="utf-8")
