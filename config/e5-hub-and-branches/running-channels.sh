#!/bin/sh
# How many message channels of a queue manager run: a number, for an observer. None is 0; a queue manager
# that does not answer is a failure, and so a gap.
#
#   running-channels.sh HUB.QM
#   RUNMQSC="src-it/mqsim/runmqsc.sh 4500" running-channels.sh HUB.QM    # of a rehearsal
set -eu
status=0
text=$(echo "DISPLAY CHSTATUS(TO.*) STATUS" | ${RUNMQSC:-runmqsc} "$1") || status=$?
[ "$status" -le 10 ] || exit "$status" # 10: no channel has a status
echo "$text" | awk '/STATUS\(RUNNING\)/ { n++ } END { print n + 0 }'
