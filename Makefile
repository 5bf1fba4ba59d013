# Everything starts here: `make` lists what there is to do. Needs python3 (3.11 or newer) and make, nothing else.

PYTHON ?= python3
GAMES ?= 1000000
KILLS ?= 50
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help play test lint bench fuzz crash load pins clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(STAMP): requirements/run.txt requirements/dev.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install -r requirements/run.txt -r requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

play: $(STAMP) ## play a game in the terminal
	@$(BIN)/amyitis play

test: lint ## lint, the tests, and for each number of players 20,000 checked games and 5,000 with the expansion
	$(BIN)/pytest -n 2 tests
	for players in 2 3 4; do \
		$(BIN)/amyitis simulate --players $$players --games 20000 --check --seed 1 || exit $$?; \
		$(BIN)/amyitis simulate --players $$players --games 5000 --check --seed 1 --palace || exit $$?; \
	done

lint: $(STAMP) ## style, format, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

PEERS := build/peers

$(PEERS)/.stamp: requirements/peers.txt
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS)/bin/python -m pip --quiet --disable-pip-version-check install -r $<
	@touch $@

bench: $(STAMP) $(PEERS)/.stamp ## measure the speed of the engine, and of other engines beside it
	@$(BIN)/amyitis bench --peers $(PEERS)/bin/python --chart docs/bench.svg

fuzz: $(STAMP) ## play GAMES random games (default 1000000) and check every position
	@$(BIN)/amyitis fuzz --games $(GAMES)

crash: $(STAMP) ## kill a server KILLS times (default 50) on each database and look for every acknowledged move
	@$(BIN)/python -m tests.server.crash $(KILLS)

load: $(STAMP) ## 300 games and 600 websockets on one server of this machine, for 20 seconds
	@$(BIN)/python -m tests.server.load

# The two files in requirements/ are the whole closure, exact, so that every clone runs the same code. Renew them with
# this target after a change of the dependencies in pyproject.toml, or to move to newer versions; then run the tests.
PIN := build/pins/bin/pip-compile --quiet --upgrade --strip-extras --no-header --no-emit-options --no-emit-index-url \
	--no-emit-find-links --no-emit-trusted-host

pins: ## renew the exact versions in requirements/ (with pip-tools)
	@test -x build/pins/bin/pip-compile || { $(PYTHON) -m venv build/pins && build/pins/bin/pip install --quiet pip-tools; }
	@$(PIN) --output-file requirements/run.txt pyproject.toml
	@$(PIN) --extra dev --extra ray --build-deps-for editable --allow-unsafe --constraint requirements/run.txt \
		--output-file requirements/dev.txt pyproject.toml
	@for file in run dev; do \
		{ echo "# Made from pyproject.toml by 'make pins' (pip-tools); do not edit by hand."; cat requirements/$$file.txt; } \
			> build/$$file.txt && mv build/$$file.txt requirements/$$file.txt; \
	done

clean: ## remove what was built, the virtual environment last
	@find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +
	@rm -rf build dist reports .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache $(VENV)
