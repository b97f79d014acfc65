#!/bin/sh
# Builds the sdist and, from it and where there is no Node, the wheel; installs the wheel into an empty environment
# where no compiler is found, and asks the command line and the page.
set -eu
python="$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
quietly() { "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }; }

# Everything that is on the path, but Node.
mkdir "$folder/bin"
for tool in $(echo "$PATH" | tr ':' '\n' | while read -r place; do ls -d "$place"/* 2>/dev/null || true; done); do
  case "${tool##*/}" in node | nodejs | npm | npx) ;; *) ln -s "$tool" "$folder/bin" 2>/dev/null || true ;; esac
done

quietly "$python" -m build --sdist --outdir "$folder/dist" .
cd "$folder"
if PATH="$folder/bin" command -v node; then echo "Node should not be found here" && exit 1; fi
PATH="$folder/bin" quietly "$python" -m pip wheel --no-deps --wheel-dir dist dist/bestguess-*.tar.gz

"$python" -m venv empty
CXX=/nonexistent CC=/nonexistent empty/bin/python -m pip install --quiet --disable-pip-version-check \
  "$(ls dist/bestguess-*.whl)[web]"
test "$(empty/bin/bestguess score mm4x6 1122 1213)" = 1.2
test "$(empty/bin/bestguess candidates 'mastermind(8,12)' --history 11223344:2.3 --limit 0)" = \
  "5,511,120 of 429,981,696 secrets are left"
empty/bin/bestguess schema advise | grep -q '"urn:bestguess:advise/1"'
# The data that ships: an optimal tree, and the figures of a strategy.
test "$(empty/bin/python -c 'import bestguess as bg
from bestguess.data import known_figures, known_plan
game = bg.game("mastermind(4,6)")
print(known_plan(game, "optimal").figures, known_figures(game, "minimax"))')" = "5625:6:4 5801:5:694"

XDG_DATA_HOME="$folder/data" empty/bin/python - <<'END'
import json, re, subprocess, urllib.request

server = subprocess.Popen(["empty/bin/bestguess", "web", "--no-open", "--port", "0"], stderr=subprocess.PIPE, text=True)
try:
    address = re.search(r"http://\S+", server.stderr.readline())[0]
    ask = lambda path: urllib.request.urlopen(address + path, timeout=30).read()
    page = ask("").decode()
    assert "<title>bestguess</title>" in page
    for path in re.findall(r'(?:src|href)="/([^"]+)"', page):
        assert ask(path), path
    assert json.loads(ask("api/health"))["status"] == "ok"
finally:
    server.terminate()
END
echo "wheel: works, with its page, in an empty environment ($(ls dist | tr '\n' ' '))"
