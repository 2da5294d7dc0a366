#!/bin/sh
# Creates QMA or QMB on this host with a listener, unless it is there, and starts it, unless it runs. Run it
# as a user of the group mqm. Its queues and channels are those of queue-pairs.sh.
#
#   create.sh QMA
#
# Ours: everything, because the queue managers of the study are those of z/OS.
set -eu
qm=$1
PATH=$PATH:${MQ_INSTALLATION:-/opt/mqm}/bin
dspmq -m "$qm" >/dev/null 2>&1 || crtmqm -p "${PORT:-1414}" "$qm"
dspmq -m "$qm" | grep -q 'STATUS(Running)' || strmqm "$qm"
