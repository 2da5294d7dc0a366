#!/bin/sh
# Writes the MQSC of the hub or of the branches: N pairs of cluster channels between two queue managers
# stand for N branches, as in the study. N = 1000, 2000, 3000 (published), 4000 (did not recover there).
#
#   channels.sh hub 1000 | runmqsc HUB.QM          # listens at HUB(3604)
#   channels.sh branch 1000 | runmqsc BRANCH.QM    # listens at BRANCH(3603)
#
# A rehearsal has other addresses and is not so patient: HUB=127.0.0.1 HUBPORT=14461 HBINT=1 SHORTTMR=1.
set -eu
side=$1
n=$2
hub=${HUB:-HUB}
branch=${BRANCH:-BRANCH}
hubport=${HUBPORT:-3604}
branchport=${BRANCHPORT:-3603}
attributes="TRPTYPE(TCP) CLUSTER(CLUS) MCATYPE(THREAD) DISCINT(0) SHORTRTY(1000) +
       SHORTTMR(${SHORTTMR:-60}) HBINT(${HBINT:-60}) BATCHINT(0) BATCHSZ(50) NPMSPEED(FAST) REPLACE"
echo "ALTER QMGR REPOS(CLUS)"
# Ours: the .0 of the one that is defined by hand, because a cluster sender must be called like a
# receiver of the other side.
case $side in
  hub)
    receiver=HUB address="$hub($hubport)"
    echo "DEFINE QLOCAL(INPUTQ) DEFBIND(NOTFIXED) CLUSTER(CLUS) REPLACE"
    echo "DEFINE CHANNEL(TO.BRANCH.QM.0) CHLTYPE(CLUSSDR) CONNAME('$branch($branchport)') +"
    echo "       $attributes" ;;
  branch)
    receiver=BRANCH address="$branch($branchport)"
    echo "DEFINE QLOCAL(REPLYQ) MAXDEPTH(99999) DEFPSIST(YES) DEFBIND(NOTFIXED) CLUSTER(CLUS) REPLACE"
    echo "DEFINE CHANNEL(TO.HUB.QM.0) CHLTYPE(CLUSSDR) CONNAME('$hub($hubport)') +"
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
