#!/bin/sh
# What it costs to observe twelve queue managers every ten seconds: workers put and get at twelve
# simulated queue managers, which are in a process of their own on the same processors. The tenths of a
# second of one run in which they are asked are held against those before and after. The last lines are
# observed / not observed, of the rate, of the 99th percentile, and of the harness's processor time for a
# message, with 95 % intervals.
# Needs a built checkout (./mvnw package). Usage: observer-cost.sh [TURNS [WORKERS [RATE [CAPACITY]]]]
#   TURNS of ten seconds (60)
#   WORKERS of the harness (240)
#   RATE  of all workers together; 0, which is usual, is the highest
#   CAPACITY of each queue manager: messages put and got per second; 0, which is usual, has no limit
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
classes=$home/src-it/tests/target/test-classes
classpath=${CLASSPATH:-$classes:$home/src-it/mqsim/target/mqsim.jar:$home/harness-control/target/sluice.jar}
exec java -cp "$classpath" dev.sluice.it.bench.ObserverCost "${1:-60}" "${2:-240}" "${3:-0}" "${4:-0}" 2>/dev/null
