#!/bin/sh
# What it costs to observe twelve queue managers every ten seconds, at the highest rate: twelve workers
# put and get at twelve simulated queue managers, which are in a process of their own. Runs that are
# observed and runs that are not take turns, A B B A, in one process. The last lines are observed / not
# observed, of the rate and of the 99th percentile, and the 95 % intervals.
# Needs a built checkout (./mvnw package). Usage: observer-cost.sh [PAIRS [SECONDS]]
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
classpath=${CLASSPATH:-$home/src-it/tests/target/test-classes:$home/harness-control/target/sluice.jar}
exec java -cp "$classpath" dev.sluice.it.bench.ObserverCost \
  "$home/src-it/mqsim/target/mqsim.jar" "${1:-20}" "${2:-20}" 2>/dev/null
