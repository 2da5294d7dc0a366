#!/bin/sh
# Tries a fleet on this host: starts agents, and a command as their controller. The agents end with it.
#
#   config/fleet/on-one-host.sh 3 send --provider null --queue Q --threads 6 --total-rate 600 --duration 10s
#
# SLUICE is the program (sluice of this checkout if nothing is said), FLEET_PORT the port of the hub.
set -eu
if [ $# -lt 2 ]; then
  echo "usage: $0 AGENTS COMMAND [OPTION...]" >&2
  exit 2
fi
agents=$1
command=$2
shift 2
sluice=${SLUICE:-$(dirname "$0")/../../sluice}
port=${FLEET_PORT:-7800}

folder=$(mktemp -d)
running=
end() {
  for agent in $running; do
    kill "$agent" 2>/dev/null || true
  done
  wait
  rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

(umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$folder/secret")
i=0
while [ "$i" -lt "$agents" ]; do
  "$sluice" agent --fleet "127.0.0.1:$port" --name "agent-$((i + 1))" --fleet-secret-file "$folder/secret" \
    >"$folder/agent-$((i + 1)).log" 2>&1 &
  running="$running $!"
  i=$((i + 1))
done

code=0
"$sluice" "$command" "$@" --fleet --fleet-port "$port" --agents "$agents" --fleet-secret-file "$folder/secret" || code=$?
if [ "$code" -eq 3 ]; then
  echo "what the agents printed:" >&2
  cat "$folder"/agent-*.log >&2
fi
exit "$code"
