#!/bin/sh
# Creates PERF0 of the tutorial on this host and starts it. Run it there, as a user of the group mqm.
#
#   create.sh perf      the user whose rights the requesters have, and a group of that name
set -eu
cd "$(dirname "$0")"
PATH=$PATH:${MQ_INSTALLATION:-/opt/mqm}/bin
crtmqm -u SYSTEM.DEAD.LETTER.QUEUE -h 50000 -lc -lf 16384 -lp 16 -ii "$PWD/qm.ini" PERF0
strmqm PERF0
./perf0.sh "${1:-perf}" | runmqsc PERF0
