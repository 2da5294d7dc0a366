#!/bin/sh
# Creates the queue managers of one host, on ports from 1414, with uniclus.ini and uniclus.mqsc of
# this folder. Run it there, as a user of the group mqm:
#
#   create-queue-managers.sh mqhost1 UC01QM01 UC01QM02 UC01QM03 UC01QM04 UC01QM05 UC01QM06
#   create-queue-managers.sh mqhost2 UC01QM07 UC01QM08 UC01QM09 UC01QM10 UC01QM11 UC01QM12
set -eu
host=$1
shift
cd "$(dirname "$0")"
port=1414
for qm in "$@"; do
  "${MQ_INSTALLATION:-/opt/mqm}/bin/crtmqm" -lc -p "$port" -ii "$PWD/uniclus.ini" -ic "$PWD/uniclus.mqsc" -iv "CONNAME=$host($port)" "$qm"
  port=$((port + 1))
done
