#!/usr/bin/env python3
"""Draws other_tools.svg: the time of three other tools over Ocean's, matrix by matrix, from a committed table.

    docs/figures/other_tools.py            writes the picture
    docs/figures/other_tools.py --check    fails if the committed picture is another one
"""
import csv
import math

from svg import ROOT, Picture, write_or_check

TABLE = "perf_tests/results/nvidia_h200_2026-12-01_peers.csv"
TOOLS = [("speck_ms", "spECK", "a"), ("opsparse_ms", "OpSparse", "b"), ("cusparse_ms", "cuSPARSE", "c")]
LEFT, RIGHT, TOP, BOTTOM, WIDTH, HEIGHT = 60, 14, 92, 118, 960, 520
LOW, HIGH = 0.8, 1500.0


def read_ratios():
    """[(matrix, {tool: its time over Ocean's})], the one with the closest rival first."""
    with open(ROOT / TABLE, encoding="utf-8") as lines:
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    ratios = [(row["matrix"], {key: float(row[key]) / float(row["ms"]) for key, _, _ in TOOLS if row[key]})
              for row in rows if row["ms"] and row["workflow"]]
    return sorted(ratios, key=lambda ratio: min(ratio[1].values()))


def mark(picture, colour, x, y):
    if colour == "a":
        picture.add("circle", cx=round(x, 1), cy=round(y, 1), r=3.6, class_="f-a")
    elif colour == "b":
        picture.add("rect", x=round(x - 3.1, 1), y=round(y - 3.1, 1), width=6.2, height=6.2, class_="f-b")
    else:
        points = [(x, y - 4.2), (x + 4, y + 3), (x - 4, y + 3)]
        picture.add("polygon", points=" ".join(f"{px:.1f},{py:.1f}" for px, py in points), class_="f-c")


def draw(ratios):
    best = [min(tools.values()) for _, tools in ratios]
    mean = math.exp(sum(map(math.log, best)) / len(best))
    faster = sum(value > 1 for value in best)
    picture = Picture(WIDTH, HEIGHT, "Run time of spECK, OpSparse and cuSPARSE relative to Ocean's, for each matrix")
    picture.text(20, 30, "Run time relative to Ocean’s: one sparse product on an NVIDIA H200", 17, font_weight="600")
    picture.text(20, 51, f"{len(ratios)} matrices, the closest rival first. Ocean is the fastest on {faster}; the best of the "
                 f"three takes {mean:.2f} times as long (geometric mean).", 12.5, "faint")
    for place, (_, name, colour) in enumerate(TOOLS):
        mark(picture, colour, 28 + 100 * place, 70)
        picture.text(38 + 100 * place, 74, name, 12.5)

    def height_of(ratio):
        return TOP + (HEIGHT - TOP - BOTTOM) * math.log(HIGH / ratio) / math.log(HIGH / LOW)

    for tick in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000):
        picture.line(LEFT, height_of(tick), WIDTH - RIGHT, height_of(tick), "text" if tick == 1 else "grid",
                     stroke_width=1.6 if tick == 1 else 1)
        picture.text(LEFT - 8, height_of(tick) + 4, f"{tick} ×", 12, "faint", text_anchor="end")
    picture.text(WIDTH - RIGHT - 4, height_of(1) - 6, "Ocean", 12, font_weight="600", text_anchor="end")
    step = (WIDTH - LEFT - RIGHT) / len(ratios)
    for place, (matrix, tools) in enumerate(ratios):
        x = LEFT + step * (place + 0.5)
        picture.line(x, height_of(min(tools.values())), x, height_of(max(tools.values())), "edge")
        for key, _, colour in TOOLS:
            if key in tools:
                mark(picture, colour, x, height_of(tools[key]))
        y = HEIGHT - BOTTOM + 12
        picture.text(x + 3, y, matrix, 9, "faint", text_anchor="end", transform=f"rotate(-90 {x + 3:.1f} {y})")
    return picture


if __name__ == "__main__":
    write_or_check("other_tools.svg", draw(read_ratios()))
