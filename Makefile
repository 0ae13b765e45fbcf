# Parlour: `make play` opens the table, `make test` checks everything. Both set themselves up in .venv.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2

# A stamp is named by what it stands for, so that an unchanged environment costs no call of pip.
digest = $(shell cat $(1) | cksum | tr ' ' '-')
RUN_STAMP := $(VENV)/run-$(call digest,requirements/build.txt requirements/base.txt pyproject.toml)
DEV_STAMP := $(VENV)/dev-$(call digest,requirements/build.txt requirements/dev.txt pyproject.toml)
BENCH_STAMP := .venv-bench/run-$(call digest,requirements/bench.txt requirements/bench-alone.txt)

PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check
BENCH_INSTALL = .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)

.DEFAULT_GOAL := help
.PHONY: help play test lint soak cover shots bench fmt clean lock

help:
	@echo 'make play   open the table in the browser'
	@echo 'make test   format check, lint, import rules, types, every test'
	@echo 'make lint   the checks without the tests'
	@echo 'make cover  which lines no test reaches'
	@echo 'make soak   the hard tests of the table for an hour'
	@echo 'make shots  pictures of every board, state and end (ONLY="splendor 390x844" takes some)'
	@echo 'make fmt    format the code'
	@echo 'make bench  measure, beside other programs'
	@echo 'make lock   pin requirements/ anew (UPGRADE=--upgrade takes newer releases)'
	@echo 'make clean  remove environments and caches'

play: $(RUN_STAMP)
	@$(BIN)/parlour || test $$? -eq 130 # Ctrl-C closes the table, and that is no error

lint: $(DEV_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy

# Rules are tested as plain Python, and compiled with bounds checks, which they run without. They are compiled once for all
# but the browser's tests, which play at a table as it is; `make soak` runs everything without the checks, too. The
# browser's driver keeps an event loop of its own, so its tests run apart. They wait a lot, as do those of the table, so
# that one more of them fits in. `make cover` says which lines no test reaches: coverage makes everything slower, compiling twice so.
# Each stage names its folders, since to collect a test is to import it: tests/draw plays games for that, and their
# rules are compiled. Bytecode is kept whatever the environment says, or every process would compile all sources and
# pytest rewrite all assertions anew.
PYTEST = $(BIN)/pytest -n $(JOBS)
MORE = $$(($(JOBS) + 1))
KERNELS = -m kernel tests/core tests/games tests/search
test: export PYTHONDONTWRITEBYTECODE =
test: lint
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q $(KERNELS)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -q tests/games
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -q -n $(MORE) --ignore=tests/games --ignore=tests/browser
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n $(MORE) tests/browser

# What the suite does a little of, for an hour: storms, kills, garbage, thousands of matches, questions to the API.
SOAKED = storms kill fuzz endurance openapi interference
soak: $(DEV_STAMP)
	SOAK=5000 $(PYTEST) -q tests/games tests/core
	SOAK=5000 $(PYTEST) $(SOAKED:%=tests/table/test_%.py)

cover: $(DEV_STAMP)
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q $(KERNELS) --cov --cov-report=
	$(PYTEST) -q --ignore=tests/games --ignore=tests/browser --cov --cov-append --cov-report=
	$(PYTEST) -q tests/browser --cov --cov-append --cov-report=term

# What people look at before a change of looks goes in; build/shots/index.html has them all.
ONLY ?=
shots: $(DEV_STAMP)
	@$(BIN)/python -m tests.browser.shots $(ONLY)

fmt: $(DEV_STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix-only .

bench: $(DEV_STAMP) $(BENCH_STAMP)
	$(BIN)/python -m benchmarks.run

clean:
	rm -rf .venv .venv-bench build dist htmlcov .coverage .coverage.* test-results
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} +

lock: $(DEV_STAMP)
	$(LOCK) --group build --output-file requirements/build.txt
	$(LOCK) pyproject.toml --output-file requirements/base.txt
	$(LOCK) pyproject.toml --extra dev --constraints requirements/base.txt --output-file requirements/dev.txt
	$(LOCK) --group bench --output-file requirements/bench.txt
	$(LOCK) --group bench-alone --no-deps --output-file requirements/bench-alone.txt

$(BIN)/python:
	@test -n '$(PYTHON)' || { echo 'Parlour needs Python 3.11 or newer; set PYTHON=/path/to/python.' >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'Parlour needs Python with the venv module (on Debian: python3-venv).' >&2; exit 1; }

$(RUN_STAMP): | $(BIN)/python
	@echo 'Setting up .venv: about a minute, once.'
	@rm -f $(VENV)/run-*
	$(PIP_INSTALL) --require-hashes -r requirements/build.txt
	$(PIP_INSTALL) --require-hashes --no-build-isolation -r requirements/base.txt
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(DEV_STAMP): $(RUN_STAMP)
	@rm -f $(VENV)/dev-*
	$(PIP_INSTALL) --require-hashes --no-build-isolation -r requirements/dev.txt
	@touch $@

$(BENCH_STAMP):
	@rm -rf .venv-bench && $(PYTHON) -m venv .venv-bench
	$(BENCH_INSTALL) -r requirements/bench.txt
	$(BENCH_INSTALL) --no-deps -r requirements/bench-alone.txt
	@touch $@
