"""The figures and the page of a run, from its rows."""
from . import figures, page, summary
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


def matrix_lines(state, matrices):
    """What the table of matrices shows."""
    times, lines = summary.medians(state.rows, "overall"), []
    for matrix in matrices:
        report = state.details.get(("overall", matrix.name, "ocean", ""))
        ms, kk = times.get((matrix.name, "ocean", "")), times.get((matrix.name, "kk", ""))
        line = {"matrix": matrix.name, "kind": matrix.kind, "op": matrix.op, "rows": matrix.rows, "entries": matrix.entries,
                "products": matrix.products, "origin": matrix.origin or matrix.note or matrix.about}
        if report and ms:
            line |= {"nnz_c": report["nnz_c"], "compression": report["compression_ratio"], "ms": ms, "gflops": 2e-6 * report["products"] / ms,
                     "times_as_fast_as_kk": kk / ms if kk else None, "fraction": report["fraction_of_limit"],
                     "workflow": report["workflow"], "reason": report["workflow_reason"], "overflowed": report["overflowed_rows"],
                     "configurations": ", ".join(f"{entry['configuration']} {entry['rows']:,}" for entry in report["configurations"])}
        lines.append(line)
    return lines


def overall_part(state, numbers, made, others):
    whole = next((line for line in numbers["overall"] if line["tool"] == "ocean"), {})
    kk = next((line for line in numbers["overall"] if line["tool"] == "kk"), {})
    noise = f"{100 * numbers['noise']:.0f} %" if numbers["noise"] is not None else "–"
    bad = sum(row["status"] != "ok" for row in state.rows)
    head = [("tool", "tool", 0), ("done", "matrices", 0), ("failed", "failed", 0), ("best", "fastest", 0), ("second", "second", 0),
            ("gflops", "GFLOPS", 2), ("gflops_failures_slowest", "GFLOPS, failures as slowest", 2),
            ("ocean_times_as_fast", "Ocean is times as fast", 2), ("from_file", "from a file", 0)]
    kinds = [("kind", "kind of matrix", 0), ("matrices", "matrices", 0), ("gflops", "GFLOPS of Ocean", 2),
             ("times_as_fast_as_kk", "times as fast as KokkosKernels", 2)]
    return "".join([
        page.tiles([(page.text(whole.get("gflops")), "GFLOPS of Ocean, geometric mean"),
                    (page.text(kk.get("ocean_times_as_fast")), "times as fast as KokkosKernels, geometric mean"),
                    (str(len({row["matrix"] for row in state.rows})), "matrices"), (noise, "between a matrix's fastest and slowest call (median)"),
                    (str(bad), "calls without a right result")]),
        page.paragraph("Fastest and second count tools that do the whole product; reuse is a repeated numeric call alone."),
        page.table(head, numbers["overall"], "tools", "All tools"), page.table(kinds, numbers["kinds"], "kinds", "By kind of matrix"),
        *[page.paragraph(f"{', '.join(source['tools'])}: from {source['file']}: {source['origin']}") for source in others],
        page.picture(made.get("speedup_over_kokkoskernels"), "How many times as fast as KokkosKernels' SPGEMM_KK, in the same run"),
    ])


def estimation_part(numbers, made):
    head = [("matrices", "matrices", 0), ("count", "number", 0), ("registers", "registers = bytes", 0), ("mean_error", "mean error", 3), ("rms_error", "rms error", 3),
            ("overflow_percent", "overflow, %", 3), ("overflow_percent_max", "overflow, % at most", 3), ("cohen_error", "Cohen, same memory", 3),
            ("cohen_4x_error", "Cohen, 4 times the memory", 3), ("better_than_cohen", "better than Cohen on", 0), ("better_than_cohen_4x", "better than Cohen 4x on", 0)]
    if not numbers["estimation"]:
        return ""
    return "".join([
        page.paragraph("Errors are relative, means of rows, then of matrices. A row overflows if it has more than 80 % of the slots of the table that its "
                       "estimate times the expansion (2 with 32 registers, else 1.5) is rounded up to. Cohen's estimator has one float a round."),
        page.table(head, numbers["estimation"], "estimates", "Errors of estimates"),
        page.picture(made.get("estimation_error"), "Mean error of a row's size: HyperLogLog and Cohen's estimator in equal memory"),
        page.picture(made.get("overflow"), "Rows that overflow their table"),
    ])


def sampling_part(numbers, made):
    lines = numbers["sampling"]
    if not lines:
        return ""
    errors = [line["error"] for line in lines if line["error"] is not None]
    other = [line for line in lines if line["chosen"] != line["chosen_with_truth"]]
    head = [("matrix", "matrix", 0), ("sampled", "sampled", 3), ("true", "true", 3), ("error", "relative error", 4), ("chosen", "chosen", 0), ("chosen_with_truth", "with the true ratio", 0)]
    words = f"Mean error {sum(errors) / len(errors):.4f}, largest {max(errors):.4f}; {len(other)} of {len(lines)} decisions differ from those by the true ratio." if errors else "No ratio was sampled."
    return page.paragraph(words) + page.picture(made.get("sampling"), "Sampled against true compression ratio") + page.table(head, lines, "samples", "Sampled ratios")


def workflows_part(numbers, made):
    lines = numbers["workflows"]
    if not lines:
        return ""
    good = sum(line["good"] for line in lines)
    head = [("matrix", "matrix", 0), ("chosen", "chosen", 0), ("auto_ms", "ms", 3), *[(name, f"{name}, times the choice", 2) for name in WORKFLOWS[1:]], ("loss", "over the best forced", 2), ("good", "within 5 % of the best", 0)]
    return "".join([page.paragraph(f"The choice is within 5 % of the best forced workflow on {good} of {len(lines)} matrices; its time over the best is {summary.geometric_mean([line['loss'] for line in lines]):.3f} (geometric mean)."),
                    page.picture(made.get("workflows"), "Time of each forced workflow over the time of the choice"), page.table(head, lines, "forced", "Forced workflows")])


def ablation_part(numbers, made):
    head = [("version", "version", 0), ("against", "against", 0), ("mean", "mean speedup", 3), ("least", "least", 3), ("largest", "largest", 3), ("matrices", "matrices", 0)]
    words = "V1: symbolic alone; V2: with the estimating workflows; V3: with assisted kernels; V4: with hybrid and ESC accumulators; default: with merged rows and supernodes, which the paper has not. Measured with the team kernels (tool ocean-team on a CPU, whose own engine has other accumulators)."
    return page.paragraph(words) + page.picture(made.get("ablation"), "Speedup of each version over the one before") + page.table(head, numbers["ablation"], "versions", "Versions") if numbers["ablation"] else ""


def accumulators_part(numbers, made):
    head = [("switch", "switched off", 0), ("mean", "time without over time with", 3), ("largest", "largest", 2), ("at", "at", 0), ("above_5_percent", "matrices above 1.05", 0), ("matrices", "matrices", 0)]
    return page.picture(made.get("accumulators"), "Mean time without each accumulator") + page.table(head, numbers["accumulators"], "switches", "Accumulators") if numbers["accumulators"] else ""


def memory_part(numbers, made):
    forecasts = [line["forecast_over_peak"] for line in numbers["memory"] if line["forecast_over_peak"]]
    words = f"The forecast of the work memory over its peak is {min(forecasts):.3f} to {max(forecasts):.3f}." if forecasts else ""
    return (page.paragraph(words) if words else "") + page.picture(made.get("memory"), "Work memory and C at the peak, over the size of A, B and C") if numbers["memory"] else ""


def write_page(path, state, matrices, machine, numbers, made, others, command):
    """The page of the run."""
    title = f"Ocean on {machine.get('machine', 'an unknown machine')}"
    notes = [f"{machine.get('date', '')}; backend {machine.get('backend', '?')}, {machine.get('threads', '?')} threads; Ocean {machine.get('ocean', '?')} ({machine.get('commit', '?')}), "
             f"Kokkos {machine.get('kokkos', '?')}, KokkosKernels {machine.get('kokkos_kernels', '?')}, {machine.get('compiler', '?')}. Command: {command}",
             f"Rate of memory: {machine.get('memory_bytes_per_second', 0) / 1e9:.1f} GB/s (triad, measured in this run). Kinds of matrices: real, made by a rule of the SuiteSparse collection, look-alikes made at random."]
    lines = matrix_lines(state, matrices)
    search = '<p><label>Filter <input id="filter" type="search" placeholder="name, kind, workflow …"></label></p>'
    parts = [
        ("overall", page.heading("overall"), overall_part(state, numbers, made, others) if numbers["overall"] else ""),
        ("size", page.heading("size"), page.picture(made.get("speed_against_size"), "Speed of each tool over the multiply-adds of the product")),
        ("matrices", "Every matrix: what was chosen and why", search + page.matrix_table(lines)),
        ("limit", "The limit of the hardware", page.paragraph(page.LIMIT)),
        ("estimation", page.heading("estimation"), estimation_part(numbers, made)),
        ("sampling", page.heading("sampling"), sampling_part(numbers, made)),
        ("workflows", page.heading("workflows"), workflows_part(numbers, made)),
        ("ablation", page.heading("ablation"), ablation_part(numbers, made)),
        ("accumulators", page.heading("accumulators"), accumulators_part(numbers, made)),
        ("components", page.heading("components"), page.picture(made.get("components"), "Share of each stage in the time, by version; stages are fenced")),
        ("memory", page.heading("memory"), memory_part(numbers, made)),
        ("failed", "Calls without a result", page.failures(state.rows)),
    ]
    path.write_text(page.render(title, parts, notes), encoding="utf-8")
