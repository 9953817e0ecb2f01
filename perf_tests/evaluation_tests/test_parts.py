"""Lists and files of matrices, the state of a run, numbers, and the comparison of two tables."""
import contextlib
import io
import lzma
import pathlib
import sys
import tarfile
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import compare  # noqa: E402  (after the path)
from evaluation import experiments, matrices, state, summary  # noqa: E402

LISTS = pathlib.Path(__file__).resolve().parent.parent / "matrices"


class FolderTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.root = pathlib.Path(scratch.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class ListTest(FolderTest):
    def test_the_lists_say_what_every_matrix_is(self):
        public, more = (matrices.read_list(LISTS / name) for name in ("public.csv", "more.csv"))
        kinds = [sum(matrix.kind == kind for matrix in public) for kind in ("real", "by rule", "look-alike")]
        self.assertEqual((len(public), kinds, len(more)), (45, [17, 14, 14], 13))
        for matrix in public + more:
            self.assertIn(matrix.op, ("aa", "aat"))
            self.assertEqual(bool(matrix.generator), matrix.kind != "real", matrix.name)
            self.assertEqual(bool(matrix.checksum), bool(matrix.generator), matrix.name)
            self.assertTrue(matrix.origin or matrix.note, matrix.name)
            self.assertGreater(min(matrix.rows, matrix.columns, matrix.entries, matrix.products), 0)
        self.assertEqual(len({matrix.name for matrix in public + more}), 58)

    def test_folders_and_names(self):
        for name in ("b.mtx", "a.mtx.gz", "c@aat.bcsr", "notes.txt"):
            self.write(f"f/{name}", "")
        self.assertEqual([(matrix.name, matrix.op) for matrix in matrices.load([self.root / "f"])], [("a", "aa"), ("b", "aa"), ("c@aat", "aat")])
        [named] = matrices.load(["Mittelmann/rail582@aat"])
        self.assertEqual((named.name, named.op, named.collection), ("rail582", "aat", "Mittelmann/rail582"))
        with self.assertRaisesRegex(ValueError, "need a list, a folder, or group/name"):
            matrices.load(["nothing"])
        with self.assertRaisesRegex(ValueError, "no list has z"):
            matrices.load([self.root / "f"], ["z"])


class ProviderTest(FolderTest):
    def provider(self, generator="exit 1", collection="file:///nowhere", fetch=True):
        program = self.write("generator", f"#!/bin/sh\n{generator}\n")
        program.chmod(0o755)
        return matrices.Provider([self.root / "given"], self.root / "made", program, collection, fetch)

    def test_given_packed_generated_fetched(self):
        self.write("given/a.mtx", "given")
        self.assertEqual(self.provider().provide(matrices.Matrix("a"))[1].read_text(), "given")
        (self.root / "given" / "b.bcsr.xz").write_bytes(lzma.compress(b"packed"))
        self.assertEqual(self.provider().provide(matrices.Matrix("b"))[1].read_text(), "packed")
        made = matrices.Matrix("c", generator="grid 3", checksum="ab")
        self.assertEqual(self.provider('echo "$1 $2" >"$4"; echo 1,1,1,ab').provide(made)[1].read_text(), "grid 3\n")
        source = self.write("source", "fetched")
        (self.root / "site" / "G").mkdir(parents=True)
        with tarfile.open(self.root / "site" / "G" / "d.tar.gz", "w:gz") as archive:
            archive.add(self.write("beside", "right-hand side"), "d/notd.mtx")
            archive.add(source, "d/d.mtx")
        provider = self.provider(collection=(self.root / "site").as_uri())
        path = provider.provide(matrices.Matrix("x_d", collection="G/d"))[1]
        self.assertEqual((path.name, path.read_text()), ("x_d.mtx", "fetched"))

    def test_reasons(self):
        with self.assertRaisesRegex(RuntimeError, r"c \(by rule\): no folder has it; grid: checksum zz \(need ab, that of the list\)"):
            self.provider('touch "$3"; echo 1,1,1,zz').provide(matrices.Matrix("c", kind="by rule", generator="grid", checksum="ab"))
        self.assertFalse(list((self.root / "made").iterdir()))
        with self.assertRaisesRegex(RuntimeError, "^e .by rule.: no folder has it; gone cannot be started: No such file or directory$"):
            matrices.Provider([], self.root / "made", self.root / "gone").provide(matrices.Matrix("e", kind="by rule", generator="grid"))
        with self.assertRaisesRegex(RuntimeError, "not fetched, as asked"):
            self.provider(fetch=False).provide(matrices.Matrix("d", collection="G/d"))


class StateTest(FolderTest):
    def row(self, matrix, k, **more):
        return {"experiment": "overall", "matrix": matrix, "tool": "ocean", "variant": "", "repetition": k, "repetitions": 2, "status": "ok", "ms": 1, **more}

    def test_what_is_cut_or_incomplete_is_done_again(self):
        first = state.State(self.root)
        first.add([self.row("a", 1), self.row("a", 2, text='of, "b"\nc')], {"x": 1})
        first.add([self.row("b", 1), self.row("b", 2)])
        path = self.root / "runs.csv"
        whole = path.read_text()
        path.write_text(whole[: whole.rstrip().rfind("\n") + 4])
        again = state.State(self.root)
        self.assertEqual(again.done, {("overall", "a", "ocean", "")})
        self.assertEqual([row["text"] for row in again.rows], ["", "of; 'b' c"])
        self.assertEqual(again.details[("overall", "a", "ocean", "")], {"x": 1})
        again.add([self.row("b", 1), self.row("b", 2)])
        self.assertEqual(len(state.State(self.root).rows), 4)


class SummaryTest(unittest.TestCase):
    def rows(self, experiment, times):
        return [{"experiment": experiment, "matrix": matrix, "tool": tool, "variant": variant, "status": "ok" if ms else "failed", "ms": str(ms or ""),
                 "workflow": "hll"} for (matrix, tool, variant), values in times.items() for ms in values]

    def test_overall_counts_failures_as_slowest(self):
        chosen = [matrices.Matrix("a", products=1000), matrices.Matrix("b", products=1000)]
        rows = self.rows("overall", {("a", "ocean", ""): [1, 9, 1], ("b", "ocean", ""): [2], ("a", "kk", ""): [4], ("b", "kk", ""): [None],
                                        ("a", "other", ""): [5], ("b", "other", ""): [8]})
        ocean, kk, _ = summary.overall(rows, chosen, [])
        self.assertEqual((ocean["done"], ocean["failed"], ocean["best"]), (2, 0, 2))
        self.assertEqual((kk["done"], kk["failed"], kk["second"]), (1, 1, 1))
        self.assertAlmostEqual(kk["ocean_times_as_fast"], 4)
        self.assertAlmostEqual(kk["gflops"], 2e-6 * 1000 / 4)
        self.assertAlmostEqual(kk["gflops_failures_slowest"], 2e-6 * 1000 / 32**0.5)

    def test_times_from_files_have_no_ranks(self):
        chosen = [matrices.Matrix("a", products=1000), matrices.Matrix("b", products=1000)]
        rows = self.rows("overall", {("a", "ocean", ""): [2], ("b", "ocean", ""): [2]})
        source = {"matrices": ["a", "c"], "tools": {"t (file)": {"a": 1.0, "c": 9.0}, "u (file)": {"c": 1.0}}}
        ocean, done, failed = summary.overall(rows, chosen, [source])
        self.assertEqual((ocean["best"], ocean["from_file"]), (2, False))
        self.assertEqual((done["done"], done["failed"], done["best"], done["ocean_times_as_fast"], done["from_file"]), (1, 0, 0, 0.5, True))
        self.assertEqual((failed["done"], failed["failed"]), (0, 1))

    def test_forced_workflows_and_versions(self):
        times = {("a", "ocean", "auto"): [2], ("a", "ocean", "hll"): [1], ("a", "ocean", "symbolic"): [4]}
        [line] = summary.workflows(self.rows("workflows", times))
        self.assertEqual([line[name] for name in ("chosen", "hll", "symbolic", "upper-bound", "loss", "good")], ["hll", 0.5, 2.0, None, 2.0, False])
        lines = summary.ablation(self.rows("ablation", {("a", "t", "V1"): [8], ("a", "t", "V2"): [4], ("a", "t", "default"): [1]}))
        self.assertEqual([(line["version"], line["against"], round(line["mean"], 9)) for line in lines], [("V2", "V1", 2), ("default", "V1", 8)])

    def test_estimates_count_matrices_with_rows_to_estimate(self):
        numbers = dict.fromkeys("mean_error rms_error table_overflow_percent cohen_mean_error cohen_4x_mean_error".split(), "0.1")
        details = {name: [{"registers": "32", "estimated_rows": rows, "chosen": "symbolic", **numbers}] for name, rows in (("a", "9"), ("b", "0"))}
        self.assertEqual([(line["matrices"], line["count"]) for line in summary.estimation(details)], [("all with rows to estimate", 1)])

    def test_experiments_know_their_runs(self):
        self.assertEqual(experiments.runs_of(["size", "memory", "sampling"]), ["overall", "estimation"])
        with self.assertRaisesRegex(ValueError, "no experiment nothing"):
            experiments.runs_of(["nothing"])
        for backend in ("openmp", "cuda"):
            self.assertTrue(all(experiments.calls_of(run, backend) for run in experiments.runs_of(experiments.EXPERIMENTS)))


class CompareTest(FolderTest):
    HEAD = "# comment\nmatrix,op,method,workflow,ms\n"

    def compare(self, old, new, *more):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
            code = compare.main([str(self.write("old.csv", old)), str(self.write("new.csv", new)), *more])
        return code, out.getvalue()

    def test_rows_are_paired_by_what_they_measure(self):
        code, text = self.compare(self.HEAD + "a,aa,ocean,auto:hll,1.0\nb,aa,ocean,auto:hll,1\n",
                                  self.HEAD + "b,aa,ocean,auto:hll,1.05\na,aa,ocean,auto:symbolic,0.5\n")
        self.assertEqual(code, 0)
        self.assertIn("geometric mean of new over old: 0.725 of 2 rows; 0 slower, 1 faster, 1 same", text)

    def test_slower_beyond_the_band_is_an_error(self):
        self.assertEqual(self.compare(self.HEAD + "a,aa,kk,,1\n", self.HEAD + "a,aa,kk,,1.2\n")[0], 1)
        self.assertEqual(self.compare(self.HEAD + "a,aa,kk,,1\n", self.HEAD + "a,aa,kk,,1.2\n", "--band", "0.3")[0], 0)
        self.assertEqual(self.compare(self.HEAD + "a,aa,kk,,1\n", self.HEAD + "a,aa,kk,,\n")[0], 1)

    def test_the_band_follows_from_repetitions(self):
        head, row = "experiment,matrix,tool,variant,status,workflow,ms\n", "overall,a,ocean,,ok,hll,"
        noisy = head + "".join(f"{row}{ms}\n" for ms in (1.0, 1.3, 1.6, 1.9, 2.2))
        quiet = head + "".join(f"{row}{ms}\n" for ms in (1.0, 1.01, 1.0))
        slower = head + "".join(f"{row}{ms}\n" for ms in (1.05, 1.06, 1.05))
        self.assertEqual(self.compare(noisy, noisy.replace("1.6", "1.8"))[0], 0)
        self.assertEqual(self.compare(quiet, slower)[0], 1)

    def test_processes_that_differ_are_noise(self):
        def table(name, ms):
            return str(self.write(name, self.HEAD + "".join(f"a,aa,kk,,{ms + call / 1000}\n" for call in range(5))))

        def code(old, new):
            with contextlib.redirect_stdout(io.StringIO()):
                return compare.main([",".join(table(f"old{ms}.csv", ms) for ms in old), ",".join(table(f"new{ms}.csv", ms) for ms in new)])

        self.assertEqual(code([1.0], [1.2]), 1)
        self.assertEqual(code([1.0, 1.3, 1.1], [1.2, 1.0, 1.25]), 0)
        self.assertEqual(code([1.0, 1.3, 1.1], [1.4, 1.5, 1.45]), 1)

    def test_nothing_in_common(self):
        self.assertEqual(self.compare(self.HEAD + "a,aa,kk,,1\n", self.HEAD + "b,aa,kk,,1\n")[0], 2)
        self.assertEqual(self.compare("matrix,x\na,1\n", self.HEAD + "b,aa,kk,,1\n")[0], 2)


if __name__ == "__main__":
    unittest.main()
