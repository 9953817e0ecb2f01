# Shared by debian_kokkos.sh and debian_trilinos.sh (sourced): Debian's packages of sid and experimental, fetched and
# verified by apt through a private configuration below $directory, made from the machine's own sources. Installs nothing.
# The caller sets $directory, and $prefix, where packages are unpacked; failure_status, if a failure is to exit with another.

say() { printf '[%s] %s\n' "$(basename "$0" .sh)" "$*" >&2; }
fail() {
  say "$*"
  exit "${failure_status:-1}"
}

require_apt() {
  for tool in apt-get apt-cache dpkg dpkg-deb ar sed; do
    command -v $tool >/dev/null || fail "no $tool on this machine (need a Debian with apt and binutils)"
  done
}

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
    (cd "$directory/packages" && apt-get download -q "$package" >/dev/null) || fail "apt-get download: ${package%%=*} cannot be had"
  done
}
# fetch_source <package> <version>: downloads a source package; $fetched_source is upstream's archive.
fetch_source() {
  local log=$directory/apt/source.log
  say "fetching the sources of $1 $2"
  (cd "$directory/packages" && apt-get source -q --download-only "$1=$2") >"$log" 2>&1 ||
    fail "the sources of $1 $2 cannot be had: $(grep -m1 '^E:' "$log")"
  fetched_source=$(compgen -G "$directory/packages/$1_${2%-*}.orig.tar.*" | grep -v '\.asc$')
}
unpack() { # unpack <into> <package>[=<version>]...
  local into=$1 package
  shift
  mkdir -p "$into"
  for package in "$@"; do dpkg-deb -x "$(file_of "$package")" "$into"; done
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

lists_age_max_min=360 # minutes for which the lists of an earlier call serve
update_lists() { # update_lists <stamp> <what>
  local log=$directory/apt/update.log
  [ -z "$(find "$directory/apt/$1" -mmin -$lists_age_max_min 2>/dev/null)" ] || return 0
  say "reading the lists of Debian's sid and experimental ($2)"
  if ! apt-get update -q >"$log" 2>&1; then
    grep -q 'is expired' "$log" || fail "apt-get update: $(grep -m1 '^E:' "$log")"
    say "this mirror's lists are older than Debian says they should be: taking them, signed as they are"
    echo 'Acquire::Check-Valid-Until "false";' >>"$APT_CONFIG"
    apt-get update -q >"$log" 2>&1 || fail "apt-get update: $(grep -m1 '^E:' "$log")"
  fi
  touch "$directory/apt/$1"
}
read_package_lists() {
  require_apt
  mkdir -p "$directory/packages"
  write_apt_configuration
  update_lists updated "about 12 MB"
}
# The lists of source packages beside them. Pre: read_package_lists
read_source_lists() {
  local sources=$directory/apt/sources
  sed 's/^Types: deb$/Types: deb-src/' "$sources/ocean.sources" >"$sources/ocean-source.sources"
  update_lists updated-source "about 12 MB, source packages"
}
