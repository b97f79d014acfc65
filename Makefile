# make run | test | build | lint | bench | screenshots | values | verify | clean
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp -type f)
PAGE := src/bestguess/web/page/index.html
PAGE_SOURCES := $(wildcard web/*.*) $(shell find web/src web/public -type f)
CORE := -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DBESTGUESS_CORE_ONLY=ON -DCMAKE_BUILD_TYPE=Release

.PHONY: run test build page lint bench screenshots values verify tools node page-tests core-tests thread-tests wheel-test clean

run: build ## sets everything up and runs the main job
	@$(BIN)/bestguess web

test: build lint page-tests core-tests ## sets everything up and passes the tests
	@sh tools/browser.sh install
	$(BIN)/python -m pytest -q -rs
	@sh tools/browser.sh tell

build: .venv/.built page

page: $(PAGE)

tools:
	@PYTHON="$(PYTHON)" sh tools/need.sh

.venv/.built: $(NATIVE) | tools
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --group dev
	$(PIP) --no-build-isolation --editable ".[web]"
	@touch $@

node:
	@sh tools/need.sh node

web/node_modules/.installed: web/package.json web/package-lock.json | node
	@mkdir -p build
	@cd web && npm ci --no-audit --no-fund > ../build/npm.log 2>&1 || (cat ../build/npm.log; false)
	@touch $@

# The page, inside the package: whoever installs a wheel or an sdist needs no Node.
$(PAGE): $(PAGE_SOURCES) web/node_modules/.installed
	cd web && npm run --silent build -- --logLevel warn

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

# The page's own checks: types, words, format, and the tests of its rules.
page-tests: build
	cd web && npm run --silent check && npm run --silent format && npm run --silent test

# The native core alone: plain, and under the address and undefined-behaviour sanitizers.
core-tests: build
	@$(BIN)/cmake -S . -B build/core $(CORE) > /dev/null && $(BIN)/cmake --build build/core > build/core/log || (cat build/core/log; false)
	build/core/core_tests
	@$(BIN)/cmake -S . -B build/sanitized $(CORE) -DBESTGUESS_SANITIZE=address,undefined > /dev/null && \
	 $(BIN)/cmake --build build/sanitized > build/sanitized/log || (cat build/sanitized/log; false)
	build/sanitized/core_tests

bench: build
	$(BIN)/python benchmarks/run.py

# The pictures of the page in docs/screenshots.
screenshots: build
	@sh tools/browser.sh install
	$(BIN)/python tools/screenshots.py

# What ships as data: what first guesses are worth, optimal trees, and what strategies need on every size (20 minutes).
values: build
	$(BIN)/python tools/first_guesses.py
	$(BIN)/python tools/plans.py
	$(BIN)/python tools/atlas.py

# The native core under the thread sanitizer.
thread-tests: build
	@$(BIN)/cmake -S . -B build/threads $(CORE) -DBESTGUESS_SANITIZE=thread > /dev/null && \
	 $(BIN)/cmake --build build/threads > build/threads/log || (cat build/threads/log; false)
	build/threads/core_tests

# The long checks: everything that `make test` samples, in full.
verify: test thread-tests wheel-test
	BESTGUESS_VERIFY=1 $(BIN)/python -m pytest -q

# An sdist builds, from it a wheel without Node, and the wheel works, page and all, in an empty environment.
wheel-test: build
	sh tools/wheel_test.sh $(BIN)/python

clean:
	rm -rf .venv build dist web/node_modules src/bestguess/web/page .mypy_cache .pytest_cache .ruff_cache .hypothesis
