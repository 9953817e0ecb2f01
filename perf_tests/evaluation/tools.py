"""Calls of the drivers: every outcome becomes rows, also that a driver is missing, fails, crashes or takes too long."""
import csv
import json
import os
import pathlib
import signal
import subprocess
import tempfile

from .experiments import ESTIMATION_TOOL

PERF_TOOL = "ocean_spgemm_perf"


class Drivers:
    """The programs of one build."""

    def __init__(self, folder, repeat=5, threads=0, timeout=600, memory_rate=0, check=True):
        self.folder, self.repeat, self.threads, self.timeout = pathlib.Path(folder), repeat, threads, timeout
        self.memory_rate, self.check = memory_rate, check

    def machine(self):
        """What the machine is, and the rate of its memory. Raises RuntimeError if the driver cannot run."""
        done, outcome = self._run([str(self.folder / PERF_TOOL), "--measure-memory", *self._threads()])
        if outcome:
            raise RuntimeError(f"{PERF_TOOL}: {outcome[0]}: {outcome[1]}")
        return json.loads(done.stdout.strip().splitlines()[-1])

    def measure(self, call, matrix, folder):
        """The rows of one call on one matrix, and what the driver said besides."""
        with tempfile.TemporaryDirectory() as scratch:
            listed = pathlib.Path(scratch, "list.csv")
            listed.write_text(f"name,op\n{matrix.name},{matrix.op}\n", encoding="utf-8")
            if call.tool == ESTIMATION_TOOL:
                return self._estimate(call, matrix, folder, listed)
            return self._multiply(call, matrix, folder, listed, pathlib.Path(scratch))

    def _multiply(self, call, matrix, folder, listed, scratch):
        details = scratch / "details.jsonl"
        command = [str(self.folder / PERF_TOOL), "--matrices", str(listed), "--dir", str(folder), "--repeat", str(self.repeat),
                   "--details", str(details), "--output", str(scratch / "out.csv"), "--commit", "-", *self._threads(), *call.arguments]
        if self.memory_rate:
            command += ["--memory-rate", str(int(self.memory_rate))]
        if not self.check:
            command += ["--no-check"]
        _, outcome = self._run(command)
        lines = details.read_text(encoding="utf-8").splitlines() if details.exists() else []
        if not lines:
            return [failure_row(call, matrix, *(outcome or ("failed", "the driver wrote no result")))], None
        line = json.loads(lines[-1])
        report = line["report"]
        if report is None:
            status, _, text = line["correct"].partition(": ")
            return [failure_row(call, matrix, status, text)], None
        return [self._row(call, matrix, line, report, k) for k in range(len(report["all_seconds"]))], report

    @staticmethod
    def _row(call, matrix, line, report, k):
        seconds = report["all_seconds"][k]
        return {
            **failure_row(call, matrix, "ok", line["correct"]), "repetition": k + 1, "repetitions": len(report["all_seconds"]),
            "ms": f"{1e3 * seconds:.5f}", "gflops": f"{2e-9 * report['products'] / seconds:.5f}" if seconds else "",
            "products": report["products"], "nnz_c": report["nnz_c"], "workflow": line["workflow"].split(":")[-1],
            "peak_bytes": report["peak_bytes"], "estimated_workspace_bytes": report["estimated_workspace_bytes"],
            "peak_workspace_bytes": report["peak_workspace_bytes"],
            "fraction_of_limit": f"{report['limit_seconds'] / seconds:.5f}" if seconds else "",
        }

    def _estimate(self, call, matrix, folder, listed):
        environment = {"OMP_NUM_THREADS": str(self.threads)} if self.threads else None
        done, outcome = self._run([str(self.folder / ESTIMATION_TOOL), str(folder), str(listed), "--all"], environment)
        if outcome:
            return [failure_row(call, matrix, *outcome)], None
        lines = [row for row in csv.DictReader(done.stdout.splitlines()) if row["matrix"] != "mean"]
        row = failure_row(call, matrix, "ok", "")
        return [{**row, "workflow": lines[0]["chosen"] if lines else ""}], lines

    def _threads(self):
        return ["--threads", str(self.threads)] if self.threads else []

    def _run(self, command, environment=None):
        """The finished process, or None, and (status, text) of what went wrong, or None."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=self.timeout, env=self._environment(environment))
        except subprocess.TimeoutExpired:
            return None, ("timeout", f"stopped after {self.timeout} s")
        except OSError as error:
            return None, ("missing", f"{pathlib.Path(command[0]).name} cannot be started: {error.strerror}")
        if done.returncode < 0:
            return done, ("crashed", f"signal {signal.Signals(-done.returncode).name}; {last_line(done.stderr)}")
        if done.returncode != 0:
            return done, ("failed", f"exit code {done.returncode}; {last_line(done.stderr)}")
        return done, None

    @staticmethod
    def _environment(more):
        fixed = {"OMP_PROC_BIND": "spread", "OMP_PLACES": "threads"}
        return {**fixed, **os.environ, **(more or {})}


def failure_row(call, matrix, status, text):
    """A row without times."""
    return {"experiment": call.experiment, "matrix": matrix.name, "op": matrix.op, "tool": call.tool, "variant": call.variant,
            "repetition": 1, "repetitions": 1, "status": status, "text": text, "products": matrix.products or ""}


def last_line(text):
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no message"
