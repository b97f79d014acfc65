#!/bin/sh
# Builds the sdist and, from it, the wheel; installs the wheel into an empty environment where no compiler is found.
set -eu
python="$1"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
"$python" -m build --outdir "$folder/dist" . >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
"$python" -m venv "$folder/empty"
CXX=/nonexistent CC=/nonexistent "$folder/empty/bin/python" -m pip install --quiet --disable-pip-version-check \
  "$folder"/dist/bestguess-*.whl
cd "$folder"
test "$(empty/bin/bestguess score mm4x6 1122 1213)" = 1.2
test "$(empty/bin/bestguess candidates 'mastermind(8,12)' --history 11223344:2.3 --limit 0)" = \
  "5,511,120 of 429,981,696 secrets are left"
echo "wheel: works in an empty environment ($(ls dist | tr '\n' ' '))"
