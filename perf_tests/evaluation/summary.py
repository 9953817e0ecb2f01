"""Numbers that the rows of a run amount to, experiment by experiment. Ratios are averaged by their geometric mean."""
import collections
import math
import statistics

from .experiments import SWITCHES, VERSIONS, WORKFLOWS

NEAR = 1.05  # a workflow is as good as another if it takes at most this times as long; source: [LG26] section 5.4


def geometric_mean(values):
    values = [value for value in values if value and value > 0]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def medians(rows, experiment):
    """{(matrix, tool, variant): median ms} of the calls that gave a right result."""
    times = collections.defaultdict(list)
    for row in rows:
        if row["experiment"] == experiment and row["status"] == "ok" and row["ms"]:
            times[row["matrix"], row["tool"], row["variant"]].append(float(row["ms"]))
    return {key: statistics.median(values) for key, values in times.items()}


def spread(rows, experiment, tool):
    """Median over matrices of (largest - least) / median of a tool's repetitions: the noise of this run."""
    times = collections.defaultdict(list)
    for row in rows:
        if row["experiment"] == experiment and row["tool"] == tool and row["status"] == "ok" and row["ms"]:
            times[row["matrix"], row["variant"]].append(float(row["ms"]))
    spreads = [(max(values) - min(values)) / statistics.median(values) for values in times.values() if len(values) > 1]
    return statistics.median(spreads) if spreads else None


def overall(rows, matrices, others):
    """A line for every tool: matrices done, failed, fastest, second; mean speed, also with failures counted as slowest."""
    times = {(matrix, tool): ms for (matrix, tool, _), ms in medians(rows, "overall").items()}
    tools = list(dict.fromkeys(row["tool"] for row in rows if row["experiment"] == "overall"))
    tried = {(row["matrix"], row["tool"]) for row in rows if row["experiment"] == "overall"}
    for source in others:
        for tool, per_matrix in source["tools"].items():
            tools.append(tool)
            tried |= {(name, tool) for name in source["matrices"]}
            times |= {(name, tool): ms for name, ms in per_matrix.items()}
    measured = {row["tool"] for row in rows}
    whole = [tool for tool in tools if tool in measured and "reuse" not in tool]  # ranks are of one run
    lines = []
    for tool in tools:
        ranks, speeds, penalised = [], [], []
        for matrix in matrices:
            if (matrix.name, tool) not in tried:
                continue
            products = matrix.products
            present = sorted(times[matrix.name, other] for other in whole if (matrix.name, other) in times)
            own = times.get((matrix.name, tool))
            if own is not None:
                speeds.append(2e-6 * products / own)
                ranks.append(present.index(own) if tool in whole else None)
            if own is not None or present:
                penalised.append(2e-6 * products / (own if own is not None else present[-1]))
        lines.append({
            "tool": tool, "done": len(speeds), "failed": sum((matrix.name, tool) in tried for matrix in matrices) - len(speeds),
            "best": ranks.count(0), "second": ranks.count(1), "gflops": geometric_mean(speeds),
            "gflops_failures_slowest": geometric_mean(penalised),
            "ocean_times_as_fast": ratio(times, tool, "ocean", matrices), "from_file": tool not in measured,
        })
    return lines


def ratio(times, slow, fast, matrices):
    return geometric_mean([times[matrix.name, slow] / times[matrix.name, fast] for matrix in matrices
                           if (matrix.name, slow) in times and (matrix.name, fast) in times])


def by_kind(rows, matrices):
    """Ocean's mean speed and its ratio to KokkosKernels, for each kind of matrix."""
    times = {(matrix, tool): ms for (matrix, tool, _), ms in medians(rows, "overall").items()}
    lines = []
    for kind in dict.fromkeys(matrix.kind for matrix in matrices):
        chosen = [matrix for matrix in matrices if matrix.kind == kind]
        speeds = [2e-6 * matrix.products / times[matrix.name, "ocean"] for matrix in chosen if (matrix.name, "ocean") in times]
        lines.append({"kind": kind, "matrices": len(chosen), "gflops": geometric_mean(speeds),
                      "times_as_fast_as_kk": ratio(times, "kk", "ocean", chosen)})
    return lines


def estimation(details):
    """Errors by number of registers, over all matrices with rows to estimate and over those that take HyperLogLog by the library's choice."""
    lines = []
    for title, chosen in (("all with rows to estimate", lambda row: True), ("those that take HyperLogLog", lambda row: row["chosen"] == "hll")):
        rows = [row for rows in details.values() for row in rows if chosen(row) and int(row["estimated_rows"]) > 0]
        for registers in sorted({int(row["registers"]) for row in rows}):
            these = [row for row in rows if int(row["registers"]) == registers]
            column = {name: [float(row[name]) for row in these] for name in
                      ("mean_error", "rms_error", "table_overflow_percent", "cohen_mean_error", "cohen_4x_mean_error")}
            lines.append({
                "matrices": title, "registers": registers, "count": len(these), "mean_error": statistics.fmean(column["mean_error"]),
                "rms_error": statistics.fmean(column["rms_error"]), "overflow_percent": statistics.fmean(column["table_overflow_percent"]),
                "overflow_percent_max": max(column["table_overflow_percent"]), "cohen_error": statistics.fmean(column["cohen_mean_error"]),
                "cohen_4x_error": statistics.fmean(column["cohen_4x_mean_error"]),
                "better_than_cohen": sum(a < b for a, b in zip(column["mean_error"], column["cohen_mean_error"])),
                "better_than_cohen_4x": sum(a < b for a, b in zip(column["mean_error"], column["cohen_4x_mean_error"])),
            })
    return lines


def sampling(details):
    """Sampled compression ratios and the decisions that they lead to, beside the truth; not sampled where all is merged."""
    lines = []
    for rows in details.values():
        if rows:
            row = rows[0]
            sampled, true = float(row["sampled_compression_ratio"]), float(row["compression_ratio"])
            lines.append({"matrix": row["matrix"], "sampled": sampled or None, "true": true,
                          "error": abs(sampled / true - 1) if sampled else None,
                          "chosen": row["chosen"], "chosen_with_truth": row["chosen_with_true_ratio"]})
    return lines


def workflows(rows):
    """For every matrix the forced times over that of the choice, and whether the choice was among the best."""
    times = medians(rows, "workflows")
    chosen = {row["matrix"]: row["workflow"] for row in rows if row["experiment"] == "workflows" and row["variant"] == "auto"}
    lines = []
    for matrix, workflow in chosen.items():
        forced = {name: times.get((matrix, "ocean", name)) for name in WORKFLOWS}
        if forced["auto"] is None or not any(forced[name] for name in WORKFLOWS[1:]):
            continue
        best = min(forced[name] for name in WORKFLOWS[1:] if forced[name])
        lines.append({"matrix": matrix, "chosen": workflow, "auto_ms": forced["auto"],
                      **{name: forced[name] / forced["auto"] if forced[name] else None for name in WORKFLOWS[1:]},
                      "loss": forced["auto"] / best, "good": forced["auto"] <= NEAR * best})
    return lines


def ablation(rows):
    """Each version against the one before: mean, least and largest speedup; the whole against V1 at the end."""
    times = {(matrix, version): ms for (matrix, _, version), ms in medians(rows, "ablation").items()}
    names, lines = list(VERSIONS), []
    matrices = {matrix for matrix, _ in times}
    for before, after in [*zip(names, names[1:]), (names[0], names[-1])]:
        speedups = [times[matrix, before] / times[matrix, after] for matrix in matrices
                    if (matrix, before) in times and (matrix, after) in times]
        if speedups:
            lines.append({"version": after, "against": before, "mean": geometric_mean(speedups), "least": min(speedups),
                          "largest": max(speedups), "matrices": len(speedups)})
    return lines


def accumulators(rows):
    """What switching each accumulator off costs: time without over time with."""
    times = {(matrix, variant): ms for (matrix, _, variant), ms in medians(rows, "accumulators").items()}
    lines, matrices = [], [matrix for matrix, variant in times if variant == "all"]
    for name in SWITCHES:
        ratios = {matrix: times[matrix, f"without {name}"] / times[matrix, "all"] for matrix in matrices
                  if (matrix, f"without {name}") in times}
        if ratios:
            worst = max(ratios, key=ratios.get)
            lines.append({"switch": name, "mean": geometric_mean(ratios.values()), "largest": ratios[worst], "at": worst,
                          "above_5_percent": sum(value > NEAR for value in ratios.values()), "matrices": len(ratios)})
    return lines


def components(details):
    """Mean share of every stage in the time of each version."""
    shares = collections.defaultdict(lambda: collections.defaultdict(list))
    for (_, matrix, _, version), report in details.items():
        for stage in report["stages"]:
            shares[version][stage["stage"]].append((matrix, stage["share"]))
    counts = {version: len({matrix for (_, matrix, _, other) in details if other == version}) for version in shares}
    return {version: {stage: sum(share for _, share in values) / counts[version] for stage, values in stages.items()}
            for version, stages in shares.items()}


def memory(rows):
    """For every matrix and tool the peak over the size of A, B and C, and the forecast over the peak of the work memory."""
    lines = []
    for row in rows:
        if row["experiment"] == "overall" and row["status"] == "ok" and row["repetition"] == "1" and int(row["peak_bytes"] or 0):
            forecast, peak = int(row["estimated_workspace_bytes"] or 0), int(row["peak_workspace_bytes"] or 0)
            lines.append({"matrix": row["matrix"], "tool": row["tool"], "peak_bytes": int(row["peak_bytes"]),
                          "forecast_over_peak": forecast / peak if forecast and peak else None})
    return lines


def details_of(state, experiment):
    return {key: value for key, value in state.details.items() if key[0] == experiment and key in state.done}


def summarize(state, matrices, others):
    """Everything above, as JSON can hold it."""
    rows, estimates = state.rows, details_of(state, "estimation")
    return {
        "overall": overall(rows, matrices, others), "kinds": by_kind(rows, matrices), "noise": spread(rows, "overall", "ocean"),
        "estimation": estimation(estimates), "sampling": sampling(estimates), "workflows": workflows(rows),
        "ablation": ablation(rows), "accumulators": accumulators(rows), "components": components(details_of(state, "ablation")),
        "memory": memory(rows),
    }
