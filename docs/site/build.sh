#!/usr/bin/env bash
# Builds the documentation as a site that needs neither a network nor a server:
#   docs/site/build.sh [FOLDER]     # default target/site; then open FOLDER/index.html
# Needs Python 3.11 or later; the packages of requirements.txt go into target/site-build.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "${1:-target/site}" target/site-build
site=$(cd "${1:-target/site}" && pwd)
build=$PWD/target/site-build

[ -x "$build/venv/bin/pip" ] || python3 -m venv "$build/venv"
"$build/venv/bin/pip" install --quiet --disable-pip-version-check --requirement docs/site/requirements.txt

# the pages and what they link to, where they lie here
rm -rf "$build/content" "$build/site"
mkdir "$build/content"
{
  echo README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md LICENSE NOTICE docs config src-it/mqsim/README.md src-it/samples
  grep -ohE '\]\((\.\./)+(harness|src-it)[^)#]*' docs/*.md docs/guides/*.md | sed -E 's|^..(\.\./)+||' | sort -u
} | xargs tar -cf - --exclude=target | tar -xf - -C "$build/content"
cp docs/site/mkdocs.yml "$build"
"$build/venv/bin/zensical" build --strict --clean --config-file "$build/mkdocs.yml"
cp -r "$build/site/." "$site"
python3 docs/site/check.py "$site"

# nothing is loaded from elsewhere, and the search knows words of different pages
loads='<(script|link|img|source|iframe)[^>]*(src|href|srcset)="?(https?:)?//|(url\(|@import )["'\'']?(https?:)?//'
if grep -rlE "$loads" --include='*.html' --include='*.css' "$site"; then
  echo "$0: the pages above load from elsewhere" >&2
  exit 1
fi
for word in overdue CCDT 2035; do
  grep -qw "$word" "$site/search.js" || { echo "$0: the search does not know '$word'" >&2; exit 1; }
done
echo "$site/index.html"
