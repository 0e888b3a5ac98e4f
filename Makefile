# run · test · check are what most people need; each prepares what it uses.
PYTHON ?= python3
WITH = $(PYTHON) bootstrap.py

.PHONY: run test test-postgresql check format lint types layers lock bench conformance simulate reliability api-fuzz clean

run: ## serve the application on this machine (ARGS="--port 9000" and the like)
	@$(WITH) runtime -m padd serve $(ARGS)

FULL_ROOM = tests/reliability/test_public_load.py
ON_POSTGRESQL = -m pytest -q -n 3 --dist loadfile --database postgresql -m "not browser"
AT_LENGTH = -m pytest -q -s -o faulthandler_timeout=0
# Tests start many programs; each would compile all modules anew where an environment
# keeps Python from writing what it compiled.
test test-postgresql reliability: export PYTHONDONTWRITEBYTECODE =

test: ## run every test; what asks the database most on PostgreSQL too
	@$(WITH) develop -m pytest -q -n 3 --dist loadfile --ignore $(FULL_ROOM)
	@$(WITH) develop $(ON_POSTGRESQL) --ignore tests/interfaces/api/test_api_served.py \
	  tests/store tests/services tests/interfaces/api \
	  tests/interfaces/web/test_hostile_pages.py tests/interfaces/web/events/test_event_pages.py \
	  tests/interfaces/web/public/test_public_pages.py

test-postgresql: ## run everything that touches the database on PostgreSQL
	@$(WITH) develop $(ON_POSTGRESQL) --ignore tests/interfaces/web/test_serve.py \
	  tests/store tests/services tests/interfaces/web tests/interfaces/api \
	  tests/interfaces/cli/test_office_command.py

check: format lint types layers ## everything that can be said without running

format:
	@$(WITH) develop -m ruff format --check .

lint:
	@$(WITH) develop -m ruff check .

types:
	@$(WITH) develop -m mypy

layers:
	@$(WITH) develop -c "from importlinter.cli import lint_imports_command; lint_imports_command()" --no-cache

conformance: ## which requirement ids have a test, and which have none
	@$(WITH) develop -m tests.conformance

bench: ## the figures, as ratios against peers measured in the same run
	@$(WITH) bench -m benchmarks

simulate: ## 5,000 random events against the independent oracle
	@$(WITH) develop -m padd simulate --events 5000

reliability: ## kills, races and full disks, 200 times each, on both databases
	@PADD_TRIALS=200 $(WITH) develop $(AT_LENGTH) tests/reliability
	@PADD_TRIALS=200 $(WITH) develop $(AT_LENGTH) tests/reliability --database postgresql

api-fuzz: ## schemathesis against a real server, as everybody, 20,000 requests and more
	@$(WITH) develop -m tests.interfaces.api.fuzz

lock: ## make the hash-locked requirements anew (needs uv)
	@for set in runtime develop bench; do \
	  uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	    requirements/$$set.in -o requirements/$$set.txt; done

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
