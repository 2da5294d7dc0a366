#!/bin/sh
# What --history costs at the highest rate: two senders and two receivers with --verify, on an Artemis
# broker and on the simulated queue manager, each in a process of its own. Runs with a history and
# without take turns, A B B A, in one process. The last lines are with / without and its 95 % interval.
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
