#!/usr/bin/env bash
# Makes the pictures of the documentation from real runs: with the jar of this build, and Chromium without a window.
#   ./mvnw -DskipTests package && docs/images/make.sh [FOLDER]
# FOLDER keeps the runs; those that are there already are not repeated. Needs Node 20 or later, and Python 3 for the moving picture.
set -euo pipefail
cd "$(dirname "$0")/../.."
images=$PWD/docs/images
runs=${1:-$(mktemp -d)}; mkdir -p "$runs"; runs=$(cd "$runs" && pwd)
sluice() { java -jar harness-control/target/sluice.jar "$@"; }
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# pictures of a busy host would show the host
sluice calibrate --threads 180 --rate 115 --duration 5s --json > "$runs/calibration.json"
node -e '
  const { verdict, latenessP99Millis: late } = JSON.parse(fs.readFileSync(process.argv[1]));
  if (verdict === "kept" && late < 2) process.exit(0);
  console.error(`this host is too busy for pictures: calibrate says "${verdict}", 1 % of the starts more than ${late} ms late`);
  process.exit(1);' "$runs/calibration.json"

# picture NAME PAGE WIDTH HEIGHT [dark]
picture() {
  BROWSER=$browser node --experimental-websocket docs/images/page.mjs "file://$2" "$images/$1.png" "$3" "$4" 3 "${5:-light}"
}

plan() {
  cat <<YAML
workloads:
  receivers: {type: receive, queue: Q, threads: 4}
  senders: {type: send, queue: Q, threads: 8, total-rate: 1000}
run: {id: monday, interval: 500ms, warmup: 3s}
steps:
  - wait: 8s
  - {total: 3000, over: 6s, workload: senders}
  - wait: 6s
  - mark: a second host joins
  - {total: 4500, workload: senders}
  - wait: 6s
  - {pause: senders}
  - wait: 2s
  - {resume: senders}
  - wait: 6s
YAML
}

[ -d "$runs/monday" ] || { plan > "$runs/monday.yaml"; sluice run "$runs/monday.yaml" --out "$runs/monday"; }
picture report "$runs/monday/report.html" 1180 1130
picture report-dark "$runs/monday/report.html" 1180 1130 dark

for turn in 1 2 3; do
  for size in 1KiB 64KiB; do
    [ -d "$runs/$size-$turn" ] || sluice put-get --threads 4 --total-rate 800 --size "$size" --duration 15s --warmup 3s \
      --interval 500ms --queue Q --provider embedded --out "$runs/$size-$turn" > /dev/null
  done
done
sluice compare "$runs"/1KiB-? -- "$runs"/64KiB-? --html "$runs/compare.html" > /dev/null || [ $? = 4 ]
picture compare "$runs/compare.html" 1180 1250

[ -d "$runs/e1" ] || sluice run config/e1-uniform-cluster/e1-small.yaml --out "$runs/e1" || [ $? = 4 ]
picture e1 "$runs/e1/report.html" 1180 1540

[ -d "$runs/e2" ] || sluice run config/e2-request-reply-sweep/e2-small.yaml --out "$runs/e2"
picture e2 "$runs/e2/report.html" 1180 1040

[ -d "$runs/e3" ] || sluice run config/e3-queue-pairs/e3-small.yaml --out "$runs/e3"
picture sweep "$runs/e3/report.html" 1180 1040

sweep() {
  cat <<YAML
vars: {persistent: "false", threads: 8, size: 2KiB}
workloads:
  requesters: {type: put-get, queue: Q, threads: "\${threads}", size: "\${size}", persistent: "\${persistent}"}
run: {interval: 200ms}
steps:
  - wait: 30s # or the first round is the compiler's
  - repeat: 3
    do:
      - for-each: {size: [2KiB, 20KiB], threads: [1, 2, 4, 8]}
        do:
          - {measure: "\${size}, \${threads} threads", settle: 500ms, for: 2s}
YAML
}

sweep > "$runs/sweep.yaml"
[ -d "$runs/non-persistent" ] || sluice run "$runs/sweep.yaml" --out "$runs/non-persistent"
[ -d "$runs/persistent" ] || sluice run "$runs/sweep.yaml" --set vars.persistent=true --out "$runs/persistent"
sluice compare "$runs/non-persistent" "$runs/persistent" --html "$runs/sweeps.html" > /dev/null || [ $? = 4 ]
picture compare-sweeps "$runs/sweeps.html" 1180 1040

# the plans of the gallery; those that take hours or minutes are shorter
for plan in config/examples/*.yaml; do
  name=$(basename "$plan" .yaml)
  case $name in
    soak) settings=(--set vars.rounds=6 --set vars.window=10s --set run.interval=1s) ;;
    ramp-until-saturation) settings=(--set vars.over=30s) ;;
    *) settings=() ;;
  esac
  [ -d "$runs/$name" ] || sluice run "$plan" --out "$runs/$name" "${settings[@]}" > /dev/null
  picture "gallery-$name" "$runs/$name/report.html" 1200 800
done

# the live page, while the run goes on
if [ ! -d "$runs/live" ]; then
  { plan; } > "$runs/live.yaml"
  sluice run "$runs/live.yaml" --page 18081 --out "$runs/live" > /dev/null &
  sleep 8
  BROWSER=$browser node --experimental-websocket docs/images/page.mjs http://127.0.0.1:18081/ "$images/page-phone.png" 390 844 4
  BROWSER=$browser node --experimental-websocket docs/images/page.mjs http://127.0.0.1:18081/ "$images/page.png" 1440 900 4
  wait
fi

# a rate bumped by hand, beside its page
bumped() {
  cat <<YAML
workloads:
  receivers: {type: receive, queue: Q, threads: 4}
  senders: {type: send, queue: Q, threads: 8, total-rate: 1000}
run: {id: monday, interval: 500ms}
steps:
  - wait: 40s
YAML
}

if [ ! -d "$runs/bump" ]; then
  bumped > "$runs/bump.yaml"
  sluice run "$runs/bump.yaml" --page 18083 --control 18084 --out "$runs/bump" > /dev/null &
  sleep 12
  BROWSER=$browser node --experimental-websocket docs/images/bump.mjs http://127.0.0.1:18083/ 18084 "$runs/frames"
  wait
fi
[ -d "$runs/venv" ] || { python3 -m venv "$runs/venv" && "$runs/venv/bin/pip" install --quiet pillow==13.0.0; }
"$runs/venv/bin/python" docs/images/bump.py "$runs/frames" "$images/bump.png"

# the catalogue of some nights, of which one was worse
if [ ! -d "$runs/nights" ]; then
  for night in 1 2 3 4 5 6 7 8; do
    size=2KiB
    [ "$night" != 6 ] || size=64KiB
    sluice put-get --threads 8 --total-rate 1000 --size $size --duration 10s --warmup 4s --interval 500ms --queue Q --provider embedded \
      --id nightly --label team=core --label "build=$((470 + night))" --out "$runs/nights/night-$night" > /dev/null
  done
fi
java -jar harness-control/target/sluice.jar serve "$runs/nights" --page 18082 > /dev/null &
server=$!
sleep 4
BROWSER=$browser node --experimental-websocket docs/images/page.mjs \
  "http://127.0.0.1:18082/#objective=20&baseline=night-1&run=night-5&run=night-6" "$images/catalogue.png" 1180 1180 5
kill $server

BROWSER=$browser docs/images/states.sh "$runs"
ls -l "$images"/*.png "$images"/states/*.png
