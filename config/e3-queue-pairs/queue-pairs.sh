#!/bin/sh
# Writes the MQSC of one of the two queue managers: N pairs of queues, and the way between the queue
# managers. Requests go from QMA to QMB, replies from QMB to QMA. By default each queue has a sender
# channel and a transmission queue of its own: those are the transports tcp, smc-r and smc-d.
#
#   queue-pairs.sh requester 10 mqhost2 | runmqsc QMA    # mqhost2(1414) is where QMB listens
#   queue-pairs.sh server 10 mqhost1 | runmqsc QMB       # mqhost1(1414) is where QMA listens
#
# Applications have the rights of the user perf, and of a group of that name; another one: MQUSER=...
#
# Run it on both before you start the channels: queue-pairs.sh start-requester 10 | runmqsc QMA
# A rehearsal has other ports, and connects again sooner: PORT=14435 SHORTTMR=1.
#
# In a queue-sharing group (z/OS; not tried): TRANSPORT=igq queue-pairs.sh requester 10
# and TRANSPORT=shared queue-pairs.sh requester 10, whose queues both queue managers have.
set -eu
side=$1
pairs=$2
other=${3:-}
port=${PORT:-1414}
transport=${TRANSPORT:-tcp}
user=${MQUSER:-perf}
define() { # from to queue: messages put to QUEUEi go to the other queue manager
  if [ "$transport" = igq ]; then
    echo "DEFINE QREMOTE($3$i) RNAME($3$i) RQMNAME($2) REPLACE"
    return
  fi
  echo "DEFINE QLOCAL(TO.$2.$i) USAGE(XMITQ) MAXMSGL(104857600) REPLACE"
  echo "DEFINE QREMOTE($3$i) RNAME($3$i) RQMNAME($2) XMITQ(TO.$2.$i) REPLACE"
  echo "DEFINE CHANNEL($1.$2.$i) CHLTYPE(SDR) TRPTYPE(TCP) CONNAME('$other($port)') +"
  echo "       XMITQ(TO.$2.$i) SHORTTMR(${SHORTTMR:-60}) NPMSPEED(NORMAL) MAXMSGL(104857600) REPLACE"
  echo "DEFINE CHANNEL($2.$1.$i) CHLTYPE(RCVR) TRPTYPE(TCP) NPMSPEED(NORMAL) +"
  echo "       MAXMSGL(104857600) REPLACE"
}
grant() { # profile type rights: to the applications' user; z/OS has rights of its own
  [ "$transport" != tcp ] || echo "SET AUTHREC $1 OBJTYPE($2) GROUP('$user') AUTHADD($3)"
}
share() { # queue: one that both have, in a structure with shared message data sets of its own
  echo "DEFINE CFSTRUCT($1$i) CFLEVEL(5) OFFLOAD(SMDS) DSGROUP('MQSMDS.*.$1$i') REPLACE"
  echo "DEFINE QLOCAL($1$i) QSGDISP(SHARED) CFSTRUCT($1$i) MAXMSGL(104857600) REPLACE"
}
echo "* Ours: NPMSPEED(NORMAL), as the study names FAST as an extension; message lengths for 4 MiB"
echo "ALTER QMGR MAXMSGL(104857600)"
[ "$transport" != igq ] || echo "ALTER QMGR IGQ(ENABLED)"
i=1
while [ "$i" -le "$pairs" ]; do
  case $transport-$side in
    shared-requester) share REQUEST; share REPLY ;;
    shared-* | igq-start-*) ;;
    *-start-requester) echo "START CHANNEL(QMA.QMB.$i) IGNSTATE(YES)" ;;
    *-start-server) echo "START CHANNEL(QMB.QMA.$i) IGNSTATE(YES)" ;;
    *-requester)
      define QMA QMB REQUEST
      echo "DEFINE QLOCAL(REPLY$i) MAXMSGL(104857600) REPLACE"
      grant "PROFILE(REQUEST$i)" QUEUE PUT
      grant "PROFILE(REPLY$i)" QUEUE GET,BROWSE,INQ ;;
    *-server)
      define QMB QMA REPLY
      echo "DEFINE QLOCAL(REQUEST$i) MAXMSGL(104857600) REPLACE"
      grant "PROFILE(REPLY$i)" QUEUE PUT
      grant "PROFILE(REQUEST$i)" QUEUE GET,BROWSE,INQ ;;
    *) echo "requester, server, start-requester or start-server" >&2; exit 2 ;;
  esac
  i=$((i + 1))
done
case $side in
  requester | server)
    echo "* Ours: a channel for clients"
    echo "DEFINE CHANNEL(PERF.APP.CHL) CHLTYPE(SVRCONN) TRPTYPE(TCP) SHARECNV(1) +"
    echo "       MCAUSER('$user') MAXMSGL(104857600) REPLACE"
    grant "" QMGR CONNECT,INQ,DSP ;;
esac
