#!/usr/bin/env bash
# check.sh <times> <build directory> <object target> <object target of Kokkos alone>: compiles both anew, by turns, and
# fails if the first takes more than that many times as many seconds of a core as the other in each of three tries:
# machines differ in speed, and one machine from hour to hour.
set -euo pipefail
budget=$1 directory=$2 object=$3 kokkos=$4
cd "$directory"
cmake --build . --target "$object" "$kokkos" >/dev/null # what they need, and that they compile
TIMEFORMAT=%U
compile() { # compile <object target>: seconds of one core
  rm -f "$1"
  { time cmake --build . --target "$1" >/dev/null; } 2>&1
}
for _ in 1 2 3; do
  alone=$(compile "$kokkos") seconds=$(compile "$object")
  echo "$object: $seconds s of one core, Kokkos alone $alone s (need at most $budget times as long)"
  if awk -v seconds="$seconds" -v alone="$alone" -v budget="$budget" 'BEGIN { exit !(seconds <= budget * alone) }'; then exit 0; fi
done
exit 1
