#!/usr/bin/env bash
# Compares every tracked C++ source with what clang-format makes of it; with --fix, writes that instead.
. "$(dirname "$0")/lib.sh"
use_unpacked_tools
format=$(command -v clang-format-14 || command -v clang-format) || fail "no clang-format (need version 14)"
cd "$ocean_root"
mode=(--dry-run --Werror)
[ "${1:-}" != --fix ] || mode=(-i)
mapfile -d '' -t sources < <(git ls-files -z -- '*.hpp' '*.cpp')
"$format" --style=file "${mode[@]}" "${sources[@]}"
echo "check_format: ${#sources[@]} files"
