#!/bin/sh
# What Doxygen reads of a header: the heads of a docstring (`Shapes  ...`, `\throws ...`) become paragraphs with a title,
# and the names in a header's namespaces become groups that are named like the header, for the pages of reference/.
sed -E -e 's@^( *///) (Shapes|Units|Pre|Launch|Cost|Source)  +@\1 \\par \2\n\1 @' \
  -e 's@^( *///) \\throws @\1 \\par Throws\n\1 @' "$1" |
  awk -v group="$(basename "$1" | sed 's/\..*//')" '
    function open_group() { printf "/** \\addtogroup %s%s\n @{ */\n", group, (depth > 1 ? "_" open_names[depth] : "") }
    function close_group() { print "/** @} */" }
    /^namespace (Ocean|Experimental) \{$/ {
      if (depth > 0) close_group()
      print
      open_names[++depth] = $2
      open_group()
      next
    }
    depth > 0 && ($0 == "}  // namespace " open_names[depth] || ($0 == "}" && previous ~ /^using /)) {
      close_group()
      print
      if (--depth > 0) open_group()
      next
    }
    { print; previous = $0 }'
