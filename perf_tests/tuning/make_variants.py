#!/usr/bin/env python3
"""Copies the headers of Ocean with one number of constants.csv changed in each copy, and compiles them for ocean_variants.

use: make_variants.py INCLUDE CONSTANTS.csv OUT [--compile COMMANDS.json] [--jobs N] [--only NUMBER,...]

Writes OUT/<variant>/include for each variant and OUT/variants.csv (variant,header,number,value,other,calls); the first, base,
has all numbers as they are. With --compile, the compilation database of a build with perf_tests, compiles
ocean_variant.cpp against each of them as OUT/<variant>.so; a variant that does not compile is left out and named.
Exits with a message if a number is not where constants.csv says.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys


def read_constants(path):
    """The rows of constants.csv."""
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def replace_value(text, number, value, other):
    """text with value, the first behind the name number in the line of its definition, as other.

    Raises ValueError if there is no such definition, or two of them.
    """
    definition = re.compile(
        rf"^(?! *//)([^\n;]*\b{re.escape(number)}\b[^\n;]*?(?<![\w.])){re.escape(value)}(?![\w.])", re.MULTILINE
    )
    found = definition.findall(text)
    if len(found) != 1:
        raise ValueError(f"{len(found)} definitions with the value {value} (need one)")
    return definition.sub(lambda match: match.group(1) + other, text, count=1)


def list_variants(constants, only=()):
    """(variant, row of constants.csv, other value) of each, without the base."""
    variants = []
    for row in constants:
        if only and row["number"] not in only:
            continue
        for position, other in enumerate(row["others"].split("|")):
            name = f"{pathlib.Path(row['header']).stem}.{row['number']}.{position}"
            variants.append((name, row, other))
    return variants


def write_copy(include, out, header="", text=""):
    """include as out, with another text of header."""
    if out.exists():
        shutil.rmtree(out)
    shutil.copytree(include, out)
    if header:
        (out / header).write_text(text, encoding="utf-8")


def compile_variant(command, include, folder):
    """Compiles and links the shared library of one copy; the compiler's messages if it fails."""
    words = shlex.split(command["command"])
    output = words.index("-o")
    words[output + 1] = f"{folder}.o"
    words = [word for word in words if word != "-MD"]
    words = [f"-I{folder}/include" if word == f"-I{include}" else word for word in words]
    link = [words[0], "-shared", "-o", f"{folder}.so", f"{folder}.o"]
    for line in (words, link + (["-cudart", "shared"] if "nvcc" in pathlib.Path(words[0]).name else [])):
        done = subprocess.run(line, cwd=command["directory"], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return done.stderr[-2000:]
    os.remove(f"{folder}.o")
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("include", type=pathlib.Path)
    parser.add_argument("constants", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--compile", type=pathlib.Path, metavar="COMMANDS.json")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    variants = list_variants(read_constants(options.constants), [name for name in options.only.split(",") if name])
    write_copy(options.include, options.out / "base" / "include")
    for name, row, other in variants:
        header = pathlib.Path("ocean") / row["header"]
        try:
            text = replace_value((options.include / header).read_text(encoding="utf-8"), row["number"], row["value"], other)
        except (OSError, ValueError) as error:
            raise SystemExit(f"make_variants: {row['number']} in {header}: {error}") from error
        write_copy(options.include, options.out / name / "include", header, text)
    names = ["base"] + [name for name, _, _ in variants]
    failed = {}
    if options.compile:
        commands = json.loads(options.compile.read_text(encoding="utf-8"))
        command = next(entry for entry in commands if entry["file"].endswith("tuning/ocean_variant.cpp"))
        include = options.include.resolve()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda name: compile_variant(command, include, (options.out / name).resolve()), names)
            failed = {name: messages for name, messages in zip(names, results) if messages}
    for name, messages in failed.items():
        print(f"make_variants: {name} does not compile:\n{messages}", file=sys.stderr)
    with open(options.out / "variants.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["variant", "header", "number", "value", "other", "calls"])
        for name, row, other in variants:
            if name not in failed:
                writer.writerow([name, row["header"], row["number"], row["value"], other, row["calls"]])


if __name__ == "__main__":
    main()
