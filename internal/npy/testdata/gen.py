#!/usr/bin/env python3
"""Writes the golden files of package npy with NumPy.

Run in this folder: python3 gen.py

golden.bin       .npy files one after the other, as numpy.save appends them
golden.json      what each of them holds: dtype, order, version, shape, offset
unsupported.bin  likewise, dtypes that the package refuses
unsupported.json
stored.npz, deflated.npz

Element k, in C order, of dtype
  bool     k % 3 == 0
  integers 37 k - 50, wrapped
  floats   1.5 k - 3.25
  complex  (1.5 k - 3.25) + (7 - k) i
"""
import io
import json
import warnings

import numpy as np
from numpy.lib import format as npy

warnings.simplefilter("ignore")

DTYPES = ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16"]
SHAPES = [(), (0,), (3,), (2, 0, 3), (2, 3), (2, 3, 2)]


def values(dtype, shape):
    k = np.arange(int(np.prod(shape, dtype=int)))
    kind = dtype[0]
    if kind == "b":
        v = k % 3 == 0
    elif kind in "iu":
        v = 37 * k - 50
    elif kind == "f":
        v = 1.5 * k - 3.25
    else:
        v = (1.5 * k - 3.25) + 1j * (7 - k)
    return v.astype(dtype).reshape(shape)


def write(name, cases):
    out, index = io.BytesIO(), []
    for array, version in cases:
        start = out.tell()
        npy.write_array(out, array, version=version, allow_pickle=True)
        index.append({
            "dtype": array.dtype.descr if array.dtype.names else array.dtype.str,
            "fortran": bool(array.flags.f_contiguous and not array.flags.c_contiguous),
            "version": version[0],
            "shape": array.shape,
            "offset": start,
            "length": out.tell() - start,
        })
    with open(name + ".bin", "wb") as f:
        f.write(out.getvalue())
    with open(name + ".json", "w") as f:
        f.write("[\n" + ",\n".join(json.dumps(e) for e in index) + "\n]\n")


def golden():
    for dtype in DTYPES:
        for end in "<>":
            for shape in SHAPES:
                for order in "CF":
                    array = values(dtype, shape).astype(end + dtype).copy(order=order)
                    if order == "F" and array.flags.c_contiguous:
                        continue
                    for version in [(1, 0), (2, 0), (3, 0)] if shape == (2, 3) else [(1, 0)]:
                        yield array, version
    # The room that NumPy leaves in the header depends on the axis that may grow.
    for ones in range(9, 13):
        array = values("u1", (2,) + ones * (1,) + (1000,))
        yield array, (1, 0)
        yield array.copy(order="F"), (1, 0)


def unsupported():
    for dtype in ["<f2", ">f2", "<f16", "<c32", "S3", "U2", "V4",
                  "<M8[ns]", "<m8[D]", "O",
                  [("x", "<f4"), ("y", "<i8", (2,))], [("é'\"", "<f4")]]:
        array = np.zeros(2, dtype=dtype)
        utf8 = array.dtype.names and "é" in array.dtype.names[0]
        yield array, (3, 0) if utf8 else (1, 0)


write("golden", golden())
write("unsupported", unsupported())
arrays = {
    "a": values("f4", (2, 3)),
    "dir/b": values("i8", (3,)),
    "fortran": values("c16", (2, 3)).copy(order="F"),
    "scalar": values("u2", ()),
    "empty": values("f8", (0, 4)),
}
np.savez("stored.npz", **arrays)
np.savez_compressed("deflated.npz", **arrays)
print("NumPy", np.__version__)
