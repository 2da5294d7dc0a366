#!/bin/sh
# CPU seconds so far of a queue manager's channels, of the rest of it, or of a process: on Linux, what z/OS
# has in address spaces. An observer with "reads: cpu-seconds" asks for it, once an interval.
#
#   cpu-of.sh channels QMA    amqrmppa and runmqchl, the channel initiator's part
#   cpu-of.sh rest QMA        everything else that has -m QMA among its arguments
#   cpu-of.sh process 4711
set -eu
case $1 in
  process) pids=$2 ;;
  *) pids=$(ps -e -o pid= -o args= | awk -v what="$1" -v qm="$2" '
       $2 ~ /\/(amq|runmq)[a-z0-9]*$/ || $2 ~ /^(amq|runmq)/ {
         for (i = 3; i <= NF && $i !~ "^(-m)?" qm "$"; i++) {}
         if (i > NF) next
         channel = $2 ~ /(amqrmppa|runmqchl)/
         if (channel == (what == "channels")) print $1
       }') ;;
esac
[ -n "$pids" ] || { echo "$2 has no such process" >&2; exit 1; }
for pid in $pids; do
  sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null || [ "$1" != process ] # one of the queue manager's may have ended
done | awk -v hz="$(getconf CLK_TCK)" '{ ticks += $12 + $13 } END { if (NR == 0) exit 1; printf "%.2f\n", ticks / hz }'
