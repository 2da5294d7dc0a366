#!/bin/sh
# Gives each replica of a queue manager so many cores and returns when it answers again. For the operator of
# OpenShift, as queue-manager.yml; write your own for another platform.
#
#   set-cores.sh perf0 4
set -eu
name=$1
cores=$2
resources="{\"limits\":{\"cpu\":\"$cores\"},\"requests\":{\"cpu\":\"$cores\"}}"
oc patch queuemanager "$name" --type merge --patch "{\"spec\":{\"queueManager\":{\"resources\":$resources}}}"

# Done when the operator has taken it over, every pod has as many and one of them is ready: with Native HA only the active one is.
while :; do
  pods=$(oc get pods -l "app.kubernetes.io/instance=$name" \
    -o 'jsonpath={range .items[*]}{.spec.containers[0].resources.limits.cpu}{" "}{.status.containerStatuses[0].ready}{"\n"}{end}')
  if [ -n "$pods" ] && ! echo "$pods" | grep -qv "^$cores " && echo "$pods" | grep -q ' true$'; then
    exit 0
  fi
  sleep 5
done
