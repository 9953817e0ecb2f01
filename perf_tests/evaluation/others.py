"""Times of other tools, from files: one column a tool, in milliseconds; the comment lines on top are their origin."""
import csv
import pathlib

from .matrices import table_lines

NO_TOOLS = set("list matrix op products nnz_c nnzC workflow peak peak_bytes a_b_c_bytes before_ms after_ms handle_ms ocean".split())


def read(paths):
    """[{file, origin, matrices: names of its rows, tools: {name: {matrix: ms}}}]"""
    sources = []
    for path in map(pathlib.Path, paths):
        comments = [line.lstrip("# ").strip() for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
        rows, found = list(csv.DictReader(table_lines(path))), {}
        for row in rows:
            for column, value in row.items():
                if column not in NO_TOOLS and value:
                    found.setdefault(f"{column.removesuffix('_ms')} (file)", {})[row["matrix"]] = float(value)
        sources.append({"file": path.name, "origin": " ".join(comments), "matrices": [row["matrix"] for row in rows], "tools": found})
    return sources
