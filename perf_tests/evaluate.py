#!/usr/bin/env python3
"""Everything that is measured on a machine, by one command: CSV, JSON, figures and one HTML page.

    scripts/evaluate.sh --out DIR                 builds the drivers, then calls this
    perf_tests/evaluate.py --drivers DIR --out DIR [--matrices LIST|DIR]... [--quick]

A run that was interrupted goes on where it was: call it again with the same --out. See perf_tests/evaluation/README.md.
"""
import argparse
import datetime
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from evaluation import experiments, matrices, others, report, state, summary, tools  # noqa: E402  (after the path)

ROOT = pathlib.Path(__file__).resolve().parent.parent
LISTS = [ROOT / "perf_tests" / "matrices" / "public.csv", ROOT / "perf_tests" / "matrices" / "more.csv"]
QUICK = ["xenon1", "stokes128", "Dubcova2", "lp_nug20", "bibd_16_8", "tw_patents", "tw_pds", "x_shallow", "x_road", "x_delaunay", "x_rgg", "x_amg_p27"]
QUICK_REPEAT, QUICK_TIMEOUT = 3, 60


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("--out", required=True, help="folder of the run: runs.csv, details.jsonl, machine.json, evaluation.csv, summary.json, figures/, report.html")
    add("--drivers", required=True, help="folder of the compiled drivers of perf_tests")
    add("--matrices", action="append", default=[], help="a list (CSV), a folder of .bcsr, .mtx, .mtx.gz, or\n"
        "group/name of the SuiteSparse collection; several times [the lists of perf_tests/matrices]")
    add("--folder", action="append", default=[], help="a folder with files of listed matrices (also .bcsr.xz); several times")
    add("--only", default="", help="names of the lists, with commas")
    add("--experiments", default=",".join(experiments.EXPERIMENTS), help="with commas [all]")
    add("--tools", default="", help="methods of ocean_spgemm_perf in the comparison, with commas [all of the backend]")
    add("--others", action="append", default=[], help="CSV with times of other tools on such a machine, its first lines their origin")
    add("--max-products", type=int, default=0, help="leave out larger products")
    add("--repeat", type=int, default=0, help="timed calls behind a warm-up [5]")
    add("--threads", type=int, default=0, help="of a host backend [OMP_NUM_THREADS]")
    add("--timeout", type=int, default=0, help="seconds for one call of a driver [600]")
    add("--memory-rate", type=float, default=0, help="bytes per second, for the limit [measured]")
    add("--collection", default=matrices.COLLECTION, help="where matrices are fetched from, with group/name.tar.gz behind it")
    add("--no-fetch", action="store_true", help="fetch nothing")
    add("--quick", action="store_true", help=f"{len(QUICK)} small matrices, {QUICK_REPEAT} calls of at most {QUICK_TIMEOUT} s: some minutes")
    add("--retry", action="store_true", help="repeat the calls that gave no result before")
    add("--report-only", action="store_true", help="run nothing, make figures and page from what is there")
    return parser.parse_args(words)


def machine_of(drivers, out, options):
    """What the machine is: measured when the run begins, kept in machine.json."""
    path = out / "machine.json"
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    if options.report_only:
        return {}
    machine = drivers.machine()
    if options.memory_rate:
        machine["memory_bytes_per_second"] = options.memory_rate
    commit = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12"], cwd=ROOT, capture_output=True, text=True)
    machine |= {"date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "commit": commit.stdout.strip() or "unknown"}
    path.write_text(json.dumps(machine, indent=1) + "\n", encoding="utf-8")
    return machine


def run_all(options, chosen, provider, drivers, machine, done):
    """Every call that is not done yet, matrix by matrix."""
    runs = experiments.runs_of(options.experiments.split(","))
    backend, wanted = machine["backend"], [name for name in options.tools.split(",") if name]
    calls = [call for run in runs for call in experiments.calls_of(run, backend, wanted)]
    total, number = len(calls) * len(chosen), 0
    for matrix in chosen:
        folder = reason = None
        for call in calls:
            number += 1
            if done.has((call.experiment, matrix.name, call.tool, call.variant)):
                continue
            if folder is None and reason is None:
                try:
                    folder, _ = provider.provide(matrix)
                except RuntimeError as error:
                    reason = str(error)
            if reason is not None:
                done.add([tools.failure_row(call, matrix, "no matrix", reason)])
                continue
            rows, details = drivers.measure(call, matrix, folder)
            done.add(rows, details)
            print(f"[{number}/{total}] {matrix.name} {call.experiment} {call.tool} {call.variant}: {rows[-1]['status']} {rows[-1].get('ms', '')}", flush=True)


def complete(chosen, done):
    """Sizes that a list does not have, from the reports of the drivers."""
    for (_, name, _, _), report in done.details.items():
        for matrix in chosen:
            if matrix.name == name and isinstance(report, dict) and not matrix.products:
                matrix.rows, matrix.columns, matrix.entries = report["num_rows"], report["num_inner"], report["nnz_a"]
                matrix.products = report["products"]


def write_table(out, machine, command):
    """evaluation.csv: the rows with where, when and how they were made on top, fit for perf_tests/results."""
    head = [f"device: {machine.get('machine', '?')}; threads: {machine.get('threads', '?')}; backend: {machine.get('backend', '?')}",
            f"date: {machine.get('date', '?')}; commit: {machine.get('commit', '?')}; Ocean {machine.get('ocean', '?')}; Kokkos {machine.get('kokkos', '?')}; "
            f"KokkosKernels {machine.get('kokkos_kernels', '?')}; compiler: {machine.get('compiler', '?')}",
            f"memory: {machine.get('memory_bytes_per_second', 0):.4g} bytes per second; command: {command}"]
    rows = (out / "runs.csv").read_text(encoding="utf-8") if (out / "runs.csv").exists() else ""
    (out / "evaluation.csv").write_text("".join(f"# {line}\n" for line in head) + rows, encoding="utf-8")


def write_reports(out, done, chosen, machine, sources, command):
    write_table(out, machine, command)
    complete(chosen, done)
    numbers = summary.summarize(done, chosen, sources)
    (out / "summary.json").write_text(json.dumps({"machine": machine, **numbers}, indent=1) + "\n", encoding="utf-8")
    try:
        from evaluation import charts
    except ImportError as error:
        print(f"no figures: {error} (need numpy and matplotlib)", file=sys.stderr)
        made = {}
    else:
        made = charts.figures_of(done, chosen, numbers, out / "figures")
    report.write_page(out / "report.html", done, chosen, machine, numbers, made, sources, command)


def main(words):
    options = parse(words)
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    only = [name for name in options.only.split(",") if name] or (QUICK if options.quick and not options.matrices else [])
    chosen = matrices.load(options.matrices or LISTS, only)
    if options.max_products:
        chosen = [matrix for matrix in chosen if matrix.products <= options.max_products]
    folders = [place for place in options.matrices if pathlib.Path(place).is_dir()] + options.folder + [ROOT / "data"]
    drivers = tools.Drivers(options.drivers, options.repeat or (QUICK_REPEAT if options.quick else 5), options.threads,
                            options.timeout or (QUICK_TIMEOUT if options.quick else 600))
    provider = matrices.Provider(folders, out / "matrices", drivers.folder / "ocean_matrices", options.collection, not options.no_fetch)
    done = state.State(out)
    if options.retry:
        done.forget(lambda row: row["status"] != "ok")
    machine = machine_of(drivers, out, options)
    drivers.memory_rate = machine.get("memory_bytes_per_second", 0)
    if not options.report_only:
        run_all(options, chosen, provider, drivers, machine, done)
    names = {key[1] for key in done.done}
    shown = " ".join(["evaluate.py", *[word.rstrip("/").split("/")[-1] for word in words]])
    write_reports(out, done, [matrix for matrix in chosen if matrix.name in names], machine, others.read(options.others), shown)
    print(f"{out / 'report.html'}: {len(done.rows)} rows of {len(names)} matrices, {sum(row['status'] != 'ok' for row in done.rows)} without a result")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (RuntimeError, ValueError) as error:
        sys.exit(f"evaluate: {error}")
