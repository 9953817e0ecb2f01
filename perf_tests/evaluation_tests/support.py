"""Drivers that only pretend: small scripts with the names and options of the real ones."""
import json
import pathlib
import re
import textwrap

FAKE = """\
#!/usr/bin/env python3
import json, os, pathlib, signal, sys, time
words = sys.argv[1:]
if "--measure-memory" in words:
    print(json.dumps({"machine": "Fake", "backend": "openmp", "threads": 2, "memory_bytes_per_second": 1e10}))
    sys.exit(0)
value = lambda name: words[words.index(name) + 1]
method = value("--methods")
name = pathlib.Path(value("--matrices")).read_text().split("\\n")[1].split(",")[0]
with open(pathlib.Path(__file__).with_name("calls"), "a") as calls:
    calls.write(f"{name} {method} {value('--workflow')}\\n")
if method == "kk" and name == "crash":
    os.kill(os.getpid(), signal.SIGSEGV)
if method == "kk" and name == "slow":
    time.sleep(60)
if method == "kk" and name == "broken":
    sys.exit("no such thing")
time.sleep(float(os.environ.get("FAKE_SECONDS", "0")))
report = {"all_seconds": [0.001, 0.003, 0.002], "products": 1000, "nnz_c": 100, "peak_bytes": 10, "estimated_workspace_bytes": 5,
          "peak_workspace_bytes": 5, "limit_seconds": 0.0005, "compression_ratio": 10.0, "fraction_of_limit": 0.25, "workflow": "symbolic",
          "workflow_reason": "it is <fake>", "overflowed_rows": 0, "configurations": [{"configuration": "hash_1", "rows": 7}],
          "stages": [{"stage": "numeric", "share": 1.0}], "matrix_bytes": 100, "num_rows": 7, "num_inner": 7, "nnz_a": 9}
wrong = method == "kk" and name == "wrong"
line = {"matrix": name, "workflow": "auto:symbolic", "correct": "wrong: row 3" if wrong else "bitwise", "report": None if wrong else report}
pathlib.Path(value("--details")).write_text(json.dumps(line) + "\\n")
sys.exit(1 if wrong else 0)
"""


def make_drivers(folder):
    """A folder with ocean_spgemm_perf alone: the others are missing."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "ocean_spgemm_perf"
    path.write_text(textwrap.dedent(FAKE), encoding="utf-8")
    path.chmod(0o755)
    return folder


def make_matrices(folder, names):
    """Files that only their names matter of, and a list of them."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"{name}.mtx").write_text("", encoding="utf-8")
    path = folder / "list.csv"
    path.write_text("name,op,kind,products\n" + "".join(f"{name},aa,real,1000\n" for name in names), encoding="utf-8")
    return path


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def json_lines(path):
    return [json.loads(line) for line in lines(path)]


def call_kinds():
    """The kinds of calls that tuning programs time."""
    header = pathlib.Path(__file__).resolve().parent.parent / "tuning" / "call_kinds.hpp"
    return re.findall(r'"(\w+)"', re.search(r"call_kinds = \{([^}]*)\}", header.read_text(encoding="utf-8")).group(1))
