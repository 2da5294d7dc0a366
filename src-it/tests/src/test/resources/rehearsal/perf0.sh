#!/bin/sh
# Writes the MQSC of PERF0: 10 pairs of queues and a channel for the requesters, who give a user and a password.
#
#   perf0.sh perf | runmqsc PERF0      perf: the user whose rights they have, and a group of that name
#
# A rehearsal has another port: PORT=14420.
set -eu
user=${1:-perf}
cat <<END
ALTER QMGR MAXMSGL(104857600)
DEFINE LISTENER(L1) TRPTYPE(TCP) PORT(${PORT:-1420}) CONTROL(QMGR) REPLACE
START LISTENER(L1)
ALTER CHANNEL(SYSTEM.DEF.SVRCONN) CHLTYPE(SVRCONN) SHARECNV(1) MCAUSER('$user') MAXMSGL(104857600)
* Ours: the sample switches CHLAUTH off
SET CHLAUTH(SYSTEM.DEF.SVRCONN) TYPE(ADDRESSMAP) ADDRESS('*') USERSRC(CHANNEL) CHCKCLNT(REQUIRED) ACTION(REPLACE)
SET AUTHREC OBJTYPE(QMGR) GROUP('$user') AUTHADD(CONNECT,INQ,DSP)
END
i=1
while [ "$i" -le 10 ]; do
  for queue in "REQUEST$i" "REPLY$i"; do
    echo "DEFINE QLOCAL($queue) MAXDEPTH(5000) MAXMSGL(104857600) REPLACE"
    echo "SET AUTHREC PROFILE($queue) OBJTYPE(QUEUE) GROUP('$user') AUTHADD(PUT,GET,BROWSE,INQ,DSP)"
  done
  i=$((i + 1))
done
