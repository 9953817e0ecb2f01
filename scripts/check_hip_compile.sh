#!/usr/bin/env bash
# Compiles Ocean for AMD GPUs and for their hosts with Clang, without linking: needs neither a GPU nor a Kokkos library
# built for HIP.
#
#   scripts/check_hip_compile.sh [cmake argument]...
#
# Takes Debian's clang-19, HIP's headers and Kokkos' in a HIP configuration; where Debian has none, exits with 3: left out.
# The sources are checked in full, templates included, for the device (gfx90a) and for the host; no code is generated,
# because that needs the device libraries of a ROCm.
. "$(dirname "$0")/lib.sh"
provide_build_tools
if ! find_clang; then
  say "no clang-19 here: the HIP code is not compiled"
  exit 3
fi
need clang-19 has_command clang++-19
provide_packages
"$ocean_root/scripts/debian_kokkos.sh" "$ocean_build/debian" Hip || {
  say "no HIP headers: the HIP code is not compiled"
  exit 3
}
say "configuring for HIP ($(clang++-19 --version | head -1))"
configure hip-compile -DCMAKE_BUILD_TYPE=Release -DCMAKE_TOOLCHAIN_FILE="$ocean_build/debian/Hip/toolchain.cmake" \
  -DOCEAN_ENABLE_TESTS=OFF -DOCEAN_ENABLE_PROGRAM=OFF -DOCEAN_ENABLE_EXAMPLES=OFF -DOCEAN_WARNINGS_AS_ERRORS=ON "$@"
has_backend hip-compile HIP || fail "this Kokkos has no HIP (need one, or no argument)"
cd "$ocean_build/hip-compile"
mapfile -t objects < <(ninja -t targets all | sed -nE 's/^(src\/.*products_.*_int_int_double\.cpp\.o): .*/\1/p')
[ ${#objects[@]} -gt 0 ] || fail "no products in the library (need products_<backend>_int_int_double.cpp)"
say "compiling ${#objects[@]} sources with Clang, for HIP and its host"
ninja "${objects[@]}" </dev/null
