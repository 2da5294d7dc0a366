#!/bin/sh
# Holds "sluice send" at rate 0 against a plain JMS loop, on an Artemis broker in a process of its own:
# messages per second, and seconds of processor time per million messages, after a warm-up of a few
# seconds and after one that lasts until the JVM's compiler has nothing left to do. Programs take turns,
# in changing order, because the machine's speed drifts. The last lines are sluice / plain of all turns.
# Needs a built checkout (./mvnw package). Usage: artemis-send.sh [TURNS [SECONDS [NAME=COMMAND ...]]], as in
#   artemis-send.sh 5 5 old='java -jar /tmp/old.jar' new='java -jar harness-control/target/sluice.jar'
# Without any: the packaged jar.
set -eu
turns=${1:-5}
seconds=${2:-5}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] && shift
port=${PORT:-25616}

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/broker.sh"
if [ $# -eq 0 ]; then
  set -- "sluice=java -jar $jar"
fi
java -cp "$classpath" dev.sluice.it.bench.SendCost "$turns" "$seconds" "$url" \
  "plain=java -cp $classpath dev.sluice.it.baseline.PlainSendLoop" "$@" 2>/dev/null
