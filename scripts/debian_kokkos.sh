#!/usr/bin/env bash
# Unpacks Kokkos and KokkosKernels from Debian's packages into a private prefix; installs nothing on the machine.
#
#   scripts/debian_kokkos.sh <directory> <OpenMP|Serial|Threads|Cuda|Hip>
#
# apt fetches and verifies the packages through a private configuration below <directory>, made from the machine's own
# sources: the same archive, the suites sid and experimental. Writes <directory>/<backend>: Kokkos, KokkosKernels'
# headers, the run-time libraries that Kokkos was linked with, and toolchain.cmake, which points CMake there and links
# with that loader and rpath. Needs no root. Cuda and Hip give headers only, enough to compile device code but not to
# link it; Hip's are for Clang to check, without generating code.
#
# No package has Threads: Kokkos is then built from Debian's source package of the same version, with the machine's own
# compiler and run-time libraries, in some 30 s of one core. Exits with 3, and one line that says why, where that source
# cannot be had.
set -euo pipefail

directory=$(mkdir -p "${1:?usage: $0 <directory> <OpenMP|Serial|Threads|Cuda|Hip>}" && cd "$1" && pwd)
backend=${2:?usage: $0 <directory> <OpenMP|Serial|Threads|Cuda|Hip>}
prefix=$directory/$backend
kokkos_minimum=4.6 # of Kokkos and KokkosKernels
kokkos_below=6     # the first version that is too new
runtime_packages="libc6 libstdc++6 libgcc-s1 libgomp1"

[ ! -f "$prefix/toolchain.cmake" ] || exit 0
. "$(dirname "${BASH_SOURCE[0]}")/debian_packages.sh"
. "$(dirname "${BASH_SOURCE[0]}")/cuda_headers.sh"

in_range() { dpkg --compare-versions "$1" ge $kokkos_minimum && dpkg --compare-versions "$1" lt "$kokkos_below~"; }
# The library that a development package stands on, of the same version.
library_of() { apt-cache depends "$1" | sed -nE 's/^ +Depends: (lib(trilinos-)?kokkos(-kernels)?-?[0-9.]+)$/\1/p' | head -1; }

# Looks at each version of <package>, the newest first, until <read version> finds one in range in the unpacked files.
take_newest() { # take_newest <package> <into> <macro> <header>
  local package=$1 into=$2 macro=$3 header=$4 version number found seen=""
  for version in $(versions_of "$package"); do
    rm -rf "$into"
    fetch "$package=$version"
    unpack "$into" "$package=$version"
    found=$(find "$into" -name "$header" | head -1)
    number=$(sed -nE "s/^#define $macro ([0-9]+)\$/\1/p" "${found:-/dev/null}")
    number=$((${number:-0} / 10000)).$((${number:-0} / 100 % 100)).$((${number:-0} % 100))
    if in_range "$number"; then
      taken_version=$version taken_number=$number
      say "$package $version is version $number"
      return 0
    fi
    seen="$seen $number ($version)"
  done
  fail "no usable $package: saw${seen:- none} (need a version from $kokkos_minimum up to, not including, $kokkos_below)"
}

take_kokkos() {
  local package=libkokkos-dev library
  case $backend in Serial | Hip) package=libtrilinos-kokkos-dev ;; esac
  take_newest $package "$prefix" KOKKOS_VERSION KokkosCore_config.h
  kokkos_version=$taken_number
  library=$(library_of "$package=$taken_version")
  [ -n "$library" ] || fail "$package $taken_version names no library (need libkokkos<version> among what it depends on)"
  fetch "$library=$taken_version" $runtime_packages
  unpack "$prefix" "$library=$taken_version"
  unpack "$prefix/runtime" $runtime_packages
  case $backend in
  Cuda) fetch kokkos && unpack "$prefix" kokkos ;;
  Hip) fetch libamdhip64-dev && unpack "$prefix" libamdhip64-dev ;;
  esac
}

# Kokkos with Threads alone, from its sources.
build_kokkos_threads() {
  local unpacked=$directory/packages/kokkos sources=$directory/packages/kokkos-source log
  read_source_lists
  take_newest libkokkos-dev "$unpacked" KOKKOS_VERSION KokkosCore_config.h
  kokkos_version=$taken_number
  fetch_source kokkos "${taken_version%+b[0-9]*}" # without the number of a rebuild
  failure_status=1
  rm -rf "$unpacked" "$sources"
  mkdir -p "$sources"
  tar -xf "$fetched_source" -C "$sources" --strip-components=1
  say "building Kokkos $kokkos_version with Threads"
  log=$directory/packages/kokkos-threads.log
  { cmake -S "$sources" -B "$sources/build" $(command -v ninja >/dev/null && echo -GNinja) -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_INSTALL_PREFIX="$prefix/usr" -DCMAKE_INSTALL_LIBDIR=lib/kokkos -DCMAKE_CXX_STANDARD=20 \
    -DKokkos_ENABLE_THREADS=ON -DKokkos_ENABLE_SERIAL=OFF -DKokkos_ENABLE_OPENMP=OFF &&
    cmake --build "$sources/build" --parallel "${OCEAN_JOBS:-$(nproc)}" --target install; } </dev/null >"$log" 2>&1 || {
    tail -20 "$log" >&2
    fail "building Kokkos $kokkos_version with Threads failed"
  }
  rm -rf "$sources"
}

# Turns the OpenMP package into a CUDA configuration.
configure_kokkos_for_cuda() {
  configure_kokkos_headers_for_cuda "$prefix/usr/include/kokkos"
  sed -i 's|set(Kokkos_DEVICES OPENMP)|set(Kokkos_DEVICES CUDA;OPENMP)|; s|set(Kokkos_ARCH )|set(Kokkos_ARCH HOPPER90)|' \
    "$1/KokkosConfigCommon.cmake"
  sed -i -E 's|(INTERFACE_COMPILE_OPTIONS) .*|\1 "-extended-lambda;-Wext-lambda-captures-this;-arch=sm_90"|' "$1/KokkosTargets.cmake"
}

# Turns the Serial headers into a HIP configuration for AMD's gfx90a.
configure_kokkos_for_hip() {
  local include=$prefix/usr/include/kokkos options
  sed -i -E 's@^/\* #undef (KOKKOS_ENABLE_HIP|KOKKOS_ARCH_AMD_GFX90A) \*/$@#define \1@
    s@^/\* #undef KOKKOS_ARCH_AMD_GPU \*/$@#define KOKKOS_ARCH_AMD_GPU "AMD_GFX90A"@
    s@^#define KOKKOS_ENABLE_ATOMICS_BYPASS.*@/* #undef KOKKOS_ENABLE_ATOMICS_BYPASS */@' "$include/KokkosCore_config.h"
  sed -i 's|^/\* #undef DESUL_ATOMICS_ENABLE_HIP \*/$|#define DESUL_ATOMICS_ENABLE_HIP|' "$include/desul/atomics/Config.hpp"
  sed -i 's|^#include <fwd/Kokkos_Fwd_SERIAL.hpp>|&\n#include <fwd/Kokkos_Fwd_HIP.hpp>|' "$include/KokkosCore_Config_FwdBackend.hpp"
  sed -i 's|^#include <decl/Kokkos_Declare_SERIAL.hpp>|&\n#include <decl/Kokkos_Declare_HIP.hpp>|' "$include/KokkosCore_Config_DeclareBackend.hpp"
  sed -i 's|^#define KOKKOS_SETUP_HPP_|&\n#include <setup/Kokkos_Setup_HIP.hpp>|' "$include/KokkosCore_Config_SetupBackend.hpp"
  sed -i 's|set(Kokkos_DEVICES SERIAL)|set(Kokkos_DEVICES HIP;SERIAL)|; s|set(Kokkos_ARCH )|set(Kokkos_ARCH AMD_GFX90A)|' \
    "$1/KokkosConfigCommon.cmake"
  options="SHELL:-x hip;--offload-arch=gfx90a;-nogpulib;--rocm-path=$prefix/usr;-I$prefix/usr/include;-D__HIP_PLATFORM_AMD__;-fsyntax-only"
  sed -i -E "s@(INTERFACE_COMPILE_OPTIONS) .*@\1 \"$options\"@" "$1/KokkosTargets.cmake"
}

# KokkosKernels as headers only: no explicit instantiations (Debian's are for Serial alone) and no BLAS behind them.
take_kokkoskernels() {
  local unpacked=$directory/packages/kokkoskernels include=$prefix/usr/include/kokkoskernels cmake_dir=$1/KokkosKernels file
  take_newest libtrilinos-kokkos-kernels-dev "$unpacked" KOKKOSKERNELS_VERSION KokkosKernels_config.h
  mkdir -p "$cmake_dir"
  cp -r "$(dirname "$(find "$unpacked" -name KokkosKernels_config.h)")" "$include"
  for file in "$include"/generated_specializations_hpp/*; do : >"$file"; done
  sed -i -E 's@^#define (KOKKOSKERNELS_(INST_EXECSPACE_SERIAL|TEST_ETI_ONLY|TPL_BLAS_RETURN_COMPLEX|ENABLE_TPL_(BLAS|LAPACK)))$@/* #undef \1 */@' \
    "$include/KokkosKernels_config.h"
  cat >"$cmake_dir/KokkosKernelsConfig.cmake" <<CMAKE
include(CMakeFindDependencyMacro)
find_dependency(Kokkos)
if(NOT TARGET KokkosKernels::kokkoskernels)
  get_filename_component(_include "\${CMAKE_CURRENT_LIST_DIR}/../../../../include/kokkoskernels" ABSOLUTE)
  add_library(KokkosKernels::kokkoskernels INTERFACE IMPORTED)
  set_target_properties(KokkosKernels::kokkoskernels PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "\${_include}"
                                                                INTERFACE_LINK_LIBRARIES Kokkos::kokkos)
  unset(_include)
endif()
CMAKE
  cat >"$cmake_dir/KokkosKernelsConfigVersion.cmake" <<CMAKE
set(PACKAGE_VERSION $taken_number)
if(NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
CMAKE
}

write_toolchain() {
  local libraries=$1 loader wrapper
  if [ "$backend" != Threads ]; then
    loader=$(find "$prefix/runtime" -name 'ld-linux*.so*' -type f | head -1)
    [ -n "$loader" ] || fail "no loader in $prefix/runtime (need the one of libc6)"
  fi
  {
    echo "# Kokkos $kokkos_version ($backend) and KokkosKernels $taken_number from Debian's packages"
    echo "list(PREPEND CMAKE_PREFIX_PATH \"$prefix/usr\")"
    echo "set(Kokkos_DIR \"$libraries/cmake/Kokkos\")"
    echo "set(KokkosKernels_DIR \"$libraries/cmake/KokkosKernels\")"
    if [ "$backend" = Cuda ]; then
      wrapper=$(find "$prefix/usr/bin" -name nvcc_wrapper)
      echo "set(CMAKE_CXX_COMPILER \"${wrapper:-nvcc_wrapper}\" CACHE FILEPATH \"\")"
    elif [ "$backend" = Hip ]; then
      echo "set(CMAKE_CXX_COMPILER clang++-19 CACHE STRING \"\")"
    elif [ "$backend" != Threads ]; then
      echo "set(CMAKE_EXE_LINKER_FLAGS_INIT \"-Wl,--dynamic-linker=$loader -Wl,--disable-new-dtags -Wl,-rpath,$libraries:$(dirname "$loader") -Wl,--allow-shlib-undefined\")"
      echo "set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)"
    fi
  } >"$prefix/toolchain.cmake.new"
  mv "$prefix/toolchain.cmake.new" "$prefix/toolchain.cmake"
}

[ "$backend" != Threads ] || failure_status=3 # until its sources are there
read_package_lists
rm -rf "$prefix"
if [ "$backend" = Threads ]; then build_kokkos_threads; else take_kokkos; fi
cmake_dir=$(dirname "$(dirname "$(find "$prefix" -name KokkosConfig.cmake)")")
[ "$backend" = Threads ] || repair_kokkos_package "$cmake_dir/Kokkos"
case $backend in
Cuda) configure_kokkos_for_cuda "$cmake_dir/Kokkos" ;;
Hip) configure_kokkos_for_hip "$cmake_dir/Kokkos" ;;
esac
take_kokkoskernels "$cmake_dir"
write_toolchain "$(dirname "$cmake_dir")"
say "$backend is ready in $prefix"
