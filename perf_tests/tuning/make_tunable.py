#!/usr/bin/env python3
"""Copies the headers of Ocean with the numbers of numbers.csv as variables, for ocean_tuning.

use: make_tunable.py INCLUDE NUMBERS.csv OUT

Writes OUT/include, a copy of INCLUDE in which these numbers are no constants, and OUT/tunable_numbers.inc with a line
OCEAN_TUNABLE(<number>, "<engine>", "<call>") for each. What is there already and would not change is left as it is.
Exits with a message if a number is not where numbers.csv says.
"""

import csv
import pathlib
import re
import sys


def read_numbers(path):
    """The rows of numbers.csv."""
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def make_variable(text, number):
    """text, with the definition of the constant number, or of the struct that it is a member of, as a variable.

    A declaration may define several constants. Raises ValueError if there is no such constant.
    """
    name = re.escape(number.split(".")[0])
    definition = re.compile(rf"^inline (?:constexpr )?([^;=({{]*\b(?:\w+ = [^;]*, )?{name}(?: = |\{{)[^;]*;)", re.MULTILINE)
    found = definition.search(text)
    if not found:
        raise ValueError(f"no 'inline constexpr ... {number.split('.')[0]}'")
    member = re.match(r"\w+\.(\w+)", number)
    if member and not re.search(rf"\b{member.group(1)} = ", text):
        raise ValueError(f"no member {member.group(1)}")
    return text[: found.start()] + "inline " + found.group(1) + text[found.end() :]


def write_if_changed(path, text):
    """Keeps the time of a file that would not change, so that nothing is compiled anew."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make_tunable(include, numbers, out):
    """Writes the copy; see above."""
    texts = {path.relative_to(include): path.read_text(encoding="utf-8") for path in include.rglob("*.hpp")}
    lines = []
    for row in numbers:
        header = pathlib.Path("ocean") / row["header"]
        try:
            texts[header] = make_variable(texts[header], row["number"])
        except (KeyError, ValueError) as error:
            raise SystemExit(f"make_tunable: {row['number']} in {header}: {error}") from error
        lines.append(f"OCEAN_TUNABLE({row['number']}, \"{row['engine']}\", \"{row['call']}\")\n")
    for path, text in texts.items():
        write_if_changed(out / "include" / path, text)
    write_if_changed(out / "tunable_numbers.inc", "".join(lines))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    make_tunable(pathlib.Path(sys.argv[1]), read_numbers(sys.argv[2]), pathlib.Path(sys.argv[3]))
