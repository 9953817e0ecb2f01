#!/usr/bin/env bash
# Unpacks Trilinos (Tpetra, MueLu and what they stand on) and an MPI from Debian's packages; installs nothing.
#
#   scripts/debian_trilinos.sh <directory> [version]        for example 17.0; the newest without
#
# apt fetches and verifies the packages as for scripts/debian_kokkos.sh. Writes <directory>/Trilinos: headers, libraries,
# toolchain.cmake, which points CMake there and links with the loader and run-time libraries there, and mpirun, which
# runs programs on one or more ranks with the MPI there: mpirun <ranks> <program> [argument]... Needs no root.
#
# Exits with 3, and one line that says why, if the packages are not available: no apt, no network, no such package.
set -euo pipefail

directory=$(mkdir -p "${1:?usage: $0 <directory> [version]}" && cd "$1" && pwd)
version=${2:-}
prefix=$directory/Trilinos

if [ -f "$prefix/toolchain.cmake" ] && { [ -z "$version" ] || grep -qF "# Trilinos $version" "$prefix/toolchain.cmake"; }; then exit 0; fi
. "$(dirname "${BASH_SOURCE[0]}")/debian_packages.sh"
fail() {
  say "$*"
  exit 3
}

# Development packages: those that a program with Tpetra, MueLu, Belos and Galeri includes or names to CMake.
development="teuchos kokkos kokkos-kernels tpetra xpetra ifpack2 belos amesos2 muelu galeri zoltan zoltan2 stratimikos
  thyra rtop shylu teko intrepid2 shards trilinosss"
# What the libraries depend on, but no such program loads.
not_loaded='llvm|comgr|amdhip|z3|perl|systemd|clang|ssl|x11|hsa|openssh|xcb|libxext|libxml|libdb5|pci.ids|libdrm|mount1'
not_loaded+='|blkid|gdbm|gconv|fuse|fido|edit2|cbor|mpi-default|libxau|libxdmcp|xnvctrl|ocl-icd|udev|kmod|acl|caps'

# The newest version of MueLu's package that begins with $version, as Debian writes it.
take_version() {
  local candidate
  for candidate in $(versions_of libtrilinos-muelu-dev); do
    case $candidate in
    "$version"*)
      taken_version=$candidate
      return 0
      ;;
    esac
  done
  fail "no package libtrilinos-muelu-dev${version:+ $version} in sid or experimental (need one)"
}

# Names of everything to unpack: the development packages and what their libraries load.
packages_to_unpack() {
  local name names=()
  for name in $development; do names+=("libtrilinos-$name-dev"); done
  apt-get --print-uris -qq -y --no-install-recommends install libtrilinos-{muelu,galeri,belos,ifpack2}-dev |
    sed -nE "s/^'[^']*' ([^_ ]+)_.*/\1/p" | grep -vE "$not_loaded" | grep -vE -- '-dev$' || return 1
  printf '%s\n' "${names[@]}" trilinos-dev libopenmpi-dev
}

fetch_all() {
  local packages
  printf 'Package: *\nPin: release n=experimental\nPin-Priority: 1\n\nPackage: libtrilinos-* trilinos-*\nPin: version %s\nPin-Priority: 900\n' \
    "${taken_version%%-*}*" >"$directory/apt/trilinos.preferences"
  sed -i "s|^Dir::Etc::Preferences .*|Dir::Etc::Preferences \"$directory/apt/trilinos.preferences\";|" "$APT_CONFIG"
  packages=$(packages_to_unpack) || fail "apt cannot resolve the dependencies of Trilinos $taken_version"
  say "fetching Trilinos $taken_version and what it loads: $(wc -l <<<"$packages") packages, some 50 MB"
  mkdir -p "$directory/packages/trilinos"
  # shellcheck disable=SC2086 -- a list
  (cd "$directory/packages/trilinos" && rm -f ./*.deb && apt-get download -qq $packages >/dev/null) ||
    fail "apt-get download: cannot fetch all packages of Trilinos $taken_version"
}

# Third-party libraries are loaded by those of Trilinos; programs need MPI's headers and library alone. Packages of
# Trilinos that others name, but that are not unpacked, become empty.
repair_trilinos_packages() { # repair_trilinos_packages <libraries>
  local folder name contents
  grep -rhoE 'CURRENT_LIST_DIR\}/\.\./[A-Za-z0-9_]+/' "$1/cmake" --include='*Config.cmake' | sed -E 's|.*/([^/]+)/$|\1|' | sort -u |
    while read -r name; do
      [ "$name" = trilinos_external_packages ] || [ -d "$1/cmake/$name" ] || [ -d "$1/cmake/trilinos_external_packages/$name" ] || {
        mkdir "$1/cmake/$name"
        printf 'if(NOT TARGET %s::all_libs)\n  add_library(%s::all_libs INTERFACE IMPORTED)\nendif()\n' "$name" "$name" >"$1/cmake/$name/${name}Config.cmake"
      }
    done
  for folder in "$1"/cmake/trilinos_external_packages/*/; do
    name=$(basename "$folder")
    contents=""
    if [ "$name" = MPI ]; then
      contents="  set_target_properties(MPI::all_libs PROPERTIES INTERFACE_INCLUDE_DIRECTORIES \"$1/openmpi/include\"
                        INTERFACE_LINK_LIBRARIES \"$(find "$1" -name libmpi.so -o -name libopen_mpi.so | sort -u | paste -sd';')\")"
    fi
    cat >"$folder/${name}Config.cmake" <<CMAKE
if(NOT TARGET $name::all_libs)
  add_library($name::all_libs INTERFACE IMPORTED)
$contents
endif()
CMAKE
  done
  repair_kokkos_package "$1/cmake/Kokkos"
}

write_toolchain() { # write_toolchain <libraries> <loader> <run path>
  {
    echo "# Trilinos ${taken_version} from Debian's packages, with its own Kokkos and KokkosKernels"
    echo "list(PREPEND CMAKE_PREFIX_PATH \"$prefix/usr\")"
    echo "set(CMAKE_EXE_LINKER_FLAGS_INIT \"-Wl,--dynamic-linker=$2 -Wl,--disable-new-dtags -Wl,-rpath,$3 -Wl,--allow-shlib-undefined\")"
    echo "set(CMAKE_SHARED_LINKER_FLAGS_INIT \"-Wl,--allow-shlib-undefined\")"
    echo "set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)"
  } >"$prefix/toolchain.cmake.new"
}

# Open MPI looks for its parts where it was installed unless told otherwise. More ranks than cores are allowed: ranks
# that wait leave their core to the others.
write_mpirun() { # write_mpirun <libraries> <loader> <run path>
  cat >"$prefix/mpirun" <<SH
#!/bin/sh
# mpirun <ranks> <program> [argument]...: one rank is started directly.
export OPAL_PREFIX='$prefix/usr' PRTE_PREFIX='$prefix/usr' PMIX_PREFIX='$prefix/usr'
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_mpi_yield_when_idle=1 PMIX_MCA_pcompress_base_silence_warning=1
ranks=\$1
shift
if [ "\$ranks" = 1 ]; then exec "\$@"; fi
exec '$2' --library-path '$3' --argv0 prterun '$prefix/usr/bin/prterun' --map-by :OVERSUBSCRIBE --bind-to none -n "\$ranks" "\$@"
SH
  chmod +x "$prefix/mpirun"
}

read_package_lists
take_version
fetch_all
rm -rf "$prefix"
mkdir -p "$prefix"
for package in "$directory"/packages/trilinos/*.deb; do dpkg-deb -x "$package" "$prefix"; done
rm -rf "$directory/packages/trilinos"
libraries=$(dirname "$(find "$prefix/usr/lib" -name libtrilinos_muelu.so | head -1)")
loader=$(find "$prefix" -name 'ld-linux*.so*' -type f | head -1)
run_path=$libraries:$libraries/blas:$libraries/lapack:$libraries/openmpi/lib
repair_trilinos_packages "$libraries"
write_mpirun "$libraries" "$loader" "$run_path"
write_toolchain "$libraries" "$loader" "$run_path"
mv "$prefix/toolchain.cmake.new" "$prefix/toolchain.cmake"
say "Trilinos $taken_version is ready in $prefix"
