#!/usr/bin/env bash
# Runs the tests of many threads with the thread sanitizer, on Serial: the threads are the callers'.
#
#   scripts/check_threads.sh [cmake argument]...        for example -DKokkos_ROOT=<prefix>
#
# Kokkos itself is not instrumented; unit_tests/concurrency/thread_sanitizer.suppressions says what is made of that.
# OCEAN_JOBS, OCEAN_BUILD_DIR: see scripts/lib.sh.
. "$(dirname "$0")/lib.sh"
provide_build_tools
need libgtest-dev has_header gtest/gtest.h
provide_packages

say "configuring"
configure threads -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-Og -DNDEBUG" -DOCEAN_SANITIZE=thread \
  -DOCEAN_DEBIAN_BACKEND=Serial -DOCEAN_TEST_BACKENDS=Serial -DOCEAN_TESTED_TYPES=OFF -DOCEAN_TEST_HEADERS=OFF -DOCEAN_TEST_INSTALL=OFF \
  -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_ENABLE_PROGRAM=OFF "$@"
if ! has_backend threads Serial; then
  say "Kokkos has no Serial, and the threads of OpenMP are not the sanitizer's: not run"
  exit 0
fi
say "building the tests in ${ocean_build#"$ocean_root"/}/threads"
build threads concurrency.threads.serial || fail "the build failed"
say "running them"
suppressions=$ocean_root/unit_tests/concurrency/thread_sanitizer.suppressions
cd "$ocean_build/threads"
# A fixed layout of memory, where that is allowed: older run-times of the sanitizer do not know all that kernels choose.
fixed_layout=(setarch "$(uname -m)" --addr-no-randomize)
"${fixed_layout[@]}" true 2>/dev/null || fixed_layout=()
export TSAN_OPTIONS="suppressions=$suppressions halt_on_error=1 second_deadlock_stack=1" OCEAN_FRESH_PROCESSES=4
"${fixed_layout[@]}" ctest --output-on-failure -R '^concurrency\.' </dev/null
