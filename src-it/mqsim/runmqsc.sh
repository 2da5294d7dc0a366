#!/usr/bin/env bash
# runmqsc for a simulated queue manager: commands from standard input, by the admin port of mqsim.
#
#   echo 'DISPLAY CHSTATUS(*)' | src-it/mqsim/runmqsc.sh 4500 QM1
set -eu
port=$1
qm=$2
exec 3<>"/dev/tcp/127.0.0.1/$port"
while IFS= read -r command; do
  echo "mqsc $qm $command" >&3
  while IFS= read -r line <&3; do
    case $line in
      OK*) break ;;
      ERR*) echo "$line" >&2; exit 20 ;;
      *) echo "$line" ;;
    esac
  done
done
