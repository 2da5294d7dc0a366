#!/bin/sh
# Creates the queue manager of the tutorial on this host, unless it is there, and starts it, unless it runs. Run it
# there, as a user of the group mqm. Its queues and channel are those of perf0.sh.
#
#   create.sh PERF0
set -eu
qm=$1
cd "$(dirname "$0")"
PATH=$PATH:${MQ_INSTALLATION:-/opt/mqm}/bin
dspmq -m "$qm" >/dev/null 2>&1 ||
  crtmqm -u SYSTEM.DEAD.LETTER.QUEUE -h 50000 -lc -lf 16384 -lp 16 -ii "$PWD/qm.ini" "$qm"
dspmq -m "$qm" | grep -q 'STATUS(Running)' || strmqm "$qm"
