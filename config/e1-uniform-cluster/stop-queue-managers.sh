#!/bin/sh
# Ends those queue managers of this host that run; their applications are asked to go on at others. Needs sudo
# without a password, as start-queue-manager.sh.
#
#   stop-queue-managers.sh UC01QM01 UC01QM02 UC01QM03
set -eu
bin=${MQ_INSTALLATION:-/opt/mqm}/bin
for qm in "$@"; do
  case $(sudo -u mqm "$bin/dspmq" -m "$qm") in
    *'STATUS(Running)'*) sudo -u mqm "$bin/endmqm" -i -r "$qm" ;;
  esac
done
