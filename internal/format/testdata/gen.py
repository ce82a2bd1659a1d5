#!/usr/bin/env python3
"""Writes golden.json: arrays and the text that NumPy prints for them.

Run it from this folder with NumPy 1.24 or later. An array is stored as its
shape and the bytes of its leading elements, repeated until the shape is full,
so that large arrays take little room. float32 values next to 1e-4 are left out:
NumPy 1 and 2 choose exponents differently there.
"""

import base64
import json

import numpy as np

CASES = []


def add(name, data, dtype=None, shape=None, separator=" ", **opts):
    """Record the text of data, repeated to fill shape, under the options."""
    data = np.asarray(data, dtype=dtype)
    a = data if shape is None else np.resize(data, shape)
    with np.printoptions(**opts):
        if separator == " ":
            text = str(a)
        else:
            text = np.array2string(a, separator=separator)
    if a.dtype == bool:
        text = text.replace("True", "true").replace("False", "false")
    dt = a.dtype.newbyteorder("<")
    CASES.append(
        {
            "name": name,
            "dtype": a.dtype.name,
            "shape": list(a.shape),
            "data": base64.b64encode(data.astype(dt).tobytes()).decode(),
            "options": opts,
            "comma": separator != " ",
            "want": text,
        }
    )


INTS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
FLOATS = ["float32", "float64"]
COMPLEXES = ["complex64", "complex128"]


def integers():
    for dt in INTS:
        lim = np.iinfo(dt)
        add(f"{dt} limits", [lim.min, 0, lim.max], dt)
        add(f"{dt} small", [1, 20, 3, 127], dt)
        add(f"{dt} scalar", lim.min if lim.min else lim.max, dt)
        add(f"{dt} wrapped", np.arange(100), dt)
    add("negatives", [[-1, 200], [30, -4]], "int64")
    add("all negative", [-1, -22, -333], "int32")
    add("one", [7], "int64")


def bools():
    add("bools", [True, False, True])
    add("all true", [[True, True], [True, True]])
    add("all false", [False, False])
    add("true scalar", True)
    add("false scalar", False)
    add("bools wrapped", [True, False, False], shape=(5, 40))


FLOAT_LISTS = {
    "integral": [1, 2, 3],
    "halves": [0.5, 1, 1.25, 100.125],
    "negative": [-1, 2.5, -100.25],
    "negative zero": [-0.0, 0.0, 1.5],
    "only zeros": [0, -0.0],
    "thirds": [1 / 3, 2 / 3, 1.0],
    "tenths": [0.1, 0.2, 0.3],
    "rounds at eight digits": [0.123456785, 0.123456795, 1.99999999999],
    "ratio at limit": [1, 1000],
    "ratio above limit": [1, 1001],
    "ratio above limit, digits": [1 / 3, 1000, 0.1],
    "below large": [99999999.0, 9e7],
    "large": [1e8, 1e7],
    "one large": [123456789.0],
    "one small": [0.00001234],
    "above small": [0.0002, 0.1],
    "tiny and huge": [1e-30, 1e30],
    "zero and huge": [0.0, 1e30, -1e28],
    "nan": [np.nan, 1.0, 2.5],
    "inf": [np.inf, -np.inf, 1.0],
    "positive inf": [np.inf, 1.0],
    "nan only": [np.nan, np.nan],
    "inf only": [np.inf, np.inf],
    "negative inf only": [-np.inf, np.nan],
    "nan in exponents": [np.nan, 1e20, -np.inf, 1.5],
    "inf among long": [np.inf, 1234.5678, -np.inf],
    "carry": [9999.999999999, 0.99999999999],
    "carry in exponents": [9.999999999999e9, 1.0],
    "exact digits": [0.1, 1e9 / 3, 1e-7 / 3],
}


def floats():
    for dt in FLOATS:
        info = np.finfo(dt)
        for name, v in FLOAT_LISTS.items():
            add(f"{dt} {name}", v, dt)
            for p in (0, 3, 17):
                add(f"{dt} {name}, precision {p}", v, dt, precision=p)
        add(f"{dt} limits", [info.max, info.min, info.tiny], dt)
        add(f"{dt} subnormal", [info.smallest_subnormal, 1], dt)
        for i, x in enumerate(
            [0.0, -0.0, 1.0, -2.5, 1 / 3, 1e15, 1e16, 1e17, 1.5e300 if dt == "float64" else 1.5e30,
             0.001, 0.00012, 0.00009, -1e-5, 123456789012.0, np.nan, np.inf, -np.inf, info.max, info.tiny, 1e-4]
        ):
            add(f"{dt} scalar {i}", x, dt)
        rng = np.random.default_rng(7)
        bits = rng.integers(0, 2 ** (info.bits - 1), 300, dtype=f"uint{info.bits}").view(dt)
        add(f"{dt} any bits", bits, dt)
        for p in (1, 6, 8, 16):
            add(f"{dt} any bits, precision {p}", bits[:60], dt, precision=p)
        for decade in range(-12, 12):
            v = rng.uniform(1, 900, (6, 4)) * 10.0**decade
            add(f"{dt} decade {decade}", v, dt)
            add(f"{dt} decade {decade}, rounded", np.round(v, 2), dt)
        add(f"{dt} normal", rng.standard_normal((10, 10)), dt)
        add(f"{dt} powers of two", 2.0 ** np.arange(-60, 60), dt)
        for i, k in enumerate(range(-14, 54)):
            add(f"{dt} quarter steps {i}", 2.0**k + np.arange(4) / 4, dt)
            if k < 10:
                add(f"{dt} scalar power {i}", 2.0**k, dt)


def complexes():
    for dt in COMPLEXES:
        add(f"{dt} integral", [1 + 2j, 3 - 4j], dt)
        add(f"{dt} mixed", [1.5 + 2j, -3 - 40.25j, 0], dt)
        add(f"{dt} wide imaginary", [1 + 2j, 1 + 100.5j], dt)
        add(f"{dt} exponents", [1e10 + 1j, 1e-5 - 1e-9j], dt)
        add(f"{dt} exponent in one part", [1e10 + 1j, 2 + 2.5j], dt)
        add(f"{dt} nonfinite", [complex(np.nan, 1), complex(1, np.nan), complex(-np.inf, np.inf)], dt)
        add(f"{dt} nan only", [complex(np.nan, np.nan)], dt)
        add(f"{dt} imaginary inf only", [complex(1, -np.inf)], dt)
        add(f"{dt} thirds", np.array([1 / 3 + 2j / 3, -1j]), dt)
        add(f"{dt} thirds, precision 3", np.array([1 / 3 + 2j / 3, -1j]), dt, precision=3)
        add(f"{dt} wrapped", np.arange(30) * (1 + 0.5j), dt)
        add(f"{dt} matrix", np.arange(12).reshape(3, 4) * (0.25 - 1j), dt)
        for i, z in enumerate(
            [0j, 2j, -2j, 1 + 2j, complex(-0.0, 0.0), complex(0.0, -0.0), 1.5 - 0.1j, 1e20 + 1e-7j,
             complex(np.nan, np.inf), complex(0, np.nan), complex(-np.inf, -np.inf), 1 / 3 + 0j]
        ):
            add(f"{dt} scalar {i}", z, dt)


def layouts():
    n = np.arange(160)
    p = np.arange(997)  # a prime number, so that rows of a summary differ
    add("1-d wrapped floats", n[:50] / 4)
    add("1-d narrow lines", n[:20], linewidth=12)
    add("1-d lines of one element", n[:5], linewidth=1)
    add("1-d long lines", n, linewidth=200)
    add("2-d", n[:12].reshape(3, 4))
    add("2-d wrapped", n.reshape(2, 80))
    add("2-d column", n[:4].reshape(4, 1))
    add("3-d", n[:24].reshape(2, 3, 4))
    add("3-d wrapped", n[:150].reshape(3, 1, 50))
    add("4-d", n[:24].reshape(2, 2, 2, 3))
    add("5-d", n[:32].reshape(2, 2, 2, 2, 2))
    add("7-d of ones", n[:1].reshape((1,) * 7))
    add("3-d commas", n[:24].reshape(2, 3, 4), separator=", ")
    add("1-d commas wrapped", n[:100], separator=", ")
    add("floats with commas", n[:40] / 8, separator=", ")
    add("summary with commas", p, shape=(100, 100), separator=", ")
    add("1-d at threshold", p, shape=(1000,))
    add("1-d above threshold", p, shape=(1001,))
    add("2-d summary", p, shape=(100, 100))
    add("2-d summary of one axis", p, shape=(3, 1000))
    add("2-d summary of rows", p, shape=(1000, 3))
    add("2-d axis of six", p, shape=(6, 1000))
    add("2-d axis of seven", p, shape=(7, 1000))
    add("3-d summary", p, shape=(20, 20, 20))
    add("4-d summary", p / 8, shape=(10, 10, 10, 10))
    add("5-d summary", n[:7], shape=(8, 7, 8, 2, 9))
    add("summary hides the widest", np.where(p == 500, 10**9, p), shape=(1994,))
    add("float summary hides the widest", np.where(p == 500, 1e-9, p / 2), shape=(1994,))
    add("bool summary", p % 3 == 0, shape=(2000,))
    add("complex summary", n * (1 - 0.5j), shape=(50, 50))
    add("edge items 1", p, shape=(100, 100), edgeitems=1)
    add("edge items 5", p, shape=(100, 100), edgeitems=5)
    add("threshold 5", n[:8], threshold=5)
    add("threshold 0", n[:8], threshold=0)
    add("wrapped summary", n * 10**12 / 7, shape=(2000,), linewidth=40, precision=2)
    add("empty", np.zeros(0))


for section in (integers, bools, floats, complexes, layouts):
    section()
with open("golden.json", "w") as f:
    json.dump({"numpy": np.__version__, "cases": CASES}, f, indent=1)
    f.write("\n")
