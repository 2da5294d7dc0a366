#!/bin/sh
# Prints what the simulated queue manager can do on this host, in messages per second, and where the
# processor time goes. Builds what is missing. All arguments are passed on; --help lists them.
set -eu

home=$(cd "$(dirname "$0")/../../.." && pwd)
simulator=$home/src-it/mqsim/target/mqsim.jar
harness=$home/harness-control/target/sluice.jar
tests=$home/src-it/tests/target/test-classes

if [ ! -f "$simulator" ] || [ ! -f "$harness" ] || [ ! -d "$tests" ]; then
  echo "mqsim-bench: building (once; this takes a minute or two)" >&2
  (cd "$home" && ./mvnw --batch-mode --no-transfer-progress --quiet \
    --projects src-it/mqsim,src-it/tests --also-make -DskipTests package) >&2
fi

exec java -cp "$tests:$harness" dev.sluice.it.bench.SimulatorBenchmark \
  --simulator "$simulator" "$@"
