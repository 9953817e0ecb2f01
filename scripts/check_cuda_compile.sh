#!/usr/bin/env bash
# Compiles the CUDA code and its own tests, without linking them: needs nvcc, but neither a GPU nor a Kokkos library built for CUDA.
#
#   scripts/check_cuda_compile.sh [cmake argument]...
#
# Takes Debian's Kokkos headers in a CUDA configuration, or the Kokkos with CUDA that the arguments name.
. "$(dirname "$0")/lib.sh"
provide_build_tools
need libgtest-dev has_header gtest/gtest.h
provide_packages
if ! nvcc=$(find_nvcc); then
  say "no nvcc from $nvcc_minimum on: the CUDA code is not compiled"
  exit 0
fi
export PATH=$(dirname "$nvcc"):$PATH
say "configuring for CUDA ($("$nvcc" --version | sed -n 's/.*release/release/p'))"
arguments=("$@")
if [ $# = 0 ]; then
  "$ocean_root/scripts/debian_kokkos.sh" "$ocean_build/debian" Cuda
  arguments=(-DCMAKE_TOOLCHAIN_FILE="$ocean_build/debian/Cuda/toolchain.cmake")
fi
# Nobody runs the code: the host's is not optimised, the device's not when it is assembled.
configure cuda-compile -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG -Xptxas=-O0" -DOCEAN_TEST_BACKENDS=Cuda -DOCEAN_TESTS_PER_SOURCE=16 -DOCEAN_TEST_HEADERS=OFF \
  -DOCEAN_TEST_INSTALL=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_ENABLE_PERF_TESTS=ON -DOCEAN_WARNINGS_AS_ERRORS=ON -DOCEAN_PORTABLE_TEAMS=ON \
  "${arguments[@]}"
has_backend cuda-compile Cuda || fail "this Kokkos has no CUDA (need one, or no argument)"
cd "$ocean_build/cuda-compile"
mapfile -t objects < <(ninja -t targets all | sed -nE 's/^(src\/.*_cuda_int_.*\.cpp\.o): .*/\1/p')
[ ${#objects[@]} -gt 0 ] || fail "no CUDA products in the library (need products_cuda_int_*.cpp)"
# Tests of the CUDA backend itself, in one source: what all backends share is compiled for the others.
mapfile -t tests < <(ninja -t targets all | sed -nE 's/^(unit_tests\/.*\/group\.backend\.cuda\..*\.cpp\.o): .*/\1/p')
[ ${#tests[@]} -gt 0 ] || fail "no tests of the CUDA backend (need unit_tests/backend/cuda/test_*.cpp)"
# What the program and the drivers of perf_tests call of CUDA's libraries.
mapfile -t drivers < <(ninja -t targets all | sed -nE 's/^((src|perf_tests)\/.*\/backend\/.*\.cpp\.o): .*/\1/p')
[ ${#drivers[@]} -gt 1 ] || fail "no CUDA sources of the program and the drivers (need src/ocean_spgemm/backend/*.cpp, perf_tests/*/backend/*.cpp)"
objects+=("${tests[@]}" "${drivers[@]}")
say "compiling ${#objects[@]} sources for CUDA"
ninja "${objects[@]}" </dev/null
