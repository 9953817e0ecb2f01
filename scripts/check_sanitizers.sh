#!/usr/bin/env bash
# Builds the tests on OpenMP with the address and undefined-behaviour sanitizers, and runs them.
#
#   scripts/check_sanitizers.sh [cmake argument]...
. "$(dirname "$0")/lib.sh"
provide_build_tools
need libgtest-dev has_header gtest/gtest.h
provide_packages
# The code is the same for every type, and compiling it for each takes most of the time: double and the mixed ones stay.
other_types='test_(spgemm_(scalar_(float|complex_float|int|int64)|ordinal_int64|offset_int64|kokkos_kernels)|types_(float|complex_float|complex_double))'
say "configuring with sanitizers"
configure sanitizers -DCMAKE_BUILD_TYPE=RelWithDebInfo "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -g1" \
  -DOCEAN_SANITIZE=address,undefined -DOCEAN_TEST_INSTALL=OFF -DOCEAN_TEST_HEADERS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF \
  -DOCEAN_TEST_BACKENDS=OpenMP "-DOCEAN_TEST_EXCLUDE=$other_types" "$@"
build sanitizers
say "running the tests with sanitizers"
# OpenMP's threads end with the process, after the leak check has begun; their stacks are no leaks. A refused allocation
# is an error that tests provoke.
cd "$ocean_build/sanitizers"
ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 ctest --output-on-failure -j "$ocean_jobs" </dev/null
