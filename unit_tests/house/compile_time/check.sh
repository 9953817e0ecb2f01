#!/usr/bin/env bash
# check.sh <times> <build directory> <object target> <object target of Kokkos alone>: compiles both anew, three times by
# turns, and fails if the least that the first takes is more than that many times the least of the other, in seconds of
# a core: machines differ in speed, and one machine from hour to hour.
set -euo pipefail
budget=$1 directory=$2 object=$3 kokkos=$4
cd "$directory"
cmake --build . --target "$object" "$kokkos" >/dev/null # what they need, and that they compile
TIMEFORMAT=%U
compile() { # compile <object target>: seconds of one core
  rm -f "$1"
  { time cmake --build . --target "$1" >/dev/null; } 2>&1
}
for _ in 1 2 3; do echo "$(compile "$kokkos") $(compile "$object")"; done |
  awk -v budget="$budget" -v object="$object" '
    NR == 1 || $1 < alone { alone = $1 }
    NR == 1 || $2 < seconds { seconds = $2 }
    END {
      printf "%s: %s s of one core, Kokkos alone %s s (need at most %s times as long)\n", object, seconds, alone, budget
      exit !(NR == 3 && seconds <= budget * alone)
    }'
