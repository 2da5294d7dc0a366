#!/bin/sh
# Makes the base, the image twice, and runs it: what a build machine without an image registry can show.
# Needs what base-image.sh and try-image.sh need. Takes some minutes.
set -eu

cd "$(dirname "$0")/../.."
target=harness-control/target
image=$target/sluice-image.tar
config/image/base-image.sh $target/base-image.tar

build() {
  ./mvnw --batch-mode --no-transfer-progress --quiet --projects harness-control/app --also-make \
    -Pimage -DskipTests "-Djib.from.image=tar://$PWD/$target/base-image.tar" package
  cat harness-control/app/target/jib-image.digest
}

fail() {
  echo "check.sh: $1" >&2
  exit 1
}

first=$(build)
[ "$first" = "$(build)" ] || fail 'two builds differ'
config/image/try-image.sh $image --version | grep '^sluice [0-9]' || fail 'no version'
config/image/try-image.sh $image send --provider embedded --threads 2 --rate 50 --duration 3s --out /results/run \
  | grep 'Target kept' || fail 'no run'
config/image/try-image.sh $image demo | grep 'PASS receivers lost == 0' || fail 'no demo'
if config/image/try-image.sh $image send --provider embedded --duration 1s --out /run 2>/dev/null; then
  fail 'it wrote outside of /tmp and /results'
fi
echo "$image: $first"
