#!/bin/sh
# Prints what people wait for, in milliseconds elapsed and of processor time (in brackets): --version,
# ctl, the first message of 180 workers (null provider, and an Artemis broker in a process of its
# own), the first answer of a command socket and later ones. Medians of all turns.
# Needs a built checkout (./mvnw package). Usage: start-times.sh [TURNS [NAME=COMMAND ...]], as in
#   start-times.sh 9 old='java -jar /tmp/old.jar' new='java -jar harness-control/target/sluice.jar'
# The programs take turns. Without any: the packaged jar, and the launcher script.
set -eu
turns=${1:-5}
[ $# -gt 0 ] && shift
port=${PORT:-25617}

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/broker.sh"
if [ $# -eq 0 ]; then
  set -- "jar=java -jar $jar" "launcher=$home/sluice"
fi
java -cp "$classpath" dev.sluice.it.bench.StartTimes "$turns" "$url" "$@" 2>/dev/null
