#!/bin/sh
# Tests the samples as strangers would: each by its own build, with the artifacts of this source tree out of a folder
# repository. Then puts a fault into each and wants its test to fail.
#   ./run.sh                 all of them
#   ./run.sh lambda          one
#   ./run.sh guide           what docs/guides/in-your-build.md has people write in an empty folder
# Needs what the build needs. JUNIT=6.1.0 takes another JUnit, where a sample does not leave that to its parent, and
# MAVEN=/opt/maven-3.6.3/bin/mvn another Maven for the guide.
set -eu
cd "$(dirname "$0")"
home=$(cd ../.. && pwd)
repository=$home/src-it/samples/target/repository
# what the build fetched is used, but its own artifacts are looked up and kept here
options="--batch-mode --no-transfer-progress --quiet -Dmaven.repo.local=$home/src-it/samples/target/local \
  -Dmaven.repo.local.tail=${MAVEN_LOCAL:-$HOME/.m2/repository}"
mvn="$home/mvnw $options"
if [ ! -d "$repository" ]; then
  (cd "$home" && $mvn -DskipTests -DaltDeploymentRepository="samples::file:$repository" deploy)
fi

settings=$home/src-it/samples/target/settings.xml
cat >"$settings" <<XML
<settings>
  <profiles>
    <profile>
      <id>samples</id>
      <repositories><repository><id>samples</id><url>file:$repository</url></repository></repositories>
    </profile>
  </profiles>
  <activeProfiles><activeProfile>samples</activeProfile></activeProfiles>
</settings>
XML

run() {
  $mvn --settings "$settings" ${JUNIT:+-Djunit.version="$JUNIT"} -f "$1/pom.xml" "$2" test
}

# step FILE: what the guide shows under the step that names a file
step() {
  awk -v file="\`$1\`" '/^[0-9]+\. / { shows = index($0, file) } /^       / && shows { print substr($0, 8) }' \
    "$home/docs/guides/in-your-build.md"
}

guide() {
  rm -rf target/guide && mkdir -p target/guide/src/test/java
  step pom.xml >target/guide/pom.xml
  step src/test/java/FirstTest.java >target/guide/src/test/java/FirstTest.java
  # shellcheck disable=SC2086 # several options
  "${MAVEN:-$home/mvnw}" $options --settings "$settings" -f target/guide/pom.xml test
  grep -q 'tests="1" errors="0" skipped="0" failures="0"' target/guide/target/surefire-reports/TEST-FirstTest.xml
  echo "guide: green"
}

faults_of() {
  case $1 in
    load-gate | resilience) echo delay lose duplicate ;;
    lambda) echo delay ;;
    *) echo delay lose ;;
  esac
}

[ $# -gt 0 ] || set -- guide request-reply spring-boot resilience load-gate lambda
for sample in "$@"; do
  if [ "$sample" = guide ]; then
    guide
    continue
  fi
  run "$sample" -Dfault=
  echo "$sample: green"
  for fault in $(faults_of "$sample"); do
    if run "$sample" "-DargLine=-Dfault=$fault" >"target/$sample-$fault.log" 2>&1; then
      echo "$sample: green although its code has the fault '$fault'" >&2
      exit 1
    fi
    if ! grep -q 'sluice-runs/.*report.html' "target/$sample-$fault.log"; then
      echo "$sample: fails without a page: target/$sample-$fault.log" >&2
      exit 1
    fi
    echo "$sample: red, with a page, when its code has the fault '$fault'"
  done
done
