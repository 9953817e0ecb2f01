"""What each figure of a run shows."""
from . import figures, summary
from .experiments import SWITCHES, WORKFLOWS


def figures_of(state, matrices, numbers, folder):
    """Saves every figure that there are numbers for; {name: SVG}."""
    products = {matrix.name: matrix.products for matrix in matrices}
    times = summary.medians(state.rows, "overall")
    made = {}

    def save(name, draw, *arguments):
        if all(arguments[:1]):
            made[name] = figures.save(draw(*arguments), folder, name)

    points = {}
    for (matrix, tool, _), ms in times.items():
        points.setdefault(tool, []).append((products[matrix], 2e-6 * products[matrix] / ms))
    save("speed_against_size", figures.speed_against_size, points)
    ratios = [(matrix, times[matrix, "kk", ""] / ms) for (matrix, tool, _), ms in times.items()
              if tool == "ocean" and (matrix, "kk", "") in times]
    save("speedup_over_kokkoskernels", figures.speedups, sorted(ratios, key=lambda pair: pair[1]))
    rows = [row for lines in summary.details_of(state, "estimation").values() for row in lines if int(row["estimated_rows"])]
    widths = sorted({int(row["registers"]) for row in rows})

    def series(column):
        return {width: [float(row[column]) for row in rows if int(row["registers"]) == width] for width in widths}

    errors = {f"HyperLogLog, {k} registers": v for k, v in series("mean_error").items()}
    errors |= {f"Cohen, {k} bytes": v for k, v in series("cohen_mean_error").items()}
    save("estimation_error", figures.distribution, errors, "mean relative error of a row's size")
    overflow = {f"{k} registers": v for k, v in series("table_overflow_percent").items()}
    save("overflow", figures.distribution, overflow, "rows that overflow, %")
    sampled = [line for line in numbers["sampling"] if line["sampled"]]
    save("sampling", figures.pairs, [(line["matrix"], line["true"], line["sampled"]) for line in sampled], "true compression ratio",
         "sampled compression ratio", {line["matrix"] for line in sampled if line["chosen"] != line["chosen_with_truth"]})
    names = [line["matrix"] for line in numbers["workflows"]]
    forced = {name: [line[name] for line in numbers["workflows"]] for name in WORKFLOWS[1:]}
    if names:
        made["workflows"] = figures.save(figures.grouped(names, forced, "time over that of the choice", True), folder, "workflows")
    if numbers["ablation"]:
        lines = numbers["ablation"]
        steps = [f"{line['version']} over {line['against']}" for line in lines]
        made["ablation"] = figures.save(figures.grouped(steps, {"mean speedup": [line["mean"] for line in lines]}, "speedup"), folder, "ablation")
    save("components", figures.stacked, numbers["components"])
    if numbers["accumulators"]:
        values = {line["switch"]: line["mean"] for line in numbers["accumulators"]}
        made["accumulators"] = figures.save(figures.grouped(SWITCHES, {"without": [values.get(name) for name in SWITCHES]},
                                                            "time without over time with"), folder, "accumulators")
    if numbers["memory"]:
        made["memory"] = figures.save(memory_figure(state, numbers), folder, "memory")
    return made


def memory_figure(state, numbers):
    sizes = {key[1]: value["matrix_bytes"] for key, value in summary.details_of(state, "overall").items() if value["matrix_bytes"]}
    tools = [tool for tool in ("ocean", "kk") if any(line["tool"] == tool for line in numbers["memory"])]
    peaks = {(line["matrix"], line["tool"]): line["peak_bytes"] for line in numbers["memory"]}
    names = list(dict.fromkeys(line["matrix"] for line in numbers["memory"]))
    values = {tool: [peaks[name, tool] / sizes[name] if (name, tool) in peaks else None for name in names] for tool in tools}
    return figures.grouped(names, values, "peak over A, B and C")
