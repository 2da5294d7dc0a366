#!/bin/sh
# Plays tools against one Artemis broker behind a relay that does a known thing to their messages, and
# prints the lines in which each reports latency and rate, beside the truth. Each is asked for 100
# messages a second in 20 s, from 20 producers; all else is as its authors left it.
#   plain  nothing is done to the messages
#   stall  nothing passes for 1 s, 8 s after the first message
#   ramp   what the broker says comes later and later, evenly from 0 to 100 ms in 20 s
#   limit  50 messages a second pass at most
# By the schedule that was asked for, the stall keeps 5 of 100 messages up to 1 s: p99 is 0.8 s and the
# maximum 1 s. The ramp makes p50 50 ms and p99 99 ms. The limit makes the rate 50/s, and the latency of a
# message half of its age: p50 5 s, p99 9.9 s.
#
# Needs a built checkout (./mvnw -DskipTests package) and, for the others, their jars from Maven Central.
# Usage: tools.sh [TOOLS [TROUBLES]], as in    tools.sh 'sluice jmeter' 'plain stall ramp limit'
set -eu
tools=${1:-sluice artemis-perf jmeter}
troubles=${2:-plain stall ramp limit}
artemis_perf=2.42.0
jmeter=5.6.3
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

# what a tool reports: rate | p50 | p99 | max, and of what
play() { # TOOL
  case $1 in
    sluice)
      java -jar "$jar" send --provider artemis --url "$url" --persistent --threads 20 --total-rate 100 \
        --duration 20s >"$work/report" 2>&1
      awk '/achieved of/ { rate = $2 }
        /latency from/ { print rate " | " $5 " | " $7 " | " $10 " | latency from intended start" }
        /service time/ { print rate " | " $3 " | " $5 " | " $8 " | service time" }' "$work/report"
      ;;
    artemis-perf)
      jars artemis-perf org.apache.activemq artemis-cli $artemis_perf
      java -cp "$target/artemis-perf/*" org.apache.activemq.artemis.cli.Artemis perf client --url "$url" \
        --producers 20 --persistent --rate 100 --duration 20 --show-latency queue://PERF >"$work/report" 2>&1
      awk '/^--- total completed/ { rate = $NF " in all" }
        /^--- aggregated/ { sub(/^--- aggregated */, ""); what = $0; sub(/:.*/, "", what)
          match($0, /50.00%: *[0-9.]+/); p50 = substr($0, RSTART + 7, RLENGTH - 7)
          match($0, /99.00%: *[0-9.]+/); p99 = substr($0, RSTART + 7, RLENGTH - 7)
          match($0, /max: *[0-9.]+/); max = substr($0, RSTART + 4, RLENGTH - 4)
          printf "%s | %.1fms | %.1fms | %.1fms | %s\n", rate, p50 / 1000, p99 / 1000, max / 1000, what }' "$work/report"
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
      rate=$(awk '/^summary =/ { for (i = 1; i <= NF; i++) if ($i ~ /\/s$/) rate = $i } END { print rate }' "$work/report")
      # the percentiles of its Aggregate Report
      tail -n +2 "$work/jtl" | cut -d , -f 2 | sort -n | awk -v rate="$rate" '{ ms[NR] = $1 } END {
        printf "%s | %dms | %dms | %dms | elapsed\n", rate, ms[int(NR * 0.5 + 0.999)], ms[int(NR * 0.99 + 0.999)], ms[NR] }'
      ;;
  esac
}

for kind in $troubles; do
  for tool in $tools; do
    mkfifo "$work/broker.in" "$work/relay.in"
    java -cp "$jar" "$here/Artemis.java" "$port" 100 <"$work/broker.in" >"$work/broker.out" 2>"$work/broker.err" &
    broker=$!
    exec 3>"$work/broker.in"
    # shellcheck disable=SC2046 # perhaps no word
    java -cp "$work" Relay relay artemis "$relayed" "$port" "$work/stamps" $(trouble "$kind") \
      <"$work/relay.in" >"$work/relay.out" 2>&1 &
    relay=$!
    exec 4>"$work/relay.in"
    rm "$work/broker.in" "$work/relay.in"
    patience=600
    until grep -q ready "$work/broker.out" && grep -q listening "$work/relay.out"; do
      patience=$((patience - 1))
      [ $patience -gt 0 ] || exit 1
      sleep 0.2
    done
    echo "== $kind, $tool (host's load $(cut -d ' ' -f 1 /proc/loadavg))"
    play "$tool" 3>&- 4>&- || { echo "$tool failed"; tail -n 20 "$work/report"; }
    rm -f "$work/jtl"
    exec 4>&- 3>&-
    wait "$relay" "$broker" || true
    java -cp "$work" Validate wire "$work/stamps"
  done
done
