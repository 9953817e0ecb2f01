"""Ocean's choices in the results of ocean_choices: as good as the best that could have been forced, within bounds."""
import csv
import math
import pathlib
import statistics
import unittest

RESULTS = pathlib.Path(__file__).resolve().parent.parent / "results"
WORKFLOWS = ("symbolic", "upper_bound", "hll")
WORKFLOW_MEAN, ACCUMULATOR_MEAN, MOST = 1.05, 1.10, 1.3


def ratios(rows, settings):
    """Time of Ocean's choice over the least of it and settings, product by product."""
    least = (min(float(row[name]) for name in ("own", *settings) if row[name]) for row in rows)
    return [float(row["own"]) / best for row, best in zip(rows, least)]


class ChoicesTest(unittest.TestCase):
    def test_every_table_keeps_the_bounds(self):
        tables = sorted(RESULTS.glob("*_choices.csv"))
        self.assertTrue(tables)
        for path in tables:
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            accumulators = [name for name in rows[0] if name.startswith("without_") or name.endswith("_alone")]
            self.assertEqual((len(rows), len(accumulators)), (58, 14), path.name)
            self.assertFalse([row["matrix"] for row in rows if "wrong" in row["problems"]], path.name)
            for settings, bound in ((WORKFLOWS, WORKFLOW_MEAN), (accumulators, ACCUMULATOR_MEAN)):
                values = ratios(rows, settings)
                self.assertLessEqual(math.exp(statistics.fmean(map(math.log, values))), bound, f"{path.name}: {settings}")
                self.assertLessEqual(max(values), MOST, f"{path.name}: {settings}")


if __name__ == "__main__":
    unittest.main()
