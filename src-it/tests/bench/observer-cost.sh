#!/bin/sh
# What it costs to observe twelve queue managers every ten seconds: twelve workers put and get at twelve
# simulated queue managers, which are in a process of their own on the same processors. The seconds of one
# run in which they are asked are held against those before and after. The last lines are observed / not
# observed, of the rate, of the 99th percentile, and of the harness's processor time for a message, with
# 95 % intervals.
# Needs a built checkout (./mvnw package). Usage: observer-cost.sh [TURNS [RATE]]
#   TURNS of ten seconds (60)
#   RATE  of all workers together; 0, which is usual, is the highest
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
classpath=${CLASSPATH:-$home/src-it/tests/target/test-classes:$home/harness-control/target/sluice.jar}
exec java -cp "$classpath" dev.sluice.it.bench.ObserverCost \
  "$home/src-it/mqsim/target/mqsim.jar" "${1:-60}" "${2:-0}" 2>/dev/null
