#!/usr/bin/env bash
# Compiles the device code of Tpetra's products over Ocean for Tpetra's CUDA node: needs nvcc, but neither a GPU nor a
# Trilinos built for CUDA.
#
#   scripts/check_tpetra_cuda.sh
#
# Takes the headers of Debian's Trilinos in a CUDA configuration. Exits with 3, after one line that says why, if the
# packages or an nvcc cannot be had here, or the headers are configured in another way.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/cuda_headers.sh"

if ! nvcc=$(find_nvcc); then
  say "no nvcc from $nvcc_minimum on: Tpetra's products are not compiled for CUDA"
  exit 3
fi
"$ocean_root/scripts/debian_trilinos.sh" "$ocean_build/debian" ${OCEAN_TRILINOS_VERSION:+"$OCEAN_TRILINOS_VERSION"}
installed=$ocean_build/debian/Trilinos/usr
headers=$ocean_build/tpetra-cuda/include

# Links to the headers, but for those that are configured.
configure_headers() {
  local config=$headers/trilinos/TpetraCore_config.h macro
  rm -rf "$headers"
  mkdir -p "$headers"
  cp -rs "$installed/include/kokkos" "$installed/include/trilinos" "$headers/"
  configure_kokkos_headers_for_cuda "$headers/kokkos"
  sed -i -E 's@^/\* #undef (HAVE_TPETRACORE_CUDA|HAVE_TPETRA_INST_CUDA|HAVE_TPETRA_CUDA) \*/$@#define \1@' "$config"
  for macro in KOKKOS_ENABLE_CUDA HAVE_TPETRACORE_CUDA HAVE_TPETRA_INST_CUDA HAVE_TPETRA_CUDA; do
    grep -qx "#define $macro" "$headers/kokkos/KokkosCore_config.h" "$config" || {
      say "the headers do not mention $macro (need those of Trilinos 17.0): the products are not compiled for CUDA"
      exit 3
    }
  done
}

say "configuring headers for CUDA ($("$nvcc" --version | sed -n 's/.*release/release/p'))"
configure_headers
: >"$headers/Ocean_CompiledTypes.hpp" # no library holds any
cat >"$ocean_build/tpetra-cuda/kernels.cpp" <<'CPP'
#include <Ocean_TpetraKernels.hpp>
using node_type = Tpetra::KokkosCompat::KokkosCudaWrapperNode;
OCEAN_TPETRA_KERNELS(double, int, int, node_type)
CPP
say "compiling Tpetra's products for CUDA"
# Nobody runs the code: it is compiled to PTX, for which the host's code is not needed.
"$nvcc" -ptx -x cu -std=c++20 -O0 -DNDEBUG -w -extended-lambda -arch=sm_90 -I "$headers" -I "$headers/kokkos" -I "$headers/trilinos" \
  -I "$(find "$installed/lib" -path '*/openmpi/include/mpi.h' -printf '%h')" -I "$ocean_root/include" \
  "$ocean_build/tpetra-cuda/kernels.cpp" -o "$ocean_build/tpetra-cuda/kernels.ptx" </dev/null || fail "Tpetra's products do not compile for CUDA"
say "Tpetra's products compile for CUDA"
