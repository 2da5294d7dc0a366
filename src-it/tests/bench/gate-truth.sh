#!/bin/sh
# How often a gate is wrong, and how often it finds a known change. Each pair is judged by 'sluice gate'.
#   equal   A and B are the same; half of the pairs run beside busy loops. A gate that calls any figure better or worse
#           is wrong: at most 1 in 100 may be.
#   slower  p99 of B is 10 % higher. At least 90 of 100 gates should say worse.
# Sides are 16 senders at 80/s to one Artemis broker in a process of its own, which serves all runs. Its answers pass a
# relay that makes them late: by 100 ms (lognormal, sigma 0.1), and 5 % of them by 150 ms more (176 ms for the slower B).
# So p99 is 259 ms, and the stalls of a shared host, some 10 to 50 ms, are small beside it. Prints a table.
# Needs the jar (./mvnw -DskipTests package). Usage: gate-truth.sh [OPTIONS] [PART...]   (default: equal slower)
#   -p PAIRS    of each part (200)           -w SECONDS  warm-up of a run (1)
#   -r ROUNDS   at most, in a gate (4)       -s SECONDS  measured in a run (3)
#   -j GATES    at a time (1)                -l LOOPS    that keep processors busy (10)
#   -d FOLDER   keeps the answers (src-it/tests/target/gate-truth); pairs that it has are not played again
# A pair takes 2 runs, and 4 more a round.
set -eu
pairs=200
rounds=4
gates=1
warmup=1
seconds=3
loops=10
folder=
while getopts p:r:j:w:s:l:d: option; do
  case $option in
    p) pairs=$OPTARG ;;
    r) rounds=$OPTARG ;;
    j) gates=$OPTARG ;;
    w) warmup=$OPTARG ;;
    s) seconds=$OPTARG ;;
    l) loops=$OPTARG ;;
    d) folder=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- equal slower
port=${PORT:-25627}

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/broker.sh"
folder=${folder:-$home/src-it/tests/target/gate-truth}
mkdir -p "$folder"
# runs this short are over before the better compiler is done
export SLUICE_JAVA_OPTS="${SLUICE_JAVA_OPTS:--XX:TieredStopAtLevel=1 -XX:+UseSerialGC}"

playing=
failed=
end_all() {
  rm -f "$work/busy"
  # shellcheck disable=SC2086 # one word for each
  [ -z "$playing" ] || { kill $playing 2>/dev/null; wait $playing 2>/dev/null; } || true
  end_broker
}
trap end_all EXIT
trap 'exit 1' INT TERM

# they end without a signal, which a shell may lose: when their file or this script has gone
begin_loops() {
  touch "$work/busy"
  i=0
  while [ "$i" -lt "$loops" ]; do
    while [ -e "$work/busy" ] && kill -0 $$; do :; done 2>/dev/null 3>&- &
    i=$((i + 1))
  done
}

# it ends with the broker
relay() { # PORT TAIL_MILLISECONDS
  java -cp "$work" Relay relay artemis "$1" "$port" /dev/null late=100,0.1 "tail=5,$2" \
    <"$work/stdin" >"$work/relay-$1" 3>&- &
  while ! grep -qs listening "$work/relay-$1"; do
    kill -0 $!
    sleep 0.2
  done
}

gate() { # NAME PORT_OF_B
  cat >"$work/$1.yaml" <<PLAN
providers:
  broker: {type: artemis, url: "tcp://127.0.0.1:$2"}
workloads:
  senders: {type: send, queue: GATE, threads: 16, total-rate: 80, persistent: true, start-timeout: 2m}
run: {interval: 250ms, warmup: ${warmup}s, duration: $(echo "$warmup $seconds" | awk '{ print $1 + $2 }')s}
PLAN
  "$home/sluice" gate "$work/$1.yaml" --against "set=providers.broker.url=tcp://127.0.0.1:$usual" \
    --metric 'senders: achieved' --metric 'senders: p50' --metric 'senders: p99' \
    --rounds "$rounds" --out "$work/$1" --json >"$work/$1.json" 2>"$work/$1.txt" 3>&- &
  gate=$!
  trap 'kill "$gate" 2>/dev/null; exit 1' INT TERM
  wait "$gate" || true # answers say more than exit codes
  if [ -s "$work/$1.json" ]; then
    mv "$work/$1.json" "$folder"
    echo "$1: $(sed 's/.*"headline":"\([^"]*\)".*/\1/' "$folder/$1.json")" >&2
  else
    echo "no answer of $1; play it again" >&2
    tail -n 5 "$work/$1.txt" "$work/$1"/*/*.log >&2 || true
  fi
  rm -rf "${work:?}/$1" "$work/$1".*
}

# each of so many players takes the next of its pairs that has no answer yet
play() { # KIND PAIRS PORT_OF_B
  player=1
  while [ "$player" -le "$gates" ]; do
    (
      trap - EXIT
      pair=$player
      while [ "$pair" -le "$2" ]; do
        [ -s "$folder/$1-$pair.json" ] || gate "$1-$pair" "$3"
        pair=$((pair + gates))
      done
    ) &
    playing="$playing $!"
    player=$((player + 1))
  done
  # shellcheck disable=SC2086 # one word for each
  wait $playing
  playing=
  [ "$(find "$folder" -name "$1-*.json" | wc -l)" -ge "$2" ] || failed=yes
}

table() { # KIND LABEL
  cat "$folder/$1"-*.json 2>/dev/null | awk -v label="$2" '
    /^{"answer":/ {
      match($0, /^{"answer":"[a-z_]*/)
      found[substr($0, 12, RLENGTH - 11)]++
      flagged += /"answer":"(better|worse)"/
      match($0, /"rounds":[0-9]+/)
      rounds += substr($0, RSTART + 9, RLENGTH - 9)
      match($0, /"judgedRounds":[0-9]+/)
      judged += substr($0, RSTART + 15, RLENGTH - 15)
      match($0, /"metric":"p99".*/)
      p99 = substr($0, RSTART, RLENGTH)
      match(p99, /"percent":[-0-9.]+/)
      change += substr(p99, RSTART + 10, RLENGTH - 10)
      pairs++
    }
    END {
      if (pairs) printf "| %s | %d | %d | %d | %d | %d | %d | %.1f | %.1f | %+.1f %% |\n", label, pairs, found["better"], found["worse"],
        found["equal"], found["cannot_tell"], flagged, rounds / pairs, judged / pairs, change / pairs
    }'
}

javac -d "$work" "$home/src-it/witness/Relay.java"
usual=$((port + 1))
slower=$((port + 2))
relay $usual 150
relay $slower 176
for part in "$@"; do
  case $part in
    equal)
      play quiet $(((pairs + 1) / 2)) "$usual"
      begin_loops
      play loops $((pairs / 2)) "$usual"
      rm "$work/busy"
      ;;
    slower) play slower "$pairs" "$slower" ;;
    *) echo "'$part' is not equal or slower" >&2; exit 2 ;;
  esac
done

echo "| pairs | played | better | worse | equal | cannot tell | any figure better or worse | mean rounds | of them judged | mean change of p99 |"
echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
table quiet "equal"
table loops "equal, beside $loops busy loops"
table slower "p99 of B 10 % higher"
[ -z "$failed" ]
