#!/bin/sh
# Tests the samples as strangers would: each by its own build, with the artifacts of this source tree out of a folder
# repository. Then puts a fault into each and wants its test to fail.
#   ./run.sh                 all of them
#   ./run.sh lambda          one
# Needs what the build needs. JUNIT=6.1.0 takes another JUnit, where a sample does not leave that to its parent.
set -eu
cd "$(dirname "$0")"
home=$(cd ../.. && pwd)
repository=$home/src-it/samples/target/repository
# what the build fetched is used, but its own artifacts are looked up and kept here
mvn="$home/mvnw --batch-mode --no-transfer-progress --quiet -Dmaven.repo.local=$home/src-it/samples/target/local \
  -Dmaven.repo.local.tail=${MAVEN_LOCAL:-$HOME/.m2/repository}"
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

faults_of() {
  case $1 in
    load-gate | resilience) echo delay lose duplicate ;;
    lambda) echo delay ;;
    *) echo delay lose ;;
  esac
}

[ $# -gt 0 ] || set -- request-reply spring-boot resilience load-gate lambda
for sample in "$@"; do
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
