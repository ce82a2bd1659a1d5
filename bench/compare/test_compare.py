"""Tests of compare.py: python3 -m unittest discover -s bench/compare."""
import io
import sys
import tempfile
import unittest
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
sys.dont_write_bytecode = True

import compare
import report
import rows

# A stand-in for "cugond bench -rounds" that ends when asked for the row "end".
SERVER = """
import sys
for line in sys.stdin:
    op, size = line.split()
    if op == "end":
        sys.exit(3)
    print("error\\tbroken" if op == "bad" else f"{op}\\t{size}\\t0.5", flush=True)
"""


class Bounds(unittest.TestCase):
    def test_bounds_depend_on_the_size(self):
        self.assertEqual([report.bound("elementwise_f32", n) for n in (100, 500, 1999, 2000, 5000)], [None, 0.4, 0.4, 0.3, 0.3])
        self.assertIsNone(report.bound("cumsum_2e24_f32", 1 << 24))

    def test_every_bound_has_a_row(self):
        for op in [*report.BOUNDS, *report.OPERATION_BOUNDS]:
            self.assertIn(op, {r.op for r in rows.ROWS})

    def test_verdicts(self):
        for op, ours, want in (
            ("sum_f32", 0.35, "ok"),
            ("sum_f32", 0.36, "miss"),
            ("cumsum_2e24_f32", 9, ""),
            ("chain_16", 0.005, "ok"),
            ("chain_16", 0.0051, "miss"),
        ):
            self.assertEqual(report.Result(op, 1000, ours, 1.0).verdict(), want, (op, ours))


class Tables(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(
            report.render_row(report.Result("sum_f32", 1000, 0.05, 0.2)),
            "| sum_f32 | 1000 | 0.05000 | 0.2000 | 0.25 | 0.35 | ok |\n",
        )
        self.assertEqual(
            report.render_row(report.Result("chain_16", 16, 0.002, 0.004)),
            "| chain_16 | 16 | 0.002000 | 0.004000 | 0.50 | 1000 ns/op | ok, 400 ns/op |\n",
        )
        self.assertEqual([report.ms_text(x) for x in (1234.6, 123.46, 1.5)], ["1235", "123.5", "1.500"])

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = report.write_result(folder, "2000-01-02", "Some CPU @ 2 GHz, 2 cores", "text\n")
            self.assertEqual(path.name, "2000-01-02-some-cpu-2-ghz.md")
            self.assertTrue(path.read_text().endswith("text\n"))

    def test_between_markers(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "doc.md"
            first, last = report.MARKERS
            path.write_text(f"a\n{first}\nold\n{last}\nb\n")
            for _ in range(2):
                report.write_between_markers(path, "new\n")
                self.assertEqual(path.read_text(), f"a\n{first}\nnew\n{last}\nb\n")
            path.write_text("none")
            with self.assertRaises(SystemExit):
                report.write_between_markers(path, "new\n")


class Measuring(unittest.TestCase):
    def server(self):
        cugond = compare.Cugond([sys.executable, "-c", SERVER])
        self.addCleanup(cugond.process.stdout.close)
        self.addCleanup(cugond.close)
        return cugond

    def test_protocol(self):
        cugond = self.server()
        self.assertEqual(cugond.measure("sum_f32", 100), 0.5)
        with self.assertRaisesRegex(RuntimeError, "broken"):
            cugond.measure("bad", 100)
        self.assertEqual(cugond.measure("sum_f32", 100), 0.5)
        with self.assertRaisesRegex(RuntimeError, "exit code 3"):
            cugond.measure("end", 1)

    def test_turns_alternate(self):
        calls = []
        row = rows.Row("sum_f32", 1000, lambda size: lambda: calls.append(size))
        result = compare.compare(row, self.server(), rounds=2, budget=1e-5, pause=0)
        self.assertEqual((result.op, result.size, result.ours), ("sum_f32", 1000, 0.5))
        self.assertGreaterEqual(len(calls), 2 * 3)

    def test_every_row_computes(self):
        if rows.np is None:
            self.skipTest("no NumPy")
        for row in {r.op: r for r in rows.ROWS}.values():
            row.setup(16 if row.op != "grayscale_8k_u8" else 144)()


class CommandLine(unittest.TestCase):
    def test_list(self):
        out = io.StringIO()
        with redirect_stdout(out):
            self.assertEqual(compare.main(["--list", "--rows", "^(mean|cumsum).* "]), 0)
        self.assertEqual(out.getvalue(), "mean_f32\t1000\t0.35\nmean_f32\t2000\t0.35\ncumsum_2e24_f32\t16777216\t–\n")

    def test_misuse(self):
        for argv in (["--rows", "nothing"], ["--rows", "("], ["--rounds", "0"], ["--budget", "0"]):
            with self.assertRaises(SystemExit), redirect_stderr(io.StringIO()):
                compare.parse(argv)


if __name__ == "__main__":
    unittest.main()
