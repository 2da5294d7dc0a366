#!/bin/sh
# CPU seconds that the slice of a queue manager has used so far, for an observer with "reads: cpu-seconds": of control
# groups of version 2, or of version 1, where the host still has those.
#
#   slice-cpu.sh UC01QM01
set -eu
groups=${CGROUPS:-/sys/fs/cgroup}
slice=mq.slice/mq-$1.slice
for v1 in "$groups/cpu,cpuacct/$slice" "$groups/cpuacct/$slice"; do
  if [ -r "$v1/cpuacct.usage" ]; then
    exec awk '{ printf "%.6f\n", $1 / 1e9 }' "$v1/cpuacct.usage"
  fi
done
exec awk '/^usage_usec/ { printf "%.6f\n", $2 / 1e6; found = 1 } END { exit !found }' "$groups/$slice/cpu.stat"
