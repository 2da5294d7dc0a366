#!/bin/sh
# Plays tools against one broker behind a relay that does a known thing to their messages, and prints as
# CSV what each reports of latency (ms) and rate (/s), beside the wire. Each is asked for 100 messages a
# second in 20 s, from 20 producers; all else is as its authors left it. The broker is Artemis, and
# RabbitMQ for its own tool.
#   plain  nothing is done to the messages
#   stall  nothing passes for 1 s, 8 s after the first message
#   ramp   what the broker says comes later and later, evenly from 0 to 100 ms in 20 s
#   limit  50 messages a second pass at most
# By the schedule that was asked for, the stall keeps 5 of 100 messages up to 1 s: p99 is 0.8 s and the
# maximum 1 s. The ramp makes p50 50 ms and p99 99 ms. The limit makes the rate 50/s, and the latency of a
# message half of its age: p50 5 s, p99 9.9 s.
#
# Needs a built checkout (./mvnw -DskipTests package); for the others, their jars from Maven Central; for
# rabbitmq-perf-test also Debian's rabbitmq-server 3.10.8. sluice-unlimited is Sluice with --catch-up unlimited.
# Usage: tools.sh [RUNS [TOOLS [TROUBLES]]], as in    tools.sh 3 'sluice jmeter' 'plain stall ramp limit'
set -eu
runs=${1:-3}
tools=${2:-sluice sluice-unlimited artemis-perf jmeter rabbitmq-perf-test}
troubles=${3:-plain stall ramp limit}
artemis_perf=2.42.0
jmeter=5.6.3
rabbitmq_perf_test=2.22.1
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../.." && pwd)
target=$here/target
jar=${JAR:-$home/harness-control/target/sluice.jar}
port=${PORT:-27514}
relayed=$((port + 1))
url=tcp://127.0.0.1:$relayed
work=$(mktemp -d)
broker=
relay=
trap 'exit 1' INT TERM
trap 'kill $broker $relay 2>/dev/null || true; rm -rf "$work"' EXIT
mkdir -p "$target"
javac -d "$work" "$here/Relay.java" "$here/Validate.java"

broker() { # TOOL
  case $1 in
    rabbitmq-perf-test) # on the loopback alone, with a port mapper of its own
      export RABBITMQ_NODENAME=witness@localhost RABBITMQ_NODE_IP_ADDRESS=127.0.0.1 RABBITMQ_NODE_PORT="$port"
      export RABBITMQ_DIST_PORT=$((port + 2)) ERL_EPMD_PORT=$((port + 3)) ERL_EPMD_ADDRESS=127.0.0.1
      export RABBITMQ_MNESIA_BASE="$work/mnesia" RABBITMQ_LOG_BASE="$work" RABBITMQ_LOGS=-
      export RABBITMQ_PID_FILE="$work/pid" RABBITMQ_ENABLED_PLUGINS_FILE="$work/plugins"
      export RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS='-kernel inet_dist_use_interface {127,0,0,1}'
      HOME=$work exec /usr/lib/rabbitmq/bin/rabbitmq-server
      ;;
    *) exec java -cp "$jar" "$here/Artemis.java" "$port" 100 ;;
  esac
}

trouble() { # NAME
  case $1 in
    stall) echo stall=8000,1000 ;;
    ramp) echo ramp=20000,100 ;;
    limit) echo limit=50 ;;
  esac
}

# the jars of a tool, once
jars() { # NAME GROUP ARTIFACT VERSION
  [ ! -d "$target/$1" ] || return 0
  cat >"$work/pom.xml" <<END
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>tool</groupId><artifactId>$1</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies><dependency>
    <groupId>$2</groupId><artifactId>$3</artifactId><version>$4</version>
  </dependency></dependencies>
</project>
END
  "$home/mvnw" -q -f "$work/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:copy-dependencies \
    -DoutputDirectory="$target/$1.part"
  mv "$target/$1.part" "$target/$1"
}

# what a tool reports: what of, rate, p50, p99, maximum
play() { # TOOL
  case $1 in
    sluice*)
      # shellcheck disable=SC2046 # perhaps no word
      java -jar "$jar" send --provider artemis --url "$url" --persistent --threads 20 --total-rate 100 \
        --duration 20s $([ "$1" = sluice ] || echo --catch-up unlimited) >"$work/report" 2>&1
      awk 'function ms(time) { return time * (time ~ /ms$/ ? 1 : time ~ /µs$/ ? 0.001 : 1000) }
        /achieved of/ { rate = $2 + 0 }
        /latency from/ { print "latency from intended start," rate "," ms($5) "," ms($7) "," ms($10) }
        /service time/ { print "service time," rate "," ms($3) "," ms($5) "," ms($8) }' "$work/report"
      ;;
    artemis-perf)
      jars artemis-perf org.apache.activemq artemis-cli $artemis_perf
      java -cp "$target/artemis-perf/*" org.apache.activemq.artemis.cli.Artemis perf client --url "$url" \
        --producers 20 --persistent --rate 100 --duration 20 --show-latency queue://PERF >"$work/report" 2>&1
      awk 'function us(name) { match($0, name ": *[0-9.]+"); return substr($0, RSTART + length(name) + 1, RLENGTH) }
        /^--- aggregated/ { what = $0; sub(/^--- aggregated */, "", what); sub(/:.*/, "", what)
          print what ",," us("50.00%") / 1000 "," us("99.00%") / 1000 "," us("max") / 1000 }' "$work/report"
      ;;
    rabbitmq-perf-test)
      jars rabbitmq-perf-test com.rabbitmq perf-test $rabbitmq_perf_test
      java -cp "$target/rabbitmq-perf-test/*" com.rabbitmq.perf.PerfTest --uri "amqp://127.0.0.1:$relayed" \
        --producers 20 --rate 5 --flag persistent --confirm 1 --time 20 >"$work/report" 2>&1
      awk '/sending rate avg/ { rate = $(NF - 1) }
        / latency min/ && !/time/ { split($(NF - 1), us, "/"); print $3 " " $4 "," rate "," us[2] / 1000 "," us[5] / 1000 "," }' "$work/report"
      ;;
    jmeter)
      jars artemis-perf org.apache.activemq artemis-cli $artemis_perf # its client
      jars jmeter-jms org.apache.jmeter ApacheJMeter_jms $jmeter
      jars jmeter-timers org.apache.jmeter ApacheJMeter_components $jmeter
      jars jmeter-config org.apache.jmeter ApacheJMeter_config $jmeter
      if [ ! -d "$target/jmeter" ]; then # as it is unpacked
        mkdir -p "$target/jmeter.part/bin" "$target/jmeter.part/lib/ext" "$target/jmeter.part/lib/junit"
        (cd "$target/jmeter.part" && jar xf "$target/jmeter-config/ApacheJMeter_config-$jmeter.jar" bin)
        cp "$target"/jmeter-jms/*.jar "$target/jmeter.part/lib"
        cp "$target"/jmeter-timers/*.jar "$target/jmeter.part/lib"
        mv "$target/jmeter.part/lib/ApacheJMeter-$jmeter.jar" "$target/jmeter.part/bin"
        mv "$target"/jmeter.part/lib/ApacheJMeter_*.jar "$target/jmeter.part/lib/ext"
        rm "$target"/jmeter.part/lib/geronimo-jms* # JMS 1.1; the client needs 2.0
        for part in artemis-commons artemis-core-client artemis-jms-client artemis-selector netty jgroups \
          commons-beanutils jakarta.jms-api; do
          cp "$target"/artemis-perf/$part*.jar "$target/jmeter.part/lib"
        done
        mv "$target/jmeter.part" "$target/jmeter"
      fi
      sed "s|@URL@|$url|" "$here/jmeter.jmx" >"$work/plan.jmx"
      (cd "$work" && java -jar "$target/jmeter/bin/ApacheJMeter-$jmeter.jar" -n -t "$work/plan.jmx" -l "$work/jtl" \
        -j "$work/jmeter.log") >"$work/report" 2>&1
      grep -q ',true,' "$work/jtl" || return 1
      rate=$(awk '/^summary =/ { for (i = 1; i <= NF; i++) if ($i ~ /\/s$/) rate = $i + 0 } END { print rate }' "$work/report")
      # the percentiles of its Aggregate Report
      tail -n +2 "$work/jtl" | cut -d , -f 2 | sort -n | awk -v rate="$rate" '{ ms[NR] = $1 } END {
        printf "elapsed,%s,%d,%d,%d\n", rate, ms[int(NR * 0.5 + 0.999)], ms[int(NR * 0.99 + 0.999)], ms[NR] }'
      ;;
  esac
}

# a run of a tool: its lines, and the wire's
one() { # TROUBLE TOOL
  protocol=artemis
  [ "$2" != rabbitmq-perf-test ] || protocol=amqp091
  mkfifo "$work/broker.in" "$work/relay.in"
  (broker "$2") <"$work/broker.in" >"$work/broker.out" 2>"$work/broker.err" &
  broker=$!
  exec 3>"$work/broker.in"
  # shellcheck disable=SC2046 # perhaps no word
  java -cp "$work" Relay relay $protocol "$relayed" "$port" "$work/stamps" $(trouble "$1") \
    <"$work/relay.in" >"$work/relay.out" 2>&1 &
  relay=$!
  exec 4>"$work/relay.in"
  rm "$work/broker.in" "$work/relay.in"
  patience=600
  until grep -q -e ready -e 'startup complete' "$work/broker.out" && grep -q listening "$work/relay.out"; do
    patience=$((patience - 1))
    [ $patience -gt 0 ] || exit 1
    sleep 0.2
  done
  play "$2" >"$work/lines" 3>&- 4>&- || { echo "$2 failed" >&2; tail -n 20 "$work/report" >&2; }
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  rm -f "$work/jtl"
  exec 4>&- 3>&-
  if [ $protocol = amqp091 ]; then
    kill "$broker"
    wait "$broker" || true # the port mapper stays while it has a name
    HOME=$work ERL_EPMD_PORT=$((port + 3)) epmd -kill >"$work/report" 2>&1 || true
  fi
  wait "$relay" "$broker" || true
  java -cp "$work" Validate wire "$work/stamps" >>"$work/lines"
  sed "s/^/$1,$2,$load,/" "$work/lines"
}

echo trouble,tool,load,what,rate,p50_ms,p99_ms,max_ms
for _ in $(seq "$runs"); do
  for kind in $troubles; do
    for tool in $tools; do
      one "$kind" "$tool"
    done
  done
done
