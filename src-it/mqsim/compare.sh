#!/usr/bin/env bash
# Asks a real queue manager what the simulated one assumes of it, and shows where their answers differ. Takes
# mqsim.jar and IBM's client, which is in sluice.jar; another version of the client is a class path in MQ_CLIENT.
#
#   MQ_APP_PASSWORD=... src-it/mqsim/compare.sh --host mq.example.com --user app
set -u
here=$(cd "$(dirname "$0")" && pwd)
jar=$here/target/mqsim.jar
client=${MQ_CLIENT:-$here/../../harness-control/target/sluice.jar}
if [ ! -f "$jar" ] || [ ! -f "${client%%:*}" ]; then
  echo "compare.sh: mqsim.jar or IBM's client is missing; ./mvnw -q -DskipTests package makes both" >&2
  exit 2
fi
exec java -cp "$jar:$client" dev.sluice.mqsim.questions.QuestionsCommand "$@"
