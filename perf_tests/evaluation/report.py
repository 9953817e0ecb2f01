"""The page of a run, from its rows."""
from . import page, summary
from .experiments import WORKFLOWS


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


def column(*titles):
    """Heads of a table: "key title" or "key title|digits"; the key is the first word."""
    heads = []
    for text in titles:
        key, _, rest = text.partition(" ")
        title, _, digits = rest.partition("|")
        heads.append((key, title, int(digits or 0)))
    return heads


def overall_part(state, numbers, made, others):
    whole = next((line for line in numbers["overall"] if line["tool"] == "ocean"), {})
    kk = next((line for line in numbers["overall"] if line["tool"] == "kk"), {})
    noise = f"{100 * numbers['noise']:.0f} %" if numbers["noise"] is not None else "–"
    bad = sum(row["status"] != "ok" for row in state.rows)
    head = column("tool tool", "done matrices", "failed failed", "best fastest", "second second", "gflops GFLOPS|2",
                  "gflops_failures_slowest GFLOPS, failures as slowest|2", "ocean_times_as_fast Ocean is times as fast|2", "from_file from a file")
    kinds = column("kind kind of matrix", "matrices matrices", "gflops GFLOPS of Ocean|2", "times_as_fast_as_kk times as fast as KokkosKernels|2")
    return "".join([
        page.tiles([(page.text(whole.get("gflops")), "GFLOPS of Ocean, geometric mean"),
                    (page.text(kk.get("ocean_times_as_fast")), "times as fast as KokkosKernels, geometric mean"),
                    (str(len({row["matrix"] for row in state.rows})), "matrices"),
                    (noise, "between a matrix's fastest and slowest call (median)"), (str(bad), "calls without a right result")]),
        page.paragraph("Fastest and second count tools of this run that do the whole product; reuse is a repeated numeric call alone. Times from files "
                       "are of other runs."),
        page.table(head, numbers["overall"], "tools", "All tools"), page.table(kinds, numbers["kinds"], "kinds", "By kind of matrix"),
        *[page.paragraph(f"{', '.join(source['tools'])}: from {source['file']}: {source['origin']}") for source in others],
        page.picture(made.get("speedup_over_kokkoskernels"), "How many times as fast as KokkosKernels' SPGEMM_KK, in the same run"),
    ])


ESTIMATES = """Errors are relative, means of rows, then of matrices. A row overflows if it has more than 80 % of the slots of the table that its
estimate times the expansion (2 with 32 registers, else 1.5) is rounded up to. Cohen's estimator has one float a round."""
VERSIONS = """V1: symbolic alone; V2: with the estimating workflows; V3: with assisted kernels; V4: with hybrid and ESC accumulators; default: with
merged rows, ranked bitmaps and supernodes, which the paper does not have. Measured with the team kernels (tool ocean-team on a CPU, whose own engine has other accumulators)."""


def estimation_part(numbers, made):
    if not numbers["estimation"]:
        return ""
    head = column("matrices matrices", "count number", "registers registers = bytes", "mean_error mean error|3", "rms_error rms error|3",
                  "overflow_percent overflow, %|3", "overflow_percent_max overflow, % at most|3", "cohen_error Cohen, same memory|3",
                  "cohen_4x_error Cohen, 4 times the memory|3", "better_than_cohen better than Cohen on", "better_than_cohen_4x better than Cohen 4x on")
    return "".join([
        page.paragraph(ESTIMATES), page.table(head, numbers["estimation"], "estimates", "Errors of estimates"),
        page.picture(made.get("estimation_error"), "Mean error of a row's size: HyperLogLog and Cohen's estimator in equal memory"),
        page.picture(made.get("overflow"), "Rows that overflow their table"),
    ])


def sampling_part(numbers, made):
    lines = numbers["sampling"]
    if not lines:
        return ""
    errors = [line["error"] for line in lines if line["error"] is not None]
    other = sum(line["chosen"] != line["chosen_with_truth"] for line in lines)
    words = "No ratio was sampled."
    if errors:
        words = (f"Mean error {sum(errors) / len(errors):.4f}, largest {max(errors):.4f}; {other} of {len(lines)} decisions differ from those by "
                 "the true ratio.")
    head = column("matrix matrix", "sampled sampled|3", "true true|3", "error relative error|4", "chosen chosen", "chosen_with_truth with the true ratio")
    return (page.paragraph(words) + page.picture(made.get("sampling"), "Sampled against true compression ratio")
            + page.table(head, lines, "samples", "Sampled ratios"))


def workflows_part(numbers, made):
    lines = numbers["workflows"]
    if not lines:
        return ""
    good, loss = sum(line["good"] for line in lines), summary.geometric_mean([line["loss"] for line in lines])
    head = column("matrix matrix", "chosen chosen", "auto_ms ms|3", *[f"{name} {name}, times the choice|2" for name in WORKFLOWS[1:]],
                  "loss over the best forced|2", "good within 5 % of the best")
    return "".join([page.paragraph(f"The choice is within 5 % of the best forced workflow on {good} of {len(lines)} matrices; its time over the best is "
                                   f"{loss:.3f} (geometric mean)."),
                    page.picture(made.get("workflows"), "Time of each forced workflow over the time of the choice"),
                    page.table(head, lines, "forced", "Forced workflows")])


def ablation_part(numbers, made):
    if not numbers["ablation"]:
        return ""
    head = column("version version", "against against", "mean mean speedup|3", "least least|3", "largest largest|3", "matrices matrices")
    return (page.paragraph(VERSIONS) + page.picture(made.get("ablation"), "Speedup of each version over the one before")
            + page.table(head, numbers["ablation"], "versions", "Versions"))


def accumulators_part(numbers, made):
    if not numbers["accumulators"]:
        return ""
    head = column("switch switched off", "mean time without over time with|3", "largest largest|2", "at at", "above_5_percent matrices above 1.05",
                  "matrices matrices")
    return (page.picture(made.get("accumulators"), "Mean time without each accumulator")
            + page.table(head, numbers["accumulators"], "switches", "Accumulators"))


def memory_part(numbers, made):
    if not numbers["memory"]:
        return ""
    forecasts = [line["forecast_over_peak"] for line in numbers["memory"] if line["forecast_over_peak"]]
    words = f"The forecast of the work memory over its peak is {min(forecasts):.3f} to {max(forecasts):.3f}." if forecasts else ""
    return (page.paragraph(words) if words else "") + page.picture(made.get("memory"), "Work memory and C at the peak, over the size of A, B and C")


def notes_of(machine, command):
    known = {"date": "", "commit": "?", **machine}
    versions = ", ".join(f"{title} {known.get(key, '?')}" for key, title in
                         (("ocean", "Ocean"), ("commit", "commit"), ("kokkos", "Kokkos"), ("kokkos_kernels", "KokkosKernels"), ("compiler", "compiler")))
    return [f"{known['date']}; backend {known.get('backend', '?')}, {known.get('threads', '?')} threads; {versions}. Command: {command}",
            f"Rate of memory: {known.get('memory_bytes_per_second', 0) / 1e9:.1f} GB/s (triad, measured in this run). Kinds of matrices: real, made by "
            "a rule of the SuiteSparse collection, look-alikes made at random."]


def write_page(path, state, matrices, machine, numbers, made, others, command):
    """The page of the run."""
    search = '<p><label>Filter <input id="filter" type="search" placeholder="name, kind, workflow …"></label></p>'
    bodies = {
        "overall": overall_part(state, numbers, made, others) if numbers["overall"] else "",
        "size": page.picture(made.get("speed_against_size"), "Speed of each tool over the multiply-adds of the product"),
        "estimation": estimation_part(numbers, made), "sampling": sampling_part(numbers, made), "workflows": workflows_part(numbers, made),
        "ablation": ablation_part(numbers, made), "accumulators": accumulators_part(numbers, made),
        "components": page.picture(made.get("components"), "Share of each stage in the time, by version; stages are fenced"),
        "memory": memory_part(numbers, made),
    }
    parts = [(name, page.heading(name), body) for name, body in bodies.items()]
    parts[2:2] = [("matrices", "Every matrix: what was chosen and why", search + page.matrix_table(matrix_lines(state, matrices))),
                  ("limit", "The limit of the hardware", page.paragraph(page.LIMIT))]
    parts.append(("failed", "Calls without a result", page.failures(state.rows)))
    path.write_text(page.render(f"Ocean on {machine.get('machine', 'an unknown machine')}", parts, notes_of(machine, command)), encoding="utf-8")
