#!/bin/sh
# Creates the queue manager of the study, or changes its cores, and returns when it answers. Each
# replica gets as many cores. For the operator of OpenShift; write your own for another platform.
#
#   deploy.sh nha 32        Native HA, an active queue manager and two replicas
#   deploy.sh single 4      a single instance
set -eu
replication=$1
cores=$2
name=${QUEUE_MANAGER:-perf0}
cd "$(dirname "$0")"
case $replication in
  nha) type=NativeHA ;;
  single) type=SingleInstance ;;
  *) echo "nha or single" >&2; exit 2 ;;
esac

# A queue manager of the other kind has another kind of log: it goes first, with its storage.
there=$(oc get queuemanager "$name" --ignore-not-found -o 'jsonpath={.spec.queueManager.availability.type}')
if [ -n "$there" ] && [ "$there" != "$type" ]; then
  oc delete queuemanager "$name" --wait
  oc wait --for=delete pod -l "app.kubernetes.io/instance=$name" --timeout=10m
fi

oc create configmap perf-mqsc-ini --dry-run=client -o yaml \
  --from-file=client-tls.mqsc --from-file=nha.mqsc --from-file=queues.mqsc --from-file=fastpath.ini |
  oc apply -f -
if [ "$replication" = single ]; then
  sed -e 's/NativeHA/SingleInstance/; /^      tls:/d; s/nha\.mqsc, //' queue-manager.yml
else
  cat queue-manager.yml
fi | sed -e "s/name: perf0/name: $name/; s/cpu: \"32\"/cpu: \"$cores\"/" | oc apply -f -

# Done when every pod has as many and one of them is ready: with Native HA only the active one is.
while :; do
  pods=$(oc get pods -l "app.kubernetes.io/instance=$name" \
    -o 'jsonpath={range .items[*]}{.spec.containers[0].resources.limits.cpu}{" "}{.status.containerStatuses[0].ready}{"\n"}{end}')
  if [ -n "$pods" ] && ! echo "$pods" | grep -qv "^$cores " && echo "$pods" | grep -q ' true$'; then
    exit 0
  fi
  sleep 5
done
