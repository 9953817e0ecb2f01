#!/usr/bin/env python3
"""Checks the rules of the house that a script can check; CONTRIBUTING.md lists them.

    scripts/check_house.py              the files that git tracks; one line per finding, exit code 1 if there is any
    scripts/check_house.py --self-test  breaks every rule once and expects to find it
"""
import pathlib
import posixpath
import re
import subprocess
import sys
import tempfile

FILE_LINES, KERNEL_LINES, FUNCTION_LINES = 400, 200, 60
README_WORDS = 700  # comments, which readers do not see, are not counted
GUARANTEES = "docs/guarantees.md"  # every sentence with the test that holds it
# the headers with a macro: src/ shares the first one's, users instantiate Tpetra's functions with the other's
WITH_MACROS = ("include/ocean/operations/instantiations.hpp", "include/Ocean_TpetraKernels.hpp")
# include/ocean/<folder>/ includes its own folder and those before it; of the public headers, those that include nothing
FOLDERS = "backend core tuning results sketch accumulators kernels stages engine drivers operations handle tpetra".split()
BESIDE = {"reference": "core"}  # used by tests and the program alone
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
LABEL = re.compile(r"Ocean(::[a-z0-9_]+){1,3}")
TEST_LABEL = re.compile(r"Testing::\w+(::\w+)*")
BACKEND_WORD = re.compile(r"\bcuda[A-Z]\w*|\bcuda_runtime\w*|__shfl\w*|<<<|__CUDA_ARCH__|\bKOKKOS_ENABLE_\w+")
KOKKOS_IMPL = re.compile(r"\bKokkos::Impl\b|\bKOKKOS_IMPL_\w+")
LEFT_OPEN = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|HA" + r"CK)\b")
MACHINE_PATH = re.compile(r"(?:^|[^A-Za-z0-9_.$}-])/(?:work|farm|root|home/\w+)/")
OUTPUT = re.compile(r"\bstd::(cout|cerr|clog)\b|\bprintf\s*\(|\bputs\s*\(|\bKokkos::printf\b|\bfprintf\s*\(")
DISPATCH_MACRO = re.compile(r"^\s*#\s*define\s+\w+\(")
DEAD_CODE = re.compile(r"^\s*#\s*if\s+[01]\b")
NUMBERED_TAG = re.compile(r"\bstruct\s+\w*Tag\d+\b")
SOURCED = re.compile(r"source:|measured:")
CONTROL = re.compile(r"\b(if|for|while|switch|catch|do|else|try)\b")
PARALLEL = re.compile(r"\bKokkos::parallel_(?:for|reduce|scan)\s*\(\s*")
NESTED_POLICY = re.compile(r"Kokkos::(Team|Thread)(Thread|Vector)\w*Range")
HELD_BY = re.compile(r"`([\w/]+\.cpp)`:((?:\s*`\w+`,?)+)")
NUMBER = re.compile(r"(?<![\w.])(\d[\d']*(?:\.\d*)?(?:[eE][-+]?\d+)?|0x[0-9a-fA-F']+)[uUlLfF]*(?![\w.])")


def without_comments(text, keep_strings=False):
    """The text with comments (and strings) blanked out, line numbers unchanged."""

    def blank(match):
        piece = match.group(0)
        if piece[0] == '"' and keep_strings:
            return piece
        if piece[0] == "'" and len(piece) > 1 and keep_strings:
            return piece
        return re.sub(r"[^\n]", " ", piece)

    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])\'', blank, text, flags=re.S)


def without_angle_brackets(head):
    while (shorter := re.sub(r"<[^<>]*>", "", head)) != head:
        head = shorter
    return head


def functions(code):
    """Pairs (first line, last line) of the function bodies of code without comments."""
    code = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", lambda m: re.sub(r"[^\n]", " ", m.group(0)), code, flags=re.M)
    stack, statement, inside, line, found = [], 0, 0, 1, []
    for position, character in enumerate(code):
        if character == "\n":
            line += 1
        elif character == "{":
            head = code[statement:position].strip()
            named = re.search(r"\b(namespace|class|struct|enum|union)\b", without_angle_brackets(head))
            function = not inside and "(" in head and not named and not CONTROL.match(head) and not head.endswith(("=", ","))
            inside += function
            stack.append((function, line - head.count("\n")))
            statement = position + 1
        elif character == "}" and stack:
            function, first = stack.pop()
            inside -= function
            if function:
                found.append((first, line))
            statement = position + 1
        elif character == ";":
            statement = position + 1
    return found


class House:
    def __init__(self, root, files):
        self.root, self.files, self.findings = pathlib.Path(root), files, []

    def report(self, rule, path, line, text):
        self.findings.append((rule, f"{path}:{line}: {rule}: {text}"))

    def each_line(self, rule, pattern, path, text, advice, skip=None):
        for number, line in enumerate(text.split("\n"), 1):
            match = pattern.search(line)
            if match and not (skip and skip(line)):
                self.report(rule, path, number, f"{match.group(0).strip()} ({advice})")

    def check(self):
        for path in self.files:
            full = self.root / path
            try:
                text = full.read_text(encoding="utf-8")
            except (UnicodeDecodeError, FileNotFoundError):
                continue
            self.each_line("machine_path", MACHINE_PATH, path, text, "need a path relative to the repository or given by the user")
            self.each_line("left_open", LEFT_OPEN, path, text, "need it done, or in an issue")
            if path.endswith((".hpp", ".cpp")):
                self.check_source(path, text)
            if path == GUARANTEES:
                self.check_guarantees(path, text)
            if path == "README.md":
                self.check_readme(path, text)
        return self.findings

    def check_source(self, path, text):
        code, with_strings = without_comments(text), without_comments(text, keep_strings=True)
        library, backend = path.startswith("include/"), "/backend/" in path
        self.check_sizes(path, text, code)
        self.each_line("kokkos_impl", KOKKOS_IMPL, path, code, "need Kokkos' public interface")
        self.each_line("dead_code", DEAD_CODE, path, code, "need it gone")
        self.each_line("numbered_tag", NUMBERED_TAG, path, code, "need a name that says what it selects")
        if not backend:
            self.each_line("backend_word", BACKEND_WORD, path, code, "need it under backend/")
        self.check_labels(path, with_strings)
        if not library:
            return
        self.each_line("output", OUTPUT, path, code, "need the library silent")
        if path not in WITH_MACROS:
            self.each_line("dispatch_macro", DISPATCH_MACRO, path, code, "need a template")
        self.check_guard(path, text)
        self.check_includes(path, text)
        if "/tuning/" in path or path.endswith("Options.hpp"):
            self.check_tuning(path, text)
        if "/stages/" in path or "/kernels/" in path:
            self.check_numbers(path, code)

    def check_guarantees(self, path, text):
        for match in HELD_BY.finditer(text):
            source, line = self.root / "unit_tests" / match.group(1), text.count("\n", 0, match.start()) + 1
            tests = source.read_text(encoding="utf-8") if source.exists() else ""
            for name in re.findall(r"\w+", match.group(2)):
                if not re.search(rf"\bTEST(_[FP])?\(\w+, {name}\)|\bTYPED_TEST(_P)?\(\w+, {name}\)", tests):
                    self.report("guarantee", path, line, f"unit_tests/{match.group(1)}: {name} (need a test of this name)")

    def check_readme(self, path, text):
        words = len(re.sub(r"<!--.*?-->", "", text, flags=re.S).split())
        if words > README_WORDS:
            self.report("readme_length", path, 1, f"{words} words (need at most {README_WORDS}: the rest belongs in docs/)")

    def check_sizes(self, path, text, code):
        limit = KERNEL_LINES if path.startswith("include/ocean/kernels/") else FILE_LINES
        lines = text.count("\n")
        if lines > limit:
            self.report("file_length", path, lines, f"{lines} lines (need at most {limit})")
        for first, last in functions(code):
            if last - first + 1 > FUNCTION_LINES:
                self.report("function_length", path, first, f"{last - first + 1} lines (need at most {FUNCTION_LINES})")

    def check_labels(self, path, text):
        for match in re.finditer(r'"((?:Ocean|Testing)::[^"\n]*)"', text):
            label, line = match.group(1), text.count("\n", 0, match.start()) + 1
            if label == "Ocean::" or ": " in label or " " in label:
                continue  # the head or the whole of an error message
            if not LABEL.fullmatch(label) and not (not path.startswith("include/") and TEST_LABEL.fullmatch(label)):
                self.report("label", path, line, f'"{label}" (need ^Ocean(::[a-z0-9_]+){{1,3}}$)')
        for match in PARALLEL.finditer(text):
            rest = text[match.end() : match.end() + 300]
            if not NESTED_POLICY.match(rest) and not re.match(r'"|[\w.:>-]*label', rest):
                line = text.count("\n", 0, match.start()) + 1
                self.report("label", path, line, "a kernel without a label (need one as first argument)")

    def check_guard(self, path, text):
        path_words = re.sub(r"[^A-Z0-9]", "", path[len("include/") :].upper())
        guard = re.search(r"^#ifndef (\w+)\n#define \1\n", text)
        if not guard or not guard.group(1).startswith("OCEAN_") or guard.group(1).replace("_", "") != path_words:
            self.report("guard", path, 1, "need the include guard OCEAN_<path>_HPP")

    def check_includes(self, path, text):
        folder = path.split("/")[2] if path.count("/") > 2 else None
        if folder is None:
            return
        last = BESIDE.get(folder, folder)
        allowed = FOLDERS[: FOLDERS.index(last) + 1] + [folder] if last in FOLDERS else [folder]
        for match in INCLUDE.finditer(text):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), match.group(1)))
            line = text.count("\n", 0, match.start()) + 1
            if target.startswith("include/ocean/"):
                if target.split("/")[2] not in allowed:
                    self.report("include_order", path, line, f"{match.group(1)} (need one of {', '.join(allowed)})")
            elif (self.root / target).exists() and '"ocean/' in (self.root / target).read_text(encoding="utf-8"):
                self.report("include_order", path, line, f"{match.group(1)} (need a public header without stages)")

    def check_tuning(self, path, text):
        owner, comment = "", []
        for number, line in enumerate(text.split("\n"), 1):
            opened = re.match(r"struct (\w+)", line)
            owner = opened.group(1) if opened else "" if line.startswith("};") else owner
            stripped = line.strip()
            if stripped.startswith("///"):
                comment.append(stripped)
                continue
            field = re.match(r"  [\w:<>]+(?: [\w:<>]+)* \w+ = [^;]*\d[^;]*;", line)
            tuned = owner.endswith(("Tuning", "Thresholds"))
            if field and tuned and not SOURCED.search(" ".join(comment) + line):
                self.report("tuning_source", path, number, f"{stripped} (need source: or measured:)")
            comment = []

    def check_numbers(self, path, code):
        for number, line in enumerate(code.split("\n"), 1):
            if re.search(r"\bconstexpr\b|\bstatic_assert\b|^\s*#|\[\[", line):
                continue
            for match in NUMBER.finditer(line):
                if float(match.group(1).replace("'", "")) not in (0, 1, 2) if "x" not in match.group(1) else True:
                    self.report("unnamed_number", path, number, f"{match.group(0)} (need a named constant)")


def tracked_files(root):
    output = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    return [name for name in output.decode().split("\0") if name]


GUARDED = "#ifndef OCEAN_{0}_HPP\n#define OCEAN_{0}_HPP\n{1}\n#endif\n"
BROKEN = {  # rule: (path, text that breaks this rule and no other)
    "file_length": ("unit_tests/test_a.cpp", "\n" * 401),
    "function_length": ("src/a.cpp", "template <class T>\nint f(T x) {\n" + "  ++x;\n" * 60 + "  return x;\n}\n"),
    "kokkos_impl": ("src/a.cpp", "using a = Kokkos::Impl::b;\n"),
    "backend_word": ("src/a.cpp", "void f() { cudaFree(nullptr); }\n"),
    "label": ("include/ocean/a.hpp", GUARDED.format("A", 'inline const char* a = "Ocean::Analysis::rows";')),
    "tuning_source": ("include/ocean/tuning/a.hpp", GUARDED.format("TUNING_A", "struct ATuning {\n  /// Rows; UNMEASURED\n  int rows = 8;\n};")),
    "unnamed_number": ("include/ocean/stages/a.hpp", GUARDED.format("STAGES_A", "inline int f() { return 37; }")),
    "machine_path": ("README.md", "see " + "/ro" + "ot/ocean\n"),
    "left_open": ("README.md", "TO" + "DO: write\n"),
    "readme_length": ("README.md", "word " * 701),
    "output": ("include/ocean/a.hpp", GUARDED.format("A", "inline void f() { std::cout << 1; }")),
    "dispatch_macro": ("include/ocean/a.hpp", GUARDED.format("A", "#define OCEAN_FOR(x) x")),
    "dead_code": ("src/a.cpp", "#if 0\n#endif\n"),
    "numbered_tag": ("src/a.cpp", "struct GpuTag4 {};\n"),
    "guard": ("include/ocean/a.hpp", GUARDED.format("B", "")),
    "include_order": ("include/ocean/core/a.hpp", GUARDED.format("CORE_A", '#include "../stages/b.hpp"')),
    "guarantee": (GUARANTEES, "- Never wrong. — `api/test_a.cpp`: `Right`\n"),
}
FINE = {
    "include/ocean/kernels/a.hpp": GUARDED.format(
        "KERNELS_A",
        'inline const char* a = "Ocean::analysis::rows";  // cudaFree 37 printf( Kokkos::Impl\n'
        "/// 37\ninline constexpr int rows = 37;\ninline int f() { return rows + 2; }",
    ),
    "include/ocean/stages/b.hpp": GUARDED.format("STAGES_B", '#include "../core/a.hpp"\n#include "c.hpp"'),
    "include/ocean/backend/cuda/a.hpp": GUARDED.format("BACKEND_CUDA_A", "inline void f() { cudaFree(nullptr); }"),
    "include/ocean/tuning/a.hpp": GUARDED.format("TUNING_A", "struct ATuning {\n  /// Rows; source: two\n  int rows = 8;\n};"),
    "README.md": "word " * 700 + "<!-- from here -->",
    GUARANTEES: "- It throws. — `test_a.cpp`:\n  `Throws`\n",
    "unit_tests/test_a.cpp": 'TEST(A, Throws) { expect("Ocean::spgemm: 3 rows (need 4)", "Testing::view"); }\n',
}


def findings_of(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            full = pathlib.Path(root, path)
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_text(text)
        return House(root, list(files)).check()


def self_test():
    wrong = [f"fine files: {text}" for _, text in findings_of(FINE)]
    kernel = {"include/ocean/kernels/a.hpp": GUARDED.format("KERNELS_A", "\n" * 200)}
    unlabelled = {"src/a.cpp": "void f() { Kokkos::parallel_for(policy, g); }\n"}
    cases = [(rule, dict([case])) for rule, case in BROKEN.items()] + [("file_length", kernel), ("label", unlabelled)]
    for rule, files in cases:
        rules = {found for found, _ in findings_of(files)}
        if rules != {rule}:
            wrong.append(f"a file that breaks {rule}: found {sorted(rules) or 'nothing'} (need {rule} alone)")
    print("\n".join(wrong) or f"check_house self-test: {len(cases)} broken rules found, nothing else")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(__file__).resolve().parent.parent
    files = tracked_files(root)
    findings = House(root, files).check()
    for _, text in findings:
        print(text)
    print(f"check_house: {len(findings)} findings in {len(files)} files")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
