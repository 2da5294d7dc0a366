#!/usr/bin/env bash
# Plays mqsim's own tests with each version of IBM's client: javax is com.ibm.mq.allclient, for which their names are
# replaced, jakarta com.ibm.mq.jakarta.client. They are compiled once, with the versions of the pom. Prints a row for each
# test and a column for each version; "(10)" is ten conversations on a socket, big-endian. Exit codes: 0 if all passed,
# 1 if not; target/clients/*.log says why.   src-it/mqsim/clients.sh [javax:9.1.0.0 jakarta:10.0.0.0 ...]
set -euo pipefail
cd "$(dirname "$0")/../.."
[ $# -gt 0 ] || set -- javax:9.1.0.0 javax:9.2.0.0 javax:9.3.0.0 javax:9.4.0.0 javax:9.4.5.0 \
  jakarta:9.3.0.0 jakarta:9.4.0.0 jakarta:9.4.5.1 jakarta:10.0.0.0
out=$PWD/src-it/mqsim/target/clients
translated=$out/javax/dev/sluice/mqsim/classic
rm -rf "$out" && mkdir -p "$translated"
for test in src-it/mqsim/src/test/java/dev/sluice/mqsim/{client/*,embedded/*IT}.java; do
  sed -E 's/com\.ibm\.(mq|msg\.client)\.jakarta/com.ibm.\1/; s/jakarta\.jms/javax.jms/; s/JAKARTA_(WMQ_PROVIDER)/\1/
    s/^package .*client;/package dev.sluice.mqsim.classic;/
    s/^package .*embedded;/package dev.sluice.mqsim.classic;\nimport dev.sluice.mqsim.embedded.*;/' \
    "$test" >"$translated/$(basename "$test")"
done
rm "$translated/QuestionsIT.java" # which asks by the client for jakarta.jms, as compare.sh does

# older clients fail their own assertions, and know Java's names of ciphers only if they are told to
maven() {
  ./mvnw --batch-mode --no-transfer-progress -Dclassic.tests="$out/javax" -Dclassic.build="$out/classic" \
    -Dmaven.compiler.useIncrementalCompilation=false -Dspotless.check.skip=true -DenableAssertions=false \
    -Dcom.ibm.mq.cfg.useIBMCipherMappings=false -Djunit.jupiter.execution.timeout.default=60s \
    -Djunit.jupiter.execution.timeout.thread.mode.default=separate_thread "$@"
}

# play CLIENT SUFFIX TESTS ARGUMENT...: adds a line "test client result" for each test
play() {
  local client=$1 suffix=$2 tests=$3 property=ibm.mq.version package='*' modules=src-it/mqsim reports=src-it/mqsim/target
  if [[ $client = javax:* ]]; then
    property=ibm.mq.classic.version package=classic modules+=,src-it/classic reports=$out/classic
  fi
  shift 3
  rm -rf "$reports/failsafe-reports" && mkdir -p "$reports/failsafe-reports"
  maven -pl "$modules" -D"$property=${client#*:}" -Dit.test="${tests//@/dev/sluice/mqsim/$package}" \
    -Dfailsafe.failIfNoSpecifiedTests=false "$@" test-compile failsafe:integration-test failsafe:verify \
    >>"$out/${client/:/-}.log" 2>&1 || echo "all $client FAILED" >>"$out/results"
  find "$reports/failsafe-reports" -name '*.txt' -exec awk -v client="$client" -v suffix="$suffix" '
    /^Test set:/ { sub(/.*\./, "", $3); test = $3 }
    /^Tests run:/ { print test suffix, client, ($3 > $9 + 0 && $5 + $7 == 0 ? "passed" : "FAILED") }' {} + >>"$out/results"
}

maven -q -pl src-it/mqsim,src-it/classic test-compile
for client in "$@"; do
  echo "clients: $client" >&2
  play "$client" '' '@/*IT'
  play "$client" '(10)' '@/ConsumersIT,@/GroupsIT,@/MessagesIT,@/QueueManagerCallsIT,@/TransactionsIT' \
    -Dsharecnv=10 -Dbigendian=true
done
awk -v columns="$*" '
  { rows[$1]; cell[$1, $2] = $3 }
  END {
    n = split(columns, column, " ")
    for (i = 1; i <= n; i++) { head = head " | " column[i]; rule = rule "|---" }
    print "| test" head " |\n|---" rule "|"
    for (row in rows) {
      line = "| " row " |"
      for (i = 1; i <= n; i++) line = line " " ((row, column[i]) in cell ? cell[row, column[i]] : "-") " |"
      print line | "LC_ALL=C sort"
    }
  }' "$out/results"
! grep -q FAILED "$out/results"
