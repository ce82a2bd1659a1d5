"""Writes golden.json: values of elementary and special functions by mpmath.

Run as: python3 gen.py > golden.json
"""
import json, math, random
import mpmath as mp

mp.mp.prec = 2400
random.seed(1)


def bits(x):
    """The nearest float64 in hexadecimal, once rounded."""
    if mp.isinf(x):
        return "Inf" if x > 0 else "-Inf"
    if mp.isnan(x):
        return "NaN"
    if x == 0:
        return "0x0p+00"
    man, exp = mp.frexp(x)
    digits = 53 if exp >= -1021 else 53 + exp + 1021
    if digits < 0:
        return "0x0p+00"
    n = int(mp.nint(mp.ldexp(man, digits)))  # half to even
    try:
        return math.ldexp(n, exp - digits).hex()
    except OverflowError:
        return "Inf" if n > 0 else "-Inf"


def sizes(n, lo, hi, sign=True):
    out = []
    for _ in range(n):
        x = math.ldexp(random.uniform(1, 2), random.randint(lo, hi))
        out.append(-x if sign and random.random() < 0.5 else x)
    return out


one_ulp = [1 - 2**-53, 1 + 2**-52]
wide = sizes(8, -1070, 1020) + sizes(12, -30, 9) + [1.0, 0.5, 2.0, 5e-324, 2.0**-1040, math.pi, math.pi / 2] + one_ulp
unit = [random.uniform(-1, 1) for _ in range(10)] + sizes(6, -1000, -1) + one_ulp[:1] + [1.0, -1.0, 0.5]
positive = [abs(x) for x in wide] + [709.7, 1e308]
exps = sizes(20, -60, 9) + [709.7, -745.1, 710.5, 1e-300, -700.0]

real = {
    "Exp": (mp.exp, exps), "Exp2": (lambda x: mp.mpf(2) ** x, exps + [1023.5, -1074.0, 10.0]), "Expm1": (mp.expm1, exps),
    "Log": (mp.log, positive), "Log2": (lambda x: mp.log(x) / mp.log(2), positive + [8.0]),
    "Log10": (lambda x: mp.log(x) / mp.log(10), positive + [1000.0]), "Log1p": (lambda x: mp.log(1 + x), unit[:-3] + positive),
    "Cbrt": (lambda x: mp.sign(x) * mp.cbrt(abs(x)), wide + [27.0, -0.001]),
    "Sin": (mp.sin, wide + [1e22]), "Cos": (mp.cos, wide + [1e22]), "Tan": (mp.tan, wide + [1e22]),
    "Asin": (mp.asin, unit), "Acos": (mp.acos, unit), "Atan": (mp.atan, wide),
    "Sinh": (mp.sinh, exps), "Cosh": (mp.cosh, exps), "Tanh": (mp.tanh, exps),
    "Asinh": (mp.asinh, wide), "Acosh": (mp.acosh, [x for x in positive if x >= 1] + [1 + 2**-30, 1.5]),
    "Atanh": (mp.atanh, [x for x in unit if abs(x) < 1]),
    "Erf": (mp.erf, sizes(10, -1000, 3) + sizes(20, -6, 2)), "Erfc": (mp.erfc, sizes(20, -40, 3) + [26.5, 27.2, -5.0]),
    "Gamma": (mp.gamma, sizes(20, -10, 6) + [5.0, 114.94, 171.6, -170.5, -0.5, 1e-300, -3 + 2**-40]),
    "LogGamma": (lambda x: mp.log(abs(mp.gamma(x))), sizes(20, -1000, 8) + one_ulp + [2 + 2**-51, 1.46, -2.457, -3.5, 5e-324]),
    "Sigmoid": (lambda x: 1 / (1 + mp.exp(-x)), exps),
}
pairs = list(zip(sizes(20, -60, 60), sizes(20, -60, 60))) + [(-1e-88, -1.7e308), (1e-300, 3e-301), (1e200, -1e200)]
two = {
    "Pow": (lambda x, y: x ** y, list(zip(sizes(20, -20, 20, False), sizes(20, -3, 6))) + [(25.26546317282196, 25.26546317282196), (-0.326, -255.0), (1 + 2**-52, 1e15)]),
    "Hypot": (mp.hypot, pairs), "Atan2": (mp.atan2, pairs),
    "LogAddExp": (lambda a, b: mp.log(mp.exp(a) + mp.exp(b)), list(zip(sizes(20, -6, 8), sizes(20, -6, 8))) + [(-math.log(2), -math.log(2)), (3.0, 3.0)]),
}
zs = list(zip(sizes(12, -20, 5), sizes(12, -20, 5))) + list(zip(sizes(6, -300, 5), sizes(6, -300, 5)))
zs += [(1e-20, 1e-20), (1.0, 1e-10), (0.999, 0.001), (-1.5, 1e-30), (2.0, -1e-20), (0.3, 30.0), (-30.0, 0.3)]
mp_asinh, mp_acosh, mp_atanh = mp.asinh, mp.acosh, mp.atanh
plane = {
    "ComplexSqrt": mp.sqrt, "ComplexExp": mp.exp, "ComplexLog": mp.log, "ComplexSin": mp.sin, "ComplexCos": mp.cos,
    "ComplexTan": mp.tan, "ComplexAsin": mp.asin, "ComplexAcos": mp.acos, "ComplexAtan": mp.atan, "ComplexSinh": mp.sinh,
    "ComplexCosh": mp.cosh, "ComplexTanh": mp.tanh, "ComplexAsinh": mp_asinh, "ComplexAcosh": mp_acosh, "ComplexAtanh": mp_atanh,
    "Sign": lambda z: z / abs(z),
}
out = {"mpmath": mp.__version__, "real": {}, "two": {}, "complex": {}}
for name, (f, xs) in real.items():
    out["real"][name] = [[float(x).hex(), bits(f(mp.mpf(x)))] for x in xs]
for name, (f, xs) in two.items():
    out["two"][name] = [[float(x).hex(), float(y).hex(), bits(f(mp.mpf(x), mp.mpf(y)))] for x, y in xs]
for name, f in plane.items():
    rows = []
    for x, y in zs:
        w = mp.mpc(f(mp.mpc(x, y)))
        rows.append([float(x).hex(), float(y).hex(), bits(w.real), bits(w.imag)])
    out["complex"][name] = rows
rows = lambda table: ",\n".join(
    '"%s": [\n%s]' % (name, ",\n".join(json.dumps(row) for row in rows)) for name, rows in table.items())
print('{"mpmath": "%s",\n"real": {\n%s},\n"two": {\n%s},\n"complex": {\n%s}}' % (
    out["mpmath"], rows(out["real"]), rows(out["two"]), rows(out["complex"])))
