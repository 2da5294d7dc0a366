#!/bin/sh
# What 10,000 workers cost the harness alone: they connect by JNDI to a provider that counts and does
# nothing else. Prints, of each turn, how long it took until all were up, the processor time until then
# (which says more on a machine that has other things to do), and the most memory the process had. The
# programs take turns. Needs a built checkout (./mvnw package), and Linux.
# Usage: [WORKERS=10000] [TURNS=3] ten-thousand-workers.sh [NAME=COMMAND ...], where a command ends with
# a class path, as in
#   ten-thousand-workers.sh old='java -cp /tmp/old.jar' new='java -cp harness-control/target/sluice.jar'
# Without any: the packaged jar. Fewer WORKERS show what grows with their number.
set -eu
workers=${WORKERS:-10000}
turns=${TURNS:-3}
home=$(cd "$(dirname "$0")/../../.." && pwd)
provider=$home/src-it/tests/target/test-classes
package=dev/sluice/it/baseline
output=$(mktemp)
program=
trap 'kill $program 2>/dev/null || true; rm -f "$output"' EXIT
[ $# -gt 0 ] || set -- "sluice=java -cp $home/harness-control/target/sluice.jar"

if ! [ -f "$provider/$package/CountingContextFactory.class" ]; then
  echo "ten-thousand-workers: $provider has not been compiled" >&2
  exit 2
fi

now() {
  cut -d ' ' -f 1 /proc/uptime
}

measure() {
  begun=$(now)
  # shellcheck disable=SC2086 # a command is several words, of which the last is the class path
  $2:$provider dev.sluice.control.cli.Main send --provider jndi --jndi-factory dev.sluice.it.baseline.CountingContextFactory \
    --connection-factory CF --queue Q \
    --threads "$workers" --rate 1 --duration 3s >"$output" 2>&1 &
  program=$!
  until grep -q 'schedule starts' "$output"; do
    kill -0 "$program" || { cat "$output" >&2; exit 1; }
    sleep 0.05
  done
  up=$(now)
  # user and system time are the 12th and 13th field after the name, in hundredths of a second
  ticks=$(sed 's/.*) //' "/proc/$program/stat" | cut -d ' ' -f 12,13)
  sleep 2 # they have begun to work
  peak=$(sed -n 's/VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$program/status")
  wait "$program" || { cat "$output" >&2; exit 1; }
  program=
  echo "$1 $begun $up $ticks $peak" |
    awk '{printf "%-12s %9.1f %9.1f %9.1f %9d\n", $1, $3 - $2, $4 / 100, $5 / 100, $6 / 1024}'
}

printf '%-12s %9s %9s %9s %9s\n' "$workers" 'up, s' 'user, s' 'system, s' 'peak, MiB'
turn=0
while [ "$turn" -lt "$turns" ]; do
  for each in "$@"; do
    measure "${each%%=*}" "${each#*=}"
  done
  turn=$((turn + 1))
done
