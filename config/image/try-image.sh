#!/bin/sh
# Runs the program out of an image's tar as Kubernetes would, without a container engine:
#
#   config/image/try-image.sh harness-control/target/sluice-image.tar --version
#   config/image/try-image.sh harness-control/target/sluice-image.tar demo
#
# It unpacks the layers and starts the image's entry point, with the arguments given, in name spaces of its
# own: the image's user by number, no capability, a read-only root, no network but its own loopback, and a
# writable /tmp and /results only. Needs Linux, root and jq. Exits as the program does.
set -eu

[ $# -ge 1 ] || { echo "usage: try-image.sh TAR [ARGUMENTS]" >&2; exit 2; }
image=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir "$work/image" "$work/root"

tar --extract --file "$image" --directory "$work/image"
manifest=$work/image/manifest.json
config=$work/image/$(jq -r '.[0].Config' "$manifest")
jq -r '.[0].Layers[]' "$manifest" >"$work/layers"
jq -r '.rootfs.diff_ids[]' "$config" >"$work/digests"
while read -r layer && read -r digest <&3; do
  case $(od -A n -t x1 -N 2 "$work/image/$layer") in
    ' 1f 8b') unpack='gzip --decompress --stdout' ;;
    *) unpack=cat ;;
  esac
  $unpack "$work/image/$layer" >"$work/layer"
  echo "${digest#sha256:}  $work/layer" | sha256sum --check --quiet
  tar --extract --warning=no-unknown-keyword --file "$work/layer" --directory "$work/root" --numeric-owner --preserve-permissions
done <"$work/layers" 3<"$work/digests"
rm "$work/layer"

user=$(jq -r '.config.User' "$config")
case $user in
  0:* | *[!0-9:]* | '') echo "try-image.sh: the user must be a number and not root, but is '$user'" >&2; exit 1 ;;
esac
mkdir -p "$work/root/proc" "$work/root/dev" "$work/root/tmp" "$work/root/results"

# the entry point as that user in that root, then its environment, both quoted for a shell
entry=$(jq -r '.config.Entrypoint | @sh' "$config")
environment=$(jq -r '.config.Env | @sh' "$config")
folder=$(jq -r '.config.WorkingDir // "/"' "$config")
eval "set -- $entry \"\$@\""
set -- setpriv --no-new-privs unshare --root="$work/root" --wd="$folder" --setgid="${user#*:}" --setuid="${user%:*}" "$@"
eval "set -- $environment \"\$@\""

# shellcheck disable=SC2016 # the inner shell expands
unshare --mount --pid --fork --kill-child --net --ipc --uts sh -euc '
  root=$1
  shift
  ip link set lo up
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
  mount -t tmpfs -o mode=1777 tmpfs "$root/results"
  mount -o remount,bind,ro "$root"
  if touch "$root/usr/x" 2>/dev/null; then
    echo "try-image.sh: the root is not read-only" >&2
    exit 1
  fi
  exec env -i "$@"
' sh "$work/root" "$@"
