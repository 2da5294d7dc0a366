#!/bin/sh
# What many connections of a real client cost, on virtual and on platform threads in turns: a broker in a process
# of its own, one connection for each sender at a low rate, receivers that check each message. Prints the time
# until all are up, the processor time of 20 s of harness and broker, memory, threads and open files of the
# harness; then the broker is killed and started again, and the run goes on for 45 s: its first line and exit
# code, and where the rest is. Needs a built checkout, and the clients of the soak (./mvnw verify -P soak).
# Usage: [JAVA=a newer java] [HEAP=4g] [BROKER_HEAP=2g] [SHARECNV=10] many-connections.sh BROKER CONNECTIONS RATE [TURNS]
#   BROKER is artemis, classic, qpid, rabbitmq or ibmmq (the simulated queue manager)
set -eu
if [ $# -lt 3 ] || [ $# -gt 4 ]; then
  echo "usage: $0 BROKER CONNECTIONS RATE [TURNS]" >&2
  exit 2
fi
home=$(cd "$(dirname "$0")/../../.." && pwd)
tests=$home/src-it/tests
classpath=$tests/target/test-classes:$home/src-it/mqsim/target/test-classes
classpath=$classpath:$home/src-it/mqsim/target/mqsim.jar:$home/harness-control/target/sluice.jar
cd "$tests"
exec java -Dbasedir="$tests" -Dheap="${HEAP:-4g}" -Dsharecnv="${SHARECNV:-10}" \
  -Dbroker.heap="${BROKER_HEAP:-2g}" -cp "$classpath" \
  dev.sluice.it.brokers.ManyConnections "$1" "$2" "$3" "${4:-1}" "${JAVA:-java}"
