# One command each, from a clean checkout or a used one: the environment is made once and again when pyproject.toml changes.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
JOBS   ?= 2

.PHONY: run test test-long bench lint playthroughs wheel clean

run: $(STAMP)
	$(BIN)/rulelang run disney.mono

test: lint
	$(BIN)/pytest -n $(JOBS)

test-long: $(STAMP)
	$(BIN)/pytest -n $(JOBS) -m long

# `PEERS=peers.toml make bench` measures other simulators in the same run: tests/native/peers.py says how one is named.
bench: $(STAMP)
	$(BIN)/pytest -m bench -s

# After rules, strategies or sentences changed on purpose: `git diff tests/playthroughs` then shows what became of the games.
playthroughs: $(STAMP)
	$(BIN)/python -m tests.playthroughs.record $(GAMES)

lint: $(STAMP)
	$(BIN)/ruff check rulelang tests hatch_build.py
	$(BIN)/mypy

wheel: $(STAMP)
	$(BIN)/pip --disable-pip-version-check wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) build dist rulelang/_store .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(STAMP): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip --disable-pip-version-check install --quiet --editable '.[dev]'
	touch $(STAMP)
