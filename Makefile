# make play    install what is needed and start a game
# make test    install what the tests need, then lint, types and tests
# make bench   compare speed with other libraries in one run
# make lint    formatting, lint and types only
.PHONY: play test bench lint gpu-check clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
JOBS ?= 2

play: $(VENV)/play
	@$(BIN)/banmen play

test: $(VENV)/test lint
	$(BIN)/python -m pytest -n $(JOBS)
	BANMEN_JIT=0 $(BIN)/python -m pytest -n $(JOBS) tests/contract

lint: $(VENV)/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/bench
	$(BIN)/python -m bench.run $(ARGS)

$(VENV)/made:
	$(PYTHON) -c 'import sys; sys.exit("Banmen needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/play: $(VENV)/made pyproject.toml
	@echo "Installing Banmen into $(VENV) (once) ..."
	$(PIP) --editable .
	touch $@

$(VENV)/test: $(VENV)/made pyproject.toml
	$(PIP) --editable ".[test,gpu]"
	touch $@ $(VENV)/play

$(VENV)/bench: $(VENV)/made pyproject.toml
	$(PIP) --editable ".[bench]"
	touch $@ $(VENV)/play

clean:
	rm -rf $(VENV)
