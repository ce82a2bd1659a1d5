"""Tests of peers.py and compare.py with stand-ins for the libraries of a GPU, made of NumPy."""
import io
import sys
import tempfile
import types
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import compare
import peers
import rows
import timing
from test_compare import server_binary

np = rows.np


class Module(types.ModuleType):
    """A module that has NumPy's functions and others besides."""

    def __init__(self, name, **others):
        super().__init__(name)
        self.__version__ = "1.0"
        self.__dict__.update(others)

    def __getattr__(self, name):
        return getattr(np, name)


def cupy(calls):
    pool = types.SimpleNamespace(free_all_blocks=lambda: calls.append("free"))
    stream = types.SimpleNamespace(synchronize=lambda: calls.append("wait"))
    cuda = types.SimpleNamespace(
        Device=lambda i: types.SimpleNamespace(use=lambda: calls.append(f"use {i}")),
        get_current_stream=lambda: stream,
        runtime=types.SimpleNamespace(runtimeGetVersion=lambda: 13010),
    )
    return Module(
        "cupy", cuda=cuda, asnumpy=np.asarray, fuse=lambda f, kernel_name: f,
        get_default_memory_pool=lambda: pool, get_default_pinned_memory_pool=lambda: pool,
    )  # fmt: skip


if np:

    class Tensor(np.ndarray):
        """What PyTorch's and JAX's arrays have and NumPy's have not."""

        def to(self, device):
            return self.copy()

        def cpu(self):
            return self

        def numpy(self):
            return np.asarray(self)

        def contiguous(self):
            return np.ascontiguousarray(self)

        def std(self, correction=1):
            return np.std(np.asarray(self), ddof=correction)

        @property
        def at(self):
            def setter(index, values):
                out = self.copy()
                out[index] = values
                return out

            return type("At", (), {"__getitem__": lambda s, i: type("Ref", (), {"set": lambda r, v: setter(i, v)})()})()


def torch(calls):
    matmul = types.SimpleNamespace(allow_tf32=None)
    return Module(
        "torch", device=str, from_numpy=lambda x: x.view(Tensor), compile=lambda f, dynamic: f,
        set_float32_matmul_precision=calls.append,
        sort=lambda a: types.SimpleNamespace(values=np.sort(a)),
        argsort=lambda a, stable: np.argsort(a, kind="stable"),
        backends=types.SimpleNamespace(cuda=types.SimpleNamespace(matmul=matmul)),
        compiler=types.SimpleNamespace(reset=lambda: calls.append("reset")),
        cuda=types.SimpleNamespace(
            set_device=lambda d: calls.append(f"use {d}"), synchronize=lambda: calls.append("wait"),
            empty_cache=lambda: calls.append("free"),
        ),
    )  # fmt: skip


def jax(calls):
    config = types.SimpleNamespace(update=lambda k, v: calls.append((k, v)))
    numpy = Module("jax.numpy", argsort=lambda a, stable: np.argsort(a, kind="stable"))
    return {
        "jax.numpy": numpy,
        "jax": Module(
            "jax", config=config, numpy=numpy, jit=lambda f: f, devices=lambda kind: [f"{kind} 0", f"{kind} 1"],
            device_put=lambda x, device: x.copy().view(StdTensor), block_until_ready=lambda r: calls.append("wait"),
            clear_caches=lambda: calls.append("reset"),
        ),
    }  # fmt: skip


if np:

    class StdTensor(Tensor):
        def std(self):
            return np.std(np.asarray(self))


def stand_ins(calls):
    return {"cupy": cupy(calls), "torch": torch(calls), **jax(calls)}


@unittest.skipIf(np is None, "no NumPy")
class Peers(unittest.TestCase):
    def setUp(self):
        self.calls = []
        patch = mock.patch.dict(sys.modules, stand_ins(self.calls))
        patch.start()
        self.addCleanup(patch.stop)

    def test_all_compute_the_same(self):
        found, notes = peers.opened(peers.CLASSES, "cuda:1")
        self.assertEqual(([p.name for p in found], notes), (list(peers.CLASSES), []))
        computed = {p.name: 0 for p in found}
        for row in {r.op: r for r in rows.rows(True) + rows.rows(False)}.values():
            inputs = row.inputs(144 if row.formula == "grayscale" else 16)
            want = peers.NumPy("cpu").function(row.formula, [x.copy() for x in inputs])()
            for p in found:
                f = p.function(row.formula, [x.copy() for x in inputs])
                if f:
                    computed[p.name] += 1
                    for have, expected in zip(np.atleast_1d(f()), np.atleast_1d(want)):
                        np.testing.assert_allclose(have, expected, rtol=1e-5, err_msg=f"{p.name} {row.op}")
        ops = {op for op, *_ in rows._OPS}
        for name in ("numpy", "cupy", "torch", "jax"):
            self.assertEqual(computed[name], len(ops), name)
        self.assertGreater(computed["compile"], 10)
        self.assertEqual(computed["fuse"], 4, "two chains of matrices, one of vectors, grayscale")

    def test_full_precision_on_the_device(self):
        found, _ = peers.opened(["cupy", "torch", "jax"], "cuda:1")
        self.assertEqual(self.calls.count("use 1") + self.calls.count("use cuda:1"), 2)
        self.assertIn("highest", self.calls)
        self.assertIn(("jax_default_matmul_precision", "highest"), self.calls)
        self.assertIs(found[1].module.backends.cuda.matmul.allow_tf32, False)
        self.assertEqual(found[2].device, "gpu 1")
        self.assertEqual(found[0].version(), "CuPy 1.0 with CUDA 13.1")

    def test_waiting_and_releasing(self):
        for name, want in (
            ("cupy", ["free", "free"]),
            ("torch", ["free"]),
            ("compile", ["reset", "free"]),
            ("jax", ["reset"]),
        ):
            (p,), _ = peers.opened([name], "cuda")
            self.calls.clear()
            p.wait(None)
            self.assertEqual(self.calls, ["wait"], name)
            self.calls.clear()
            p.release()
            self.assertEqual(self.calls, want, name)

    def test_on_the_cpu(self):
        self.assertEqual(peers.fitting("cpu"), ["numpy", "torch", "compile", "jax"])
        found, _ = peers.opened(["torch", "jax"], "cpu")
        self.calls.clear()
        found[0].wait(None)
        self.assertEqual((self.calls, found[1].device), ([], "cpu 0"))
        self.assertFalse(any(p.gpu for p in found))

    def test_one_row_alone(self):
        peers.main("cupy", "cuda:0")
        self.assertEqual(self.calls, ["use 0", "wait"])

    def run_on_gpu(self, *argv):
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder, redirect_stdout(out), redirect_stderr(err):
            common = ["--device", "cuda:0", "--binary", server_binary(folder), "--rounds", "1", "--budget", "1e-5"]
            code = compare.main([*common, "--csv", f"{folder}/raw.csv", "-o", folder, "--machine", "m", *argv])
            (written,) = Path(folder).glob("*.md")
            self.written = written.name, written.read_text()
            return code, out.getvalue(), err.getvalue(), Path(folder, "raw.csv").read_text()

    def test_joined_table(self):
        code, out, err, raw = self.run_on_gpu("--rows", "launch")
        self.assertEqual(code, 0, err)
        titles = "NumPy | CuPy | cupy.fuse | PyTorch | torch.compile | JAX"
        self.assertIn(f"| op | size | mode | cugond | {titles} | to the best | to CuPy |\n", out)
        lines = [line.split(" | ") for line in out.splitlines() if line.startswith("| launch")]
        self.assertEqual([x[2] for x in lines], ["sync", "queued"])
        self.assertEqual([len(x) for x in lines], [12, 12])
        self.assertEqual((lines[0][6], lines[1][4]), ("–", "–"), "fuse has no such row, NumPy no queue")
        self.assertNotIn("**", lines[0][4], "the CPU is no rival")
        self.assertEqual(sum("**" in cell for x in lines for cell in x), 2)
        self.assertRegex(raw, r"\Aop,size,mode,library,ms\nlaunch_add_16,16,sync,cugond,0.5\n")
        self.assertEqual(len(raw.splitlines()), 1 + 6 + 5)
        name, text = self.written
        self.assertIn("# cugond on cuda:0 beside NumPy, CuPy, PyTorch, torch.compile, JAX, 2", text)
        self.assertRegex(name, r"\d{4}-\d\d-\d\d-m-unknown-gpu\.md")

    def test_a_library_that_fails_leaves_the_row_to_others(self):
        broken = mock.Mock(side_effect=RuntimeError("out of memory\nmore"))
        with mock.patch.object(peers.Torch, "put", broken), mock.patch.object(peers.CuPy, "wait", broken):
            code, out, err, raw = self.run_on_gpu("--rows", "launch", "--peers", "cupy,torch,jax")
        self.assertEqual(code, 0)
        self.assertIn("PyTorch in launch_add_16 16: RuntimeError: out of memory\n", err)
        self.assertRegex(out, r"16 \| queued \| 0\.5000 \| – \| – \| \*\*0\.\d+\*\* \| \d+\.\d\d \| – \|\n")
        self.assertNotIn("torch", raw)

    def test_what_cannot_be_opened_is_noted(self):
        with mock.patch.dict(sys.modules, {"cupy": None}):
            code, out, err, _ = self.run_on_gpu("--rows", "launch", "--peers", "cupy,jax")
        self.assertEqual(code, 0)
        self.assertRegex(err, "CuPy is left out: ")
        self.assertRegex(out, "- not measured: CuPy is left out: ")
        self.assertNotIn("to CuPy", out)

    def test_rows_that_cugond_fails(self):
        with mock.patch.object(timing.Cugond, "measure", side_effect=timing.Failed("broken")):
            code, out, err, _ = self.run_on_gpu("--rows", "launch", "--peers", "jax")
        self.assertEqual(code, 1)
        self.assertIn("launch_add_16 16: broken", err)
        self.assertNotIn("| launch", out)

    def test_a_fault_costs_a_row_only(self):
        def measure(cugond, op, size, mode="sync"):
            if op == "exp_f64":
                cugond.process.kill()
                cugond.process.wait()
                raise timing.Failed("lost")
            return 0.5

        with mock.patch.object(timing.Cugond, "measure", measure):
            code, out, err, _ = self.run_on_gpu("--rows", "_16 |exp_f64|tanh", "--peers", "jax")
        self.assertEqual(code, 1)
        self.assertEqual(out.count("| queued |"), 3)
        self.assertIn("exp_f64 1000000: lost", err)

    def test_first_use(self):
        times = {"first_cold": 2.0, "first_warm": 1.0}
        with mock.patch.multiple(compare.first, cugond=lambda *a: times, peer=lambda *a: times):
            code, out, _, _ = self.run_on_gpu("--rows", "none", "--first", "--peers", "jax")
        self.assertEqual(code, 0)
        self.assertIn("| first_cold | 16 | sync | 2.000 | **2.000** | 1.00 |\n", out)


if __name__ == "__main__":
    unittest.main()
