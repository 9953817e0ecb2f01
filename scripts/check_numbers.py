#!/usr/bin/env python3
"""Checks every number of README.md, docs/performance.md and docs/performance-history.md: each is recomputed from a
committed table of results.

    scripts/check_numbers.py              one line per finding, exit code 1 if there is any
    scripts/check_numbers.py --self-test  breaks a claim in every way once and expects to find it

perf_tests/results/claims.toml says, for each number, words of its line (`near`), its table and how it follows from it. A number
that no claim covers is a finding, unless `allowed` has it (versions, sizes, options) or `not_recomputed` says why it cannot be.
Where a comment behind the number names tables (`<!-- from perf_tests/results/<file>.csv: ... -->`), claims of others do not
count, except for how many matrices there are.
"""
import ast
import csv
import math
import pathlib
import re
import statistics
import sys
import tempfile
import tomllib

CLAIMS = "perf_tests/results/claims.toml"
DOCUMENTS = ["README.md", "docs/performance.md", "docs/performance-history.md"]
NUMBER = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:e-?\d+)?(?![\w])")
HIDDEN = re.compile(r"```.*?```|<!--.*?-->|`[^`\n]*`|(?<=\])\([^)\n]*\)", re.S)
COMMENT, TABLE = re.compile(r"<!--.*?-->", re.S), re.compile(r"[\w.-]+\.csv")
TEST = re.compile(r"(\w+) *(=|!=|~|!~|<=|>=|<|>) *(.*)")


def visible(text):
    """The text without code, comments and targets of links, which are blanked out; lines stay where they are."""
    return HIDDEN.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def paragraphs(text):
    """(line number, text, tables) of every item, row and paragraph: what a number is near to, and what its comments name."""
    found, raw = list(visible_paragraphs(text)), text.split("\n")
    for (first, words), (behind, _) in zip(found, [*found[1:], (len(raw) + 1, "")]):
        comments = COMMENT.findall("\n".join(raw[first - 1 : behind - 1]))
        yield first, words, set(TABLE.findall(" ".join(comments)))


def visible_paragraphs(text):
    first, lines = 1, []
    for number, line in enumerate([*visible(text).split("\n"), ""], 1):
        starts = not line.strip() or re.match(r"\s*([-*|#>]|\d+\. )", line)
        if starts and lines:
            yield first, "\n".join(lines)
            lines = []
        if line.strip():
            first = first if lines else number
            lines.append(line)


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def holds(row, test):
    """Whether a row passes a test such as `matrix !~ ^x_` or `products < 3e6`."""
    column, relation, wanted = TEST.fullmatch(test).groups()
    value = row[column]
    if relation in ("~", "!~"):
        return bool(re.search(wanted, value)) == (relation == "~")
    if relation in ("=", "!="):
        return (value == wanted) == (relation == "=")
    if not value:
        return False
    left, right = float(value), float(wanted)
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[relation]


def number_in(text):
    """The number of a cell, or the last one in words such as `error 1.9e-15`; None if it has none."""
    found = re.findall(r"\d+(?:\.\d+)?(?:e-?\d+)?", text or "")
    return float(found[-1]) if found else None


def evaluate(node, row):
    """Columns, numbers, + - * /, min() and max(); empty cells are left out of min and max, and make all else None."""
    if isinstance(node, ast.Constant):
        return float(node.value)
    if isinstance(node, ast.Name):
        return number_in(row[node.id])
    if isinstance(node, ast.Call):
        values = [value for value in (evaluate(argument, row) for argument in node.args) if value is not None]
        return {"min": min, "max": max}[node.func.id](values) if values else None
    left, right = evaluate(node.left, row), evaluate(node.right, row)
    if left is None or right is None:
        return None
    kind = type(node.op)
    return {ast.Add: left + right, ast.Sub: left - right, ast.Mult: left * right, ast.Div: left / right if right else math.inf}[kind]


def values_of(claim, root):
    """{pair: value} of the rows that a claim or its `against` selects."""
    expression = ast.parse(claim.get("value", "1"), mode="eval").body
    values = {}
    for k, row in enumerate(read_table(root / "perf_tests" / "results" / claim["file"])):
        if all(holds(row, test) for test in claim.get("where", [])):
            value = evaluate(expression, row)
            if value is not None:
                values[row.get(claim.get("pair", "matrix")) or k if claim.get("pair") != "" else k] = value
    return values


AVERAGES = {
    "geomean": lambda values: math.exp(statistics.fmean(map(math.log, values))),
    "mean": statistics.fmean,
    "min": min,
    "max": max,
    "second least": lambda values: sorted(values)[1],
    "count": len,
    "count above 1": lambda values: sum(value > 1 for value in values),
    "count below 1": lambda values: sum(value < 1 for value in values),
    "count from 3": lambda values: sum(value >= 2.95 for value in values),
}


def recompute(claim, root):
    """The number that a claim states, from its table."""
    values = values_of(claim, root)
    if "against" in claim:
        others = values_of({"file": claim["file"], **claim["against"]}, root)
        values = {pair: values[pair] / others[pair] for pair in values if pair in others and others[pair]}
    if not values:
        raise ValueError(f"{claim['file']}: no row is selected")
    return claim.get("scale", 1) * AVERAGES[claim["of"]](list(values.values()))


def agrees(text, value):
    """Whether a number is the value as it was rounded."""
    text = text.replace(",", "")
    mantissa, _, exponent = text.partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(float(text) - value) <= 0.5000001 * unit


class Numbers:
    def __init__(self, root):
        self.root, self.findings, self.covered, self.stated = pathlib.Path(root), [], 0, 0
        table = tomllib.loads((self.root / CLAIMS).read_text(encoding="utf-8"))
        self.claims, self.allowed = table.get("claim", []), [re.compile(words) for words in table.get("allowed", [])]
        self.not_recomputed = table.get("not_recomputed", [])

    def check(self):
        for claim in self.claims:
            self.check_claim(claim)
        for name in DOCUMENTS:
            if (self.root / name).exists():
                for line, text, tables in paragraphs((self.root / name).read_text(encoding="utf-8")):
                    self.check_paragraph(name, line, text, tables)
        return self.findings

    def check_claim(self, claim):
        try:
            value = recompute(claim, self.root)
        except (OSError, KeyError, ValueError) as error:
            self.findings.append(f"{CLAIMS}: {claim['number']} near '{claim['near']}': {error}")
            return
        if not agrees(claim["number"], value):
            self.findings.append(f"{CLAIMS}: {claim['number']} near '{claim['near']}': {claim['file']} gives {value:.6g}")

    def check_paragraph(self, name, line, text, tables):
        named = [claim for claim in self.claims if not tables or claim["file"] in tables or claim["of"] == "count"]
        spans = [match.span() for pattern in self.allowed for match in pattern.finditer(text)]
        for match in NUMBER.finditer(text):
            if any(begin <= match.start() and match.end() <= end for begin, end in spans):
                continue
            if self.has(named, match.group(0), text):
                self.covered += 1
            elif self.has(self.not_recomputed, match.group(0), text):
                self.stated += 1
            else:
                at = line + text.count("\n", 0, match.start())
                self.findings.append(f"{name}:{at}: {match.group(0)} (need a claim in {CLAIMS}, or another number)")

    @staticmethod
    def has(entries, number, text):
        flat = " ".join(text.split())
        return any(entry["number"] == number and re.search(entry["near"], flat) for entry in entries)


def self_test():
    claims = ('allowed = ["C\\\\+\\\\+20", "g\\\\+\\\\+ 12"]\n[[claim]]\nnumber = "2.00"\nnear = "times as fast"\nfile = "a.csv"\nof = "geomean"\n'
              'value = "min(x, y) / ours"\nwhere = ["matrix !~ ^x_"]\n[[claim]]\nnumber = "4"\nnear = "slower"\nfile = "b.csv"\nof = "max"\nvalue = "ms"\n'
              'where = ["method = kk"]\nagainst = { value = "ms", where = ["method = ocean"] }\n[[not_recomputed]]\nnumber = "7"\nnear = "days"\nwhy = "no table"\n')
    other = claims + '[[claim]]\nnumber = "2"\nnear = "times as fast"\nfile = "b.csv"\nof = "min"\nvalue = "ms"\n'
    tables = {"a.csv": "# head\nmatrix,x,y,ours\nm,4,,1\nn,3,1,1\nx_o,9,9,1\n", "b.csv": "matrix,method,ms\nm,kk,8\nm,ocean,2\nn,kk,9\n"}
    fine = "C++20, g++ 12, `99`. It took 7 days.\n\n- 2.00 times as\n  fast\n\n```\n123\n```\n| 4 times slower | <!-- 5 --> |\n"
    cases = [("fine", fine, claims, tables, 0), ("another number", fine.replace("2.00", "2.01"), claims, tables, 1),
             ("another table's number", fine.replace("2.00 times as\n  fast", "2 times as fast <!-- from a.csv: mean -->"), other, tables, 1),
             ("its own", fine.replace("2.00 times as\n  fast", "2 times as fast\n  <!-- from b.csv: least -->"), other, tables, 0),
             ("another line", fine.replace("slower", "worse"), claims, tables, 1), ("a new number", fine + "\nAnd 8 more.\n", claims, tables, 1),
             ("another table", fine, claims, {**tables, "a.csv": tables["a.csv"].replace("4,,1", "5,,1")}, 1),
             ("no table", fine, claims, {"a.csv": tables["a.csv"]}, 1), ("no row", fine, claims.replace("= kk", "= cc"), tables, 1)]
    wrong = []
    for title, text, toml, files, wanted in cases:
        with tempfile.TemporaryDirectory() as root:
            results = pathlib.Path(root, "perf_tests", "results")
            results.mkdir(parents=True)
            pathlib.Path(root, "README.md").write_text(text, encoding="utf-8")
            (results / "claims.toml").write_text(toml, encoding="utf-8")
            for name, content in files.items():
                (results / name).write_text(content, encoding="utf-8")
            found = Numbers(root).check()
        if len(found) != wanted:
            wrong.append(f"{title}: {found} (need {wanted} findings)")
    print("\n".join(wrong) or f"check_numbers self-test: {len(cases)} cases")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    numbers = Numbers(pathlib.Path(__file__).resolve().parent.parent)
    findings = numbers.check()
    print("\n".join(findings + [f"check_numbers: {len(findings)} findings; {numbers.covered} numbers recomputed by {len(numbers.claims)} claims, "
                                f"{numbers.stated} stated without a table"]))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
