#!/usr/bin/env bash
# Builds Debian packages (shared library, headers, program) below build/debian-packages and checks them with lintian.
#
#   scripts/build_debian_packages.sh
#
# Where Debian has a Kokkos that is new enough, dpkg-buildpackage alone does this. Elsewhere the script compiles with the
# unpacked one of scripts/debian_kokkos.sh: such packages show that the rules hold, but do not run without it.
. "$(dirname "$0")/lib.sh"

provide_build_tools
need dpkg-dev has_command dpkg-buildpackage
need debhelper has_command dh
need lintian has_command lintian
provide_packages

name=$(sed -nE '1s/^([^ ]+) \(([^-]+)-.*/\1-\2/p' "$ocean_root/debian/changelog")
source=$ocean_build/debian-packages/$name
say "copying the sources to ${source#"$ocean_root"/}"
rm -rf "$ocean_build/debian-packages"
mkdir -p "$source"
(cd "$ocean_root" && git ls-files -z | grep -zvE '^(perf_tests/results|unit_tests|data)/' | xargs -0 cp --parents -t "$source")

tolerated=()
if ! dpkg --compare-versions "$(dpkg-query -W -f '${Version}' libkokkos-dev 2>/dev/null || echo 0)" ge 4.6; then
  "$ocean_root/scripts/debian_kokkos.sh" "$ocean_build/debian" OpenMP
  prefix=$ocean_build/debian/OpenMP
  libraries=$(find "$prefix" -name 'libkokkoscore.so*' -printf '%h\n' | sort -u | paste -sd:)
  [ -n "$libraries" ] || fail "no libkokkoscore.so in ${prefix#"$ocean_root"/} (need that of scripts/debian_kokkos.sh)"
  export OCEAN_PACKAGE_CMAKE="-DCMAKE_TOOLCHAIN_FILE=$prefix/toolchain.cmake -DCMAKE_SKIP_INSTALL_RPATH=ON"
  export OCEAN_PACKAGE_SHLIBS="-l$libraries -- --ignore-missing-info"
  tolerated=(--suppress-tags custom-library-search-path)
fi
say "building the packages"
(cd "$source" && DEB_BUILD_OPTIONS="parallel=$ocean_jobs nocheck" dpkg-buildpackage -b -us -uc -d </dev/null >../build.log 2>&1) || {
  tail -30 "$ocean_build/debian-packages/build.log"
  fail "dpkg-buildpackage failed"
}
say "lintian"
lintian --fail-on error,warning "${tolerated[@]}" "$ocean_build"/debian-packages/*.changes
say "packages in ${ocean_build#"$ocean_root"/}/debian-packages:"
(cd "$ocean_build/debian-packages" && ls *.deb)
