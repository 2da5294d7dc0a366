#!/bin/sh
# The tutorial's line for the requesters, as it is published; -us from MQUSER. The password is in SLUICE_PASSWORD instead
# of -pw, where everyone on the host could read it.
exec ${SLUICE:-sluice} cph -vo 3 -nt 100 -ss 5 -ms 2048 -wt 10 -wi 0 -rl 0 -id ReqP1 -tx -pp -co -tc Requester -to 30 \
  -iq REQUEST -oq REPLY -dn 10 -jh mqhost1 -jp 1420 -jc SYSTEM.DEF.SVRCONN -jb PERF0 -jt mqc -us "${MQUSER:-perf}" "$@"
