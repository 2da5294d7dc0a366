#!/bin/sh
# Holds what Sluice prints against a witness: runs of senders from 1/s to the highest rate, through a
# relay in a process of its own that stamps each message on the wire (Relay.java), to Artemis by its
# core protocol, to the simulated queue manager by IBM's client, and to ActiveMQ Classic by AMQP 1.0.
# Of each message, what was due, started and ended by the harness's history is compared with when it
# was put and answered on the wire; and what the run printed, with what the wire's times give.
#
# Limits, stated before the first measurement, for a host with a processor to spare (its load is in
# the table; on a busy host the threads of client and relay wait for a processor between harness and
# wire, and the last two limits say nothing about the harness):
#  1. No contradiction: each message starts before it is seen, and ends after its answer is. All match.
#  2. Rates: the printed one is within 0.5 % of the answers on the wire, or one message of each worker
#     (those words were added after a trial).
#  3. Percentiles of latency and service time: p50 within 0.25 ms or 5 % of the wire's, p99 within
#     0.5 ms or 5 %, p99.9 within 1 ms or 10 %; whichever is more. The client library, two hops of the
#     loopback and the waking of a thread are between them.
#
# Needs a built checkout (./mvnw -DskipTests package; AMQP: a run of the tests' copies of clients).
# Usage: validate.sh [SECONDS [RUNS [RATES [PROTOCOLS [RESULTS]]]]], as in
#   validate.sh 20 5 '1 10 100 1000 0' 'artemis mq amqp' results.csv       0 is the highest rate
set -eu
seconds=${1:-20}
runs=${2:-3}
rates=${3:-1 10 100 1000 0}
protocols=${4:-artemis mq amqp}
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../.." && pwd)
results=${5:-$home/src-it/witness/target/validation.csv}
jar=${JAR:-$home/harness-control/target/sluice.jar}
clients=$home/src-it/tests/target/clients
port=${PORT:-27414}
relayed=$((port + 1))
warmup=5
threads=2
history=
! java -jar "$jar" send --help-all | grep -q -e --history || history=--history
work=$(mktemp -d)
mkdir -p "$(dirname "$results")" "$work/classes"
started=
trap 'exit 1' INT TERM
trap 'kill $started 2>/dev/null || true; rm -rf "$work"' EXIT

javac -d "$work/classes" "$here/Relay.java" "$here/Validate.java"

# starts a program that says so when it is ready, and ends when its standard input does
launch() { # NAME COMMAND...
  name=$1
  shift
  mkfifo "$work/$name.in"
  "$@" <"$work/$name.in" >"$work/$name.out" 2>"$work/$name.err" &
  started="$started $!"
  eval "$name=$!"
  case $name in
    broker) exec 3>"$work/$name.in" ;;
    relay) exec 4>"$work/$name.in" ;;
  esac
  patience=600
  until grep -q -e ready -e listening -e 'commands on' "$work/$name.out"; do
    patience=$((patience - 1))
    kill -0 "$!" && [ $patience -gt 0 ] || { cat "$work/$name.err" >&2; exit 1; }
    sleep 0.2
  done
  rm "$work/$name.in"
}

broker() { # PROTOCOL
  case $1 in
    artemis) launch broker java -cp "$jar" "$here/Artemis.java" "$port" ;;
    amqp) launch broker java -cp "$clients/activemq/*:$jar" "$here/Classic.java" "$port" ;;
    mq) launch broker java -jar "$home/src-it/mqsim/target/mqsim.jar" --queue-managers QM1 \
      --base-port "$port" --admin $((port + 2)) --ccdt-out "$work/ccdt.json" ;;
  esac
}

provider() { # PROTOCOL
  case $1 in
    artemis) echo "--provider artemis --url tcp://127.0.0.1:$relayed" ;;
    amqp) echo "--provider factory --class-path $clients/qpid --factory-class" \
      "org.apache.qpid.jms.JmsConnectionFactory --factory-property remoteURI=amqp://127.0.0.1:$relayed" ;;
    mq) echo "--provider ibmmq --host 127.0.0.1 --port $relayed --channel APP.SVRCONN --qmgr QM1" ;;
  esac
}

load() {
  cut -d ' ' -f 1 /proc/loadavg
}

one() { # PROTOCOL RATE
  broker "$1"
  launch relay java -cp "$work/classes" Relay relay "$1" "$relayed" "$port" "$work/stamps"
  target=
  [ "$2" = 0 ] || target="--total-rate $2"
  # shellcheck disable=SC2046,SC2086 # options are several words
  java -jar "$jar" send $(provider "$1") --persistent --verify $history --threads $threads $target \
    --warmup "${warmup}s" --duration $((warmup + seconds))s --interval 1s --out "$work/run" >"$work/sluice.out" 2>&1 ||
    { cat "$work/sluice.out" >&2; exit 1; }
  load=$(load)
  exec 4>&-
  wait "$relay"
  exec 3>&-
  [ "$1" != mq ] || kill "$broker"
  wait "$broker" || true
  started=
  csv=-
  if [ -n "$history" ]; then
    csv=$work/history.csv
    java -jar "$jar" check "$work/run" --csv >"$csv"
  fi
  java -cp "$work/classes" Validate run "$1" "$2" "$load" "$work/run" "$work/stamps" "$csv" "$results"
  rm -rf "$work/run" "$work/stamps"
}

turn=0
while [ "$turn" -lt "$runs" ]; do
  for rate in $rates; do
    for protocol in $protocols; do
      one "$protocol" "$rate"
    done
  done
  turn=$((turn + 1))
done
java -cp "$work/classes" Validate report "$results" "${results%.csv}.svg"
