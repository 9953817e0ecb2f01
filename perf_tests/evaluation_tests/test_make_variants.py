"""The copies of the headers with one number changed each (../tuning/make_variants.py)."""
import pathlib
import sys
import tempfile
import unittest

PERF_TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PERF_TESTS / "tuning"))
import make_variants  # noqa: E402  (after the path)
from evaluation_tests.support import call_kinds  # noqa: E402

HEADER = """\
/// Rows, at least rows_min = 4
inline constexpr int rows_min = 4, rows_max = 8;
inline constexpr int team_sizes[] = {64, 128, 256};
constexpr int teams(int runs) { return runs <= 8 ? 8 : 4; }
inline constexpr int rows_40 = 40;
"""


class ReplaceValueTest(unittest.TestCase):
    def check(self, number, value, other, before, after):
        self.assertEqual(make_variants.replace_value(HEADER, number, value, other), HEADER.replace(before, after))

    def test_a_constant_gets_the_other_value(self):
        self.check("rows_min", "4", "2", "int rows_min = 4", "int rows_min = 2")

    def test_so_does_the_second_of_a_declaration(self):
        self.check("rows_max", "8", "16", "rows_max = 8", "rows_max = 16")

    def test_a_list_and_a_part_of_a_function_are_values_too(self):
        self.check("team_sizes", "{64, 128, 256}", "{32}", "{64, 128, 256}", "{32}")
        self.check("teams", "8 ? 8 : 4", "8 ? 6 : 3", "8 ? 8 : 4", "8 ? 6 : 3")

    def test_a_part_of_a_number_is_none(self):
        with self.assertRaises(ValueError) as error:
            make_variants.replace_value(HEADER, "rows_40", "4", "2")
        self.assertEqual(str(error.exception), "0 definitions with the value 4 (need one)")

    def test_two_definitions_are_an_error(self):
        with self.assertRaises(ValueError) as error:
            make_variants.replace_value(HEADER + HEADER, "rows_min", "4", "2")
        self.assertEqual(str(error.exception), "2 definitions with the value 4 (need one)")


class ConstantsTest(unittest.TestCase):
    def test_every_listed_number_has_its_value(self):
        constants = make_variants.read_constants(PERF_TESTS / "tuning" / "constants.csv")
        names = set()
        for name, row, other in make_variants.list_variants(constants):
            header = PERF_TESTS.parent / "include" / "ocean" / row["header"]
            text = header.read_text(encoding="utf-8")
            changed = make_variants.replace_value(text, row["number"], row["value"], other)
            self.assertNotEqual(changed, text, name)
            self.assertLessEqual(set(row["calls"].split("|")), set(call_kinds()), name)
            names.add(name)
        self.assertEqual(len(names), sum(row["others"].count("|") + 1 for row in constants))

    def test_only_named_numbers_have_variants(self):
        constants = [
            {"header": "tuning/a.hpp", "number": "first", "others": "1|2"},
            {"header": "tuning/b.hpp", "number": "second", "others": "3"},
        ]
        names = [name for name, _, _ in make_variants.list_variants(constants, ["first"])]
        self.assertEqual(names, ["a.first.0", "a.first.1"])
        self.assertEqual(len(make_variants.list_variants(constants)), 3)

    def test_a_copy_has_one_changed_header(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "copy"
            include = PERF_TESTS.parent / "include"
            make_variants.write_copy(include, out, "ocean/tuning/hll_tuning.hpp", "changed")
            self.assertEqual((out / "ocean/tuning/hll_tuning.hpp").read_text(encoding="utf-8"), "changed")
            self.assertEqual((out / "Ocean_SpGEMM.hpp").read_bytes(), (include / "Ocean_SpGEMM.hpp").read_bytes())


if __name__ == "__main__":
    unittest.main()
