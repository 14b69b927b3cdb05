# lab    open the course in JupyterLab      make lab    or    make lab ARGS="--no-browser --port 8899"
# test   run everything that can be checked, in the order of STEPS below
# build  build the notebooks from their sources
# bench  measure speed and memory
# lint   the quick checks of the text of the code
#
# All of it happens in the folder .venv; nothing is installed outside it. Without make: see README.md.

PYTHON ?= python3
JOBS ?= 2
ARGS ?=

# What `make test` runs. Each word is a target below.
STEPS = test-lint test-build test-js test-unit test-notebooks test-browser

BIN = .venv/bin
NEEDS = pyproject.toml constraints.txt
PIP = $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt
NBVAL = --nbval-lax --nbval-current-env --nbval-cell-timeout=120 -p no:cacheprovider

.DEFAULT_GOAL := help
.PHONY: help lab test build bench lint format $(STEPS)
.NOTPARALLEL:

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

lab: .venv/.installed-lab
	@$(BIN)/attnedu lab $(ARGS)

test: .venv/.installed-test
	@set -e; for step in $(STEPS); do \
	  echo; echo "== $$step"; \
	  $(MAKE) --no-print-directory $$step || { \
	    echo; echo "== make test stopped at $$step. To run only that again: make $$step"; exit 1; }; \
	done; echo; echo "== all of $(words $(STEPS)) steps passed: $(STEPS:test-%=%)"

build: .venv/.installed-lab
	@$(BIN)/attnedu build

bench: .venv/.installed-bench
	@test -e benchmarks/__main__.py || { echo "There is no benchmarks/__main__.py to run."; exit 1; }
	@$(BIN)/python benchmarks $(ARGS)

lint: test-lint

format: .venv/.installed-test
	@$(BIN)/ruff format . && $(BIN)/ruff check --fix .

# ---- the steps of `make test`

test-lint: .venv/.installed-test
	@$(BIN)/ruff check . || { echo "ruff found what is listed above; make format mends most of it"; exit 1; }
	@$(BIN)/ruff format --check . || { echo "run: make format"; exit 1; }

test-build: .venv/.installed-test
	@$(BIN)/attnedu build --check

# The arithmetic of the widgets, against numbers that attnedu.core writes.
test-js:
	@if ! command -v node >/dev/null; then \
	  echo "skipped: node is not installed, so the JavaScript tests did not run (Debian: apt-get install nodejs)"; \
	  test "$$ATTNEDU_REQUIRE_BROWSER" != 1; \
	elif [ -z "$$(find tests -name '*.test.mjs')" ]; then echo "no JavaScript tests"; \
	else node --test --test-reporter=dot $$(find tests -name '*.test.mjs'); fi

test-unit: .venv/.installed-test
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist loadscope --ignore=tests/browser

# Every lesson, every solution, and every exercise as it is handed out. loadscope: a notebook stays in one process.
# The learner's record is kept out of it: ATTNEDU_HOME is a folder that is thrown away.
test-notebooks: .venv/.installed-test
	@home=$$(mktemp -d) && trap 'rm -rf "$$home"' EXIT && ATTNEDU_HOME="$$home" \
	  $(BIN)/python -m pytest -q $(NBVAL) -n $(JOBS) --dist loadscope notebooks/*.ipynb solutions/*.ipynb exercises/*.ipynb

# A real JupyterLab in Chromium. Skipped where there is no browser; required with ATTNEDU_REQUIRE_BROWSER=1.
test-browser: .venv/.installed-test node_modules/.installed
	@if [ -n "$$(find tests/browser -name 'test_*.py' 2>/dev/null)" ]; then \
	  $(BIN)/python -m pytest -q -n $(JOBS) --dist loadscope tests/browser; else echo "no browser tests"; fi

# axe-core, which looks for barriers in the widgets. Without npm those tests are skipped, unless they are required.
node_modules/.installed: package.json
	@if command -v npm >/dev/null; then npm install --silent && touch $@; \
	else echo "npm is not installed, so axe-core is left out (Debian: apt-get install npm)"; fi

# ---- the environment, made once and again only when pyproject.toml or constraints.txt change

.venv/.python:
	@command -v $(PYTHON) >/dev/null || { \
	  echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name yours: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$$($(PYTHON) --version) is too old: this course needs Python 3.11 or newer."; \
	  echo "Install one, then name it: make lab PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "This Python cannot make virtual environments: its venv module is missing."; \
	  echo "On Debian or Ubuntu: sudo apt-get install python3-venv; then run this again."; exit 1; }
	@test -x $(BIN)/python || { echo "Making .venv"; $(PYTHON) -m venv .venv; }
	@$(BIN)/python -c '' 2>/dev/null || { \
	  echo "The folder .venv is from another Python and does not run. Delete it (rm -r .venv) and try again."; exit 1; }
	@touch $@

.venv/.installed-lab: .venv/.python $(NEEDS)
	@echo "Installing what the lessons need into .venv (once, about a minute)"
	@$(PIP) -e . || { echo "$$INSTALL_FAILED"; exit 1; }
	@touch $@

.venv/.installed-test: .venv/.python $(NEEDS)
	@echo "Installing what the tests need into .venv (once, two minutes or so)"
	@$(PIP) -e '.[torch,test,dev]' || { echo "$$INSTALL_FAILED"; exit 1; }
	@touch .venv/.installed-lab $@

.venv/.installed-bench: .venv/.installed-test
	@echo "Installing what the widgets are measured against into .venv (once, half a minute)"
	@$(PIP) -e '.[bench]' || { echo "$$INSTALL_FAILED"; exit 1; }
	@touch $@

define INSTALL_FAILED
The installation did not finish: the lines above say why. It needs a network the first time, and about 1.5 GB
with what the tests need (500 MB for the lessons alone). Nothing is broken: run the same command again.
endef
export INSTALL_FAILED
