#!/bin/sh
# What a fleet costs: processor time, user and system, of a controller and its agents, all processes of this
# host, over 20 s of a run at a low rate whose provider does nothing. The two programs take turns, A B B A. Prints
# each turn, and at the end the medians and new / old of all processes, of the agents and of the controller.
# An old jar may have the fleet whose agents know their peers (--peers). Without one, the new one alone is shown:
# whether agents are lost on a busy host. Needs Linux; 100 agents take 8 GB.
# The controller of the new one is there first, so that a few cold agents at a time come in, as hosts of their own do.
# Usage: fleet-cost.sh TURNS AGENTS NEW_JAR [OLD_JAR]
#   SECONDS_EACH=20 is how long is measured, SECONDS_BEFORE=10 how long the run has gone on then, BATCH=4 how many
#   agents start at a time, PORT=21000 the first port, BUSY=0 how many other processes want a processor meanwhile.
set -eu
if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  echo "usage: $0 TURNS AGENTS NEW_JAR [OLD_JAR]" >&2
  exit 2
fi
turns=$1
agents=$2
new=$3
old=${4:-}
seconds=${SECONDS_EACH:-20}
before=${SECONDS_BEFORE:-10}
batch=${BATCH:-4}
port=${PORT:-21000}
busy=${BUSY:-0}
work=$(mktemp -d)
running=
controller=

end_fleet() {
  for process in $controller $running; do
    kill -9 "$process" 2>/dev/null || true
  done
  wait 2>/dev/null || true
  running=
  controller=
}
trap 'end_fleet; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
(umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$work/secret")

# await FILE TEXT PROCESS
await() {
  until grep -qs "$2" "$1"; do
    kill -0 "$3" 2>/dev/null || { cat "$1" >&2; exit 1; }
    sleep 0.1
  done
}

# user and system time are the 12th and 13th field after the name, in ticks
ticks() {
  for process in "$@"; do
    sed 's/.*) //' "/proc/$process/stat"
  done | awk '{ ticks += $12 + $13 } END { print ticks }'
}

now() {
  cut -d ' ' -f 1 /proc/uptime
}

start_controller() {
  where="--fleet --fleet-port $port"
  [ -z "$peers" ] || where="--fleet cost --fleet-port $port $peers"
  # shellcheck disable=SC2086 # several words
  java -Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$jar" send --provider null --queue Q \
    --threads "$agents" --total-rate "$agents" --duration 1h --agents "$agents" $where \
    --fleet-secret-file "$work/secret" >"$work/controller.log" 2>&1 &
  controller=$!
}

start_agents() {
  i=1
  while [ "$i" -le "$agents" ]; do
    where="--fleet 127.0.0.1:$port"
    [ -z "$peers" ] || where="--fleet cost --fleet-port $((port + i)) $peers"
    # shellcheck disable=SC2086 # several words
    java -Xmx64m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$jar" agent --name "a$i" $where \
      --fleet-secret-file "$work/secret" >"$work/a$i.log" 2>&1 &
    running="$running $!"
    if [ $((i % batch)) -eq 0 ] || [ "$i" -eq "$agents" ]; then
      first=$(((i - 1) / batch * batch + 1))
      while [ "$first" -le "$i" ]; do
        await "$work/a$first.log" 'waits for work' "$!"
        first=$((first + 1))
      done
    fi
    i=$((i + 1))
  done
}

# turn NAME JAR
turn() {
  jar=$2
  program="java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar $jar"
  peers=
  # shellcheck disable=SC2086 # the command is several words
  if $program agent --help | grep -q -e --peers; then
    peers="--peers 127.0.0.1:$((port + 1)),127.0.0.1:$((port + 2)),127.0.0.1:$((port + 3)) --bind 127.0.0.1"
  fi
  if [ -n "$peers" ]; then
    start_agents
    start_controller
  else
    start_controller
    await "$work/controller.log" 'waiting' "$controller"
    start_agents
  fi
  await "$work/controller.log" 'schedule starts' "$controller"
  i=0
  agent_processes=$running
  while [ "$i" -lt "$busy" ]; do
    (while :; do :; done) &
    running="$running $!"
    i=$((i + 1))
  done
  sleep "$before"
  from=$(now)
  # shellcheck disable=SC2086 # several processes
  of_agents=$(ticks $agent_processes)
  of_controller=$(ticks "$controller")
  sleep "$seconds"
  until=$(now)
  # shellcheck disable=SC2086 # several processes
  echo "$1 $from $until $of_agents $(ticks $agent_processes) $of_controller $(ticks "$controller")" |
    awk -v hertz="$(getconf CLK_TCK)" -v seconds="$seconds" '{
      per = seconds / ($3 - $2) / hertz
      printf "%s %.2f %.2f %.2f\n", $1, ($5 - $4 + $7 - $6) * per, ($5 - $4) * per, ($7 - $6) * per
    }' >>"$work/turns"
  silent=$(grep -c 'is silent' "$work/controller.log" || true)
  lost=$(grep -c 'is dead\|lease ran out\|are missing' "$work/controller.log" || true)
  tail -n 1 "$work/turns" | awk -v silent="$silent" -v lost="$lost" \
    '{ printf "%-8s %10s %10s %10s %10s %10s\n", $1, $2, $3, $4, silent, lost }'
  end_fleet
}

printf '%s agents, processor s in %s s\n' "$agents" "$seconds"
printf '%-8s %10s %10s %10s %10s %10s\n' program all agents controller silent lost
played=0
while [ "$played" -lt "$turns" ]; do
  if [ -z "$old" ]; then
    turn new "$new"
  elif [ $((played % 2)) -eq 0 ]; then
    turn new "$new"
    turn old "$old"
  else
    turn old "$old"
    turn new "$new"
  fi
  played=$((played + 1))
done

[ -n "$old" ] || exit 0

# median NAME COLUMN
median() {
  awk -v name="$1" -v column="$2" '$1 == name { print $column }' "$work/turns" | sort -n |
    awk '{ all[NR] = $1 } END { print (all[int((NR + 1) / 2)] + all[int(NR / 2) + 1]) / 2 }'
}
for name in new old; do
  printf '%-8s %10.2f %10.2f %10.2f   median\n' "$name" "$(median $name 2)" "$(median $name 3)" "$(median $name 4)"
done
for column in 2 3 4; do
  echo "$(median new $column) $(median old $column)"
done | awk '{ ratio[NR] = $1 / $2 } END { printf "%-8s %10.2f %10.2f %10.2f   new / old\n", "", ratio[1], ratio[2], ratio[3] }'
