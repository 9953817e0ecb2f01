#!/usr/bin/env python3
"""Compares two tables of results: which rows became slower or faster by more than noise.

    perf_tests/compare.py old.csv[,old2.csv,...] new.csv[,new2.csv,...] [--column ms] [--band 0.1] [--all]

Takes the tables of ocean_spgemm_perf and the runs.csv of evaluate.py. Rows are paired by what they measure: matrix, op,
method or tool, workflow that was forced, variant, experiment, stage. Repetitions of a row are replaced by their median. The
band of a row is the half spread of its repetitions in either table (from the median to the farthest quartile, relative), at least --least; without
repetitions it is --band. Processes differ by more than calls of one process do: with several tables on a side, one of each process, separated by
commas, the median of theirs counts, and the band is at least half the range of their medians. Exit code: 0, 1 if a row is slower beyond its band or has no result any more, 2 if nothing can be compared.
"""
import argparse
import csv
import math
import statistics
import sys

KEYS = "experiment matrix op method tool variant workflow stage registers call change".split()
FORCED = {"auto"}  # what follows the colon is an outcome


def read(path, column):
    """{key: [values]} of the rows; an empty list where a row has no result."""
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(line for line in file if not line.startswith("#"))
        if column not in (reader.fieldnames or []):
            raise ValueError(f"{path}: no column {column} (it has {', '.join(reader.fieldnames or [])})")
        outcome = "status" in reader.fieldnames  # of runs.csv, whose workflow is an outcome
        names = [name for name in KEYS if name in reader.fieldnames and not (outcome and name == "workflow")]
        rows = {}
        for row in reader:
            head = (row.get("workflow") or "").split(":")[0]
            key = tuple((name, head if name == "workflow" and head in FORCED else row[name] or "") for name in names)
            values = rows.setdefault(key, [])
            try:
                values.append(float(row[column]))
            except (TypeError, ValueError):
                pass
    return rows


def read_all(paths, column):
    """{key: [values of each table]} of several tables, separated by commas."""
    tables = [read(path, column) for path in paths.split(",")]
    keys = dict.fromkeys(key for table in tables for key in table)
    return {key: [table.get(key, []) for table in tables] for key in keys}


def half_spread(values):
    """From the median to the farthest quartile, relative; None without repetitions."""
    if len(values) < 3:
        return None
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return max(high - middle, middle - low) / middle if middle else None


def half_range(medians):
    """Half the range of the medians of several tables, relative; None for a single table."""
    if len(medians) < 2:
        return None
    middle = statistics.median(medians)
    return (max(medians) - min(medians)) / 2 / middle if middle else None


def medians_of(tables):
    return [statistics.median(values) for values in tables if values]


def band_of(old, new, default, least):
    spreads = [half_spread(values) for values in old + new] + [half_range(medians_of(tables)) for tables in (old, new)]
    known = [spread for spread in spreads if spread is not None]
    return max(least, *known) if known else default


def compare(old, new, default, least, higher_is_better=False):
    """[(key, old, new, ratio, band, verdict)], ratio above 1 is worse; verdicts: slower, faster, same, lost, gained."""
    lines = []
    for key in old:
        if key not in new:
            continue
        before, after = medians_of(old[key]), medians_of(new[key])
        if not before and not after:
            continue
        if not before or not after:
            lines.append((key, None, None, None, None, "gained" if after else "lost"))
            continue
        x, y = statistics.median(before), statistics.median(after)
        ratio = (x / y if y else math.inf) if higher_is_better else (y / x if x else math.inf)
        band = band_of(old[key], new[key], default, least)
        verdict = "slower" if ratio > 1 + band else "faster" if ratio < 1 / (1 + band) else "same"
        lines.append((key, x, y, ratio, band, verdict))
    return lines


def show(lines, everything):
    for key, x, y, ratio, band, verdict in sorted(lines, key=lambda line: -(line[3] or math.inf)):
        if everything or verdict != "same":
            numbers = f"{x:12.4f} {y:12.4f} {ratio:7.3f} (band {band:.3f})" if ratio is not None else " " * 44
            print(f"{verdict:7} {numbers}  {' '.join(value for _, value in key if value)}")


def main(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", help="a table, or several of different processes, separated by commas")
    parser.add_argument("new", help="the same")
    parser.add_argument("--column", default="ms", help="what is compared; of gflops, more is better [ms]")
    parser.add_argument("--band", type=float, default=0.1, help="noise of rows without repetitions [0.1]")
    parser.add_argument("--least", type=float, default=0.02, help="least noise of any row [0.02]")
    parser.add_argument("--all", action="store_true", help="also the rows within their band")
    options = parser.parse_args(words)
    try:
        old, new = read_all(options.old, options.column), read_all(options.new, options.column)
    except (OSError, ValueError) as error:
        print(f"compare: {error}", file=sys.stderr)
        return 2
    lines = compare(old, new, options.band, options.least, options.column == "gflops")
    if not lines:
        print("compare: the tables have no row in common (need the same matrices, methods and columns)", file=sys.stderr)
        return 2
    show(lines, options.all)
    ratios = [line[3] for line in lines if line[3]]
    counts = {verdict: sum(line[5] == verdict for line in lines) for verdict in ("slower", "faster", "same", "lost", "gained")}
    mean = math.exp(statistics.fmean(map(math.log, ratios))) if ratios else math.nan
    alone = len(old.keys() ^ new.keys())
    print(f"geometric mean of new over old: {mean:.3f} of {len(ratios)} rows; " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
          + f"; {alone} rows in one table alone")
    return 1 if counts["slower"] or counts["lost"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
