#!/usr/bin/env bash
# runmqsc for a simulated queue manager: commands from standard input, by the admin port of mqsim.
# A command goes on in the next line after a + or - at its end; an asterisk begins a comment.
# Carries out all commands. Exit codes as of runmqsc: 0, 10 if a command failed, 20 if none could be tried.
#
#   echo 'DISPLAY CHSTATUS(*)' | src-it/mqsim/runmqsc.sh 4500 QM1
set -u
port=$1
qm=$2
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 20
status=0
run() {
  echo "mqsc $qm $1" >&3 || exit 20
  while IFS= read -r reply <&3; do
    case $reply in
      OK*) return ;;
      'ERR no queue manager'*) echo "AMQ8118E: IBM MQ queue manager does not exist: $qm"; exit 20 ;;
      ERR*) echo "${reply#ERR }"; status=10; return ;;
      *) echo "$reply" ;;
    esac
  done
  echo "AMQ8146E: IBM MQ queue manager not available." # the simulator has ended
  exit 20
}
command=
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '*'*) continue ;;
    *[+-]) command+="${line%?} " ;;
    *) command+=$line
      [ -z "${command// /}" ] || run "$command"
      command= ;;
  esac
done
[ -z "$command" ] || run "$command"
exit $status
