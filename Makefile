PYTHON ?= python3
BIN := .venv/bin
INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python --constraint constraints.txt
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp -type f)
CPP := $(shell git ls-files 'cpp/*.cpp' 'cpp/*.hpp' 'cpp/*.inl' checker/bgcheck.c 2>/dev/null)
PAGE := src/bestguess/web/page/index.html
PAGE_SOURCES := $(wildcard web/*.*) $(shell find web/src web/public -type f)
CORE := -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DBESTGUESS_CORE_ONLY=ON -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
# Each worker has a server and a browser of its own. Idle workers take over tests of busy ones.
PYTEST := $(BIN)/python -m pytest -q -rs -n auto --maxprocesses 8 --dist worksteal
TOGETHER := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

.PHONY: always run help test verify build page docs lint format bench screenshots notebooks values records words lock clean tools node browser \
  lint-python lint-core lint-page lint-release page-tests core-tests core-sanitized core-threads core-tidy wheel-test

run: build ## build everything and open the page
	@$(BIN)/bestguess web

help: ## show the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-12s %s\n", $$1, $$2}' Makefile

test: ## build everything and run the tests (samples of what verify checks in full)
	@$(TOGETHER) build browser
	@$(TOGETHER) lint page-tests core-tests
	$(PYTEST)
	@sh tools/browser.sh tell

verify: ## run the long tests: full counts, all screens and themes, Firefox, sanitizers, clang-tidy, the wheel
	@$(TOGETHER) build browser
	@sh tools/browser.sh install-firefox
	@$(TOGETHER) lint page-tests core-tests core-sanitized core-threads
	@$(MAKE) --no-print-directory core-tidy lint-release wheel-test
	BESTGUESS_VERIFY=1 $(PYTEST)
	@sh tools/browser.sh tell
	@sh tools/browser.sh tell-firefox

build: .venv/.built page ## set up .venv, build the core and the page
	@$(BIN)/python -m compileall -q src/bestguess # commands start sooner, also where Python may write no bytecode

page: $(PAGE) ## build the page

# The variable silences a notice: Material for MkDocs ends on 5 May 2027, and its successor reads mkdocs.yml too.
docs: build ## build the documentation site (site/index.html)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet

lint: lint-python lint-core lint-page ## check formats, lint rules and types of everything

format: build ## format everything and fix what the linters can fix
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format --quiet .
	$(BIN)/clang-format -i $(CPP)
	cd web && npm run --silent lint -- --fix && npm run --silent format:write

bench: build ## measure (benchmarks/)
	$(BIN)/python benchmarks/run.py

screenshots: build browser ## draw the pictures of the page (docs/screenshots) and its icons
	$(BIN)/python tools/icons.py
	$(BIN)/python tools/preview.py
	$(BIN)/python tools/screenshots.py

notebooks: build ## execute docs/notebooks and write their outputs
	$(BIN)/python -m tools.notebooks

values: build ## recompute the data that ships: values of first guesses, optimal trees, puzzles, figures (40 minutes)
	$(BIN)/python tools/values.py

# RECORDS_OPTIONS="--time 600 --only 'bullscows'": see python -m tools.records --help. What is proven is not asked again.
records: .venv/.built build/bgcheck ## prove optima of many games, smallest first, until stopped (docs/results.md; RECORDS_OPTIONS)
	$(BIN)/python -m tools.records $(RECORDS_OPTIONS)

words: build ## make the lists of words that ship anew, from packages of Debian (apt-get, dpkg and npm)
	$(BIN)/python tools/words.py

lock: .venv/.installed ## renew constraints.txt, the pinned versions of all Python packages that make installs
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --no-emit-index-url \
	  --custom-compile-command "make lock" --all-extras --group dev --group docs --group tidy --group release \
	  --output-file constraints.txt pyproject.toml

clean: ## delete everything that make made
	rm -rf .venv build dist site web/node_modules src/bestguess/web/page .mypy_cache .pytest_cache .ruff_cache .hypothesis

tools:
	@PYTHON="$(PYTHON)" sh tools/need.sh

node:
	@sh tools/need.sh node

browser:
	@sh tools/browser.sh install

.venv/.installed: pyproject.toml constraints.txt | tools
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt uv
	$(INSTALL) --group dev --group docs
	@touch $@

# The editable install knows the modules by name, so it is made anew when one comes or goes.
.venv/.modules: .venv/.installed always
	@find src -name '*.py' | sort | cmp -s - $@ || find src -name '*.py' | sort > $@

.venv/.built: $(NATIVE) .venv/.installed .venv/.modules
	MAKEFLAGS= $(INSTALL) --no-build-isolation --config-settings=cmake.define.BESTGUESS_WERROR=ON --editable ".[cluster,gym,plots,web]"
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json | node
	@mkdir -p build
	@cd web && npm ci --no-audit --no-fund > ../build/npm.log 2>&1 || (cat ../build/npm.log; false)
	@touch $@

# The page, inside the package: whoever installs a wheel or an sdist needs no Node.
$(PAGE): $(PAGE_SOURCES) web/node_modules/.installed
	cd web && npm run --silent build -- --logLevel warn

lint-python: build
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy

lint-core: build build/bgcheck
	$(BIN)/clang-format --dry-run --Werror $(CPP)

build/bgcheck: checker/bgcheck.c
	@mkdir -p build
	$(CC) -O2 -std=c11 -Wall -Wextra -Werror -o $@ $<

# Of what runs elsewhere, as much as can be checked here.
lint-release: .venv/.installed
	@mkdir -p build
	$(INSTALL) --group release
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/zizmor --offline --quiet .github/workflows
	$(BIN)/hadolint Dockerfile
	@for system in linux macos windows; do \
	  $(BIN)/cibuildwheel --print-build-identifiers --platform $$system . | grep cp314 > build/wheels || exit 1; done

lint-page: build
	cd web && npm run --silent check && npm run --silent format && npm run --silent lint

page-tests: build
	cd web && npm run --silent test

# $(call core_build,folder,sanitizers): builds the core and its tests alone, without Python. Without MAKEFLAGS, since
# Ninja cannot use the job server of a parallel make.
define core_build
@mkdir -p $(1)
@{ $(BIN)/cmake -S . -B $(1) $(CORE) -DBESTGUESS_SANITIZE=$(2) && MAKEFLAGS= $(BIN)/cmake --build $(1); } > $(1)/log || (cat $(1)/log; false)
endef

core-tests: build
	$(call core_build,build/core)
	build/core/core_tests

core-sanitized: build
	$(call core_build,build/sanitized,address$(comma)undefined)
	build/sanitized/core_tests

core-threads: build
	$(call core_build,build/threads,thread)
	build/threads/core_tests

comma := ,

core-tidy: core-tests
	$(INSTALL) --group tidy
	printf '%s\n' $(filter cpp/core/%.cpp cpp/tests/%.cpp,$(CPP)) | \
	  xargs -n 1 -P 2 $(BIN)/clang-tidy --quiet --warnings-as-errors='*' -p build/core

# An sdist builds, from it a wheel without Node, and the wheel works, page and all, in an empty environment.
wheel-test: build
	sh tools/wheel_test.sh $(BIN)/python
