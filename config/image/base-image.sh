#!/bin/sh
# Makes a base for the container image out of Debian packages, where no image registry can be reached:
#
#   config/image/base-image.sh base.tar      of the packages that debian-packages names, by version and digest
#   config/image/base-image.sh --update      writes debian-packages from what this host's apt offers now
#
# The host needs apt, dpkg and a JDK, and no root. The same packages make the same bytes.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
lock=$here/debian-packages
# what a JVM without a screen loads; its other dependencies are for sound, printing and fonts
wanted='base-files ca-certificates libc6 libgcc-s1 libstdc++6 netbase openjdk-17-jre-headless tzdata zlib1g'
user=65532

if [ "${1:-}" = --update ]; then
  {
    echo '# name, version, architecture, SHA-256 of the package; written by base-image.sh --update'
    for package in $wanted; do
      apt-cache show --no-all-versions "$package" | awk '
        /^Package:/ { name = $2 } /^Version:/ { version = $2 } /^Architecture:/ { architecture = $2 } /^SHA256:/ { digest = $2 }
        END { print name, version, architecture, digest }'
    done
  } >"$lock.new"
  mv "$lock.new" "$lock"
  exit
fi

[ $# = 1 ] || { echo "usage: base-image.sh TAR | --update" >&2; exit 2; }
mkdir -p "$(dirname "$1")"
tar=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
mkdir -m 755 "$work/fetched" "$work/packages" "$work/root" "$work/image"

cd "$work/fetched"
sed '/^#/d' "$lock" >"$work/lock"
while read -r name version architecture digest; do
  if ! apt-get -qq download "$name:$architecture=$version" 2>"$work/apt"; then
    cat "$work/apt" >&2
    echo "base-image.sh: this host's apt has no $name $version for $architecture; base-image.sh --update takes what it has" >&2
    exit 1
  fi
  mv ./*.deb "$work/packages/$name.deb"
  echo "$digest  $work/packages/$name.deb" | sha256sum --check --quiet
done <"$work/lock"

root=$work/root
touch "$work/began"
mkdir -p "$root/var/lib/dpkg/status.d"
while read -r name _ _ _; do
  dpkg --extract "$work/packages/$name.deb" "$root"
  dpkg --field "$work/packages/$name.deb" >"$root/var/lib/dpkg/status.d/$name" # for those who look for known weaknesses
done <"$work/lock"
rm -rf "$root/usr/lib/debug" "$root/usr/share/bug" "$root/usr/share/gdb" "$root/usr/share/lintian" \
  "$root/usr/share/locale" "$root/usr/share/man" "$root/usr/lib/jvm/"*/lib/ct.sym
find "$root/usr/share/doc" ! -type d ! -name copyright -delete

# what scripts of the packages would have made
java=$(cd "$root" && find usr/lib/jvm -type f -path '*/bin/java')
ln -s "/$java" "$root/usr/bin/java"
printf 'root:x:0:0:root:/root:/sbin/nologin\nsluice:x:%s:%s:sluice:/tmp:/sbin/nologin\n' $user $user >"$root/etc/passwd"
printf 'root:x:0:\nsluice:x:%s:\n' $user >"$root/etc/group"
printf 'passwd: files\ngroup: files\nhosts: files dns\n' >"$root/etc/nsswitch.conf"
mkdir -p "$root/etc/ssl/certs/java" "$root/results"
find "$root/usr/share/ca-certificates" -name '*.crt' | LC_ALL=C sort >"$work/certificates"
"${JAVA_HOME:+$JAVA_HOME/bin/}java" "$here/TrustStore.java" "$root/etc/ssl/certs/java/cacerts" <"$work/certificates"
chmod 1777 "$root/tmp" "$root/results"
# the JVM's own archive of classes is good as long as the files of its package keep their times
find "$root" -newer "$work/began" -exec touch --no-dereference --date=@0 {} +

cd "$work/image"
tar --create --file layer.tar --format=gnu --sort=name --owner=0 --group=0 --numeric-owner --directory="$root" .
layer=$(sha256sum layer.tar | cut -d ' ' -f 1)
architecture=$(awk '$1 == "libc6" { print $3 }' "$work/lock")
cat >config.json <<JSON
{"architecture":"$architecture","os":"linux","created":"1970-01-01T00:00:00Z",
 "config":{"User":"$user:$user","Env":["PATH=/usr/local/bin:/usr/bin:/bin","JAVA_HOME=/${java%/bin/java}","LANG=C.UTF-8"]},
 "rootfs":{"type":"layers","diff_ids":["sha256:$layer"]},
 "history":[{"created":"1970-01-01T00:00:00Z","created_by":"Debian packages"}]}
JSON
echo '[{"Config":"config.json","RepoTags":["sluice-base:latest"],"Layers":["layer.tar"]}]' >manifest.json
tar --create --file "$tar" --format=gnu --mtime=@0 --owner=0 --group=0 --numeric-owner manifest.json config.json layer.tar
echo "$tar: sha256:$layer"
