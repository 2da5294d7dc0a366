#!/bin/sh
# Starts a queue manager in a slice of its own, whose processes together get so many processors and
# no more, whichever these are: a quota, and no pinning. Needs systemd, and sudo without a password.
#
#   start-queue-manager.sh UC01QM01      4 processors, as in the study
#   start-queue-manager.sh UC01QM01 2    2 processors
#   start-queue-manager.sh UC01QM01 0    unrestricted
set -eu
qm=$1
cores=${2:-4}
strmqm=${MQ_INSTALLATION:-/opt/mqm}/bin/strmqm
if [ "$cores" -eq 0 ]; then
  exec sudo -u mqm "$strmqm" "$qm"
fi
slice=mq-$qm.slice
printf '[Slice]\nCPUAccounting=yes\nCPUQuota=%s%%\n' "$((100 * cores))" |
  sudo tee "/run/systemd/system/$slice" >/dev/null
sudo systemctl daemon-reload
exec sudo systemd-run --quiet --scope --slice="$slice" --uid=mqm "$strmqm" "$qm"
