#!/usr/bin/env bash
# Tpetra and MueLu on Ocean, compared with stock Trilinos: unpacks Trilinos from Debian's packages, builds
# libocean_tpetra, the check of every product and the AMG program, runs them on several ranks with and without Ocean,
# compares, and prints a table. Also checks libocean_kokkoskernels, linked and preloaded, against stock KokkosKernels, and
# the example with distributed rows, for which the MPI is here.
#
#   scripts/trilinos.sh --quick         the check on 1 and 2 ranks and one small AMG case: what .ci/run does
#   scripts/trilinos.sh [table.csv]     the check and all cases on 1, 2 and 4 ranks; the table also as CSV
#
# OCEAN_TRILINOS_VERSION: of Debian's packages, for example 17.0 (the newest without). OCEAN_TRILINOS_UNKNOWNS (20000) and
# OCEAN_TRILINOS_PROCESSES (3): of the table. OCEAN_JOBS, OCEAN_BUILD_DIR: see scripts/lib.sh. Needs neither root nor an MPI on the machine: it comes with the packages.
#
# Exits with 0 if all is right, 1 if something is not, and with 3, after one line that says why, if the packages cannot
# be had here: they are in Debian's experimental suite, which changes. .ci/run then shows the step as left out.
. "$(dirname "$0")/lib.sh"

quick=false table=""
case "${1:-}" in
--quick) quick=true ;;
-*) fail "usage: $0 [--quick | table.csv]" ;;
*) table=${1:+$(realpath -m "$1")} ;;
esac

"$ocean_root/scripts/debian_trilinos.sh" "$ocean_build/debian" ${OCEAN_TRILINOS_VERSION:+"$OCEAN_TRILINOS_VERSION"}
trilinos=$ocean_build/debian/Trilinos
mpirun=$trilinos/mpirun

provide_build_tools
need python3 has_command python3
provide_packages

say "configuring"
# Optimised for the table; the checks are about results, and most of their time goes into compiling.
tree=trilinos flags="-O3 -DNDEBUG"
if $quick; then tree=trilinos-quick flags="-Og -DNDEBUG"; fi
configure $tree -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=$flags" -DCMAKE_TOOLCHAIN_FILE="$trilinos/toolchain.cmake" \
  -DOCEAN_ENABLE_TPETRA=ON -DOCEAN_ENABLE_KOKKOS_KERNELS=ON -DOCEAN_ENABLE_MPI_EXAMPLES=ON -DOCEAN_MPIRUN="$mpirun" -DOCEAN_OFFSETS=size_t -DOCEAN_ENABLE_PROGRAM=OFF \
  -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF
grep -E '^-- (Tpetra|libocean_)' "$ocean_build/$tree/configure.log" || true
say "building libocean_tpetra, libocean_kokkoskernels and the programs"
build $tree || fail "the build in $tree failed"
programs=$ocean_build/$tree/examples

check_limit_s=300 # an error on one rank can leave the others waiting
# Every product, with and without Ocean: right, and with the same number of entries.
check_products() { # check_products <ranks>
  local logs=$ocean_build/$tree/check.$1
  timeout $check_limit_s "$mpirun" "$1" "$programs/tpetra/ocean_tpetra_check" >"$logs.ocean" 2>&1 || {
    cat "$logs.ocean"
    fail "ocean_tpetra_check failed on $1 ranks"
  }
  timeout $check_limit_s "$mpirun" "$1" "$programs/tpetra/ocean_tpetra_check_stock" stock >"$logs.stock" 2>&1 || {
    cat "$logs.stock"
    fail "ocean_tpetra_check_stock failed on $1 ranks"
  }
  diff <(grep 'entries$' "$logs.ocean") <(grep 'entries$' "$logs.stock") || fail "products do not have the numbers of entries of stock Tpetra's on $1 ranks"
  printf '%d ranks: %d products agree with stock Tpetra'"'"'s; %s\n' "$1" "$(grep -c 'entries$' "$logs.ocean")" "$(tail -1 "$logs.ocean")"
}
compare() { python3 "$ocean_root/examples/muelu/compare.py" "$programs/muelu" --mpirun "$mpirun" "$@"; }

ranks="1 2 4"
if $quick; then ranks="1 2"; fi
say "checking every product on ${ranks// /, } ranks"
"$mpirun" 1 "$programs/tpetra/ocean_tpetra_products"
"$mpirun" 2 "$programs/tpetra/ocean_tpetra_times" --side 12 --repeat 3
for count in $ranks; do check_products "$count"; done

# Every product by KokkosKernels' own calls: one object without Ocean, with the library linked, and with it preloaded.
check_kokkos_kernels() {
  local products=$programs/kokkos_kernels/ocean_kokkoskernels_products log=$ocean_build/$tree/kokkos_kernels run
  local preload=$ocean_build/$tree/src/kokkos_kernels/libocean_kokkoskernels.so
  for run in stock linked preloaded; do
    case $run in
    stock) timeout $check_limit_s "${products}_stock" write "$log.results" ;;
    linked) timeout $check_limit_s "$products" compare "$log.results" ;;
    preloaded) timeout $check_limit_s env LD_PRELOAD="$preload" "${products}_stock" compare "$log.results" ;;
    esac >"$log.$run" 2>&1 || {
      cat "$log.$run"
      fail "ocean_kokkoskernels_products failed, $run"
    }
    printf '%s: %s\n' $run "$(grep ' multiplied' "$log.$run")"
  done
}
say "checking every product of KokkosKernels, with and without libocean_kokkoskernels"
check_kokkos_kernels

# The example on several ranks: C against a product on one rank; and an error on one rank ends both, with its words.
check_distributed() {
  local program=$programs/distributed/distributed_spgemm log=$ocean_build/$tree/distributed count matrix
  for count in $ranks; do
    for matrix in "grid27 --n 12 --batches 3" "random --n 3000 --split columns"; do
      # shellcheck disable=SC2086 -- a list
      timeout $check_limit_s "$mpirun" "$count" "$program" --matrix $matrix --check >"$log" 2>&1 || {
        cat "$log"
        fail "distributed_spgemm --matrix $matrix failed on $count ranks"
      }
      printf '%d ranks, %s: %s\n' "$count" "$matrix" "$(tail -1 "$log")"
    done
  done
  if timeout $check_limit_s "$mpirun" 2 "$program" --n 8 --wrong-on 1 >"$log" 2>&1 || ! grep -q 'rank 1 of 2: B has 255 rows here (need 256' "$log"; then
    cat "$log"
    fail "distributed_spgemm --wrong-on 1: no error, or a wrong one"
  fi
}
say "checking products of distributed rows"
check_distributed

say "MueLu on Ocean and on stock Trilinos, alternately"
if $quick; then
  compare --problems Elasticity3D --raps pair,triple --reuses tP --ranks 1,2 --unknowns 6000 --processes 1 --repeat 3 --results-only
else
  unknowns=${OCEAN_TRILINOS_UNKNOWNS:-20000} processes=${OCEAN_TRILINOS_PROCESSES:-3} repeats=5
  header="device: $(sed -nE '0,/model name/s/^model name.*: (.*)/\1/p' /proc/cpuinfo), $(nproc) cores shared with other work
threads: 1 a rank (Tpetra's Serial node)
date: $(date -u +%Y-%m-%d); Ocean $(git -C "$ocean_root" describe --always --dirty); $(sed -n '1s/^# //p' "$trilinos/toolchain.cmake"); compiler: $("${CXX:-c++}" --version | head -1), $flags
made by: scripts/trilinos.sh; stock Trilinos and Ocean by turns; $processes processes of each with $repeats set-ups and $repeats with new values (from the third on, values are summed at kept places); on more than one rank reuse RP alone; minima, and medians
seconds: of the calling thread (CPU time), of the slowest rank"
  compare --raps pair,triple --reuses none,tP,RP,full --ranks 1 --unknowns "$unknowns" --processes "$processes" --repeat $repeats --clock cpu \
    ${table:+--csv "$table"} --header "$header"
  compare --raps pair,triple --reuses RP --ranks 2,4 --unknowns "$unknowns" --processes "$processes" --repeat $repeats --clock cpu \
    ${table:+--csv "$table" --append}
fi
say "Tpetra and MueLu give the same results on Ocean and on stock Trilinos"
