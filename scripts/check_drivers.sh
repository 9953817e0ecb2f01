#!/usr/bin/env bash
# Builds the benchmark drivers and the tuning programs of perf_tests for the CPU; nothing is measured.
#
#   scripts/check_drivers.sh [cmake argument]...        for example -DKokkos_ROOT=<prefix>
#
# OCEAN_JOBS, OCEAN_BUILD_DIR: see scripts/lib.sh.
. "$(dirname "$0")/lib.sh"
provide_build_tools
provide_packages
say "configuring"
configure drivers -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG" -DOCEAN_DEBIAN_BACKEND=Serial \
  -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_ENABLE_PROGRAM=OFF -DOCEAN_ENABLE_PERF_TESTS=ON \
  -DOCEAN_WARNINGS_AS_ERRORS=ON "$@"
say "building the drivers in ${ocean_build#"$ocean_root"/}/drivers"
build drivers all ocean_variant || fail "the build failed"
