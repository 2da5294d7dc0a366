#!/bin/sh
# Holds "sluice send" at rate 0 against a plain JMS loop, on an Artemis broker in a process of its own.
# The two take turns, in changing order, since the machine's speed drifts; the last column is
# sluice / plain of one turn, and the last line all messages of all turns, sluice / plain.
# Needs a built checkout (./mvnw package). Usage: artemis-send.sh [TURNS [SECONDS]]
set -eu
turns=${1:-5}
seconds=${2:-5}
warmup=3
size=2048
port=${PORT:-25616}

home=$(cd "$(dirname "$0")/../.." && pwd)
jar=$home/harness-control/target/sluice.jar
classpath=$home/src-it/target/test-classes:$jar
work=$(mktemp -d)
mkfifo "$work/stdin"

java -cp "$classpath" dev.sluice.it.baseline.DroppingBroker "$port" \
  <"$work/stdin" >"$work/broker.out" 2>"$work/broker.err" &
broker=$!
exec 3>"$work/stdin"
trap 'exec 3>&-; wait "$broker" 2>/dev/null || true; rm -rf "$work"' EXIT
while ! grep -q ready "$work/broker.out"; do
  kill -0 "$broker" 2>/dev/null || { cat "$work/broker.err" >&2; exit 1; }
  sleep 1
done

plain() {
  java -cp "$classpath" dev.sluice.it.baseline.PlainSendLoop \
    "tcp://127.0.0.1:$port" "$1" $size $warmup "$seconds" 2>/dev/null
}

sluice() {
  java -jar "$jar" send --provider artemis --url "tcp://127.0.0.1:$port" --threads "$1" \
    --size $size --rate 0 --warmup ${warmup}s --duration $((warmup + seconds))s --interval 1s |
    sed -n 's|^senders: \([0-9.,]*\)/s achieved.*|\1|p' | tr -d ,
}

printf '%-8s %-6s %12s %12s %8s\n' threads turn plain/s sluice/s ratio
for threads in 1 4; do
  turn=1
  while [ "$turn" -le "$turns" ]; do
    if [ $((turn % 2)) -eq 1 ]; then
      a=$(plain "$threads")
      b=$(sluice "$threads")
    else
      b=$(sluice "$threads")
      a=$(plain "$threads")
    fi
    printf '%-8s %-6s %12s %12s %8s\n' "$threads" "$turn" "$a" "$b" \
      "$(awk "BEGIN { printf \"%.3f\", $b / $a }")" | tee -a "$work/ratios.$threads"
    turn=$((turn + 1))
  done
  awk -v t="$threads" '
    { plain += $3; sluice += $4 }
    END { printf "%-8s all    %12.1f %12.1f %8.3f\n", t, plain / NR, sluice / NR, sluice / plain }
  ' "$work/ratios.$threads"
done
