"""What NumPy computes in each row, by the names and sizes of package bench."""
from collections import namedtuple

try:
    import numpy as np
except ImportError:  # the rows can still be listed
    np = None

# setup(size) makes the inputs and returns a function of no arguments.
Row = namedtuple("Row", "op size setup")

SEED = 20


def matrices(f, dtype="float32"):
    """A computation on two n×n matrices of numbers from 0 to 1."""

    def setup(n):
        rng = np.random.default_rng(SEED)
        a, b = (rng.random((n, n), dtype=dtype) for _ in range(2))
        return lambda: f(a, b)

    return setup


def vectors(f, lo=0.0, hi=1.0, dtype="float32"):
    """A computation on two vectors of numbers from lo to hi."""

    def setup(n):
        rng = np.random.default_rng(SEED)
        a, b = (rng.uniform(lo, hi, n).astype(dtype) for _ in range(2))
        return lambda: f(a, b)

    return setup


def image(f):
    """A computation on an image of 16:9 and so many pixels, three bytes each."""

    def setup(pixels):
        height = round((pixels * 9 / 16) ** 0.5)
        rng = np.random.default_rng(SEED)
        img = rng.integers(0, 256, (height, pixels // height, 3), dtype=np.uint8)
        return lambda: f(img)

    return setup


def chain(a, b):
    return a * b + np.sin(a) + np.cos(b)


def product(a, b):
    return a @ b


def add(a, b):
    return a + b


EXP, LOG, TANH = (-10, 10), (1e-3, 100), (-3, 3)

# (op, sizes, setup)
_OPS = [
    ("elementwise_f32", (500, 1000, 2000, 5000), matrices(chain)),
    ("sum_f32", (1000, 2000, 5000), matrices(lambda a, b: a.sum())),
    ("mean_f32", (1000, 2000), matrices(lambda a, b: a.mean())),
    ("std_f32", (1000, 2000), matrices(lambda a, b: a.std())),
    ("sum_mean_std_f32", (1000, 2000), matrices(lambda a, b: (a.sum(), a.mean(), a.std()))),
    ("sum_axis0_f32", (1000, 2000), matrices(lambda a, b: a.sum(0))),
    ("sum_axis1_f32", (1000, 2000), matrices(lambda a, b: a.sum(1))),
    ("transpose_copy_f32", (1000, 2000, 5000), matrices(lambda a, b: np.ascontiguousarray(a.T))),
    ("exp_f32", (1_000_000,), vectors(lambda a, b: np.exp(a), *EXP)),
    ("log_f32", (1_000_000,), vectors(lambda a, b: np.log(a), *LOG)),
    ("tanh_f32", (1_000_000,), vectors(lambda a, b: np.tanh(a), *TANH)),
    ("exp_f64", (1_000_000,), vectors(lambda a, b: np.exp(a), *EXP, dtype="float64")),
    ("log_f64", (1_000_000,), vectors(lambda a, b: np.log(a), *LOG, dtype="float64")),
    ("tanh_f64", (1_000_000,), vectors(lambda a, b: np.tanh(a), *TANH, dtype="float64")),
    ("vadd_10M_f32", (10_000_000,), vectors(add)),
    ("cumsum_2e24_f32", (1 << 24,), vectors(lambda a, b: a.cumsum())),
    (
        "grayscale_8k_u8",
        (4320 * 7680,),
        image(lambda im: 0.299 * im[..., 0] + 0.587 * im[..., 1] + 0.114 * im[..., 2]),
    ),
    ("matmul_f32", (100, 500, 1000, 2000), matrices(product)),
    ("matmul_f64", (100, 500, 1000, 2000), matrices(product, "float64")),
    ("launch_add_16", (16,), vectors(add)),
    ("chain_16", (16,), vectors(chain)),
]

ROWS = [Row(op, size, setup) for op, sizes, setup in _OPS for size in sizes]
