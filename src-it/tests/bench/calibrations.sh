#!/bin/sh
# What the harness alone costs: 'sluice calibrate' of 180 workers at 115/s and at 1,380/s each, of 180 without
# a rate, and of 10,000 at 1/s. Prints of each turn what was achieved (of the target, or per second), the cores it took,
# how long it took until all workers were up, and the most memory the process had. The programs take turns.
# Needs a built checkout (./mvnw package). Usage: calibrations.sh [TURNS [NAME=COMMAND ...]], as in
#   calibrations.sh 3 old='java -jar /tmp/old.jar' new=./sluice
# Without any: the launcher script. SECONDS_EACH=8 and SECONDS_BEFORE=3 say how long is measured, after what warm-up;
# WORKLOADS='180x115 10000x1' says which.
set -eu
turns=${1:-3}
[ $# -gt 0 ] && shift
home=$(cd "$(dirname "$0")/../../.." && pwd)
[ $# -gt 0 ] || set -- "sluice=$home/sluice"

row() {
  awk -v workers="$1" -v name="$2" '
    /^threads/ { sub(/.*after /, ""); up = $1 }
    /^achieved\/target/ { achieved = $2 }
    /^highest rate/ { achieved = $3 }
    /^CPU/ { cores = $2 }
    /^memory/ { memory = $2 }
    END { printf "%-12s %-12s %14s %9s %9s %9s\n", workers, name, achieved, cores, up, memory }'
}

printf '%-12s %-12s %14s %9s %9s %9s\n' 'workers' 'program' 'achieved' 'cores' 'up, s' 'peak, MiB'
turn=0
while [ "$turn" -lt "$turns" ]; do
  for each in ${WORKLOADS:-180x115 180x1380 180x0 10000x1}; do
    for program in "$@"; do
      # shellcheck disable=SC2086 # a command is several words
      ${program#*=} calibrate --threads="${each%x*}" --rate="${each#*x}" --duration "${SECONDS_EACH:-8}s" \
        --warmup "${SECONDS_BEFORE:-3}s" 2>/dev/null | row "$each" "${program%%=*}"
    done
  done
  turn=$((turn + 1))
done
