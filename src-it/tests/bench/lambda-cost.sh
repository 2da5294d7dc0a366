#!/bin/sh
# Holds a lambda of the Java API that sends against the built-in sender, at the highest rate, one
# thread, on an Artemis broker in a process of its own, in turns A B B A of one process.
# Needs a built checkout (./mvnw package). Usage: lambda-cost.sh [PAIRS [SECONDS]]
set -eu
pairs=${1:-6}
seconds=${2:-8}
port=${PORT:-25616}

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/broker.sh"
api=$home/harness-control/api/target
classpath=$api/test-classes:$api/classes:$jar
echo "to a broker"
java -cp "$classpath" dev.sluice.api.LambdaCost "$url" "$pairs" "$seconds" 2>/dev/null
echo "to nobody: what the harness and the messages cost"
java -cp "$classpath" dev.sluice.api.LambdaCost none "$pairs" "$seconds" 2>/dev/null
