#!/bin/sh
# Makes run folders (10,000 of them) and prints what people wait for in their catalogue, in milliseconds elapsed
# and of processor time (in brackets): the list and filters by 'sluice runs' as whole processes, which read all folders,
# then the same by 'sluice serve', when it has read them, as HTTP requests. Medians.
# Needs a built checkout (./mvnw package). Usage: catalogue.sh [COUNT [FOLDER]]; a folder that is there is used as it is.
set -eu
count=${1:-10000}
home=$(cd "$(dirname "$0")/../../.." && pwd)
jar=$home/harness-control/target/sluice.jar
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
folder=${2:-$work/runs}
java -jar "$jar" send --provider null --threads 2 --total-rate 1150 --duration 2s --interval 500ms --out "$work/model" > /dev/null
java -cp "$home/src-it/tests/target/test-classes:$jar" dev.sluice.it.bench.CatalogueTimes \
  "$count" "$folder" "$work/model" java -jar "$jar"

java -jar "$jar" serve "$folder" --page 0 > "$work/serve.txt" &
server=$!
until grep -q '^page on' "$work/serve.txt"; do sleep 0.1; done
url=$(sed -n 's/^page on //p' "$work/serve.txt")
until curl -s "${url}api/v1/runs" | grep -q "\"total\":$count"; do sleep 0.1; done
ask() {
  for _ in 1 2 3 4 5 6 7 8 9 10 11; do
    curl -s -o /dev/null -w '%{time_total}\n' "${url}api/v1/$2"
  done | sort -n | awk -v what="$1" '{ t[NR] = $1 } END { printf "%s: %.1f ms (largest %.1f ms)\n", what, 1000 * t[int((NR + 1) / 2)], 1000 * t[NR] }'
}
ask 'page, first' 'runs'
ask 'page, filter' 'runs?where=p99%3C6%0Alabel.team=core'
ask 'page, search' 'runs?search=app7%20sat'
ask 'page, trend' 'trend?figure=latency_p99_ms'
