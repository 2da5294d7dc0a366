#!/bin/sh
# What 50 live pages and a scrape each second cost a run: the highest unpaced rate (as many threads as
# processors), and the processors of a paced run of 180 threads at 115/s. With and without them in turns of one run;
# the processors that the page's own threads use are told for themselves, because they say most on a busy host,
# and so are those that compile, because they have less to do the longer a run lasts (a warm-up of 60 s shows that);
# the pages are followed from this host, so what their readers use is in the unpaced rate, too.
# Needs a built checkout (./mvnw package). Usage: page-cost.sh [TURNS [WARM-UP [SECONDS [COMMAND ...]]]]
set -eu
turns=${1:-4}
warmup=${2:-6}
seconds=${3:-10}
if [ $# -ge 3 ]; then shift 3; else set --; fi
home=$(cd "$(dirname "$0")/../../.." && pwd)
jar=$home/harness-control/target/sluice.jar
[ $# -gt 0 ] || set -- java -jar "$jar"
classpath=${CLASSPATH:-$home/src-it/tests/target/test-classes:$jar}
java -cp "$classpath" dev.sluice.it.bench.PageCost unpaced "$turns" "$warmup" "$seconds" "$@"
java -cp "$classpath" dev.sluice.it.bench.PageCost paced "$turns" "$warmup" "$seconds" "$@"
