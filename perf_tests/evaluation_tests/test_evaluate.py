"""The whole command with drivers that pretend: every outcome is a row, an interrupted run goes on, the page is whole."""
import collections
import csv
import html.parser
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from evaluation_tests import support

COMMAND = pathlib.Path(__file__).resolve().parent.parent / "evaluate.py"


class Page(html.parser.HTMLParser):
    """Counts tags, and notes what a page takes from elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.outside, self.ids = collections.Counter(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags[tag] += 1
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href") and not value.startswith("#"):
                self.outside.append(value)


class EvaluateTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.root = pathlib.Path(self.scratch.name)
        self.drivers, self.out = support.make_drivers(self.root / "drivers"), self.root / "out"

    def command(self, names, *more):
        listed = support.make_matrices(self.root / "matrices", names)
        return [sys.executable, str(COMMAND), "--drivers", str(self.drivers), "--out", str(self.out), "--matrices", str(listed),
                "--folder", str(self.root / "matrices"), "--no-fetch", *more]

    def run_it(self, names, *more, **environment):
        return subprocess.run(self.command(names, *more), capture_output=True, text=True, check=True, env={**os.environ, **environment})

    def rows(self):
        with open(self.out / "runs.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def outcome(self, matrix, tool):
        return [(row["status"], row["text"]) for row in self.rows() if row["matrix"] == matrix and row["tool"] == tool]

    def test_a_tool_that_cannot_run_is_a_row(self):
        names = ["fine", "crash", "slow", "broken", "wrong"]
        self.run_it(names, "--experiments", "overall,estimation", "--tools", "ocean,kk", "--timeout", "5")
        self.assertEqual([status for status, _ in self.outcome("fine", "kk")], ["ok"] * 3)
        self.assertEqual(self.outcome("crash", "kk"), [("crashed", "signal SIGSEGV; no message")])
        self.assertEqual(self.outcome("slow", "kk"), [("timeout", "stopped after 5 s")])
        self.assertEqual(self.outcome("broken", "kk"), [("failed", "exit code 1; no such thing")])
        self.assertEqual(self.outcome("wrong", "kk"), [("wrong", "row 3")])
        for name in names:
            self.assertEqual([status for status, _ in self.outcome(name, "ocean")], ["ok"] * 3)
            self.assertEqual([status for status, _ in self.outcome(name, "ocean_hll_error")], ["missing"])
        self.assertIn("stopped after 5 s", (self.out / "report.html").read_text(encoding="utf-8"))

    def test_a_matrix_that_cannot_be_had_is_a_row(self):
        command = self.command(["here", "gone"], "--experiments", "overall", "--tools", "ocean")
        (self.root / "matrices" / "gone.mtx").unlink()
        subprocess.run(command, capture_output=True, check=True)
        [(status, text)] = self.outcome("gone", "ocean")
        self.assertEqual((status, text), ("no matrix", "gone (real): no folder has it"))

    def test_an_interrupted_run_goes_on(self):
        names = [f"m{k}" for k in range(4)]
        more = ["--experiments", "overall,workflows", "--tools", "ocean,kk"]
        begun = subprocess.Popen(self.command(names, *more), stdout=subprocess.DEVNULL, env={**os.environ, "FAKE_SECONDS": "0.1"})
        for _ in range(600):
            time.sleep(0.05)
            if (self.out / "runs.csv").exists() and len(support.lines(self.out / "runs.csv")) > 6:
                break
        begun.send_signal(signal.SIGKILL)
        begun.wait()
        with open(self.out / "runs.csv", "a", encoding="utf-8") as file:
            file.write("overall,m3,aa,oc")  # a line that the interruption cut
        kept = len(support.lines(self.out / "runs.csv")) - 2
        self.run_it(names, *more)
        calls = collections.Counter(support.lines(self.drivers / "calls"))
        self.assertEqual(len(calls), 4 * 5, "ocean and ocean auto are one line here")
        self.assertLessEqual(sum(calls.values()), 4 * 6 + 1, "only the call that was interrupted is repeated")
        self.assertEqual(len(self.rows()), 4 * 6 * 3)
        self.assertTrue(all(row["status"] == "ok" for row in self.rows()))
        self.assertGreaterEqual(kept, 6)
        self.run_it(names, *more)
        self.assertEqual(collections.Counter(support.lines(self.drivers / "calls")), calls, "nothing is left to do")

    def test_retry_repeats_what_failed_alone(self):
        more = ["--experiments", "overall", "--tools", "ocean,kk"]
        self.run_it(["broken"], *more)
        (self.drivers / "calls").unlink()
        self.run_it(["broken"], *more, "--retry")
        self.assertEqual(support.lines(self.drivers / "calls"), ["broken kk auto"])
        self.assertEqual([status for status, _ in self.outcome("broken", "kk")], ["failed"])

    def test_the_page_is_whole_and_needs_nothing_else(self):
        self.run_it(["a", "b"], "--experiments", "overall,workflows,ablation,accumulators,memory", "--tools", "ocean,kk")
        page = Page((self.out / "report.html").read_text(encoding="utf-8"))
        self.assertEqual([link for link in page.outside if not link.startswith("#")], [])
        self.assertEqual(len(page.ids), len(set(page.ids)))
        self.assertGreaterEqual(page.tags["table"], 5)
        text = (self.out / "report.html").read_text(encoding="utf-8")
        self.assertIn("it is &lt;fake&gt;", text)
        self.assertIn("hash_1 7", text)
        titles = text[text.index('id="matrices-table"'):]
        self.assertLess(titles.index(">why<"), titles.index(">rows<"), "decisions before sizes: they fit into a window")

    def test_times_from_files_stand_beside(self):
        other = self.root / "other.csv"
        other.write_text("# what: another machine\nmatrix,products,fast_ms,slow_ms\na,1000,1.0,\n", encoding="utf-8")
        self.run_it(["a"], "--experiments", "overall", "--tools", "ocean", "--others", str(other))
        text = (self.out / "report.html").read_text(encoding="utf-8")
        self.assertIn("fast (file): from other.csv: what: another machine", text)
        self.assertIn("<b>", text)


if __name__ == "__main__":
    unittest.main()
