#!/bin/sh
# How often a gate is wrong: pairs of equal sides, every second one beside busy loops, each judged by 'sluice gate'.
# A side is a sender at 200/s to a broker in its own process. Prints a table of the answers; of equal sides at most
# 1 in 100 may be called better or worse.
# Needs a built checkout (./mvnw package). Usage: gate-truth.sh [PAIRS [ROUNDS [SECONDS [LOOPS [FOLDER]]]]]
# A pair takes 2 runs and 4 more a round: 200 pairs of 10 rounds of 10 s take some five days. FOLDER keeps the answers,
# and pairs that it has are not played again: a script that was stopped goes on where it was.
set -eu
pairs=${1:-200}
rounds=${2:-10}
seconds=${3:-10}
loops=${4:-10}
home=$(cd "$(dirname "$0")/../../.." && pwd)
folder=${5:-$home/src-it/tests/target/gate-truth}
jar=$home/harness-control/target/sluice.jar

mkdir -p "$folder"
cat >"$folder/plan.yaml" <<PLAN
providers:
  broker: {type: embedded}
workloads:
  senders: {type: send, queue: GATE, threads: 4, total-rate: 200}
  receivers: {type: receive, queue: GATE, threads: 4}
run: {interval: 500ms, warmup: 2s, duration: $((seconds + 2))s}
PLAN

busy=
end_loops() {
  # shellcheck disable=SC2086 # one word for each
  [ -z "$busy" ] || kill $busy 2>/dev/null || true
  busy=
}
trap end_loops EXIT
trap 'exit 1' INT TERM

pair=1
while [ "$pair" -le "$pairs" ]; do
  kind=quiet
  [ $((pair % 2)) = 1 ] || kind=loops
  answer=$folder/$kind-$pair.json
  if [ ! -s "$answer" ]; then
    if [ $kind = loops ]; then
      i=0
      while [ "$i" -lt "$loops" ]; do
        while :; do :; done &
        busy="$busy $!"
        i=$((i + 1))
      done
    fi
    rm -rf "$folder/runs"
    java -jar "$jar" gate "$folder/plan.yaml" --against set=workloads.senders.threads=4 \
      --metric 'senders: achieved' --metric 'senders: p50' --metric 'senders: p99' \
      --rounds "$rounds" --out "$folder/runs" --json >"$answer.new" 2>"$folder/progress.txt" || true
    end_loops
    if [ ! -s "$answer.new" ]; then
      cat "$folder/progress.txt" >&2
      exit 1
    fi
    mv "$answer.new" "$answer"
  fi
  pair=$((pair + 1))
done

echo "| pairs of equal sides | better | worse | equal | cannot tell | flagged of 100 |"
echo "|---|--:|--:|--:|--:|--:|"
for kind in quiet loops; do
  label=alone
  [ $kind = quiet ] || label="beside $loops busy loops"
  for answer in "$folder"/$kind-*.json; do
    [ ! -e "$answer" ] || sed -n 's/^{"answer":"\([a-z_]*\)".*/\1/p' "$answer"
  done | awk -v label="$label" '
    { found[$1]++ }
    END {
      if (NR) printf "| %s: %d | %d | %d | %d | %d | %.1f |\n", label, NR, found["better"], found["worse"],
        found["equal"], found["cannot_tell"], 100 * (found["better"] + found["worse"]) / NR
    }'
done
