#!/bin/sh
# How long a test waits for the embedded queue manager: milliseconds from the start of a JVM to the first
# connection of IBM's client, in so many JVMs one after the other; then starts in one JVM, and what they
# leave behind. Needs a built checkout with tests (./mvnw verify, or package without -DskipTests).
# Usage: embedded-start.sh [JVMS [STARTS]]
set -eu
jvms=${1:-100}
starts=${2:-200}
home=$(cd "$(dirname "$0")/../../.." && pwd)
classpath=$home/src-it/mqsim/target/test-classes:$home/src-it/mqsim/target/mqsim.jar:$home/harness-control/target/sluice.jar
program="java -cp $classpath dev.sluice.mqsim.embedded.EmbeddedStart"

i=0
while [ "$i" -lt "$jvms" ]; do
  $program 2>/dev/null
  i=$((i + 1))
done | sort -n | awk '
  { ms[NR] = $1 }
  END {
    printf "first connection of a cold JVM: median %d ms, 95 of 100 within %d ms, most %d ms (%d JVMs)\n",
      ms[int((NR + 1) / 2)], ms[int((95 * NR + 99) / 100)], ms[NR], NR
  }'
$program "$starts" 2>/dev/null
