#!/bin/sh
# Creates the queue manager of the study, or changes its cores, and returns when all of its pods have them and it
# answers. Each replica gets as many cores. For the operator of OpenShift; write your own for another platform.
#
#   deploy.sh nha 32 keys        Native HA, an active queue manager and two replicas
#   deploy.sh single 4 keys      a single instance
#
# In the folder of the keys it writes where the queue manager is now, because pods get new addresses:
#
#   keys/PERF0.json    the channel table: the address of the active pod on the clients' network
#   keys/pods          the names of the pods, the active one first: observers read each node through its pod
#
# That address is the pod's at INTERFACE (net1, as Multus calls the first additional one), or MQHOST if that is set.
# Nothing is deployed again that is as wanted.
set -eu
replication=$1
cores=$2
keys=$(cd "$3" && pwd)
name=${QUEUE_MANAGER:-perf0}
interface=${INTERFACE:-net1}
cd "$(dirname "$0")"
case $replication in
  nha) type=NativeHA replicas=3 ;;
  single) type=SingleInstance replicas=1 ;;
  *) echo "nha or single" >&2; exit 2 ;;
esac

# A queue manager of the other kind has another kind of log: it goes first, with its storage.
there=$(oc get queuemanager "$name" --ignore-not-found -o 'jsonpath={.spec.queueManager.availability.type}')
if [ -n "$there" ] && [ "$there" != "$type" ]; then
  oc delete queuemanager "$name" --wait
  while [ -n "$(oc get pods -l "app.kubernetes.io/instance=$name" -o name)" ]; do sleep 5; done
fi

oc create configmap perf-mqsc-ini --dry-run=client -o yaml \
  --from-file=client-tls.mqsc --from-file=nha.mqsc --from-file=queues.mqsc --from-file=fastpath.ini |
  oc apply -f -
if [ "$replication" = single ]; then
  sed -e 's/NativeHA/SingleInstance/; /^      tls:/d; s/nha\.mqsc, //' queue-manager.yml
else
  cat queue-manager.yml
fi | sed -e "s/name: perf0/name: $name/; s/cpu: \"32\"/cpu: \"$cores\"/" | oc apply -f -

# Done when all are there, each has as many, and one is ready: with Native HA only the active one is.
while :; do
  pods=$(oc get pods -l "app.kubernetes.io/instance=$name" \
    -o 'jsonpath={range .items[*]}{.status.containerStatuses[0].ready}{" "}{.spec.containers[0].resources.limits.cpu}{" "}{.metadata.name}{"\n"}{end}' |
    sort -r)
  if [ "$(echo "$pods" | wc -l)" -eq "$replicas" ] && ! echo "$pods" | grep -qv " $cores [^ ]*$" && echo "$pods" | grep -q '^true '; then
    break
  fi
  sleep 5
done
echo "$pods" | sed 's/.* //' >"$keys/pods" # "true" comes first
active=$(head -n 1 "$keys/pods")
host=${MQHOST:-$(oc get pod "$active" -o 'jsonpath={.metadata.annotations.k8s\.v1\.cni\.cncf\.io/network-status}' |
  tr -d ' \n' | tr '{' '\n' | sed -n "/\"interface\":\"$interface\"/s/.*\"ips\":\[\"\([^\"]*\)\".*/\1/p")}
[ -n "$host" ] || { echo "pod $active has no address at $interface: set INTERFACE or MQHOST" >&2; exit 1; }
cat >"$keys/PERF0.json" <<END
{
  "channel": [
    {
      "name": "SYSTEM.DEF.SVRCONN",
      "type": "clientConnection",
      "clientConnection": {"connection": [{"host": "$host", "port": ${MQPORT:-1414}}], "queueManager": "PERF0"},
      "connectionManagement": {"sharingConversations": 1},
      "general": {"maximumMessageLength": 104857600},
      "transmissionSecurity": {"cipherSpecification": "ANY_TLS12_OR_HIGHER"}
    }
  ]
}
END
echo "$active at $host"
