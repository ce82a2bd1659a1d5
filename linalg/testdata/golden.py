"""Writes golden.json: what NumPy computes, for the tests of conventions.

Run as: python3 golden.py > golden.json
"""

import json
import sys

import numpy as np

rng = np.random.default_rng(11)


def real(*shape):
    return rng.standard_normal(shape)


def complex_(*shape):
    return rng.standard_normal(shape) + 1j * rng.standard_normal(shape)


def pack(a):
    a = np.asarray(a)
    z = a.astype(complex).ravel()
    inf = {np.inf: "inf", -np.inf: "-inf"}
    return {"shape": list(a.shape), "re": [inf.get(x, x) for x in z.real.tolist()], "im": z.imag.tolist()}


cases = []


def case(call, args, *want):
    cases.append({"call": call, "args": [pack(a) for a in args], "want": [pack(w) for w in want]})


for make in (real, complex_):
    a, s, b, v = make(4, 4), make(2, 3, 3), make(4, 2), make(4)
    w = make(5, 3)
    pos = a @ a.conj().T + np.eye(4)
    case("solve", [a, b], np.linalg.solve(a, b))
    case("solve", [a, v], np.linalg.solve(a, v))
    case("inv", [s], np.linalg.inv(s))
    case("det", [s], np.linalg.det(s))
    case("det", [np.zeros((0, 0))], np.linalg.det(np.zeros((0, 0))))
    case("det", [np.zeros((3, 3))], 0)
    case("slogdet", [s], *np.linalg.slogdet(s))
    case("slogdet", [np.zeros((2, 2))], *np.linalg.slogdet(np.zeros((2, 2))))
    case("cholesky", [pos], np.linalg.cholesky(pos))
    case("rabs", [w], np.abs(np.linalg.qr(w, "r")))
    h, tau = np.linalg.qr(w, "raw")
    case("raw", [w], h.T, tau)
    case("eigvalsh", [a], np.linalg.eigvalsh(a))
    case("svdvals", [w], np.linalg.svd(w, compute_uv=False))
    case("pinv", [w], np.linalg.pinv(w))
    case("rank", [np.concatenate([s, 0 * s])], np.linalg.matrix_rank(np.concatenate([s, 0 * s])))
    r = make(5, 2)
    case("lstsq", [w, r], np.linalg.lstsq(w, r, rcond=None)[0])
    case("cond", [s], np.linalg.cond(s))
    for p in (1, -1, 2, -2, np.inf, -np.inf):
        case("norm %g" % p, [s], [np.linalg.norm(m, p) for m in s])
    case("nuclear", [w], np.linalg.norm(w, "nuc"))
    for p in (-2, 0, 1, 5):
        case("power %d" % p, [s], np.linalg.matrix_power(s, p))
    case("kron", [w, b], np.kron(w, b))
    t, u = make(2, 3, 4), make(4, 5, 3)
    case("tensordot", [t, u], np.tensordot(t, u, axes=([1, 2], [2, 0])))

json.dump({"numpy": np.__version__, "cases": cases}, sys.stdout, indent=0)
