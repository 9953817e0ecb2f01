#!/usr/bin/env bash
# Compiles the device code of Tpetra's products over Ocean for Tpetra's CUDA node: needs nvcc, but neither a GPU nor a
# Trilinos built for CUDA.
#
#   scripts/check_tpetra_cuda.sh
#
# Takes the headers of Debian's Trilinos in a CUDA configuration. Exits with 3, after one line that says why, if the
# packages or an nvcc cannot be had here, or the headers are configured in another way.
. "$(dirname "$0")/lib.sh"

if ! nvcc=$(find_nvcc); then
  say "no nvcc from $nvcc_minimum on: Tpetra's products are not compiled for CUDA"
  exit 3
fi
"$ocean_root/scripts/debian_trilinos.sh" "$ocean_build/debian" ${OCEAN_TRILINOS_VERSION:+"$OCEAN_TRILINOS_VERSION"}
installed=$ocean_build/debian/Trilinos/usr
headers=$ocean_build/tpetra-cuda/include

# Links to the headers, with copies of those that are configured: Trilinos' own build would write them so.
define() { # define <header> <macro>...
  local header=$headers/$1 macro
  shift
  cp --remove-destination "$(readlink -f "$header")" "$header"
  for macro in "$@"; do
    sed -i -E "s@^/\* #undef ($macro) \*/\$@#define \1@" "$header"
    grep -qx "#define $macro" "$header" || {
      say "${header#"$headers"/} does not mention $macro (need a header of Trilinos 17.0): the products are not compiled for CUDA"
      exit 3
    }
  done
}
undefine() { # undefine <header> <macro>...
  local header=$headers/$1 macro
  shift
  for macro in "$@"; do sed -i -E "s@^#define $macro\\b.*@/* #undef $macro */@" "$header"; done
}
include_also() { # include_also <header> <header>
  cp --remove-destination "$(readlink -f "$headers/$1")" "$headers/$1"
  sed -i "\$i #include <$2>" "$headers/$1"
}
configure_headers() {
  rm -rf "$headers"
  mkdir -p "$headers"
  cp -rs "$installed/include/kokkos" "$installed/include/trilinos" "$headers/"
  define kokkos/KokkosCore_config.h KOKKOS_ENABLE_CUDA KOKKOS_ARCH_HOPPER KOKKOS_ARCH_HOPPER90
  undefine kokkos/KokkosCore_config.h KOKKOS_ENABLE_ATOMICS_BYPASS
  define kokkos/desul/atomics/Config.hpp DESUL_ATOMICS_ENABLE_CUDA
  include_also kokkos/KokkosCore_Config_FwdBackend.hpp fwd/Kokkos_Fwd_CUDA.hpp
  include_also kokkos/KokkosCore_Config_DeclareBackend.hpp decl/Kokkos_Declare_CUDA.hpp
  include_also kokkos/KokkosCore_Config_SetupBackend.hpp setup/Kokkos_Setup_Cuda.hpp
  define trilinos/TpetraCore_config.h HAVE_TPETRACORE_CUDA HAVE_TPETRA_INST_CUDA HAVE_TPETRA_CUDA
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
