#!/usr/bin/env python3
"""What scripts/demo.sh does with its arguments: runs it on a program that is built already, which a stand-in for CMake puts in its place.

    test_demo.py <ocean-spgemm>
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATRIX = "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 2\n2 2 3\n3 1 4\n"
CMAKE = """#!/bin/sh
echo "$*" >>"$SCRATCH/cmake"
case $1 in
  -S) echo "OCEAN_BACKENDS:INTERNAL=some" >"$4/CMakeCache.txt"; touch "$4/build.ninja" ;;
  --build) mkdir -p "$2/src"; ln -sf "$PROGRAM" "$2/src/ocean-spgemm" ;;
esac
"""


class Demo(unittest.TestCase):
    program = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ocean_demo_")
        self.addCleanup(folder.cleanup)
        self.scratch = pathlib.Path(folder.name)
        (self.scratch / "bin").mkdir()
        for name, text in {"cmake": CMAKE, "ninja": "#!/bin/sh\n", "ar": "#!/bin/sh\n", "nvidia-smi": "#!/bin/sh\nexit 1\n"}.items():
            (self.scratch / "bin" / name).write_text(text)
            (self.scratch / "bin" / name).chmod(0o755)
        for name in ("a.mtx", "b.mtx"):
            (self.scratch / name).write_text(MATRIX)

    def demo(self, *words):
        """Exit code, output and error of the script, which takes nothing from elsewhere: CXX=true has every header."""
        environment = dict(os.environ, PATH=f"{self.scratch / 'bin'}:{os.environ['PATH']}", CXX="true", SCRATCH=str(self.scratch),
                           PROGRAM=self.program, OCEAN_BUILD_DIR=str(self.scratch / "build"), OMP_NUM_THREADS="2", OMP_PROC_BIND="false")
        done = subprocess.run([str(ROOT / "scripts" / "demo.sh"), *words], cwd=self.scratch, env=environment, text=True, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_alone_it_checks_the_matrix_of_the_repository(self):
        code, output, error = self.demo()
        self.assertEqual(code, 0, error)
        self.assertIn("data/xenon1.mtx.gz", output)
        self.assertIn("\ncheck       passed", output)

    def test_a_users_matrix_is_compared_with_kokkos_kernels(self):
        code, output, error = self.demo("a.mtx", "--repeat", "2", "--html", "page.html")
        self.assertEqual(code, 0, error)
        self.assertRegex(output, r"\ncompared    KokkosKernels [^\n]*\n? *[^\n]*Ocean")
        self.assertIn("median of 2", output)
        self.assertTrue((self.scratch / "page.html").exists())

    def test_two_matrices_and_an_output(self):
        code, output, error = self.demo("a.mtx", "b.mtx", "-o", "c.mtx")
        self.assertEqual(code, 0, error)
        self.assertIn("a.mtx  and  b.mtx", output)
        self.assertIn("3 1 8\n", (self.scratch / "c.mtx").read_text())

    def test_arguments_of_cmake(self):
        self.demo("a.mtx", "-DKokkos_ROOT=here", "--", "-DOTHER=there")
        configured = (self.scratch / "cmake").read_text().split("\n")[0]
        self.assertIn("-DKokkos_ROOT=here -DOTHER=there", configured)

    def test_what_is_wrong_is_said_before_anything_is_built(self):
        for words, text in ((("no.mtx",), "no.mtx: cannot be read"), (("a.mtx", "--repeat"), "--repeat without a value")):
            code, _, error = self.demo(*words)
            self.assertNotEqual(code, 0)
            self.assertIn(text, error)
        self.assertFalse((self.scratch / "cmake").exists())


if __name__ == "__main__":
    Demo.program = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
