#!/bin/sh
# What people wait for, and what a message and the harness cost: start-times.sh, artemis-send.sh and
# calibrations.sh of the same programs in turns. Usage: all-times.sh [TURNS [NAME=COMMAND ...]], as in
#   all-times.sh 5 old='java -jar /tmp/old.jar' new=./sluice
set -eu
turns=${1:-5}
[ $# -gt 0 ] && shift
bench=$(dirname "$0")
"$bench/start-times.sh" "$turns" "$@"
"$bench/artemis-send.sh" "$turns" 5 "$@"
"$bench/calibrations.sh" "$turns" "$@"
