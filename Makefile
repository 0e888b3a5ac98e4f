# run, test and check are what most people need; each sets up what it uses.
PYTHON ?= python3
WITH = $(PYTHON) bootstrap.py

.PHONY: run test test-full test-long test-postgresql check format lint types layers lock bench conformance simulate reliability api-fuzz messages sbom audit package release clean

run: ## serve the application on this machine (ARGS="--port 9000" and the like)
	@$(WITH) runtime -m padd serve $(ARGS)

TESTS = -m pytest -q -n 3 --dist loadfile
AT_LENGTH = -m pytest -q -s -o timeout=0
# Tests start many programs; each would compile all modules again if the environment
# keeps Python from writing compiled files.
test test-long test-postgresql reliability: export PYTHONDONTWRITEBYTECODE =

test: ## run the tests on SQLite, with short statistics
	@$(WITH) develop $(TESTS) -m "not long and not browser"

test-full: test-long test-postgresql ## run the rest: browsers, slow tests, PostgreSQL

# Reading all tests takes each process as long as many of them; so only the files that
# can have what is asked for are read.
MARKED = $(shell grep -rlE --include='test_*.py' 'pytest\.mark\.(long|browser)' tests)
NO_DATABASE = config core distribution house oracle rulebooks

test-long: ## pages in a real browser; long statistics, kills, races and fuzzing
	@$(WITH) develop $(TESTS) -m "long or browser" $(MARKED) tests/reliability

test-postgresql: ## run the database tests on PostgreSQL
	@$(WITH) develop $(TESTS) -m "postgresql and not browser" --database postgresql $(NO_DATABASE:%=--ignore=tests/%)

check: format lint types layers ## every check that runs no tests

format:
	@$(WITH) develop -m ruff format --check .

lint:
	@$(WITH) develop -m ruff check .
	@$(WITH) develop -m djlint --lint --quiet src/padd/interfaces

types:
	@$(WITH) develop -m mypy

layers:
	@$(WITH) develop -c "from importlinter.cli import lint_imports_command; lint_imports_command()" --no-cache

conformance: ## which requirement ids have a test, and which have none
	@$(WITH) develop -m tests.conformance

bench: ## benchmarks, as ratios against other libraries measured in the same run
	@$(WITH) bench -m benchmarks

simulate: ## 5,000 random events against the independent oracle
	@$(WITH) develop -m padd simulate --events 5000

reliability: ## kills, races and full disks, 200 times each, on both databases
	@PADD_TRIALS=200 $(WITH) develop $(AT_LENGTH) tests/reliability tests/house/test_sbom.py
	@PADD_TRIALS=200 $(WITH) develop $(AT_LENGTH) tests/reliability --database postgresql

api-fuzz: ## schemathesis against a real server, as every kind of caller, 20,000 requests and more, on both databases
	@$(WITH) develop -m tests.interfaces.api.fuzz
	@$(WITH) develop -m tests.interfaces.api.fuzz --database postgresql

sbom: ## the bill of materials (CycloneDX) of the installed packages
	@$(WITH) develop -m tests.sbom

audit: ## known vulnerabilities in the installed packages; fails, too, if nobody could be asked
	@$(WITH) develop -m tests.audit

package: ## the wheel, and the one file for this platform (ARGS="all" for all), in dist
	@$(WITH) develop -m distribution $(ARGS)

# The audit comes last and may end with 3, which is that some packages could not be looked
# up: a release without a connection goes on, and its last line says so.
release: check test test-full reliability conformance bench package ## everything, before a release; takes hours
	@mkdir -p build
	@$(WITH) develop -m tests.sbom > build/padd-sbom.cdx.json
	@echo "Bill of materials: build/padd-sbom.cdx.json"
	@$(WITH) develop -m tests.audit || [ $$? -eq 3 ]

messages: ## extract messages for translation to src/padd/locale/padd.pot
	@mkdir -p src/padd/locale
	@$(WITH) develop -m babel.messages.frontend -q extract --no-default-keywords \
	  -k message -k plural:1,2 --no-location --sort-output --omit-header \
	  -F babel.cfg -o src/padd/locale/padd.pot src/padd

lock: ## update the hash-locked requirements (needs uv)
	@for set in runtime develop bench; do \
	  uv pip compile --quiet --upgrade --generate-hashes --universal --python-version 3.11 \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	    requirements/$$set.in -o requirements/$$set.txt; done

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
