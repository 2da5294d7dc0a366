#!/usr/bin/env bash
# runmqsc for a simulated queue manager: commands from standard input, by the admin port of mqsim.
# A command goes on in the next line after a + at its end; an asterisk begins a comment.
#
#   echo 'DISPLAY CHSTATUS(*)' | src-it/mqsim/runmqsc.sh 4500 QM1
set -eu
port=$1
qm=$2
exec 3<>"/dev/tcp/127.0.0.1/$port"
command=
while IFS= read -r line; do
  case $line in
    '*'* | '') continue ;;
    *+) command+="${line%+} "; continue ;;
  esac
  echo "mqsc $qm $command$line" >&3
  command=
  while IFS= read -r reply <&3; do
    case $reply in
      OK*) break ;;
      ERR*) echo "$reply" >&2; exit 20 ;;
      *) echo "$reply" ;;
    esac
  done
done
