#!/usr/bin/env python3
"""Masked products as SciPy computes them, for test_spgemm_masked_scipy.cpp.

scipy_masked.py > scipy_masked.inc             the committed cases; needs SciPy, whose version is in the first line
scipy_masked.py --run <test> [--seeds <n>]     runs the test on new cases, one set per seed; exit 77 without SciPy

A case is a line `case <name> <rows> <inner> <columns>`, and behind it row map, columns and values of A, of B and of the
mask M: a line each, which begins with the number of elements. M's values are (A @ B).multiply(pattern of M).
"""
import argparse
import os
import subprocess
import sys
import tempfile

try:
    import numpy
    import scipy
    import scipy.sparse
except ImportError:
    print("SciPy is not there: nothing was compared")
    sys.exit(77)

SEEDS = 20


def draw(random, shape, density, messy=False, integers=True):
    """A CSR matrix with some empty rows; if messy, unsorted and with duplicates."""
    rows, columns = shape
    lengths = random.binomial(columns, density, rows) if columns else numpy.zeros(rows, int)
    lengths[random.random(rows) < 0.15] = 0
    chosen = [numpy.sort(random.choice(columns, length, replace=False)) for length in lengths]
    if messy:
        chosen = [random.permutation(numpy.concatenate([row, row[random.random(len(row)) < 0.3]])) for row in chosen]
    indptr = numpy.concatenate([[0], numpy.cumsum([len(row) for row in chosen])]).astype(int)
    indices = numpy.concatenate(chosen + [[]]).astype(int)
    values = random.integers(-4, 5, len(indices)).astype(float) if integers else random.uniform(-1, 1, len(indices))
    return scipy.sparse.csr_matrix((values, indices, indptr), shape=shape)


def masked(a, b, m):
    """The values of C = A B at the entries of M, in their order."""
    pattern = scipy.sparse.csr_matrix((numpy.ones(m.nnz), m.indices, m.indptr), shape=m.shape)
    c = (a @ b).multiply(pattern).tocsr()
    rows = numpy.repeat(numpy.arange(m.shape[0]), numpy.diff(m.indptr))
    return numpy.asarray(c[rows, m.indices]).ravel() if m.nnz else numpy.zeros(0)


def cases(seed):
    """Name, A, B and M of every case."""
    random = numpy.random.default_rng(seed)
    yield "small", draw(random, (12, 10), 0.3), draw(random, (10, 14), 0.3), draw(random, (12, 14), 0.3)
    yield ("unsorted_with_duplicates", draw(random, (15, 12), 0.3, messy=True), draw(random, (12, 18), 0.4, messy=True),
           draw(random, (15, 18), 0.4))
    yield ("reals", draw(random, (20, 20), 0.3, integers=False), draw(random, (20, 20), 0.3, integers=False),
           draw(random, (20, 20), 0.5))
    yield ("long_rows_under_a_thin_mask", draw(random, (25, 8), 0.5), draw(random, (8, 300), 0.6),
           draw(random, (25, 300), 0.01))
    graph = draw(random, (30, 30), 0.25)
    lower = scipy.sparse.tril(graph, -1).tocsr()
    yield "triangles", lower, lower, lower
    yield "empty_mask", draw(random, (5, 6), 0.5), draw(random, (6, 7), 0.5), draw(random, (5, 7), 0.0)
    yield "full_mask", draw(random, (9, 8), 0.3), draw(random, (8, 9), 0.3), scipy.sparse.csr_matrix(numpy.ones((9, 9)))


def line(elements, show):
    return " ".join([str(len(elements))] + [show(element) for element in elements])


def text(seed):
    lines = []
    for name, a, b, m in cases(seed):
        lines.append(f"case {name} {a.shape[0]} {a.shape[1]} {b.shape[1]}")
        for matrix, values in ((a, a.data), (b, b.data), (m, masked(a, b, m))):
            lines += [line(matrix.indptr, str), line(matrix.indices, str),
                      line(values, lambda value: repr(float(value)).removesuffix(".0"))]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", metavar="TEST")
    parser.add_argument("--seeds", type=int, default=SEEDS)
    options = parser.parse_args()
    if not options.run:
        print(f"// by scipy_masked.py, SciPy {scipy.__version__}; do not edit\nR\"({text(0)})\"")
        return 0
    for seed in range(1, options.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cases")
            with open(path, "w", encoding="ascii") as file:
                file.write(text(seed))
            code = subprocess.run([options.run], env=dict(os.environ, OCEAN_SCIPY_CASES=path), check=False).returncode
        if code != 0:
            print(f"seed {seed} differs")
            return 1
    print(f"{options.seeds} sets of cases are as SciPy {scipy.__version__} has them")
    return 0


if __name__ == "__main__":
    sys.exit(main())
