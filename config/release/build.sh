#!/bin/sh
# Builds everything of a release but the upload, from the last commit, in target/release:
#
#   config/release/build.sh            unsigned, to look at
#   config/release/build.sh --sign     signed by gpg, with the key of -Dgpg.keyname in MAVEN_ARGS or the default one
#
# It builds twice, in two folders, and wants the same bytes; then it checks what Maven Central asks for.
# docs/releasing.md says what comes before and after. Needs git, jq, a JDK 17 and what the build needs.
set -eu

profiles=release
case ${1:-} in
  '') ;;
  --sign) profiles=release,sign ;;
  *)
    echo "usage: build.sh [--sign]" >&2
    exit 2
    ;;
esac

cd "$(dirname "$0")/../.."
out=$PWD/target/release
rm -rf "$out"
mkdir -p "$out"

fail() {
  echo "build.sh: $1" >&2
  exit 1
}

[ -z "$(git status --porcelain)" ] || echo "build.sh: what is not committed is left out" >&2
git clone --quiet . "$out/first"
git clone --quiet . "$out/second/of/two"
repository=$out/repository
mvn='./mvnw --batch-mode --no-transfer-progress --quiet -DskipTests -Dmaven.install.skip'

(cd "$out/first" && $mvn -P "$profiles" "-DaltDeploymentRepository=release::file:$repository" deploy)
(cd "$out/second/of/two" && $mvn -P release "-DaltDeploymentRepository=release::file:$out/again" deploy)

diff --recursive --exclude='maven-metadata.xml*' --exclude='*.asc*' "$repository" "$out/again" || fail 'two builds differ'
for jar in harness-control/target/sluice.jar harness-control/target/sluice-open.jar src-it/mqsim/target/mqsim.jar; do
  cmp "$out/first/$jar" "$out/second/of/two/$jar" || fail "$jar differs from build to build"
  cp "$out/first/$jar" "$out"
done
! jar --list --file "$out/sluice-open.jar" | grep -q '^com/ibm/' || fail 'sluice-open.jar has classes of IBM'
cp "$out/first/harness-control/app/target/bom.json" "$out/sluice.cdx.json"
cp "$out/first/harness-control/app/target/third-party.txt" "$out/third-party.txt"

# what Maven Central asks for, in each folder of the repository
find "$repository" -name '*.pom' | sort >"$out/poms"
while read -r pom; do
  base=${pom%.pom}
  for element in name description; do
    grep -q "^  <$element>" "$pom" || fail "$pom has no $element"
  done
  files=$pom
  if ! grep -q '<packaging>pom</packaging>' "$pom"; then
    files="$pom $base.jar $base-sources.jar $base-javadoc.jar $base-cyclonedx.json"
    jq -e '.bomFormat == "CycloneDX" and (.components | length) > 0' "$base-cyclonedx.json" >/dev/null ||
      fail "$base-cyclonedx.json has no components"
  fi
  for file in $files; do
    [ -s "$file" ] && [ -s "$file.sha1" ] && [ -s "$file.md5" ] || fail "$file or its checksums are missing"
    [ "$profiles" = release ] || [ -s "$file.asc" ] || fail "$file has no signature"
  done
done <"$out/poms"
parent=$(grep /sluice-parent/ "$out/poms")
for element in url licenses developers scm; do
  grep -q "^  <$element[ >]" "$parent" || fail "$parent has no $element"
done

# what a stranger's test gets without a client
small=0
for name in sluice-api sluice-core sluice-jms; do
  size=$(wc -c <"$(find "$repository" -name "$name-[0-9]*.jar" ! -name '*-sources.jar' ! -name '*-javadoc.jar')")
  small=$((small + size))
done
[ $small -le 1048576 ] || fail "sluice-api, sluice-core and sluice-jms have $small bytes, more than 1 MiB"

java -jar "$out/sluice-open.jar" demo >"$out/demo.txt" 2>&1 || fail "the demo of sluice-open.jar failed: $out/demo.txt"

find "$repository" -name 'maven-metadata.xml*' -delete
(cd "$repository" && jar --create --no-manifest --file "$out/bundle.zip" .)
rm -rf "$out/first" "$out/second" "$out/again" "$out/poms"
(cd "$out" && sha256sum bundle.zip ./*.jar sluice.cdx.json third-party.txt | tee sha256sums)
echo "sluice-api, sluice-core and sluice-jms: $small bytes"
