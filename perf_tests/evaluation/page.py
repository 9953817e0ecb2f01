"""One self-contained HTML page of a run: summary, figures, and a sortable table of every matrix with its decision."""
import html
import pathlib

from .experiments import EXPERIMENTS

LIMIT = """The limit of a product is the largest of its bounds on the time, and a fixed cost of launches on a GPU. On every machine there
is one bound: memory traffic, (12 bytes x (entries of A + entries of C) + 4 bytes x 2 (rows + 1), and the same for B if it is not A) over
the rate of memory; every operand moves once, C is written once. On Hopper GPUs three more: rows of B from L2 (12 bytes x (entries of A + entries of C +
products) + 84 bytes x entries of A, over the rate measured for B's size), additions in scratch memory, instructions issued
(src/ocean_spgemm/hardware_limit.hpp has the rates). Fraction of the limit = limit / measured time: 1 cannot be passed. On a CPU, reads of B
from caches are not bounded, so the fraction is small where C compresses."""


def text(value, digits=2):
    """A value for people."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{digits}f}" if abs(value) < 1e5 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def table(head, rows, name="", label=""):
    """head: [(key, title, digits)]; rows: dictionaries. Numbers sort as numbers. Values of key__html are taken as they are."""
    numeric = {key for key, _, _ in head if any(is_number(row.get(key)) for row in rows)}
    titles = "".join(f'<th scope="col"{" class=number" if key in numeric else ""}><button type="button">{html.escape(title)}</button></th>'
                     for key, title, _ in head)
    body = []
    for row in rows:
        cells = []
        for key, _, digits in head:
            value = row.get(key)
            order = f' data-order="{value}"' if is_number(value) else ""
            shown = row.get(key + "__html") or html.escape(text(value, digits))
            cells.append(f'<td{" class=number" if key in numeric else ""}{order}>{shown}</td>')
        body.append("<tr>" + "".join(cells) + "</tr>")
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{html.escape(label or name)}"><table id="{name}"><thead><tr>{titles}</tr></thead>'
            f'<tbody>{"".join(body)}</tbody></table></div>')


def section(name, title, *parts):
    shown = "".join(part for part in parts if part)
    return f'<section id="{name}"><h2>{html.escape(title)}</h2>{shown}</section>' if shown else ""


def paragraph(words):
    return f"<p>{html.escape(words)}</p>"


def picture(svg, caption):
    return f'<figure>{svg}<figcaption>{html.escape(caption)}</figcaption></figure>' if svg else ""


def tiles(values):
    """[(number, what it is)]"""
    return '<div class="tiles">' + "".join(f"<div><b>{html.escape(value)}</b><span>{html.escape(what)}</span></div>" for value, what in values) + "</div>"


def failures(rows):
    """Every row that is no result: a tool that cannot run, fails, crashes or takes too long."""
    lines = [row for row in rows if row["status"] != "ok"]
    if not lines:
        return paragraph("Every call gave a right result.")
    return table([("experiment", "experiment", 0), ("matrix", "matrix", 0), ("tool", "tool", 0), ("variant", "variant", 0),
                  ("status", "outcome", 0), ("text", "why", 0)], lines, "failures", "Calls without a result")


def matrix_table(lines):
    # Times and decisions come first: what does not fit into a window is reached by scrolling.
    head = [("matrix", "matrix", 0), ("kind", "kind", 0), ("ms", "ms", 3), ("gflops", "GFLOPS", 2), ("fraction", "fraction of the limit", 3),
            ("times_as_fast_as_kk", "times as fast as KokkosKernels", 2), ("workflow", "workflow", 0), ("reason", "why", 0),
            ("configurations", "rows by accumulator", 0), ("overflowed", "rows redone", 0), ("op", "op", 0), ("rows", "rows", 0),
            ("entries", "entries of A", 0), ("products", "products", 0), ("nnz_c", "entries of C", 0), ("compression", "compression", 2),
            ("origin", "origin", 0)]
    for line in lines:
        for key in ("reason", "configurations", "origin"):
            if line.get(key):
                line[key + "__html"] = f'<span class="long">{html.escape(line[key])}</span>'
        if line.get("fraction") is not None:
            width = min(100.0, 100 * line["fraction"])
            line["fraction__html"] = f'{line["fraction"]:.3f}<span class="bar" aria-hidden="true"><i style="width:{width:.1f}%"></i></span>'
    return table(head, lines, "matrices-table", "Every matrix, its decision and the reason")


def render(title, parts, notes):
    """The page. parts: [(name, title, html)]; those without content are left out."""
    folder = pathlib.Path(__file__).parent
    style, script = (folder / "page.css").read_text(encoding="utf-8"), (folder / "page.js").read_text(encoding="utf-8")
    sections = [section(name, heading, body) for name, heading, body in parts if body]
    links = "".join(f'<a href="#{name}">{html.escape(heading)}</a>' for name, heading, body in parts if body)
    head = "".join(paragraph(note) for note in notes)
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<meta name="color-scheme" content="light dark"><title>{html.escape(title)}</title><style>{style}</style></head><body><header>'
            f'<h1>{html.escape(title)}</h1>{head}<nav>{links}</nav></header><main>{"".join(sections)}</main><script>{script}</script></body></html>\n')


def heading(name):
    return EXPERIMENTS[name][0]
