"""What a run has done so far: one line for every repetition of every tool, written and flushed when the tool ends.

runs.csv has the times, details.jsonl what the tools said besides. A line that an interruption cut is dropped when the
run goes on; a call whose lines are all there is not repeated.
"""
import csv
import json
import os
import pathlib

FIELDS = ("experiment matrix op tool variant repetition repetitions status ms gflops products nnz_c workflow peak_bytes "
          "estimated_workspace_bytes peak_workspace_bytes fraction_of_limit text").split()
KEY = ("experiment", "matrix", "tool", "variant")


def key_of(row):
    return tuple(row[field] for field in KEY)


class State:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.runs_path, self.details_path = folder / "runs.csv", folder / "details.jsonl"
        self.rows = self._read_rows()
        self._rows_read = len(self.rows)
        self.details = {tuple(line["key"]): line["details"] for line in self._read_details()}
        self.done = self._complete()
        if len(self.rows) != self._rows_read:
            self._write_all()

    def has(self, key):
        return key in self.done

    def add(self, rows, details=None):
        """Appends what one call gave: its rows, and anything that JSON can hold."""
        key = key_of(rows[0])
        if details is not None:
            self._append(self.details_path, json.dumps({"key": key, "details": details}) + "\n")
            self.details[key] = details
        lines = [self._line(row) for row in rows]
        if not self.runs_path.exists():
            lines.insert(0, self._line(dict(zip(FIELDS, FIELDS))))
        self._append(self.runs_path, "".join(lines))
        self.rows += [{field: str(row.get(field, "")) for field in FIELDS} for row in rows]
        self.done.add(key)

    def forget(self, unwanted):
        """Drops the rows for which unwanted(row) holds, and their calls with them."""
        keys = {key_of(row) for row in self.rows if unwanted(row)}
        self.rows = [row for row in self.rows if key_of(row) not in keys]
        self.done -= keys
        self._write_all()

    def _write_all(self):
        part = self.runs_path.with_suffix(".part")
        part.write_text("".join(map(self._line, [dict(zip(FIELDS, FIELDS)), *self.rows])), encoding="utf-8")
        part.rename(self.runs_path)

    def _complete(self):
        counted = {}
        for row in self.rows:
            counted.setdefault(key_of(row), []).append(int(row["repetitions"]))
        complete = {key for key, wanted in counted.items() if len(wanted) == wanted[0]}
        self.rows = [row for row in self.rows if key_of(row) in complete]
        return complete

    def _read_rows(self):
        self._drop_cut_line(self.runs_path)
        if not self.runs_path.exists():
            return []
        with open(self.runs_path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def _read_details(self):
        self._drop_cut_line(self.details_path)
        if not self.details_path.exists():
            return []
        return [json.loads(line) for line in self.details_path.read_text(encoding="utf-8").splitlines()]

    @staticmethod
    def _drop_cut_line(path):
        if not path.exists():
            return
        data = path.read_bytes()
        kept = data[: data.rfind(b"\n") + 1]
        if len(kept) == 0:
            path.unlink()
        elif len(kept) != len(data):
            path.write_bytes(kept)

    @staticmethod
    def _line(row):
        """One line of CSV; commas, quotes and ends of lines in texts become semicolons, apostrophes and spaces."""
        clean = str.maketrans({",": ";", '"': "'", "\n": " ", "\r": " "})
        return ",".join(str(row.get(field, "")).translate(clean) for field in FIELDS) + "\n"

    @staticmethod
    def _append(path, text):
        with open(path, "a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
