#!/bin/sh
# The heads of a docstring (`Shapes  ...`, `\throws ...`) as paragraphs with a title, for Doxygen.
exec sed -E -e 's@^( *///) (Shapes|Units|Pre|Launch|Cost|Source)  +@\1 \\par \2\n\1 @' \
  -e 's@^( *///) \\throws @\1 \\par Throws\n\1 @' "$1"
