# To be sourced: starts an Artemis broker that drops what it gets, in a process of its own, and ends
# it with the script. Wants port; gives home, jar, classpath, work (a folder) and url.
# shellcheck shell=sh
home=$(cd "$(dirname "$0")/../../.." && pwd)
jar=$home/harness-control/target/sluice.jar
classpath=${CLASSPATH:-$home/src-it/tests/target/test-classes:$jar}
url=tcp://127.0.0.1:$port
work=$(mktemp -d)
mkfifo "$work/stdin"

java -cp "$jar" "$home/src-it/witness/Artemis.java" "$port" \
  <"$work/stdin" >"$work/broker.out" 2>"$work/broker.err" &
broker=$!
exec 3>"$work/stdin"
end_broker() {
  exec 3>&-
  wait "$broker" 2>/dev/null || true
  rm -rf "$work"
}
trap end_broker EXIT
while ! grep -qs ready "$work/broker.out"; do
  kill -0 "$broker" 2>/dev/null || { cat "$work/broker.err" >&2; exit 1; }
  sleep 1
done
