#!/bin/sh
# Says in one line each what this machine lacks, with the package to install. `need.sh node` asks for what builds the
# page; without an argument, for what builds the package.
python="${PYTHON:-python3}"
missing=0
lacks() {
  echo "bestguess needs $1: install it, for example with '$2'" >&2
  missing=1
}
has() { "$python" -c "$1" >/dev/null 2>&1; }

if [ "${1:-}" = node ]; then
  recent='const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)'
  { node -e "$recent" && npm --version; } >/dev/null 2>&1 ||
    lacks "Node 20.19 or newer and npm, without which the page cannot be built (wheels and sdists bring it built)" \
      "apt-get install nodejs npm"
  exit $missing
fi

if ! has 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  lacks "Python 3.11 or newer ($python is not)" "apt-get install python3 python3-venv python3-dev"
elif ! has 'import venv, ensurepip'; then
  lacks "Python's venv module" "apt-get install python3-venv"
elif ! has 'import os, sysconfig; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")'; then
  lacks "the headers of $python" "apt-get install python3-dev"
fi

found=
for compiler in ${CXX:+"$CXX"} c++ g++ clang++; do
  echo '#include <span>
int main() { return 0; }' | $compiler -std=c++20 -fsyntax-only -x c++ - >/dev/null 2>&1 && found=1 && break
done
[ -n "$found" ] || lacks "a compiler for C++20" "apt-get install g++"
exit $missing
