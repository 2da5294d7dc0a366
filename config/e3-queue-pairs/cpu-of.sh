#!/bin/sh
# CPU seconds so far of a queue manager's channels, or of the rest of it: what z/OS has in two address
# spaces, on Linux. An observer with "reads: cpu-seconds" asks for it, once an interval.
#
#   cpu-of.sh channels QMA    amqrmppa and runmqchl, the channel initiator's part
#   cpu-of.sh rest QMA        everything else that has -m QMA among its arguments
set -eu
what=$1
qm=$2
ps -e -o cputimes= -o args= | awk -v what="$what" -v qm="$qm" '
  $2 ~ /\/(amq|runmq)[a-z0-9]*$/ || $2 ~ /^(amq|runmq)/ {
    for (i = 3; i <= NF && $i !~ "^(-m)?" qm "$"; i++) {}
    if (i > NF) next
    channel = $2 ~ /(amqrmppa|runmqchl)/
    if (channel == (what == "channels")) sum += $1
  }
  END { printf "%d", sum }'
