#!/usr/bin/env bash
# Makes a sheet of each state of the pages: first screens at 1440 x 900 and 390 x 844, light and dark, in docs/images/states.
# make.sh calls it; RUNS is its folder of runs.
#   docs/images/states.sh RUNS
set -euo pipefail
cd "$(dirname "$0")/../.."
images=$PWD/docs/images
runs=$(cd "$1" && pwd)
export SLUICE=$runs/sluice
printf '#!/bin/sh\nexec java -jar "%s/harness-control/target/sluice.jar" "$@"\n' "$PWD" > "$SLUICE"
chmod +x "$SLUICE"
mkdir -p "$images/states"
export BROWSER=${BROWSER:-$(command -v chromium || command -v chromium-browser || command -v google-chrome)}

# sheet NAME URL: of what the page shows 5 s after it was opened
sheet() {
  node --experimental-websocket docs/images/sheet.mjs "$2" "$runs/$1.png" 5
  "$runs/venv/bin/python" -c 'import sys; from PIL import Image
Image.open(sys.argv[1]).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)' \
    "$runs/$1.png" "$images/states/$1.png"
}

# waits until a page answers
up() {
  for _ in $(seq 120); do
    curl --silent --output /dev/null "http://127.0.0.1:$1/" && return
    sleep 0.5
  done
  echo "nothing answers at port $1" >&2
  return 1
}

workloads() {
  cat <<YAML
workloads:
  receivers: {type: receive, queue: Q, threads: 4}
  senders: {type: send, queue: Q, threads: 8, total-rate: 1000}
YAML
}

# a run whose rate was bumped, and then one with a ramp that goes on
{ workloads; echo 'run: {id: monday, interval: 500ms, warmup: 5s, duration: 90s}'; } > "$runs/steered.yaml"
rm -rf "$runs/steered"
"$SLUICE" run "$runs/steered.yaml" --page 18085 --control 18086 --out "$runs/steered" > "$runs/steered.txt" 2>&1 &
up 18085
sleep 25
"$SLUICE" ctl --at 127.0.0.1:18086 total senders 1150 > /dev/null
sleep 20
sheet live http://127.0.0.1:18085/
"$SLUICE" ctl --at 127.0.0.1:18086 total senders 2000 over 40s > /dev/null
sleep 5
sheet ramp-ahead http://127.0.0.1:18085/
wait

# the same as a scenario with objectives
{
  workloads
  cat <<YAML
run: {id: monday, interval: 500ms, warmup: 3s}
objectives:
  - senders: achieved/target >= 0.98
  - senders: p99 < 50ms
steps:
  - measure: at 1,000/s
    workload: senders
    for: 15s
  - {total: 2000, over: 10s, workload: senders}
  - measure: at 2,000/s
    workload: senders
    for: 20s
  - mark: what was asked for is done
  - wait: 5s
YAML
} > "$runs/scenario.yaml"
rm -rf "$runs/scenario"
"$SLUICE" run "$runs/scenario.yaml" --page 18085 --out "$runs/scenario" > "$runs/scenario.txt" 2>&1 &
up 18085
sleep 32
sheet scenario http://127.0.0.1:18085/
wait

# a fleet that loses an agent
rm -rf "$runs/fleet"
config/fleet/on-one-host.sh 3 send --provider null --queue Q --threads 24 --total-rate 1800 --interval 1s --duration 60s \
  --page 18085 --out "$runs/fleet" > "$runs/fleet.txt" 2>&1 &
up 18085
sleep 20
pkill -KILL --full "agent --fleet 127.0.0.1:.* --name agent-3"
sleep 6
sheet agent-missing http://127.0.0.1:18085/
wait || true

# a page that wants a token
SLUICE_CONTROL_TOKEN=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n') \
  "$SLUICE" send --provider null --queue Q --total-rate 100 --duration 40s --page 18085 > "$runs/token.txt" 2>&1 &
up 18085
sheet token http://127.0.0.1:18085/
wait

# the highest rate of a simulated queue manager that moves 1,000 messages/s
cat > "$runs/find-max.yaml" <<YAML
processes:
  queue-manager:
    command: java -jar src-it/mqsim/target/mqsim.jar --queue-managers QM1 --base-port 16416 --admin 16417 --capacity 1000
    ready-line: commands on port
providers:
  qm: {type: ibmmq, port: 16416, channel: APP.SVRCONN}
workloads:
  senders: {type: send, queue: Q, threads: 8, total-rate: 100}
  receivers: {type: receive, queue: Q, threads: 8}
run: {id: find-max, interval: 500ms}
steps:
  - find-max: highest rate
    workload: senders
    consumers: receivers
    from: 100
    to: 1000
    precision: 4%
    settle: 1s
    window: 4s
    votes: 1
    objectives: [p99 < 200ms, achieved/target >= 0.98]
YAML
[ -d "$runs/find-max" ] || "$SLUICE" run "$runs/find-max.yaml" --out "$runs/find-max" > "$runs/find-max.txt" || true

for run in monday find-max e1 e2; do
  sheet "${run/monday/report}" "file://$runs/$run/report.html"
done
sheet compare "file://$runs/compare.html"

"$SLUICE" serve "$runs/nights" --page 18085 > /dev/null &
server=$!
up 18085
sheet catalogue "http://127.0.0.1:18085/#objective=20&baseline=night-1&run=night-5&run=night-6"
kill $server
