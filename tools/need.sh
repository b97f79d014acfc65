#!/bin/sh
# Says in one line each what this machine lacks, with the package to install.
python="${PYTHON:-python3}"
missing=0
lacks() {
  echo "bestguess needs $1: install it, for example with '$2'" >&2
  missing=1
}
has() { "$python" -c "$1" >/dev/null 2>&1; }

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

# Node builds the page. Nothing else needs it, so its absence is said and no more.
node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' >/dev/null 2>&1 ||
  echo "bestguess needs Node 20 or newer to build the page: install it, for example with 'apt-get install nodejs npm'" >&2
exit $missing
