#!/usr/bin/env bash
# runmqsc for a simulated queue manager: a script from standard input, by the admin port of mqsim, which reads it.
# Carries out all commands. Exit codes as of runmqsc: 0, 10 if a command failed, 20 if none could be tried.
#
#   echo 'DISPLAY CHSTATUS(*)' | src-it/mqsim/runmqsc.sh 4500 QM1
set -u
port=$1
qm=$2
exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 20
status=0
tell() {
  printf '%s\n' "$1" >&3 || exit 20
  while IFS= read -r reply <&3; do
    case $reply in
      'OK end') exit "$status" ;;
      OK) return ;;
      'ERR no queue manager'*) echo "AMQ8118E: IBM MQ queue manager does not exist: $qm"; exit 20 ;;
      ERR*) echo "${reply#ERR }"; status=10; return ;;
      *) echo "$reply" ;;
    esac
  done
  echo "AMQ8146E: IBM MQ queue manager not available." # the simulator has ended
  exit 20
}
tell "mqsc $qm"
while IFS= read -r line || [ -n "$line" ]; do
  line=${line%$'\r'}
  while [[ $line == *$'\r'* ]]; do # ends a line alone, too
    tell "${line%%$'\r'*}"
    line=${line#*$'\r'}
  done
  tell "$line"
done
tell $'\004' # the end of the text
exit "$status"
