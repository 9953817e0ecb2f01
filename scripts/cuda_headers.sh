# Shared by debian_kokkos.sh and check_tpetra_cuda.sh (sourced).

# Turns Kokkos' headers for another backend into a CUDA configuration for Hopper, as Kokkos' own build would write it.
# Files that are links are replaced, not what they point to.
configure_kokkos_headers_for_cuda() { # configure_kokkos_headers_for_cuda <folder of Kokkos_Core.hpp>
  local kind
  sed -i -E 's@^/\* #undef (KOKKOS_ENABLE_CUDA|KOKKOS_ARCH_HOPPER|KOKKOS_ARCH_HOPPER90) \*/$@#define \1@
    s@^#define KOKKOS_ENABLE_ATOMICS_BYPASS.*@/* #undef KOKKOS_ENABLE_ATOMICS_BYPASS */@' "$1/KokkosCore_config.h"
  sed -i 's|^/\* #undef DESUL_ATOMICS_ENABLE_CUDA \*/$|#define DESUL_ATOMICS_ENABLE_CUDA|' "$1/desul/atomics/Config.hpp"
  for kind in Fwd Declare; do
    sed -i -E "0,/^#include <(fwd|decl)\/Kokkos_${kind}_[A-Z]+.hpp>/s@@&\n#include <\1/Kokkos_${kind}_CUDA.hpp>@" \
      "$1/KokkosCore_Config_${kind}Backend.hpp"
  done
  sed -i 's|^#define KOKKOS_SETUP_HPP_|&\n#include <setup/Kokkos_Setup_Cuda.hpp>|' "$1/KokkosCore_Config_SetupBackend.hpp"
}
