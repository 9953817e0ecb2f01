#!/usr/bin/env bash
# Builds the program ocean-spgemm, multiplies a real matrix that ships with the repository, and prints the report.
#
#   scripts/demo.sh [A.mtx [B.mtx]] [option of the program]... [-- cmake argument...]
#
# A.mtx: multiplies this matrix instead, by itself or by B.mtx, and compares the product with KokkosKernels'. Arguments of
# CMake, for example -DKokkos_ROOT=<prefix>, may also stand before the --.
#
# CUDA where an NVIDIA GPU, nvcc and a Kokkos with CUDA can be had, else OpenMP.
. "$(dirname "$0")/lib.sh"

words=() matrices=() arguments=()
while [ $# -gt 0 ]; do
  case $1 in
    --help) exec sed -n '2,/^\. /{/^\. /d;s/^# \{0,1\}//p;}' "$0" ;;
    --)
      shift
      arguments+=("$@")
      break
      ;;
    -D*) arguments+=("$1") ;;
    --aat | --check | --compare | --version | -*=*) words+=("$1") ;;
    -*)
      [ $# -gt 1 ] || fail "$1 without a value (need one)"
      words+=("$1" "$2")
      shift
      ;;
    *)
      [ -f "$1" ] && [ -r "$1" ] || fail "$1: cannot be read (need a Matrix Market file)"
      matrices+=("$1")
      ;;
  esac
  shift
done
if [ ${#matrices[@]} = 0 ]; then
  matrices=("$ocean_root/data/xenon1.mtx.gz")
  words=(--check "${words[@]}")
else
  words=(--compare "${words[@]}")
fi
provide_build_tools

tree=demo
if has_gpu && nvcc=$(find_nvcc); then
  export PATH=$(dirname "$nvcc"):$PATH
  say "configuring with CUDA"
  if (configure demo-cuda -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DKokkos_ENABLE_CUDA=ON -DOCEAN_USE_DEBIAN=OFF "${arguments[@]}") &&
    has_backend demo-cuda Cuda; then
    tree=demo-cuda
  else
    say "no Kokkos with CUDA and no sources to build it from: OpenMP instead"
  fi
fi
if [ $tree = demo ]; then
  say "configuring" # the program multiplies with offsets of size_t
  configure demo -DOCEAN_OFFSETS=size_t -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF "${arguments[@]}"
fi

say "building the program ($(backends_of $tree))"
build $tree ocean-spgemm
say "multiplying ${matrices[*]#"$ocean_root"/}"
export OMP_PROC_BIND=${OMP_PROC_BIND:-spread} OMP_PLACES=${OMP_PLACES:-threads}
"$ocean_build/$tree/src/ocean-spgemm" "${matrices[@]}" "${words[@]}" </dev/null
