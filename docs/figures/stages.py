#!/usr/bin/env python3
"""Draws stages.svg: what happens to a product between spgemm() and C.

    docs/figures/stages.py            writes the picture
    docs/figures/stages.py --check    fails if the committed picture is another one
"""
from svg import Picture, write_or_check

WIDTH, HEIGHT = 960, 556
BOX, GAP = 207, 28


def box(picture, x, y, height, name, lines, emphasis=False, width=BOX):
    picture.add("rect", x=x, y=y, width=width, height=height, rx=6, class_=f"f-{'accent' if emphasis else 'box'} s-edge")
    picture.text(x + 12, y + 23, name, 14, font_weight="600")
    for place, line in enumerate(lines):
        picture.text(x + 12, y + 43 + 17 * place, line, 12, "faint")


def arrow(picture, points, label=None, label_at=None, dashed=False):
    path = "M" + " L".join(f"{x} {y}" for x, y in points)
    (x0, y0), (x1, y1) = points[-2:]
    attributes = {"stroke_dasharray": "5 4"} if dashed else {}
    picture.add("path", d=path, fill="none", stroke_width=1.6, class_="s-faint", **attributes)
    dx, dy = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    tips = [(x1, y1), (x1 - 8 * dx + 4 * dy, y1 - 8 * dy + 4 * dx), (x1 - 8 * dx - 4 * dy, y1 - 8 * dy - 4 * dx)]
    picture.add("polygon", points=" ".join(f"{x},{y}" for x, y in tips), class_="f-faint")
    if label:
        picture.text(*label_at, label, 12, "a")


def draw():
    picture = Picture(WIDTH, HEIGHT, "The stages of a product, from the operands A and B to C")
    columns = [24 + (BOX + GAP) * column for column in range(4)]
    middle = [x + BOX // 2 for x in columns]
    picture.text(24, 33, "From A and B to C = A·B", 17, font_weight="600")
    picture.text(24, 54, "Each box is a stage, with a header in include/ocean/stages/. "
                 "Dashed arrows: only where it is needed.", 12.5, "faint")

    box(picture, columns[0], 76, 92, "analysis", ["products and span of each row,", "rows with equal columns, and",
                                                  "the size of C from a sample"])
    box(picture, columns[1], 76, 92, "renumbering", ["64-bit columns far apart are", "renumbered; C gets its own",
                                                     "columns back at the end"])
    box(picture, columns[2], 76, 92, "workflow choice", ["estimate, count, or bound the", "rows of C: decided by",
                                                         "what the analysis found"], True)
    box(picture, columns[3], 76, 92, "supernodes", ["rows of A with the same", "columns: which rows of B they",
                                                    "add together"])
    arrow(picture, [(columns[0] + BOX, 122), (columns[1], 122)], dashed=True)
    arrow(picture, [(columns[1] + BOX, 122), (columns[2], 122)])
    arrow(picture, [(columns[2] + BOX, 122), (columns[3], 122)], dashed=True)
    arrow(picture, [(middle[3], 168), (middle[3], 194)])

    picture.add("rect", x=24, y=194, width=912, height=122, rx=6, class_="f-page s-edge")
    picture.text(36, 217, "size prediction", 14, font_weight="600")
    picture.text(168, 217, "how long is every row of C? One of three workflows", 12, "faint")
    for place, (name, lines) in enumerate([
            ("hyperloglog", ["estimated from merged sketches of B’s rows;", "few rows outgrow it"]),
            ("symbolic", ["a pass that counts the columns; short rows", "that lie near each other are merged"]),
            ("upper bound", ["no pass: every product gets a slot,", "and no row can overflow"])]):
        box(picture, 36 + 298 * place, 229, 76, name, lines, True, 292)
    arrow(picture, [(middle[0], 316), (middle[0], 342)])

    box(picture, columns[0], 342, 92, "binning", ["for every row the accumulator", "that needs the least, given the",
                                                  "limits of the device"], True)
    box(picture, columns[1], 342, 92, "numeric", ["a kernel per bin, concurrently;", "C is allocated meanwhile if its",
                                                  "size was sampled"], True)
    box(picture, columns[2], 342, 92, "overflow", ["rows that outgrew their", "estimate, recomputed with",
                                                   "slots for all products"])
    box(picture, columns[3], 342, 92, "compaction", ["rows that were staged with", "gaps move to their", "positions in C"])
    for column in range(3):
        arrow(picture, [(columns[column] + BOX, 388), (columns[column + 1], 388)], dashed=column > 0)

    box(picture, 24, 462, 74, "reuse", ["calls with new values: the place of every", "product is found once, then only summed"],
        width=300)
    box(picture, columns[3], 462, 74, "C", ["sorted rows, each column once"], True)
    arrow(picture, [(400, 434), (400, 484), (columns[3], 484)], "exact sizes: written in place", (412, 478))
    arrow(picture, [(324, 515), (columns[3], 515)], "every later call", (412, 509), True)
    arrow(picture, [(middle[3], 434), (middle[3], 462)])
    return picture


if __name__ == "__main__":
    write_or_check("stages.svg", draw())
