#!/usr/bin/env bash
# check.sh <times> <build directory> <object target> <object target of Kokkos alone>: compiles both anew and fails if g++
# allocates more than that many times the memory for the first. That grows with the seconds that it takes and, unlike
# them, is the same in every run: the targets have -ftime-report, whose line TOTAL ends with it.
set -euo pipefail
budget=$1 directory=$2 object=$3 kokkos=$4
cd "$directory"
megabytes() { # megabytes <object target>
  rm -f "$1"
  cmake --build . --target "$1" | awk '$1 == "TOTAL" && $NF ~ /^[0-9]+M$/ { print $NF + 0 }'
}
alone=$(megabytes "$kokkos")
own=$(megabytes "$object")
echo "$alone $own" |
  awk -v budget="$budget" -v object="$object" '{
    printf "%s: g++ allocates %s MB, for Kokkos alone %s MB (need at most %s times as much)\n", object, $2, $1, budget
    exit !(NF == 2 && $2 <= budget * $1)
  }'
