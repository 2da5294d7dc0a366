#!/bin/sh
# The tutorial's line for the responders, as it is published; on the host of the queue manager.
exec ${SLUICE:-sluice} cph -nt 200 -vo 3 -wi 0 -rl 0 -id ResP1 -tx -pp -tc Responder -ss 5 -to -1 \
  -oq REPLY -iq REQUEST -cr -dn 10 -jb PERF0 -jt mqb "$@"
