#!/usr/bin/env bash
# Builds the site of docs/ in build/docs/html: Doxygen reads the public headers, Sphinx makes the pages. A public name
# without documentation is an error, and so is every warning of the two.
#
#   scripts/docs.sh
#
# Installs what is missing (root), or unpacks it below build/.
. "$(dirname "$0")/lib.sh"

# The first Python that has what the site needs: a user's own may lack what Debian's has.
sphinx_python() {
  local python
  for python in /usr/bin/python3 python3; do
    if "$python" -c 'import sphinx, furo, breathe, myst_parser' 2>/dev/null; then
      echo "$python"
      return 0
    fi
  done
  return 1
}

provide_docs_tools() {
  use_unpacked_tools
  export PYTHONPATH=$ocean_tools/usr/lib/python3/dist-packages${PYTHONPATH:+:$PYTHONPATH}
  need doxygen has_command doxygen
  need python3 has_command python3
  if ! sphinx_python >/dev/null; then
    missing_packages+=(python3-sphinx furo python3-breathe python3-myst-parser)
  fi
  provide_packages
}

provide_docs_tools
python=$(sphinx_python) || fail "no Python with sphinx, furo, breathe and myst_parser"
cd "$ocean_root"
out=$ocean_build/docs
mkdir -p "$out"

say "figures: are they what their scripts draw?"
for figure in other_tools stages; do python3 docs/figures/$figure.py --check; done

say "doxygen: the public headers"
# Public names that public headers take from below include/ocean/ are in headers that the Doxyfile names.
for header in $(grep -lE '^namespace Ocean \{' -r include/ocean); do
  grep -q "$header" docs/Doxyfile || fail "$header has public names (need it in docs/Doxyfile)"
done
OCEAN_DOCS_BUILD=$out doxygen docs/Doxyfile || fail "doxygen: see above"
# Every header's names are on a page; _Experimental has some names once more, and is empty for most headers.
for group in $(grep -l '<memberdef\|<innerclass' "$out"/doxygen/xml/group__*.xml | xargs sed -n 's@ *<compoundname>\(.*\)</compoundname>@\1@p'); do
  grep -rq "doxygengroup:: $group\$" docs/reference || fail "the names of $group are on no page (need it in docs/reference)"
done

say "sphinx: the pages"
OCEAN_DOXYGEN_XML=$out/doxygen/xml "$python" -m sphinx -b html -E -W --keep-going -q -j "$ocean_jobs" -d "$out/doctrees" docs "$out/html" </dev/null ||
  fail "sphinx: see above"
say "the site is in ${out#"$ocean_root"/}/html/index.html"
