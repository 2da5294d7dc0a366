#!/bin/sh
# Creates HUB.QM or BRANCH.QM on this host and starts it and its listener. One that is there already
# is DELETED with its messages: each number of channel pairs begins with new queue managers. Run it as mqm.
#
#   create.sh hub standard     1000 pairs
#   create.sh hub trusted      2000 pairs: the channels run inside the queue manager
#   create.sh hub tuned        3000 pairs: the listener too
set -eu
side=$1
kind=$2
cd "$(dirname "$0")"
PATH=$PATH:${MQ_INSTALLATION:-/opt/mqm}/bin
case $side in
  hub) qm=HUB.QM port=${HUBPORT:-3604} ;;
  branch) qm=BRANCH.QM port=${BRANCHPORT:-3603} ;;
  *) echo "hub or branch" >&2; exit 2 ;;
esac
export MQ_CHANNEL_SUPPRESS_MSGS=9001,9002,9202,9203,9206,9208,9209,9213,9514,9558,9999
listener=
ini=$PWD/$qm.ini # stays, because the queue manager reads it whenever it starts
case $kind in
  standard) cat qm.ini >"$ini" ;;
  trusted) cat qm.ini trusted.ini >"$ini" ;;
  tuned) cat qm.ini trusted.ini >"$ini"; listener="env MQ_CONNECT_TYPE=FASTPATH" ;;
  *) echo "standard, trusted or tuned" >&2; exit 2 ;;
esac
chmod 644 "$ini"
if dspmq -m "$qm" >/dev/null 2>&1; then
  endmqm -i "$qm" || true
  endmqlsr -m "$qm" || true
  dltmqm "$qm"
fi
crtmqm -q -h 50000 -lf 16384 -lp 12 -ls 2 -u SYSTEM.DEAD.LETTER.QUEUE -ii "$ini" "$qm"
strmqm "$qm"
nohup $listener runmqlsr -m "$qm" -t tcp -p "$port" -b 4096 </dev/null >/dev/null 2>&1 &
