#!/usr/bin/env bash
# Unpacks Kokkos and KokkosKernels from Debian's packages into a private prefix; installs nothing on the machine.
#
#   scripts/debian_kokkos.sh <directory> <OpenMP|Serial|Cuda>
#
# apt fetches and verifies the packages through a private configuration below <directory>, made from the machine's own
# sources: the same archive, the suites sid and experimental. Writes <directory>/<backend>: Kokkos, KokkosKernels'
# headers, the run-time libraries that Kokkos was linked with, and toolchain.cmake, which points CMake there and links
# with that loader and rpath. Needs no root. Cuda gives headers only, enough to compile CUDA code but not to link it.
set -euo pipefail

directory=$(mkdir -p "${1:?usage: $0 <directory> <OpenMP|Serial|Cuda>}" && cd "$1" && pwd)
backend=${2:?usage: $0 <directory> <OpenMP|Serial|Cuda>}
prefix=$directory/$backend
kokkos_minimum=4.6 # of Kokkos and KokkosKernels
kokkos_below=6     # the first version that is too new
runtime_packages="libc6 libstdc++6 libgcc-s1 libgomp1"

say() { printf '[debian_kokkos] %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

[ ! -f "$prefix/toolchain.cmake" ] || exit 0
for tool in apt-get apt-cache dpkg dpkg-deb ar sed; do
  command -v $tool >/dev/null || fail "no $tool on this machine (need a Debian with apt and binutils)"
done

# Lines `URI|keyring` of the archives that the machine takes its own release from.
machine_archives() {
  local codename
  codename=$(. /etc/os-release && [ "$ID" = debian ] && echo "${VERSION_CODENAME:-sid}") || return 0
  apt-get indextargets --format '$(REPO_URI)|$(RELEASE)|$(CODENAME)|$(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    awk -F'|' -v name="$codename" '$4 == "main" && ($2 == name || $3 == name || $2 == "stable") { print $1 }' | sort -u
}

write_apt_configuration() {
  local keyring=/usr/share/keyrings/debian-archive-keyring.gpg signed_by="" archives
  archives=$(machine_archives)
  [ -n "$archives" ] || fail "no Debian archive among this machine's apt sources (need one that carries sid)"
  [ ! -f $keyring ] || signed_by="Signed-By: $keyring"
  mkdir -p "$directory"/apt/{sources,lists/partial,cache/archives/partial}
  : >"$directory/apt/status"
  for archive in $archives; do
    printf 'Types: deb\nURIs: %s\nSuites: sid experimental\nComponents: main\n%s\n\n' "$archive" "$signed_by"
  done >"$directory/apt/sources/ocean.sources"
  cat >"$directory/apt/apt.conf" <<CONF
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$directory/apt/sources";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "$directory/apt/lists";
Dir::State::status "$directory/apt/status";
Dir::Cache "$directory/apt/cache";
Acquire::Languages "none";
Acquire::AllowInsecureRepositories "false";
APT::Get::AllowUnauthenticated "false";
APT::Sandbox::User "root";
Debug::NoLocking "true";
CONF
  export APT_CONFIG=$directory/apt/apt.conf
}

in_range() { dpkg --compare-versions "$1" ge $kokkos_minimum && dpkg --compare-versions "$1" lt "$kokkos_below~"; }
versions_of() { apt-cache madison "$1" 2>/dev/null | awk -F'|' '$3 ~ /Packages/ { gsub(/ /, "", $2); print $2 }' | sort -rVu; }

# The downloaded file of <package>[=<version>], if there is one.
file_of() {
  local version=${1#"${1%%=*}"}
  version=${version#=}
  compgen -G "$directory/packages/${1%%=*}_${version//:/%3a}*.deb" | sort -V | tail -1
}
# fetch <package>[=<version>]...: downloads what is not there yet; apt checks every hash against the signed lists.
fetch() {
  local package
  for package in "$@"; do
    [ -z "$(file_of "$package")" ] || continue
    say "fetching ${package%%=*}"
    (cd "$directory/packages" && apt-get download -q "$package" >/dev/null)
  done
}
unpack() { # unpack <into> <package>[=<version>]...
  local into=$1 package
  shift
  mkdir -p "$into"
  for package in "$@"; do dpkg-deb -x "$(file_of "$package")" "$into"; done
}
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
  [ "$backend" != Serial ] || package=libtrilinos-kokkos-dev
  take_newest $package "$prefix" KOKKOS_VERSION KokkosCore_config.h
  kokkos_version=$taken_number
  library=$(library_of "$package=$taken_version")
  [ -n "$library" ] || fail "$package $taken_version names no library (need libkokkos<version> among what it depends on)"
  fetch "$library=$taken_version" $runtime_packages
  unpack "$prefix" "$library=$taken_version"
  unpack "$prefix/runtime" $runtime_packages
  if [ "$backend" = Cuda ]; then
    fetch kokkos
    unpack "$prefix" kokkos
  fi
}

# Makes the package relocatable, and gives it the archives that it names but does not hold.
repair_kokkos_package() {
  local targets=$1/KokkosTargets.cmake location
  sed -i 's|"/usr/include/kokkos"|"${_IMPORT_PREFIX}/include/kokkos"|' "$targets"
  sed -nE 's|.*IMPORTED_LOCATION_NONE "\$\{_IMPORT_PREFIX\}(/[^"]*)".*|\1|p' "$1"/KokkosTargets-*.cmake |
    while read -r location; do
      [ -e "$prefix/usr$location" ] || case $location in
      *.a) ar rcs "$prefix/usr$location" ;;
      *) fail "Debian's Kokkos names $location (need it in the package)" ;;
      esac
    done
}

# Turns the OpenMP headers into a CUDA configuration, as Kokkos' own build would write it.
configure_kokkos_for_cuda() {
  local include=$prefix/usr/include/kokkos
  sed -i -E 's|^/\* #undef (KOKKOS_ENABLE_CUDA\|KOKKOS_ARCH_HOPPER\|KOKKOS_ARCH_HOPPER90) \*/$|#define \1|' \
    "$include/KokkosCore_config.h"
  sed -i 's|^/\* #undef DESUL_ATOMICS_ENABLE_CUDA \*/$|#define DESUL_ATOMICS_ENABLE_CUDA|' "$include/desul/atomics/Config.hpp"
  sed -i 's|^#include <fwd/Kokkos_Fwd_OPENMP.hpp>|&\n#include <fwd/Kokkos_Fwd_CUDA.hpp>|' "$include/KokkosCore_Config_FwdBackend.hpp"
  sed -i 's|^#include <decl/Kokkos_Declare_OPENMP.hpp>|&\n#include <decl/Kokkos_Declare_CUDA.hpp>|' "$include/KokkosCore_Config_DeclareBackend.hpp"
  sed -i 's|^#define KOKKOS_SETUP_HPP_|&\n#include <setup/Kokkos_Setup_Cuda.hpp>|' "$include/KokkosCore_Config_SetupBackend.hpp"
  sed -i 's|set(Kokkos_DEVICES OPENMP)|set(Kokkos_DEVICES CUDA;OPENMP)|; s|set(Kokkos_ARCH )|set(Kokkos_ARCH HOPPER90)|' \
    "$1/KokkosConfigCommon.cmake"
  sed -i -E 's|(INTERFACE_COMPILE_OPTIONS) .*|\1 "-extended-lambda;-Wext-lambda-captures-this;-arch=sm_90"|' "$1/KokkosTargets.cmake"
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
  loader=$(find "$prefix/runtime" -name 'ld-linux*.so*' -type f | head -1)
  [ -n "$loader" ] || fail "no loader in $prefix/runtime (need the one of libc6)"
  {
    echo "# Kokkos $kokkos_version ($backend) and KokkosKernels $taken_number from Debian's packages"
    echo "list(PREPEND CMAKE_PREFIX_PATH \"$prefix/usr\")"
    echo "set(Kokkos_DIR \"$libraries/cmake/Kokkos\")"
    echo "set(KokkosKernels_DIR \"$libraries/cmake/KokkosKernels\")"
    if [ "$backend" = Cuda ]; then
      wrapper=$(find "$prefix/usr/bin" -name nvcc_wrapper)
      echo "set(CMAKE_CXX_COMPILER \"${wrapper:-nvcc_wrapper}\" CACHE FILEPATH \"\")"
    else
      echo "set(CMAKE_EXE_LINKER_FLAGS_INIT \"-Wl,--dynamic-linker=$loader -Wl,--disable-new-dtags -Wl,-rpath,$libraries:$(dirname "$loader") -Wl,--allow-shlib-undefined\")"
      echo "set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)"
    fi
  } >"$prefix/toolchain.cmake.new"
  mv "$prefix/toolchain.cmake.new" "$prefix/toolchain.cmake"
}

mkdir -p "$directory/packages"
write_apt_configuration
lists_age_max_min=360 # minutes for which the lists of an earlier call serve
if [ -z "$(find "$directory/apt/updated" -mmin -$lists_age_max_min 2>/dev/null)" ]; then
  say "reading the lists of Debian's sid and experimental (about 12 MB)"
  log=$directory/apt/update.log
  if ! apt-get update -q >"$log" 2>&1; then
    grep -q 'is expired' "$log" || fail "apt-get update: $(grep -m1 '^E:' "$log")"
    say "this mirror's lists are older than Debian says they should be: taking them, signed as they are"
    echo 'Acquire::Check-Valid-Until "false";' >>"$APT_CONFIG"
    apt-get update -q >"$log" 2>&1 || fail "apt-get update: $(grep -m1 '^E:' "$log")"
  fi
  touch "$directory/apt/updated"
fi
rm -rf "$prefix"
take_kokkos
cmake_dir=$(dirname "$(dirname "$(find "$prefix" -name KokkosConfig.cmake)")")
repair_kokkos_package "$cmake_dir/Kokkos"
[ "$backend" != Cuda ] || configure_kokkos_for_cuda "$cmake_dir/Kokkos"
take_kokkoskernels "$cmake_dir"
write_toolchain "$(dirname "$cmake_dir")"
say "$backend is ready in $prefix"
