#!/bin/sh
# Writes the MQSC of the hub or of the branches: N pairs of cluster channels between two queue managers
# stand for N branches, as in the study. N = 1000, 2000, 3000 (published), 4000 (did not recover there).
#
#   channels.sh hub 1000 | runmqsc HUB.QM          # listens at HUB(3604)
#   channels.sh branch 1000 | runmqsc BRANCH.QM    # listens at BRANCH(3603)
set -eu
side=$1
n=$2
hub=${HUB:-HUB}
branch=${BRANCH:-BRANCH}
attributes="TRPTYPE(TCP) CLUSTER(CLUS) MCATYPE(THREAD) DISCINT(0) SHORTRTY(1000) HBINT(60) +
       BATCHINT(0) BATCHSZ(50) NPMSPEED(FAST) REPLACE"
echo "ALTER QMGR REPOS(CLUS)"
case $side in
  hub)
    receiver=HUB address="$hub(3604)"
    echo "DEFINE QLOCAL(INPUTQ) DEFBIND(NOTFIXED) CLUSTER(CLUS) REPLACE"
    echo "DEFINE CHANNEL(TO.BRANCH.QM) CHLTYPE(CLUSSDR) CONNAME('$branch(3603)') +"
    echo "       $attributes" ;;
  branch)
    receiver=BRANCH address="$branch(3603)"
    echo "DEFINE QLOCAL(REPLYQ) MAXDEPTH(99999) DEFPSIST(YES) DEFBIND(NOTFIXED) CLUSTER(CLUS) REPLACE"
    echo "DEFINE CHANNEL(TO.HUB.QM) CHLTYPE(CLUSSDR) CONNAME('$hub(3604)') +"
    echo "       $attributes" ;;
  *) echo "hub or branch, and how many" >&2; exit 2 ;;
esac
i=0
while [ "$i" -lt "$n" ]; do
  echo "DEFINE CHANNEL(TO.$receiver.QM.$i) CHLTYPE(CLUSRCVR) CONNAME('$address') +"
  echo "       $attributes"
  i=$((i + 1))
done
echo "* Ours: the applications' channel, and what limits it"
echo "DEFINE CHANNEL(PERF.APP.CHL) CHLTYPE(SVRCONN) TRPTYPE(TCP) SHARECNV(1) HBINT(10) REPLACE"
