# Shared by the scripts beside it (sourced): where things are, what is missing, and how to build.
set -euo pipefail

ocean_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ocean_build=${OCEAN_BUILD_DIR:-$ocean_root/build}
ocean_jobs=${OCEAN_JOBS:-$(nproc 2>/dev/null || echo 2)}
ocean_tools=$ocean_build/tools # packages of the machine's own release, unpacked where nobody is root

say() { printf '\n[ocean %4ds] %s\n' "$SECONDS" "$*"; }
fail() {
  printf '[ocean] %s\n' "$*" >&2
  exit 1
}

has_command() { command -v "$1" >/dev/null 2>&1; }
has_header() { printf '#include <%s>\n' "$1" | "${CXX:-c++}" -E -x c++ - >/dev/null 2>&1 || [ -e "$ocean_tools/usr/include/$1" ]; }

# Whether clang-19 is here or can be installed.
find_clang() { has_command clang++-19 || { has_command apt-cache && apt-cache show clang-19 >/dev/null 2>&1; }; }

# need <package> <test...>: notes the package if the test fails.
missing_packages=()
need() {
  local package=$1
  shift
  "$@" || missing_packages+=("$package")
}

# Makes unpacked packages usable: commands, their libraries, headers, and the compiler with its own root.
use_unpacked_tools() {
  [ -d "$ocean_tools/bin" ] || return 0
  local libraries
  libraries=$(find "$ocean_tools"/usr/lib "$ocean_tools"/lib -maxdepth 1 -name '*-linux-gnu*' -type d 2>/dev/null | paste -sd:)
  export PATH=$ocean_tools/bin:$ocean_tools/usr/bin:$PATH
  export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export CMAKE_PREFIX_PATH=$ocean_tools/usr${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  [ ! -x "$ocean_tools/bin/c++" ] || export CXX=${CXX:-$ocean_tools/bin/c++}
}

# Without root: fetches the packages with all they depend on and unpacks them below the build tree.
unpack_packages() {
  local apt=$ocean_tools/apt package
  for tool in apt-get dpkg-deb; do
    has_command $tool || fail "no $tool here, and not root: install ${missing_packages[*]} and call again"
  done
  mkdir -p "$apt"/{lists,cache/archives}/partial "$ocean_tools/bin"
  : >"$apt/status"
  printf '%s\n' "Dir::State::Lists \"$apt/lists\";" "Dir::State::status \"$apt/status\";" "Dir::Cache \"$apt/cache\";" \
    'Debug::NoLocking "true";' 'APT::Install-Recommends "false";' 'Acquire::Languages "none";' >"$apt/apt.conf"
  APT_CONFIG=$apt/apt.conf apt-get -q update >"$apt/log" 2>&1 || fail "apt-get update: $(tail -1 "$apt/log")"
  APT_CONFIG=$apt/apt.conf apt-get -q -y --download-only install "$@" >>"$apt/log" 2>&1 || fail "apt-get: $(tail -1 "$apt/log")"
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb -x "$package" "$ocean_tools"; done
  rm -f "$apt"/cache/archives/*.deb
  if [ -e "$ocean_tools/usr/bin/g++" ]; then
    printf '#!/bin/sh\nexec "%s/usr/bin/g++" --sysroot="%s" "$@"\n' "$ocean_tools" "$ocean_tools" >"$ocean_tools/bin/c++"
    chmod +x "$ocean_tools/bin/c++"
  fi
}

# Installs the missing packages as root, else unpacks them.
provide_packages() {
  [ ${#missing_packages[@]} -gt 0 ] || return 0
  has_command apt-get || fail "missing: ${missing_packages[*]} (Debian's names; install them and call again)"
  if [ "$(id -u)" = 0 ]; then
    say "installing ${missing_packages[*]}"
    apt-get -q update >/dev/null
    DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install "${missing_packages[@]}" </dev/null >/dev/null
  else
    say "unpacking ${missing_packages[*]} below ${ocean_tools#"$ocean_root"/}"
    unpack_packages "${missing_packages[@]}"
    use_unpacked_tools
  fi
  missing_packages=()
}

# What every build needs; more packages may be noted with need() before.
provide_build_tools() {
  use_unpacked_tools
  need g++ has_command "${CXX:-c++}"
  need cmake has_command cmake
  need ninja-build has_command ninja
  need zlib1g-dev has_header zlib.h
  need libcli11-dev has_header CLI/CLI.hpp
  need nlohmann-json3-dev has_header nlohmann/json.hpp
  if has_command apt-get; then
    need binutils has_command ar
    need ca-certificates test -d /etc/ssl/certs
  fi
  provide_packages
}

# The CUDA compiler, if there is one that is new enough for C++20 with Kokkos 5.
nvcc_minimum=12.4
find_nvcc() {
  local nvcc version
  nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || return 1
  version=$("$nvcc" --version | sed -nE 's/.*release ([0-9.]+),.*/\1/p')
  [ "$(printf '%s\n' "$nvcc_minimum" "$version" | sort -V | head -1)" = "$nvcc_minimum" ] && echo "$nvcc"
}
has_gpu() { has_command nvidia-smi && nvidia-smi -L 2>/dev/null | grep -q '^GPU'; }

# configure <tree> [cmake argument]...: quiet unless it fails; keeps what was configured with the same arguments.
configure() {
  local tree=$ocean_build/$1 log=$ocean_build/$1/configure.log
  shift
  mkdir -p "$tree"
  if [ -f "$tree/build.ninja" ] && [ "$(cat "$tree/configure.arguments" 2>/dev/null)" = "$*" ]; then return 0; fi
  rm -rf "$tree"/CMakeCache.txt "$tree"/CMakeFiles "$tree"/build.ninja
  cmake -S "$ocean_root" -B "$tree" -G Ninja -DOCEAN_DEBIAN_PREFIX="$ocean_build/debian" "$@" 2>&1 | tee "$log" |
    grep --line-buffered -E '^-- (Looking for|Kokkos|KokkosKernels) |^\[debian' || true
  [ "${PIPESTATUS[0]}" = 0 ] && [ -f "$tree/build.ninja" ] && ! grep -q 'CMake Error' "$log" || {
    cat "$log"
    rm -f "$tree"/build.ninja
    fail "cmake failed in ${tree#"$ocean_root"/}"
  }
  printf '%s' "$*" >"$tree/configure.arguments"
}
build() { # build <tree> [target]...
  local tree=$ocean_build/$1
  shift
  cmake --build "$tree" --parallel "$ocean_jobs" ${1:+--target "$@"} </dev/null
}
# Backends of the Kokkos that a tree was configured with.
backends_of() { sed -nE 's/^OCEAN_BACKENDS:INTERNAL=(.*)$/\1/p' "$ocean_build/$1/CMakeCache.txt" | tr ';' ' '; }
has_backend() { [[ " $(backends_of "$1") " == *" $2 "* ]]; }
