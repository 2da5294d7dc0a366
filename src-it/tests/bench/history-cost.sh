#!/bin/sh
# What --history costs at the highest rate: four workers that put and get with --verify, on an Artemis
# broker and on the simulated queue manager, each in a process of its own. Runs with a history and
# without take turns, A B B A, in one process. The last lines are with / without, of the rate and of
# the processor time of this process for a message put and got, and the 95 % intervals.
# Needs a built checkout (./mvnw package). Usage: history-cost.sh [PAIRS [SECONDS]]
set -eu
pairs=${1:-20}
seconds=${2:-5}
port=${PORT:-25616}

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/broker.sh"
for broker in "$url" "$home/src-it/mqsim/target/mqsim.jar"; do
  echo "$broker"
  java -cp "$classpath" dev.sluice.it.bench.HistoryCost "$broker" "$pairs" "$seconds" 2>/dev/null
done
