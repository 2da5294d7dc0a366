#!/bin/sh
# Prints what people wait for, in milliseconds elapsed and of processor time (in brackets): --version,
# ctl, the first message of 180 workers (null provider, and an Artemis broker in a process of its
# own), the first answer of a command socket and later ones. Medians of all turns.
# Needs a built checkout (./mvnw package). Usage: start-times.sh [TURNS [NAME=COMMAND ...]], as in
#   start-times.sh 9 old='java -jar /tmp/old.jar' new='java -jar harness-control/target/sluice.jar'
# The programs take turns. Without any: the packaged jar, and the launcher script.
set -eu
turns=${1:-5}
[ $# -gt 0 ] && shift
port=${PORT:-25617}

home=$(cd "$(dirname "$0")/../.." && pwd)
jar=$home/harness-control/target/sluice.jar
classpath=$home/src-it/target/test-classes:$jar
if [ $# -eq 0 ]; then
  set -- "jar=java -jar $jar" "launcher=$home/sluice"
fi
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

java -cp "$classpath" dev.sluice.it.bench.StartTimes "$turns" "tcp://127.0.0.1:$port" "$@" \
  2>/dev/null
