#!/bin/sh
# Prints the files and code lines of main code in each module as a Markdown table: those of the working
# tree, or of one or more commits side by side, as in
#   docs/sizes.sh 1ccf80ae HEAD
# A code line is one that is no blank, comment, import or package line. The last row but one leaves out
# the simulated queue manager; the last one has all lines of the page: scripts, styles and HTML, without
# the chart library. With -p, a row for each package too.
set -eu
cd "$(dirname "$0")/.."
packages=0
if [ "${1:-}" = -p ]; then
  packages=1
  shift
fi
[ $# -gt 0 ] || set -- ''

column=0
for commit in "$@"; do
  column=$((column + 1))
  git grep -n '' ${commit:+"$commit"} -- '*/src/main/java/dev/sluice/*.java' |
    sed -E "s|^${commit:+$commit:}||; s|^([^:]*)/src/main/java/dev/sluice/([^:]*)/([^/:]*):[0-9]+:|$column\t\1\t\2\t\3\t|"
  git grep -c '' ${commit:+"$commit"} -- '*/src/main/resources/*.js' '*/src/main/resources/*.css' \
    '*/src/main/resources/*.html' ':!*/uplot/*' | sed -E "s|.*:|$column\tpage\t|"
done | awk -F '\t' -v titles="$*" -v packages="$packages" -v page='4 page: .js, .css, .html' '
  $2 == "page" {
    rows[page]; files[page, $1]++; lines[page, $1] += $3
    next
  }
  {
    column = $1
    if ($4 != file || $3 != package || column != last) {
      file = $4; package = $3; last = column; comment = 0
      count(files)
    }
    line = $5
    for (i = 6; i <= NF; i++) line = line " " $i
    gsub(/^[ \t]+|[ \t\r]+$/, "", line)
    if (comment) { if (line ~ /\*\//) comment = 0; next }
    if (line == "" || line ~ /^(\/\/|import |package )/) next
    if (line ~ /^\/\*/) { if (line !~ /\*\//) comment = 1; next }
    count(lines)
  }
  function count(what) {
    add(what, "1 " $2)
    if (packages) { name = $3; gsub("/", ".", name); add(what, "2 `" name "`") }
    if ($2 !~ /mqsim/) add(what, "3 **all but mqsim**")
  }
  function add(what, row) { rows[row]; what[row, column]++ }
  END {
    head = "| |"; rule = "|---|"
    split(titles, title, " ")
    for (i = 1; i <= last; i++) {
      head = head " files " title[i] " | code lines " title[i] " | share |"
      rule = rule "--:|--:|--:|"
    }
    gsub(/  +/, " ", head)
    print head; print rule
    for (row in rows) {
      line = "| " substr(row, 3) " |"
      for (i = 1; i <= last; i++) {
        all = lines["3 **all but mqsim**", i]
        share = row ~ /^1/ && row !~ /mqsim/ && all ? sprintf("%.0f %%", 100 * lines[row, i] / all) : ""
        line = line " " files[row, i] " | " lines[row, i] " | " share " |"
      }
      gsub(/  +/, " ", line)
      print row "\t" line | "LC_ALL=C sort | cut -f 2"
    }
  }'
