#!/usr/bin/env bash
# check.sh <seconds> <build directory> <object target>: compiles the object anew and fails if the compiler takes more
# seconds of a core than that.
set -euo pipefail
budget=$1 directory=$2 object=$3
cd "$directory"
cmake --build . --target "$object" >/dev/null # what it needs, and that it compiles
rm -f "$object"
TIMEFORMAT=%U
{ seconds=$( { time cmake --build . --target "$object" >/dev/null; } 2>&1); }
echo "$object: $seconds s of one core (need at most $budget)"
awk -v seconds="$seconds" -v budget="$budget" 'BEGIN { exit !(seconds <= budget) }'
