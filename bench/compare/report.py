"""Bounds, tables and files of compare.py."""
import ctypes
import re
from dataclasses import dataclass
from pathlib import Path

# The largest ratio of cugond's time to NumPy's that is accepted: pairs of the
# size from which it holds, and the ratio. Rows without one are for information.
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

MARKERS = "<!-- table -->", "<!-- /table -->"

TABLE_HEAD = (
    "| op | size | cugond ms | NumPy ms | ratio | bound | |\n"
    "|---|---:|---:|---:|---:|---:|---|\n"
)


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
    """One row, in milliseconds."""

    op: str
    size: int
    ours: float
    theirs: float

    def ratio(self):
        return self.ours / self.theirs

    def nanoseconds(self):
        """What one of the row's operations takes, where that is bounded."""
        return self.ours * 1e6 / OPERATION_BOUNDS[self.op][0]

    def verdict(self):
        if self.op in OPERATION_BOUNDS:
            return "ok" if self.nanoseconds() <= OPERATION_BOUNDS[self.op][1] else "miss"
        limit = bound(self.op, self.size)
        if limit is None:
            return ""
        return "ok" if self.ratio() <= limit else "miss"


def ms_text(ms):
    """Four significant digits, but none beyond a nanosecond."""
    for least, digits in ((1000, 0), (100, 1), (10, 2), (1, 3), (0.1, 4), (0.01, 5)):
        if ms >= least:
            return f"{ms:.{digits}f}"
    return f"{ms:.6f}"


def render_row(r):
    verdict = r.verdict()
    if r.op in OPERATION_BOUNDS:
        verdict += f", {r.nanoseconds():.0f} ns/op"
    return (
        f"| {r.op} | {r.size} | {ms_text(r.ours)} | {ms_text(r.theirs)} "
        f"| {r.ratio():.2f} | {bound_text(r.op, r.size)} | {verdict} |\n"
    )


def render_head(head):
    return "".join(f"- {name}: {text}\n" for name, text in head) + "\n"


def render(head, results):
    return render_head(head) + TABLE_HEAD + "".join(map(render_row, results))


def write_result(root, date, machine, text):
    """Writes bench/results/<date>-<machine>.md and returns its path."""
    name = re.sub(r"[^a-z0-9]+", "-", machine.split(",")[0].lower()).strip("-") or "unknown"
    folder = Path(root) / "bench" / "results"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{date}-{name}.md"
    path.write_text(f"# cugond beside NumPy, {date}\n\n" + text, encoding="utf-8")
    return path


def write_between_markers(path, text):
    """Replaces what stands between the markers in a file."""
    old = Path(path).read_text(encoding="utf-8")
    before, first, rest = old.partition(MARKERS[0])
    _, last, after = rest.partition(MARKERS[1])
    if not first or not last:
        raise SystemExit(f"{path} has no {MARKERS[0]} followed by {MARKERS[1]}")
    Path(path).write_text(f"{before}{first}\n{text}{last}{after}", encoding="utf-8")


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
