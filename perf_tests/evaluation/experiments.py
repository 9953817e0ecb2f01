"""The experiments: which calls of the drivers each one needs. The paper's evaluation [LG26, section 5], one by one."""
import dataclasses

SWITCHES = "hash hybrid_hash dense ranked merge esc multi_row assisted supernodes".split()
ALWAYS_OFF = ["merge", "ranked", "supernodes"]  # not in the paper: off in its versions
VERSIONS = {  # [LG26] Table 4: name: (workflow, switched off)
    "V1": ("symbolic", ["assisted", "hybrid_hash", "esc", *ALWAYS_OFF]),
    "V2": ("auto", ["assisted", "hybrid_hash", "esc", *ALWAYS_OFF]),
    "V3": ("auto", ["hybrid_hash", "esc", *ALWAYS_OFF]),
    "V4": ("auto", ALWAYS_OFF),
    "default": ("auto", []),
}
WORKFLOWS = ["auto", "upper-bound", "hll", "symbolic"]
ESTIMATION_TOOL = "ocean_hll_error"

# What is shown, and the runs that it takes.
EXPERIMENTS = {
    "overall": ("All tools on all matrices", ["overall"]),
    "size": ("Speed against size", ["overall"]),
    "estimation": ("Errors of estimated row sizes and rows that overflow", ["estimation"]),
    "sampling": ("Sampled compression ratio and decisions against the truth", ["estimation"]),
    "workflows": ("Every workflow forced", ["workflows"]),
    "ablation": ("The paper's versions V1 to V4", ["ablation"]),
    "accumulators": ("Every accumulator switched off", ["accumulators"]),
    "components": ("Time of the components", ["ablation"]),
    "memory": ("Memory", ["overall"]),
}


@dataclasses.dataclass(frozen=True)
class Call:
    """One call of a driver on one matrix."""

    experiment: str
    tool: str
    variant: str = ""
    arguments: tuple = ()


def _perf(experiment, method, variant="", workflow="auto", without=(), stages=False):
    arguments = ["--methods", method, "--workflow", workflow]
    if without:
        arguments += ["--without", ",".join(without)]
    return Call(experiment, method, variant, tuple(arguments + (["--stages"] if stages else [])))


def tools_of(backend):
    """The methods of the comparison that a backend has a chance to run."""
    cusparse = ["cusparse-alg1", "cusparse-alg2", "cusparse-alg3", "cusparse-reuse"]
    return ["ocean", "kk", "ocean-handle", "ocean-reuse", *(cusparse if backend == "cuda" else [])]


def calls_of(run, backend, tools=()):
    """The calls of one run for every matrix, in the order in which they are made."""
    if run == "overall":
        return [_perf(run, tool) for tool in tools or tools_of(backend)]
    if run == "estimation":
        return [Call(run, ESTIMATION_TOOL)]
    if run == "workflows":
        return [_perf(run, "ocean", name, workflow=name) for name in WORKFLOWS]
    # The engine of host threads has accumulators of its own: on hosts, the team kernels are those of the paper.
    method = "ocean" if backend == "cuda" else "ocean-team"
    if run == "ablation":
        return [_perf(run, method, name, workflow, off, stages=True) for name, (workflow, off) in VERSIONS.items()]
    if run == "accumulators":
        return [_perf(run, method, "all")] + [_perf(run, method, f"without {name}", without=[name]) for name in SWITCHES]
    raise ValueError(f"no run {run} (need one of EXPERIMENTS)")


def runs_of(experiments):
    """The runs that the experiments take, each once."""
    unknown = [name for name in experiments if name not in EXPERIMENTS]
    if unknown:
        raise ValueError(f"no experiment {', '.join(unknown)} (need some of {', '.join(EXPERIMENTS)})")
    return list(dict.fromkeys(run for name in experiments for run in EXPERIMENTS[name][1]))
