"""The copy of the headers whose numbers are variables (../tuning/make_tunable.py)."""
import pathlib
import sys
import tempfile
import unittest

PERF_TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PERF_TESTS / "tuning"))
import make_tunable  # noqa: E402  (after the path)
from evaluation_tests.support import call_kinds  # noqa: E402

HEADER = """\
/// Rows; UNMEASURED
inline constexpr int rows_min = 4, rows_max = 8;
inline constexpr int rows_min_of_all = 3;
struct TeamTuning {
  int size = 256;
};
inline constexpr TeamTuning team_tuning_default{};
"""


class MakeVariableTest(unittest.TestCase):
    def check(self, number, before, after):
        self.assertEqual(make_tunable.make_variable(HEADER, number), HEADER.replace(before, after))

    def test_a_constant_becomes_a_variable(self):
        self.check("rows_min_of_all", "inline constexpr int rows_min_of_all", "inline int rows_min_of_all")

    def test_the_second_of_a_declaration_takes_the_first_along(self):
        self.check("rows_max", "inline constexpr int rows_min = 4", "inline int rows_min = 4")

    def test_a_member_makes_its_struct_a_variable(self):
        self.check("team_tuning_default.size", "inline constexpr TeamTuning", "inline TeamTuning")

    def test_what_is_a_variable_already_stays(self):
        once = make_tunable.make_variable(HEADER, "rows_min")
        self.assertEqual(make_tunable.make_variable(once, "rows_max"), once)

    def test_a_number_that_is_not_there_is_an_error(self):
        for number, text in (("rows", "no 'inline constexpr ... rows'"), ("team_tuning_default.width", "no member width")):
            with self.assertRaises(ValueError) as error:
                make_tunable.make_variable(HEADER, number)
            self.assertEqual(str(error.exception), text)


class NumbersTest(unittest.TestCase):
    def test_every_listed_number_is_where_the_list_says(self):
        numbers = make_tunable.read_numbers(PERF_TESTS / "tuning" / "numbers.csv")
        for row in numbers:
            self.assertIn(row["engine"], ("team", "host"), row["number"])
            self.assertIn(row["call"], call_kinds(), row["number"])
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            make_tunable.make_tunable(PERF_TESTS.parent / "include", numbers, out)
            lines = (out / "tunable_numbers.inc").read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), len(numbers))
            self.assertEqual(lines[0], f'OCEAN_TUNABLE({numbers[0]["number"]}, "team", "one")')

    def test_a_number_that_moved_ends_with_its_name(self):
        row = {"header": "tuning/hll_tuning.hpp", "number": "hll_tuning_default.fish", "engine": "team", "call": "hll"}
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(SystemExit) as end:
            make_tunable.make_tunable(PERF_TESTS.parent / "include", [row], pathlib.Path(folder))
        self.assertEqual(str(end.exception), "make_tunable: hll_tuning_default.fish in ocean/tuning/hll_tuning.hpp: no member fish")


if __name__ == "__main__":
    unittest.main()
