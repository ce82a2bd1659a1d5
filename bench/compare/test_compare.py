"""Tests of compare.py beside NumPy: python3 -m unittest discover -s bench/compare."""
import io
import os
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import compare
import first
import machine
import peers
import report
import rows
import timing

# A stand-in for the command cugond, whose rounds end when asked for the row "end".
SERVER = """
import sys
if sys.argv[1] == "info":
    print("cpu: a chip, 2 cores")
    sys.exit()
if "-first" in sys.argv:
    print("first_cold\\t16\\t20\\nfirst_warm\\t16\\t10")
    sys.exit()
for line in sys.stdin:
    op, size, mode = line.split()
    if op == "end":
        sys.exit(3)
    print("error\\tbroken" if op == "bad" else f"{op}\\t{size}\\t0.5", flush=True)
"""


def server_binary(folder):
    """Writes the stand-in as a program and returns its path."""
    path = Path(folder) / "cugond"
    path.write_text(f"#!{sys.executable}\n{SERVER}")
    path.chmod(0o755)
    return str(path)


def beside_numpy(op, ours, theirs):
    return report.Result(op, 1000, "sync", {"cugond": ours, "numpy": theirs})


class Bounds(unittest.TestCase):
    def test_bounds_depend_on_the_size(self):
        for n, want in ((100, None), (500, 0.4), (1999, 0.4), (2000, 0.3), (5000, 0.3)):
            self.assertEqual(report.bound("elementwise_f32", n), want, n)
        self.assertIsNone(report.bound("cumsum_2e24_f32", 1 << 24))

    def test_every_bound_has_a_row(self):
        for op in [*report.BOUNDS, *report.OPERATION_BOUNDS]:
            self.assertIn(op, {r.op for r in rows.rows(gpu=False)})

    def test_verdicts(self):
        for op, ours, want in (
            ("sum_f32", 0.35, "ok"),
            ("sum_f32", 0.36, "miss"),
            ("cumsum_2e24_f32", 9, ""),
            ("chain_16", 0.005, "ok"),
            ("chain_16", 0.0051, "miss"),
        ):
            self.assertEqual(beside_numpy(op, ours, 1.0).verdict(), want, (op, ours))


class Tables(unittest.TestCase):
    def test_rows(self):
        table = report.BoundTable()
        self.assertEqual(
            table.row(beside_numpy("sum_f32", 0.05, 0.2)),
            "| sum_f32 | 1000 | 0.05000 | 0.2000 | 0.25 | 0.35 | ok |\n",
        )
        self.assertEqual(
            table.row(beside_numpy("chain_16", 0.002, 0.004)),
            "| chain_16 | 1000 | 0.002000 | 0.004000 | 0.50 | 1000 ns/op | ok, 400 ns/op |\n",
        )
        self.assertEqual([report.ms_text(x) for x in (1234.6, 123.46, 1.5, None)], ["1235", "123.5", "1.500", "–"])

    def test_joined_rows(self):
        table = report.JoinedTable({"numpy": "NumPy", "cupy": "CuPy", "jax": "JAX"}, ["cupy", "jax"])
        self.assertEqual(table.head().count("|"), 2 * 10)
        times = {"cugond": 0.5, "numpy": 0.1, "cupy": 2.0, "jax": 1.0}
        self.assertEqual(
            table.row(report.Result("x", 7, "sync", times)),
            "| x | 7 | sync | 0.5000 | 0.1000 | 2.000 | **1.000** | 0.50 | 0.25 |\n",
        )
        self.assertEqual(
            table.row(report.Result("x", 7, "queued", {"cugond": 0.5})),
            "| x | 7 | queued | 0.5000 | – | – | – | – | – |\n",
        )

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = report.write_result(folder, "2000-01-02", "Some CPU @ 2 GHz, 2 cores", "a beside b", "text\n\nmore\n")
            self.assertEqual(path.name, "2000-01-02-some-cpu-2-ghz.md")
            self.assertEqual(path.read_text(), "# a beside b, 2000-01-02\n\ntext\n\nmore\n")
            self.assertEqual(report.read_result(path), "text\n\nmore\n")
            path.write_text("else\n\ntext\n")
            with self.assertRaises(SystemExit):
                report.read_result(path)

    def test_between_markers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "doc.md"
            old = "".join(f"a\n{start}\nold\n{end}\nb\n" for start, end in (report.CPU_MARKERS, report.GPU_MARKERS))
            for markers in (report.CPU_MARKERS, report.GPU_MARKERS):
                path.write_text(old)
                for _ in range(2):
                    report.write_between_markers(path, markers, "new\n")
                    want = old.replace(f"{markers[0]}\nold\n", f"{markers[0]}\nnew\n")
                    self.assertEqual(path.read_text(), want)
            path.write_text("none")
            with self.assertRaises(SystemExit):
                report.write_between_markers(path, report.CPU_MARKERS, "new\n")

    def test_the_docs_have_both_places(self):
        text = compare.DOCS.read_text()
        for start, end in (report.CPU_MARKERS, report.GPU_MARKERS):
            self.assertEqual((text.count(start), text.count(end)), (1, 1))
            self.assertLess(text.index(start), text.index(end))


class Timing(unittest.TestCase):
    def test_sync(self):
        calls, waits = [], []
        ms = timing.sync(lambda: calls.append(1), waits.append, 1e-3)
        self.assertGreater(ms, 0)
        self.assertEqual(len(calls), len(waits))
        self.assertGreaterEqual(len(calls), 2 + 3)

    def test_slow_calls_are_few(self):
        calls = []
        ms = timing.sync(lambda: calls.append(timing.time.sleep(0.01)), lambda r: None, 1e-6)
        self.assertGreaterEqual(ms, 10)
        self.assertEqual(len(calls), 2)

    def test_queued(self):
        calls, waits = [], []
        self.assertGreater(timing.queued(lambda: calls.append(1) or len(calls), waits.append), 0)
        self.assertEqual(len(calls), 2 + 5 * 50)
        self.assertEqual(waits, [1, 2, 52, 102, 152, 202, 252], "the last result of each queue")
        self.assertEqual([timing.queue_of(s) for s in (0, 0.01, 0.05, 20)], [50, 50, 10, 2])


class Measuring(unittest.TestCase):
    def server(self):
        cugond = timing.Cugond([sys.executable, "-c", SERVER, "bench"])
        self.addCleanup(cugond.close)
        return cugond

    def test_protocol(self):
        cugond = self.server()
        self.assertEqual(cugond.measure("sum_f32", 100), 0.5)
        with self.assertRaisesRegex(timing.Failed, "broken"):
            cugond.measure("bad", 100)
        self.assertEqual(cugond.measure("sum_f32", 100, "queued"), 0.5)
        with self.assertRaisesRegex(timing.Failed, "exit code 3"):
            cugond.measure("end", 1)

    @unittest.skipIf(rows.np is None, "no NumPy")
    def test_turns_alternate(self):
        calls = []
        peer = peers.NumPy("cpu")
        peer.formulas["x"] = lambda a: calls.append(a)
        row = rows.Row("sum_f32", 1000, lambda n: [n], "x")
        args = compare.parse(["--rounds", "2", "--budget", "1e-5", "--pause", "0"])
        (result,) = compare.compare(row, self.server(), [peer], args, [])
        self.assertEqual((result.op, result.size, result.mode, result.times["cugond"]), ("sum_f32", 1000, "sync", 0.5))
        self.assertGreaterEqual(len(calls), 1 + 2 * (2 + 1))

    @unittest.skipIf(rows.np is None, "no NumPy")
    def test_first_use(self):
        with tempfile.TemporaryDirectory() as folder:
            (cold, warm), notes = first.results(server_binary(folder), "cpu", ["numpy", "nothing"])
        self.assertEqual((cold.op, cold.times["cugond"]), ("first_cold", 20))
        self.assertEqual((warm.op, warm.times["cugond"]), ("first_warm", 10))
        self.assertGreater(warm.times["numpy"], 0)
        self.assertEqual(len(notes), 1)
        self.assertIn("first use of nothing: ", notes[0])

    def test_a_gpu_is_named(self):
        with mock.patch.object(machine, "command_output", return_value="A GPU, 550.1, 100 MiB, 1000 MHz") as asked:
            self.assertEqual(machine.gpu({}, "cuda:1"), ("A GPU", "A GPU, 100 MiB, up to 1000 MHz, driver 550.1"))
        self.assertEqual(asked.call_args.args[1:3], ("-i", "1"))
        with mock.patch.object(machine, "command_output", return_value=""):
            self.assertEqual(machine.gpu({}, "cuda:0")[1], "unknown GPU")
            self.assertEqual(machine.gpu({"cuda:0": "Emulated, 2 GiB"}, "cuda:0"), ("Emulated", "Emulated, 2 GiB"))

    def test_what_cugond_tells(self):
        text = "cpu:       a chip: fast\ncuda:0:    A GPU, 2 GiB\n  driver:  13.0 /x\n  nvrtc:   13.1 /y\ncuda:1:    B\n"
        with mock.patch.object(machine, "command_output", return_value=text):
            info = machine.cugond_info("cugond")
        self.assertEqual((info["cpu"], info["cuda:0"], info["cuda:1"]), ("a chip: fast", "A GPU, 2 GiB", "B"))
        self.assertEqual(machine.cuda(info, "cuda:0"), "driver 13.0 /x, nvrtc 13.1 /y")
        self.assertEqual(machine.cuda({"cuda": "not available: none"}, "cuda:0"), "not available: none")


class CommandLine(unittest.TestCase):
    def test_list(self):
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(compare.main(["--list", "--rows", "^(mean|cumsum).* "]), 0)
        self.assertEqual(out.getvalue(), "mean_f32\t1000\t0.35\nmean_f32\t2000\t0.35\ncumsum_2e24_f32\t16777216\t–\n")

    def test_list_on_a_gpu(self):
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(compare.main(["--list", "--device", "cuda:0", "--rows", "^matmul_f32"]), 0)
        self.assertEqual(out.getvalue(), "matmul_f32\t1000\t–\nmatmul_f32\t5000\t–\nmatmul_f32\t10000\t–\n")

    def test_defaults(self):
        args = compare.parse([])
        self.assertEqual((args.names, args.rounds, args.pause, args.gpu), (["numpy"], 5, 0.05, False))
        args = compare.parse(["--device", "cuda"])
        self.assertEqual((args.names, args.rounds, args.pause, args.gpu), (list(peers.CLASSES), 3, 0, True))

    def test_insert(self):
        with tempfile.TemporaryDirectory() as folder:
            docs = Path(folder) / "doc.md"
            docs.write_text("\n".join([*report.GPU_MARKERS, *report.CPU_MARKERS]))
            result = report.write_result(folder, "2000-01-02", "m", "title", "- a: b\n")
            with mock.patch.object(compare, "DOCS", docs):
                self.assertEqual(compare.main(["--device", "cuda:0", "--insert", str(result)]), 0)
            start, end = report.GPU_MARKERS
            self.assertEqual(docs.read_text(), "\n".join([start, "- a: b", end, *report.CPU_MARKERS]))

    def test_a_binary_that_is_none(self):
        err = io.StringIO()
        with redirect_stderr(err):
            self.assertEqual(compare.main(["--binary", os.curdir, "--rows", "launch"]), 2)
        self.assertTrue("is no command" in err.getvalue() or "no NumPy" in err.getvalue())

    def test_misuse(self):
        for argv in (
            ["--rows", "nothing"],
            ["--rows", "("],
            ["--rounds", "0"],
            ["--budget", "0"],
            ["--device", "gpu"],
            ["--peers", "cupy"],
            ["--peers", "nothing", "--device", "cuda:0"],
        ):
            with self.assertRaises(SystemExit), redirect_stderr(io.StringIO()):
                compare.parse(argv)


if __name__ == "__main__":
    unittest.main()
