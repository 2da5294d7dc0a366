#!/bin/sh
# Prints the files and lines of main code in each package as a Markdown table: those of the working tree,
# or of one or more commits side by side, as in
#   docs/sizes.sh 6e38e32 HEAD
# The last row leaves out the simulated queue manager.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- ''

column=0
for commit in "$@"; do
  column=$((column + 1))
  # one line a file: commit:path:lines, or path:lines of the working tree
  git grep -c '' ${commit:+"$commit"} -- '*/src/main/java/*.java' |
    sed -E "s|^.*src/main/java/dev/sluice/(.*)/[^/]*:([0-9]+)$|$column \1 \2|"
done | awk -v titles="$*" '
  {
    gsub("/", ".", $2)
    room = $2 ~ /^mqsim/ ? 4 : $2 ~ /^control/ ? 3 : $2 ~ /^jms/ ? 2 : 1
    add(room " " $2); add(room "~"); add("5~")
    if (room < 4) add("6~")
    last = $1
  }
  function add(row) { rows[row]; files[row, $1]++; lines[row, $1] += $3 }
  function name(row) {
    if (row !~ /~/) { sub(/^. /, "", row); return "`" row "`" }
    split("core,jms,control,mqsim,all,all but mqsim", sums, ",")
    return "**" sums[substr(row, 1, 1)] "**"
  }
  END {
    head = "| package |"; rule = "|---|"
    split(titles, title, " ")
    for (i = 1; i <= last; i++) { head = head " files " title[i] " | lines " title[i] " |"; rule = rule "--:|--:|" }
    gsub(/  +/, " ", head)
    print head; print rule
    for (row in rows) {
      line = "| " name(row) " |"
      for (i = 1; i <= last; i++) line = line " " files[row, i] " | " lines[row, i] " |"
      gsub(/  +/, " ", line)
      print row "\t" line | "LC_ALL=C sort | cut -f 2"
    }
  }'
