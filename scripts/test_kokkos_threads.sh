#!/usr/bin/env bash
# Builds and runs tests on Kokkos' backend Threads, which neither of the trees of scripts/test.sh has.
#
#   scripts/test_kokkos_threads.sh [cmake argument]...        for example -DKokkos_ROOT=<prefix>
#
# Without arguments, Kokkos is built with Threads from Debian's source package; where that cannot be had, exits with 3:
# left out. The tests are those of every kind of product, path and handle, of the launches and the threads of the CPU
# path, and random products; what does not depend on how threads are started is tested on Serial and OpenMP. Threads that
# wait for each other spin, so other work on the machine makes these tests slow.
# OCEAN_JOBS, OCEAN_BUILD_DIR: see scripts/lib.sh.
. "$(dirname "$0")/lib.sh"
provide_build_tools
need libgtest-dev has_header gtest/gtest.h
provide_packages

tests='api.(release_cached_memory|spgemm_(coverage|degenerate|deterministic|errors|instances|properties|report|scalar_double|tools|views))'
tests+='|(backend|engine).*|core.prefix_sum|drivers.reusable_product|handle.(kernel_handle|kokkos_kernels_handle)'
tests+='|operations.(changed_instances|repeated_product)|fuzz.products'

arguments=("$@")
if [ $# = 0 ]; then
  status=0
  "$ocean_root/scripts/debian_kokkos.sh" "$ocean_build/debian" Threads || status=$?
  case $status in
  0) arguments=(-DCMAKE_TOOLCHAIN_FILE="$ocean_build/debian/Threads/toolchain.cmake") ;;
  3) say "no Kokkos with Threads: its tests are left out" && exit 3 ;;
  *) fail "no Kokkos with Threads" ;;
  esac
fi
say "configuring"
configure kokkos-threads -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-Og -DNDEBUG" -DOCEAN_WARNINGS_AS_ERRORS=ON \
  -DKokkos_ENABLE_THREADS=ON -DKokkos_ENABLE_OPENMP=OFF -DOCEAN_TEST_BACKENDS=Threads -DOCEAN_LIBRARY_BACKENDS=Threads \
  -DOCEAN_TESTED_TYPES=OFF -DOCEAN_TEST_HEADERS=OFF -DOCEAN_TEST_INSTALL=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_ENABLE_PROGRAM=OFF \
  "${arguments[@]}"
has_backend kokkos-threads Threads || fail "this Kokkos has no Threads (need one, or no argument)"
cd "$ocean_build/kokkos-threads"
mapfile -t targets < <(ctest -N -R "^($tests)\\.threads\$" | sed -nE 's/^ *Test +#[0-9]+: (.*)/\1/p' | sed 's/^fuzz\.products\.threads$/ocean_fuzz_threads/')
[ ${#targets[@]} -gt 0 ] || fail "no tests on Threads (need those named in this script)"
say "building ${#targets[@]} tests in ${ocean_build#"$ocean_root"/}/kokkos-threads"
build kokkos-threads "${targets[@]}" || fail "the build failed"
say "running them"
ctest --output-on-failure -R "^($tests)\\.threads\$" </dev/null
