# make run | test | build | lint | bench | values | verify | clean
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp -type f)
CORE := -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DBESTGUESS_CORE_ONLY=ON -DCMAKE_BUILD_TYPE=Release

.PHONY: run test build lint bench values verify tools core-tests thread-tests wheel-test clean

run: build ## sets everything up and runs the main job
	@$(BIN)/python examples/tour.py

test: build lint core-tests ## sets everything up and passes the tests
	$(BIN)/python -m pytest -q

build: .venv/.built

tools:
	@PYTHON="$(PYTHON)" sh tools/need.sh

.venv/.built: $(NATIVE) | tools
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) --group dev
	$(PIP) --no-build-isolation --editable .
	@touch $@

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

# The native core alone: plain, and under the address and undefined-behaviour sanitizers.
core-tests: build
	@$(BIN)/cmake -S . -B build/core $(CORE) > /dev/null && $(BIN)/cmake --build build/core > build/core/log || (cat build/core/log; false)
	build/core/core_tests
	@$(BIN)/cmake -S . -B build/sanitized $(CORE) -DBESTGUESS_SANITIZE=address,undefined > /dev/null && \
	 $(BIN)/cmake --build build/sanitized > build/sanitized/log || (cat build/sanitized/log; false)
	build/sanitized/core_tests

bench: build
	$(BIN)/python benchmarks/run.py

# What ships as data: what the first guesses of common games are worth, and their optimal trees.
values: build
	$(BIN)/python tools/starts.py
	$(BIN)/python tools/plans.py

# The native core under the thread sanitizer.
thread-tests: build
	@$(BIN)/cmake -S . -B build/threads $(CORE) -DBESTGUESS_SANITIZE=thread > /dev/null && \
	 $(BIN)/cmake --build build/threads > build/threads/log || (cat build/threads/log; false)
	build/threads/core_tests

# The long checks: everything that `make test` samples, in full.
verify: test thread-tests wheel-test
	BESTGUESS_VERIFY=1 $(BIN)/python -m pytest -q

# A wheel and an sdist build, and the wheel works in an empty environment without a compiler.
wheel-test: build
	sh tools/wheel_test.sh $(BIN)/python

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
