#!/usr/bin/env bash
# Builds the program ocean-spgemm, multiplies a real matrix that ships with the repository, and prints the report.
#
#   scripts/demo.sh [cmake argument]...        for example -DKokkos_ROOT=<prefix>
#
# CUDA where an NVIDIA GPU, nvcc and a Kokkos with CUDA can be had, else OpenMP.
. "$(dirname "$0")/lib.sh"

matrix=$ocean_root/data/xenon1.mtx.gz
provide_build_tools

tree=demo
if has_gpu && nvcc=$(find_nvcc); then
  export PATH=$(dirname "$nvcc"):$PATH
  say "configuring with CUDA"
  if (configure demo-cuda -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DKokkos_ENABLE_CUDA=ON -DOCEAN_USE_DEBIAN=OFF "$@") &&
    has_backend demo-cuda Cuda; then
    tree=demo-cuda
  else
    say "no Kokkos with CUDA and no sources to build it from: OpenMP instead"
  fi
fi
if [ $tree = demo ]; then
  say "configuring" # the program multiplies with offsets of size_t
  configure demo -DOCEAN_OFFSETS=size_t -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_EXAMPLES=OFF "$@"
fi

say "building the program ($(backends_of $tree))"
build $tree ocean-spgemm
say "multiplying ${matrix#"$ocean_root"/} by itself"
export OMP_PROC_BIND=${OMP_PROC_BIND:-spread} OMP_PLACES=${OMP_PLACES:-threads}
"$ocean_build/$tree/src/ocean-spgemm" "$matrix" --check --report text </dev/null
