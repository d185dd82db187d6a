# Pegs & Paths: `make play` serves the game, `make test` runs every check.
# Both set up what they need: a virtual environment in .venv, and for the tests a browser. Packages
# of the system are installed by root, when somebody at the terminal says so, or with PEGS_INSTALL=1.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint .ci/constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play test test-all check style compiled quick fix warm proofs bench pictures browser coverage mutate hooks clean

#: For example `make mutate MUTANTS='solver.hidoku.notations*'`: all of pyproject's without.
MUTANTS :=
#: What `make proofs` proves and checks.
GAMES := classic distinct bulls9
#: One process for tests more than the machine has cores, since those of the browser and of servers
#: wait for others: on two cores that takes 6 min 50 s, not 7 min 24 s. `make test WORKERS=0` runs in one.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
# Each process has a half of the tests, and who is done takes from the end of the other's: neighbours
# share what a module sets up, and all are busy to the end.
PARALLEL := --numprocesses $(WORKERS) --dist worksteal
# Tests start some hundred processes. Where Python may keep no bytecode, as in many containers, each
# of them would compile every module again, for three seconds.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make play   set up and serve the game on http://127.0.0.1:8000"
	@echo "make test   set up and run every check, real-browser tests included"
	@echo "make test-all  the same, and all of the dearest judges, of which it asks a sample"
	@echo "make check  the fast checks alone: style, types, tests without a browser"
	@echo "make quick  style, types, and the tests of what changed since main: 40 seconds"
	@echo "make fix    format the code"
	@echo "make warm   compute what the Lab's table knows from the start, and does not know yet"
	@echo "make proofs write certificates of exact results, and check them: a minute; GAMES='4x7 4x8' for longer ones"
	@echo "make coverage  the tests without a browser, and what they do not reach"
	@echo "make mutate    change chosen modules at random, and say what no test notices (hours)"
	@echo "make hooks     have style checked before each commit"
	@echo "make bench  measure, and print the figures as a table"
	@echo "make pictures  draw the pictures of README and docs anew"
	@echo "make clean  remove what the set-up made (games are kept)"

$(BIN)/python:
	@.ci/check-room . 600
	@echo "Making $(VENV) ..."
	@.ci/make-venv $(VENV)

$(VENV)/play.stamp: $(BIN)/python pyproject.toml .ci/constraints.txt
	@.ci/check-room . 500
	@echo "Installing what the game needs, 450 MB, into $(VENV): a minute or two, once ..."
	@rm -rf pegs_and_paths.egg-info  # of an older set-up, whose commands would be found too
	@$(PIP) --editable .
	@touch $@

$(VENV)/test.stamp: $(BIN)/python pyproject.toml .ci/constraints.txt
	@.ci/check-room . 1000
	@echo "Installing what the game and its tests need, 900 MB, into $(VENV): some minutes, once ..."
	@rm -rf pegs_and_paths.egg-info
	@$(PIP) --editable '.[dev,postgres,cluster]'
	@touch $@ $(VENV)/play.stamp

play: $(VENV)/play.stamp
	@$(BIN)/pegs-and-paths serve

$(VENV)/mutate.stamp: $(VENV)/test.stamp
	@echo "Installing what changes modules at random ..."
	@$(PIP) --editable '.[dev,mutation]'
	@touch $@

style: $(VENV)/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint static/js
	$(BIN)/codespell docs solver static templates tests webapp *.md
	$(BIN)/djangofmt --check templates
	$(BIN)/mypy
	$(BIN)/hadolint Dockerfile
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml

compiled: $(VENV)/test.stamp
	@$(BIN)/python -m tests.compiled

# The first time either takes a minute, on one core.
check: $(VENV)/test.stamp
	@$(MAKE) --no-print-directory --jobs=2 style compiled
	$(BIN)/pytest --ignore=tests/browser $(PARALLEL)

quick: style
	$(BIN)/python -m tests.changed

browser: $(VENV)/test.stamp
	@$(BIN)/python -m tests.browser.chromium

test: $(VENV)/test.stamp
	@$(BIN)/python -m tests.browser.chromium; code=$$?; \
	$(MAKE) --no-print-directory --jobs=2 style compiled || exit 1; \
	[ $$code != 0 ] || exec $(BIN)/pytest $(PARALLEL); \
	$(BIN)/pytest --ignore=tests/browser $(PARALLEL); \
	$(BIN)/python -m tests.browser.chromium --count

test-all: export PEGS_TEST_ALL := 1
test-all: test

fix: $(VENV)/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/djangofmt templates

warm: $(VENV)/play.stamp
	@$(BIN)/python -m tests.bench.known

proofs: $(VENV)/play.stamp
	@mkdir -p build/proofs
	@for game in $(GAMES); do \
		$(BIN)/pegs-and-paths mastermind optimum --game $$game \
			--export build/proofs/$$game.json.gz --certificate build/proofs/$$game.jsonl.gz \
		&& $(BIN)/python docs/results/check.py build/proofs/$$game.json.gz build/proofs/$$game.jsonl.gz \
		|| exit 1; \
	done

bench: $(VENV)/test.stamp browser
	$(BIN)/python -m tests.bench

pictures: $(VENV)/test.stamp browser
	$(BIN)/python -m tests.browser.pictures

coverage: $(VENV)/test.stamp
	$(BIN)/pytest --ignore=tests/browser $(PARALLEL) --cov --cov-report=term --cov-report=html

mutate: $(VENV)/mutate.stamp
	$(BIN)/mutmut run $(MUTANTS)
	$(BIN)/mutmut results

hooks: $(VENV)/test.stamp
	$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) build mutants .coverage* *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find solver webapp tests -name __pycache__ -type d -exec rm -rf {} +
