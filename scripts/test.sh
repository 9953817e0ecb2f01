#!/usr/bin/env bash
# Builds and runs all tests on Serial and OpenMP, and on CUDA where a GPU can be used.
#
#   scripts/test.sh [--sanitize] [--clang] [cmake argument]...        for example -DKokkos_ROOT=<prefix>
#
# --sanitize: builds the OpenMP tree with the address and undefined-behaviour sanitizers.
# --clang: compiles the Serial tree with Clang, where Debian has clang-19.
# The tests labelled nightly are left out; in a tree that was built: ctest --test-dir build/host -L nightly
# Installs what is missing (root), or unpacks it below build/. OCEAN_JOBS, OCEAN_BUILD_DIR: see scripts/lib.sh.
. "$(dirname "$0")/lib.sh"

# Little optimised, and several tests a source: nearly all of the time goes into compiling. The second tree checks every access to a view. What is
# tested once is in one of the two only; a first tree that has Serial is the only one, and has everything.
quick=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-Og -DNDEBUG") quick_serial=("${quick[@]}")
tree=host sanitizers=()
while :; do
  case ${1:-} in
    --sanitize)
      tree=sanitized sanitizers=(-DOCEAN_SANITIZE=address,undefined)
      # A refused allocation is an error that tests provoke.
      export ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
      export LSAN_OPTIONS=suppressions=$ocean_root/unit_tests/support/leaks.suppressions:print_suppressions=0
      ;;
    --clang)
      use_unpacked_tools
      if find_clang; then # test_hash_rows.cpp takes it 4.3 s at -O0 and g++ 7.4 s at -Og, products -O2 hardly more than -O0
        quick_serial=(-DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG" -DOCEAN_TEST_OPTIONS=-O0 -DCMAKE_CXX_COMPILER=clang++-19)
        need clang-19 has_command clang++-19
      else
        say "no clang-19 here: $(basename "${CXX:-c++}") compiles the Serial tree, too"
      fi
      ;;
    *) break ;;
  esac
  shift
done
provide_build_tools
need libgtest-dev has_header gtest/gtest.h
provide_packages

failed=()
test_tree() { # test_tree <tree>
  say "building the tests in ${ocean_build#"$ocean_root"/}/$1 ($(backends_of "$1"))"
  build "$1" || fail "the build in $1 failed"
  say "running the tests ($(backends_of "$1"))"
  (cd "$ocean_build/$1" && ctest --output-on-failure -LE nightly -j "$ocean_jobs" </dev/null) || failed+=("$1")
}

shared=(-DOCEAN_TESTS_PER_SOURCE=16)
if has_command ld.lld; then # a third of the time of GNU's linker, for some 300 executables
  shared+=(-DCMAKE_EXE_LINKER_FLAGS_RELEASE=-fuse-ld=lld)
fi
say "configuring"
configure $tree "${quick[@]}" "${shared[@]}" "${sanitizers[@]}" -DOCEAN_TESTED_ELSEWHERE=Serial "$@"
has_backend $tree OpenMP || has_backend $tree Serial || fail "Kokkos has neither Serial nor OpenMP"
test_tree $tree
if ! has_backend $tree Serial; then # Debian's Kokkos has one backend a package
  configure serial "${quick_serial[@]}" "${shared[@]}" -DOCEAN_DEBIAN_BACKEND=Serial -DOCEAN_BOUNDS_CHECKS=ON -DOCEAN_TESTED_ELSEWHERE=OpenMP "$@"
  test_tree serial
fi

if has_backend $tree Cuda; then
  :
elif ! has_gpu; then
  say "no NVIDIA GPU here: the CUDA tests are left out"
elif ! nvcc=$(find_nvcc); then
  say "no nvcc from $nvcc_minimum on: the CUDA tests are left out"
elif (PATH=$(dirname "$nvcc"):$PATH configure cuda -DKokkos_ENABLE_CUDA=ON -DOCEAN_TESTS_PER_SOURCE=4 -DOCEAN_TEST_BACKENDS=Cuda -DOCEAN_PORTABLE_TEAMS=ON -DOCEAN_USE_DEBIAN=OFF "$@") && has_backend cuda Cuda; then
  export PATH=$(dirname "$nvcc"):$PATH
  test_tree cuda
else
  say "no Kokkos with CUDA and no sources to build it from: the CUDA tests are left out"
fi

[ ${#failed[@]} -eq 0 ] || fail "tests failed in: ${failed[*]}"
say "all tests passed"
