# Pegs & Paths: `make play` serves the game, `make test` runs every check.
# Both set up what they need: a virtual environment in .venv, and for the tests a browser.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint .ci/constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play test check fix bench browser clean

help:
	@echo "make play   set up and serve the game on http://127.0.0.1:8000"
	@echo "make test   set up and run every check, real-browser tests included"
	@echo "make check  the fast checks alone: style, types, tests without a browser"
	@echo "make fix    format the code"
	@echo "make bench  measure, and print the figures as a table"
	@echo "make clean  remove what the set-up made (games are kept)"

$(BIN)/python:
	@.ci/make-venv $(VENV)

$(VENV)/play.stamp: $(BIN)/python pyproject.toml .ci/constraints.txt
	@echo "Installing what the game needs ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/test.stamp: $(BIN)/python pyproject.toml .ci/constraints.txt
	@echo "Installing what the game and its tests need ..."
	@$(PIP) --editable '.[dev,postgres,cluster]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/bench.stamp: $(VENV)/test.stamp
	@echo "Installing what it is measured against ..."
	@$(PIP) --editable '.[dev,postgres,bench]'
	@touch $@

play: $(VENV)/play.stamp
	@$(BIN)/python -m webapp

check: $(VENV)/test.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/oxlint static/js
	$(BIN)/mypy
	$(BIN)/pytest -m "not browser"

browser: $(VENV)/test.stamp
	@$(BIN)/python -m tests.browser.chromium

test: check browser
	$(BIN)/pytest -m browser

fix: $(VENV)/test.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/bench.stamp browser
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find solver webapp tests -name __pycache__ -type d -exec rm -rf {} +
