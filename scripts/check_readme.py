#!/usr/bin/env python3
"""Checks the commands and programs that the README and the pages of docs/ show.

    scripts/check_readme.py                       every script, preset, option, target and link exists
    scripts/check_readme.py --run <build tree>    also compiles and runs the README's project against the Ocean that is
                                                  installed from this tree, by the README's own commands

A block that begins with a comment of a path (`// app/app.cpp`) is that file. The README's commands are run with $HOME in
a scratch directory. What builds Ocean itself is not run: the tree that is given is what it would build.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LANGUAGES = {"sh", "cmake", "cpp", "bibtex", "diff", "{eval-rst}", "{toctree}", "{literalinclude}", "{include}", "{figure}", "text", "json"}
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.M | re.S)
FILE_HEAD = re.compile(r"(?://|#) ([\w.-]+(?:/[\w.-]+)+)$")
THEIRS = re.compile(r"-D(CMAKE_|Kokkos_|KokkosKernels_|FETCHCONTENT_)")  # CMake's and Kokkos' own options
BUILDS = re.compile(r"cmake (--preset|--build --preset)|scripts/|ctest ")  # commands that are looked at, but not run
PRESET_TREE, PRESET_TOOLCHAIN = "build/openmp-release", "build/debian/OpenMP/toolchain.cmake"


def blocks(path):
    """(language, text, line) of every fenced block."""
    text = path.read_text(encoding="utf-8")
    return [(match.group(1).strip().split(" ")[0], match.group(2), text.count("\n", 0, match.start()) + 1)
            for match in FENCE.finditer(text)]


def commands(text):
    """The commands of a shell block: continued lines joined, comments left out."""
    lines = text.replace("\\\n", " ").split("\n")
    return [command for line in lines if (command := re.sub(r"\s+#.*|^#.*", "", line).strip())]


def known_names():
    presets = {preset["name"] for preset in json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]}
    listed = [ROOT / "CMakeLists.txt", *(ROOT / "cmake").glob("*.cmake"), *(ROOT / "src").glob("CMakeLists.txt")]
    cmake = "\n".join(file.read_text(encoding="utf-8") for file in listed)
    return presets, set(re.findall(r"\b(?:option|set)\((OCEAN_\w+)", cmake)), set(re.findall(r"add_(?:library|executable)\(([\w-]+)", cmake))


def check_command(command, names):
    """What is wrong with a command, if anything."""
    presets, options, targets = names
    for script in re.findall(r"(?:^|[ /])((?:scripts|\.ci)/[\w./-]+)", command):
        if not os.access(ROOT / script, os.X_OK):
            yield f"{script} (need a script that can be run)"
    for preset in re.findall(r"--preset[ =]([\w-]+)", command) + re.findall(r"\bbuild/([\w-]+-(?:debug|release|ubsan))\b", command):
        if preset not in presets:
            yield f"preset {preset} (need one of CMakePresets.json)"
    for option in re.findall(r"-D\w+", command):
        if not THEIRS.match(option) and option[2:] not in options:
            yield f"{option} (need an option of Ocean's)"
    target = re.search(r"--target((?: [\w-]+)+)", command)
    for name in target.group(1).split() if target else []:
        if name not in targets:
            yield f"target {name} (need one of Ocean's)"


def check_pages():
    names, wrong = known_names(), []
    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for language, text, line in blocks(path):
            where = f"{path.relative_to(ROOT)}:{line}"
            if language not in LANGUAGES:
                wrong.append(f"{where}: a block of {language or 'no language'} (need one of {', '.join(sorted(LANGUAGES))})")
            for command in commands(text) if language == "sh" else []:
                wrong += [f"{where}: {finding}" for finding in check_command(command, names)]
    for match in re.finditer(r"\]\((?!https?:)([^)#]+)", (ROOT / "README.md").read_text(encoding="utf-8")):
        if not (ROOT / match.group(1)).exists():
            wrong.append(f"README.md: {match.group(1)} (need a file to link to)")
    return wrong


def cache_of(tree):
    lines = (tree / "CMakeCache.txt").read_text(encoding="utf-8").split("\n")
    entries = (re.fullmatch(r"([\w-]+):\w+=(.*)", line) for line in lines)
    return {entry.group(1): entry.group(2) for entry in entries if entry and not entry.group(2).endswith("NOTFOUND")}


def arguments_of(cache):
    """What the tree was configured with and a project that uses it needs, too."""
    given = [f"-D{name}={cache[name]}" for name in ("CMAKE_CXX_COMPILER", "CMAKE_BUILD_TYPE", "CMAKE_CXX_FLAGS_RELEASE") if cache.get(name)]
    if not cache.get("CMAKE_TOOLCHAIN_FILE", cache.get("OCEAN_USER_TOOLCHAIN")):
        given += [f"-D{name}={cache[name]}" for name in ("Kokkos_DIR", "KokkosKernels_DIR") if cache.get(name)]
    return ["-G", cache["CMAKE_GENERATOR"], *given]


def run_readme(tree):
    """Writes the README's files, runs its commands, and returns the output of the last."""
    cache = cache_of(tree)
    toolchain = cache.get("CMAKE_TOOLCHAIN_FILE") or cache.get("OCEAN_USER_TOOLCHAIN", "")
    steps, files = [], 0
    with tempfile.TemporaryDirectory(prefix="ocean_readme_") as scratch:
        scratch = pathlib.Path(scratch)
        for language, text, line in blocks(ROOT / "README.md"):
            head = FILE_HEAD.match(text.split("\n")[0])
            if head:
                (scratch / head.group(1)).parent.mkdir(parents=True, exist_ok=True)
                (scratch / head.group(1)).write_text(text, encoding="utf-8")
                files += 1
            elif language == "cpp":
                sys.exit(f"README.md:{line}: a program without a name (need a first line // <path>)")
            elif language == "sh":
                steps += [command for command in commands(text) if not BUILDS.match(command)]
        if files < 2 or not any("--install" in step for step in steps):
            sys.exit("README.md: no project, or no cmake --install (need both)")
        environment = dict(os.environ, HOME=str(scratch))
        if cache.get("OCEAN_SANITIZE"):
            environment["LDFLAGS"] = f"-fsanitize={cache['OCEAN_SANITIZE']}"
        output = ""
        for step in steps:
            words = step.replace(PRESET_TREE, str(tree)).replace("$PWD/" + PRESET_TOOLCHAIN, toolchain).replace("$HOME", str(scratch)).split()
            words = [word for word in words if word != "-DCMAKE_TOOLCHAIN_FILE="]
            if words[0] == "cmake" and "-S" in words:
                words += arguments_of(cache)
            done = subprocess.run(words, cwd=scratch, env=environment, text=True, capture_output=True, check=False)
            if done.returncode != 0:
                sys.exit(f"README.md: exit code {done.returncode}: {step}\n{done.stdout}{done.stderr}")
            output = done.stdout
    return len(steps), output


def main():
    wrong = check_pages()
    print("\n".join(wrong) if wrong else "check_readme: every script, preset, option, target and link exists")
    if wrong:
        return 1
    if sys.argv[1:2] == ["--run"]:
        number, output = run_readme(pathlib.Path(sys.argv[2]).resolve())
        print(f"check_readme: ran {number} commands; the last printed: {output.strip()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
