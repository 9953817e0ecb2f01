#!/usr/bin/env python3
"""Compares MueLu on Ocean with stock Trilinos: runs ocean_muelu_amg and ocean_muelu_amg_stock alternately.

    compare.py <folder of the programs> [--mpirun PROGRAM] [--problems LIST] [--raps LIST] [--reuses LIST] [--ranks LIST]
               [--unknowns N] [--processes N] [--repeat N] [--clock wall|cpu] [--csv FILE] [--header TEXT] [--append]
               [--results-only]

LIST: separated by commas. PROGRAM takes the number of ranks, a program and its arguments. Every case runs in several
processes of each program, which alternate; times are minima over all set-ups of all processes (the CSV also has the
medians). Exits with 1 if the two differ in iterations, operator complexity or rows; if the number of entries of a
matrix of the hierarchy differs by more than 1e-4 of it (zeros of A create no entries, and which sums are exactly zero
depends on their order); if its Frobenius norm or action differs by more than 1e-11; or if the wrong library multiplied.
"""
import argparse
import csv
import json
import os
import statistics
import subprocess
import sys

TOLERANCE = 1e-11  # relative, of norms that depend on all values of a matrix
ENTRIES_TOLERANCE = 1e-4  # relative, of the number of entries of a matrix
TIME_LIMIT_S = 600  # of one process


def run(program, ranks, arguments, case):
    """The report of one process: a dictionary, as ocean_muelu_amg --json prints it."""
    command = [program, "--json", "--clock", arguments.clock, "--repeat", str(arguments.repeat)]
    command += ["--unknowns", str(arguments.unknowns)]
    command += ["--problem", case[0], "--rap", case[1], "--reuse", case[2]]
    if arguments.mpirun:
        command = [arguments.mpirun, str(ranks)] + command
    result = subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT_S, check=False)
    for line in result.stdout.splitlines():
        if line.startswith("{"):
            return json.loads(line)
    raise RuntimeError(f"{' '.join(command)}: exit status {result.returncode}\n{result.stdout}{result.stderr}")


def differences(stock, ocean):
    """The differences between two reports, as texts."""
    found = []
    for key in ("iterations", "complexity", "converged"):
        if stock[key] != ocean[key]:
            found.append(f"{key}: stock {stock[key]}, Ocean {ocean[key]}")
    if not ocean["who"].startswith("Ocean multiplied"):
        found.append("Ocean did not multiply")
    if not stock["who"].startswith("Tpetra's own"):
        found.append("stock Trilinos did not multiply")
    if len(stock["matrices"]) != len(ocean["matrices"]):
        found.append(f"matrices: stock {len(stock['matrices'])}, Ocean {len(ocean['matrices'])}")
    for one, other in zip(stock["matrices"], ocean["matrices"]):
        if one[:2] != other[:2] or abs(one[2] - other[2]) > ENTRIES_TOLERANCE * one[2]:
            found.append(f"stock {one[:3]}, Ocean {other[:3]}")
        for a, b, what in zip(one[3:], other[3:], ("Frobenius norm", "action")):
            if abs(a - b) > TOLERANCE * abs(a):
                found.append(f"{what} of {one[0]}: stock {a!r}, Ocean {b!r}")
    return found


def entries_apart(stock, ocean):
    """By how many entries the matrices of two hierarchies differ."""
    return sum(int(abs(one[2] - other[2])) for one, other in zip(stock["matrices"], ocean["matrices"]))


def times(reports, phase):
    """(minimum, median) of the seconds of set-up, and of those of the products in it; None without set-ups."""
    runs = [pair for report in reports for pair in report[phase]]
    if not runs:
        return None
    return [(min(column), statistics.median(column)) for column in zip(*runs)]


def compare(arguments, case, ranks):
    reports = {"stock": [], "ocean": []}
    for _ in range(arguments.processes):
        for who, name in (("stock", "ocean_muelu_amg_stock"), ("ocean", "ocean_muelu_amg")):
            reports[who].append(run(os.path.join(arguments.programs, name), ranks, arguments, case))
    found = differences(reports["stock"][0], reports["ocean"][0])
    apart = entries_apart(reports["stock"][0], reports["ocean"][0])
    outcome = "DIFFERENT" if found else f"{apart} entries apart" if apart else "equal"
    rows = []
    for phase, name in (("setup", "new"), ("again", "new values")):
        stock, ocean = times(reports["stock"], phase), times(reports["ocean"], phase)
        if stock is None:
            continue
        row = [*case, ranks, name, int(reports["ocean"][0]["matrices"][0][1]), reports["ocean"][0]["iterations"]]
        row += [f"{reports['ocean'][0]['complexity']:.4f}"]
        for one, other in zip(stock, ocean):
            row += [f"{one[0]:.4f}", f"{other[0]:.4f}", f"{one[0] / other[0]:.2f}" if other[0] > 0 else ""]
        row += [f"{value[1]:.4f}" for pair in zip(stock, ocean) for value in pair]
        rows.append(row + [outcome])
    return rows, found


COLUMNS = ("problem,rap,reuse,ranks,values,unknowns,iterations,complexity,setup_stock_s,setup_ocean_s,setup_speedup,"
           "products_stock_s,products_ocean_s,products_speedup,setup_stock_median_s,setup_ocean_median_s,"
           "products_stock_median_s,products_ocean_median_s,results").split(",")
LINE = "{:<13} {:<8} {:<5} {:>5} {:<10} {:>8} {:>5} {:>8} | {:>8} {:>8} {:>6} | {:>8} {:>8} {:>6}  {}"
RESULTS = "{0:<13} {1:<8} {2:<5} {3:>5} {4:<10} {5:>8} {6:>5} {7:>8}  {14}"
TITLES = ("problem", "rap", "reuse", "ranks", "values", "unknowns", "its", "complex.", "stock s", "Ocean s",
          "", "stock s", "Ocean s", "", "results")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("--mpirun")
    parser.add_argument("--problems", default="Laplace3D,Brick3D,Elasticity3D")
    parser.add_argument("--raps", default="pair,triple")
    parser.add_argument("--reuses", default="none,RP,full")
    parser.add_argument("--ranks", default="1")
    parser.add_argument("--unknowns", type=float, default=64000)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    parser.add_argument("--csv")
    parser.add_argument("--append", action="store_true", help="append rows to an existing CSV")
    parser.add_argument("--results-only", action="store_true", help="do not show times, for programs that are not optimised")
    parser.add_argument("--header", default="")
    return parser.parse_args()


def main():
    arguments = read_arguments()
    all_rows, all_found = [], []
    line = RESULTS if arguments.results_only else LINE
    if not arguments.results_only:
        print(f"{'':<69} | {'set-up':<24} | {'products in it':<24}")
    print(line.format(*TITLES))
    for ranks in map(int, arguments.ranks.split(",")):
        for problem in arguments.problems.split(","):
            for rap in arguments.raps.split(","):
                for reuse in arguments.reuses.split(","):
                    rows, found = compare(arguments, (problem, rap, reuse), ranks)
                    for row in rows:
                        print(line.format(*row[:14], row[-1]), flush=True)
                    all_rows += rows
                    all_found += [f"{problem} {rap} {reuse} on {ranks}: {text}" for text in found]
    if arguments.csv:
        with open(arguments.csv, "a" if arguments.append else "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            if not arguments.append:
                file.writelines(f"# {line}\n" for line in arguments.header.splitlines())
                writer.writerow(COLUMNS)
            writer.writerows(all_rows)
    print("\n".join(all_found) or "iterations and operator complexities are equal; the last column says whether the matrices are")
    return 1 if all_found else 0


if __name__ == "__main__":
    sys.exit(main())
