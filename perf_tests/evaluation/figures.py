"""The figures, each as SVG and PNG. Colours are those of Okabe and Ito, with a mark of its own for each series."""
import io
import math
import re

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  (the backend comes first)

COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C8C8C", "#B8A600"]
MARKS = "os^Dv<>P"
HATCHES = ["", "//", "..", "xx", "\\\\", "++", "--", "oo"]
INK = "#123456"  # stands for the colour of the text around, in figures that are part of a page


def _figure(width=8.0, height=4.2):
    pyplot.rcParams.update({"font.size": 10, "svg.fonttype": "none", "text.color": INK, "axes.labelcolor": INK,
                            "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False,
                            "axes.spines.right": False, "legend.frameon": False, "hatch.linewidth": 0.4})
    figure, axes = pyplot.subplots(figsize=(width, height), layout="constrained")
    axes.grid(True, color="#808080", alpha=0.25, linewidth=0.6)
    axes.set_axisbelow(True)
    return figure, axes


def _legend(axes, columns=4):
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=columns)


def _logarithmic(axis):
    """Ticks at 1, 2 and 5 times powers of ten, as plain numbers."""
    axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(ticker.NullFormatter())


def speed_against_size(points):
    """points: {tool: [(products, gflops), ...]}"""
    figure, axes = _figure()
    for k, (tool, values) in enumerate(points.items()):
        axes.scatter(*zip(*values), s=26, label=tool, marker=MARKS[k % 8], color=COLOURS[k % 8], alpha=0.85, linewidths=0)
    axes.set(xscale="log", yscale="log", xlabel="multiply-adds of the product", ylabel="GFLOPS")
    _logarithmic(axes.yaxis)
    _legend(axes)
    return figure


def speedups(lines):
    """lines: [(matrix, times as fast)], sorted; how many times as fast Ocean is, matrix by matrix."""
    figure, axes = _figure(height=max(2.4, 0.24 * len(lines) + 1))
    names, values = zip(*lines)
    axes.barh(names, values, color=[COLOURS[0] if value >= 1 else COLOURS[1] for value in values],
              hatch=["" if value >= 1 else "//" for value in values])
    axes.axvline(1, color=INK, linewidth=1)
    axes.set(xscale="log", xlabel="time of KokkosKernels over time of Ocean (hatched: below 1)")
    _logarithmic(axes.xaxis)
    axes.tick_params(axis="y", labelsize=8)
    return figure


def distribution(series, label):
    """series: {name: values}; which share of the matrices has at most this value."""
    figure, axes = _figure(height=3.6)
    styles = ["-", "--", "-.", ":", (0, (1, 1)), (0, (5, 1))]
    for k, (name, values) in enumerate(series.items()):
        ordered = sorted(values)
        axes.step([*ordered, ordered[-1]], [*[i / len(ordered) for i in range(len(ordered))], 1], where="post", label=name,
                  color=COLOURS[k % 8], linestyle=styles[k % 6], linewidth=2)
    axes.set(xlabel=label, ylabel="share of the matrices", ylim=(0, 1.02))
    axes.set_xlim(left=0)
    _legend(axes, 3)
    return figure


def pairs(values, xlabel, ylabel, marked=()):
    """values: [(name, x, y)]; those in marked are drawn otherwise."""
    figure, axes = _figure(height=4.0)
    for k, (title, chosen) in enumerate((("same decision", False), ("another decision", True))):
        these = [(x, y) for name, x, y in values if (name in marked) == chosen]
        if these:
            axes.scatter(*zip(*these), s=34, marker=MARKS[3 * k], color=COLOURS[5 * k], label=title, linewidths=0)
    low, high = min(min(x, y) for _, x, y in values), max(max(x, y) for _, x, y in values)
    axes.plot([low, high], [low, high], color=INK, linewidth=0.8)
    axes.set(xscale="log", yscale="log", xlabel=xlabel, ylabel=ylabel)
    _logarithmic(axes.xaxis)
    _logarithmic(axes.yaxis)
    _legend(axes)
    return figure


def grouped(groups, series, ylabel, log=False):
    """groups: names along the axis; series: {name: a value or None for every group}."""
    figure, axes = _figure(width=max(6.0, 0.3 * len(groups) * max(1, len(series)) + 2.5))
    width = 0.8 / max(1, len(series))
    for k, (name, values) in enumerate(series.items()):
        places = [i + (k - (len(series) - 1) / 2) * width for i in range(len(groups))]
        axes.bar(places, [math.nan if value is None else value for value in values], width, label=name, color=COLOURS[k % 8],
                 hatch=HATCHES[k % 8], edgecolor="white", linewidth=0.3)
    axes.axhline(1, color=INK, linewidth=0.8)
    axes.set_xticks(range(len(groups)), groups, rotation=45, ha="right", fontsize=9)
    axes.set(ylabel=ylabel, yscale="log" if log else "linear")
    if log:
        _logarithmic(axes.yaxis)
    _legend(axes)
    return figure


def stacked(shares):
    """shares: {version: {stage: share}}"""
    figure, axes = _figure(height=3.6)
    stages = list(dict.fromkeys(stage for version in shares.values() for stage in version))
    below = [0.0] * len(shares)
    for k, stage in enumerate(stages):
        values = [version.get(stage, 0.0) for version in shares.values()]
        axes.barh(list(shares), values, left=below, label=stage.replace("_", " "), color=COLOURS[k % 8], hatch=HATCHES[k % 8],
                  edgecolor="white", linewidth=0.3)
        below = [left + value for left, value in zip(below, values)]
    axes.set(xlabel="share of the time, mean of the matrices")
    axes.invert_yaxis()
    _legend(axes)
    return figure


def save(figure, folder, name):
    """Writes <name>.svg and <name>.png; returns the SVG for a page, whose text has the colour of the page."""
    folder.mkdir(parents=True, exist_ok=True)
    pyplot.rcParams["svg.hashsalt"] = name
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    (folder / f"{name}.svg").write_text(svg.replace(INK, "#222222"), encoding="utf-8")
    figure.savefig(folder / f"{name}.png", dpi=150, facecolor="white")
    pyplot.close(figure)
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.S)
    body = re.sub(r'\bid="', f'id="{name}-', body)
    body = re.sub(r'(href="#|url\(#)', rf"\g<1>{name}-", body)
    return body.replace(INK, "currentColor")
