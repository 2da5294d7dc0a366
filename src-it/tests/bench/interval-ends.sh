#!/bin/sh
# Whether the ends of intervals make sends late: one worker sends 50/s to a provider that does nothing
# but read its clock, for 200 intervals of a second, and each send is compared with the grid of 20 ms
# that begins with the schedule. Prints how many of those in the 50 ms after an end, and of the others,
# were more than a millisecond late, and the chance of so many among the former if ends did not matter
# (Fisher's exact test, one-sided). Below 1 % they do: exit code 1. Needs a built checkout (./mvnw
# package), Linux, and a host with nothing else to do.
# Usage: [ENDS=200] interval-ends.sh [JAVA [OPTION...]]
set -eu
ends=${ENDS:-200}
[ $# -gt 0 ] || set -- java
home=$(cd "$(dirname "$0")/../../.." && pwd)
provider=$home/src-it/tests/target/test-classes
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$@" -Dsends="$folder/sends" -cp "$home/harness-control/target/sluice.jar:$provider" dev.sluice.control.cli.Main \
  send --provider jndi --jndi-factory dev.sluice.it.baseline.CountingContextFactory --connection-factory CF \
  --queue Q --threads 1 --rate 50 --interval 1s --duration "${ends}s" --out "$folder/run" \
  >"$folder/output" 2>&1 || { cat "$folder/output" >&2; exit 2; }

awk '
  function logs(n) { return n < 2 ? 0 : known[n] }
  function ways(n, k) { return logs(n) - logs(k) - logs(n - k) }
  {
    rest = $1 - (NR - 1) * 20e6 - first
    if (NR == 1) { first = $1; rest = 0 }
    late[NR] = rest
    if (rest < earliest) earliest = rest
  }
  END {
    for (i = 2; i <= NR; i++) known[i] = known[i - 1] + log(i)
    for (i = 51; i <= NR; i++) { # the first interval follows no end
      after = (i - 1) % 50 < 3
      sends[after]++
      slow[after] += late[i] - earliest > 1e6
      worst[after] = late[i] - earliest > worst[after] ? late[i] - earliest : worst[after]
    }
    all = sends[0] + sends[1]; slowest = slow[0] + slow[1]
    for (k = slow[1]; k <= slowest && k <= sends[1]; k++)
      if (slowest - k <= sends[0]) chance += exp(ways(sends[1], k) + ways(sends[0], slowest - k) - ways(all, slowest))
    printf "%-26s %8s %12s %10s\n", "", "sends", "> 1 ms late", "worst, ms"
    printf "%-26s %8d %12d %10.2f\n", "in the 50 ms after an end", sends[1], slow[1], worst[1] / 1e6
    printf "%-26s %8d %12d %10.2f\n", "others", sends[0], slow[0], worst[0] / 1e6
    printf "chance of so many after ends if they did not matter: %.3f\n", chance
    exit chance < 0.01
  }' "$folder/sends"
