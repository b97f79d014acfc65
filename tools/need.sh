#!/bin/sh
# Says in one line each what this machine lacks, with the package to install.
python="${PYTHON:-python3}"
missing=0
lacks() {
  echo "bestguess needs $1: install it, for example with '$2'" >&2
  missing=1
}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
  lacks "Python 3.11 or newer ($python is not)" "apt-get install python3 python3-venv python3-dev"
"$python" -c 'import venv, ensurepip' 2>/dev/null || lacks "Python's venv module" "apt-get install python3-venv"
"$python" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' ||
  lacks "the headers of $python" "apt-get install python3-dev"

compiler="${CXX:-c++}"
if command -v "$compiler" >/dev/null 2>&1; then
  echo '#include <span>
int main() { return 0; }' | "$compiler" -std=c++20 -fsyntax-only -x c++ - 2>/dev/null ||
    lacks "a compiler for C++20 ($compiler is not one)" "apt-get install g++"
else
  lacks "a C++20 compiler" "apt-get install g++"
fi

# Node builds the page. Nothing else needs it, so its absence is said and no more.
if ! command -v node >/dev/null 2>&1; then
  echo "bestguess needs Node 20 or newer to build the page: install it, for example with 'apt-get install nodejs npm'" >&2
fi
exit $missing
