"""The rows: what is computed, by the names and sizes of package bench, and on which inputs."""
from collections import namedtuple

try:
    import numpy as np
except ImportError:  # the rows can still be listed
    np = None

# inputs(size) makes a row's NumPy arrays; formula is a key of FORMULAS.
Row = namedtuple("Row", "op size inputs formula")

SEED = 20


def matrices(count=2, dtype="float32"):
    """n×n matrices of numbers from 0 to 1."""

    def inputs(n):
        rng = np.random.default_rng(SEED)
        return [rng.random((n, n), dtype=dtype) for _ in range(count)]

    return inputs


def vectors(count=2, lo=0.0, hi=1.0, dtype="float32"):
    """Vectors of numbers from lo to hi."""

    def inputs(n):
        rng = np.random.default_rng(SEED)
        return [(lo + (hi - lo) * rng.random(n, dtype=dtype)) for _ in range(count)]

    return inputs


def image(pixels):
    """An image of 16:9 and so many pixels, three bytes each."""
    height = round((pixels * 9 / 16) ** 0.5)
    rng = np.random.default_rng(SEED)
    return [rng.integers(0, 256, (height, pixels // height, 3), dtype=np.uint8)]


def shuffled(n):
    """A vector and its positions in random order."""
    rng = np.random.default_rng(SEED)
    return [rng.random(n, dtype="float32"), rng.permutation(n)]


def masked(n):
    """A vector and a mask that is true at about half its positions."""
    rng = np.random.default_rng(SEED)
    return [rng.random(n, dtype="float32"), rng.random(n, dtype="float32") < 0.5]


def chain(m, a, b):
    return a * b + m.sin(a) + m.cos(b)


def put(m, dst, values, index):
    dst[index] = values
    return dst


# What is computed, with the functions of a module m that is like NumPy.
# Libraries differ in some of them: see peers.py.
FORMULAS = {
    "chain": chain,
    "add": lambda m, a, b: a + b,
    "product": lambda m, a, b: a @ b,
    "sum": lambda m, a: a.sum(),
    "mean": lambda m, a: a.mean(),
    "std": lambda m, a: a.std(),
    "sum_mean_std": lambda m, a: (a.sum(), a.mean(), a.std()),
    "sum_axis0": lambda m, a: a.sum(0),
    "sum_axis1": lambda m, a: a.sum(1),
    "transpose_copy": lambda m, a: m.ascontiguousarray(a.T),
    "exp": lambda m, a: m.exp(a),
    "log": lambda m, a: m.log(a),
    "tanh": lambda m, a: m.tanh(a),
    "cumsum": lambda m, a: a.cumsum(0),
    "sort": lambda m, a: m.sort(a),
    "argsort": lambda m, a: m.argsort(a, kind="stable"),
    "take": lambda m, a, index: m.take(a, index),
    "put": put,
    "compact": lambda m, a, mask: a[mask],
    "grayscale": lambda m, im: 0.299 * im[..., 0] + 0.587 * im[..., 1] + 0.114 * im[..., 2],
    "transfer": lambda m, a, b: a + b,
}

M = 1_000_000
TEN = 10 * M
EXP, LOG, TANH = (-10, 10), (1e-3, 100), (-3, 3)
ONE = matrices(1)

# (op, sizes beside a CPU, sizes beside a GPU, inputs, formula)
_OPS = [
    ("elementwise_f32", (500, 1000, 2000, 5000), (100, 500, 1000, 5000, 10000), matrices(), "chain"),
    ("elementwise_f64", (1000, 5000), (1000, 5000), matrices(dtype="float64"), "chain"),
    ("sum_f32", (1000, 2000, 5000), (1000, 10000), ONE, "sum"),
    ("sum_f64", (1000, 5000), (1000, 5000), matrices(1, "float64"), "sum"),
    ("mean_f32", (1000, 2000), (), ONE, "mean"),
    ("std_f32", (1000, 2000), (), ONE, "std"),
    ("sum_mean_std_f32", (1000, 2000), (1000, 10000), ONE, "sum_mean_std"),
    ("sum_axis0_f32", (1000, 2000), (10000,), ONE, "sum_axis0"),
    ("sum_axis1_f32", (1000, 2000), (10000,), ONE, "sum_axis1"),
    ("transpose_copy_f32", (1000, 2000, 5000), (1000, 10000), ONE, "transpose_copy"),
    ("exp_f32", (M,), (M,), vectors(1, *EXP), "exp"),
    ("log_f32", (M,), (), vectors(1, *LOG), "log"),
    ("tanh_f32", (M,), (M,), vectors(1, *TANH), "tanh"),
    ("exp_f64", (M,), (M,), vectors(1, *EXP, "float64"), "exp"),
    ("log_f64", (M,), (), vectors(1, *LOG, "float64"), "log"),
    ("tanh_f64", (M,), (), vectors(1, *TANH, "float64"), "tanh"),
    ("vadd_10M_f32", (TEN,), (TEN,), vectors(), "add"),
    ("vadd_10M_transfer_f32", (), (TEN,), vectors(), "transfer"),
    ("cumsum_2e24_f32", (1 << 24,), (1 << 24,), vectors(1), "cumsum"),
    ("grayscale_8k_u8", (4320 * 7680,), (4320 * 7680,), image, "grayscale"),
    ("sort_f32", (M,), (M,), vectors(1), "sort"),
    ("sort_2e24_f32", (1 << 24,), (1 << 24,), vectors(1), "sort"),
    ("argsort_f32", (M,), (M,), vectors(1), "argsort"),
    ("take_f32", (TEN,), (TEN,), shuffled, "take"),
    ("put_f32", (TEN,), (TEN,), lambda n: [np.zeros(n, "float32"), *shuffled(n)], "put"),
    ("compact_f32", (TEN,), (TEN,), masked, "compact"),
    ("matmul_f32", (100, 500, 1000, 2000), (1000, 5000, 10000), matrices(), "product"),
    ("matmul_f64", (100, 500, 1000, 2000), (1000, 5000), matrices(dtype="float64"), "product"),
    ("launch_add_16", (16,), (16,), vectors(), "add"),
    ("chain_16", (16,), (16,), vectors(), "chain"),
]


def rows(gpu):
    """Returns the rows beside a GPU, or beside a CPU."""
    return [Row(op, n, make, formula) for op, cpus, gpus, make, formula in _OPS for n in (gpus if gpu else cpus)]
