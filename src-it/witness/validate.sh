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
# Clients are warm: they send at the highest rate for 20 s, then 3 s at the rate that is measured next.
#
# 'intervals' plays short runs one after the other, with one broker and one relay, and counts how many of
# the intervals (95 %) that they print for rate, mean, p50 and p99 hold what the wire says.
#
# Needs a built checkout (./mvnw -DskipTests package; AMQP: a run of the tests' copies of clients).
# Usage: validate.sh [RUNS [RATES [PROTOCOLS [RESULTS]]]]
#        validate.sh intervals [RUNS [RATE [PROTOCOL [RESULTS [TROUBLE]]]]], as in
#   validate.sh 3 '1 10 100 1000 0' 'artemis mq amqp' results.csv       0 is the highest rate
#   validate.sh intervals 40 200 artemis intervals.csv late=5,0.3        see Relay.java for TROUBLE
set -eu
mode=validation
[ "${1:-}" != intervals ] || { mode=$1 && shift; }
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../.." && pwd)
results=${4:-$home/src-it/witness/target/$mode.csv}
jar=${JAR:-$home/harness-control/target/sluice.jar}
clients=$home/src-it/tests/target/clients
port=${PORT:-27414}
relayed=$((port + 1))
trouble=${5:-}
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
    artemis) echo "type: artemis, url: 'tcp://127.0.0.1:$relayed'" ;;
    amqp) echo "type: factory, class-path: '$clients/qpid'," \
      "factory-class: org.apache.qpid.jms.JmsConnectionFactory," \
      "factory-property: ['remoteURI=amqp://127.0.0.1:$relayed']" ;;
    mq) echo "type: ibmmq, host: 127.0.0.1, port: $relayed, channel: APP.SVRCONN, qmgr: QM1" ;;
  esac
}

up() { # PROTOCOL
  broker "$1"
  # shellcheck disable=SC2086 # perhaps no word
  launch relay java -cp "$work/classes" Relay relay "$1" "$relayed" "$port" "$work/stamps" $trouble
}

down() { # PROTOCOL
  exec 4>&-
  wait "$relay"
  exec 3>&-
  [ "$1" != mq ] || kill "$broker"
  wait "$broker" || true
  started=
}

# a run: at the highest rate to warm up, then at the rate that is measured
play() { # FOLDER PROTOCOL RATE WARM_SECONDS SETTLE_SECONDS SECONDS INTERVAL
  cat >"$work/plan.yaml" <<END
providers:
  broker: {$(provider "$2")}
workloads:
  senders: {type: send, persistent: true, verify: true, history: true, threads: 2, total-rate: 0}
run: {interval: $7, warmup: $(($4 + $5))s}
steps:
  - wait: ${4}s
  - total: $3
  - wait: $(($5 + $6))s
END
  java -jar "$jar" run "$work/plan.yaml" --out "$1" >"$work/sluice.out" 2>&1 || { cat "$work/sluice.out" >&2; exit 1; }
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  java -jar "$jar" check "$1" --csv >"$work/history.csv"
  mv "$work/history.csv" "$1"
}

one() { # PROTOCOL RATE
  case $2 in # so that a median means something
    1) seconds=90 ;;
    10) seconds=45 ;;
    *) seconds=20 ;;
  esac
  up "$1"
  play "$work/run" "$1" "$2" 20 3 $seconds 1s
  down "$1"
  java -cp "$work/classes" Validate run "$1" "$2" "$load" "$work/stamps" "$work/run" "$results"
  rm -rf "$work/run" "$work/stamps"
}

if [ $mode = intervals ]; then
  protocol=${3:-artemis}
  rate=${2:-500}
  up "$protocol"
  for run in $(seq -w "${1:-40}"); do
    play "$work/run-$run" "$protocol" "$rate" 4 1 6 300ms
  done
  down "$protocol"
  java -cp "$work/classes" Validate intervals "$protocol" "$rate" "$load" "$work/stamps" "$results" "$work"/run-*
  java -cp "$work/classes" Validate shares "$results"
else
  for _ in $(seq "${1:-3}"); do
    for rate in ${2:-1 10 100 1000 0}; do
      for protocol in ${3:-artemis mq amqp}; do
        one "$protocol" "$rate"
      done
    done
  done
  java -cp "$work/classes" Validate report "$results" "${results%.csv}.svg"
fi
