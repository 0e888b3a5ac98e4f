"""Schemathesis against a real server, as every kind of caller.

`python -m tests.interfaces.api.fuzz [--database postgresql]` runs the long one (`make
api-fuzz`, on both databases) and prints its figures; the test beside this file runs a
short one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.databases import PREPARED, SERVER, PostgreSQL, installation
from tests.wait_limits import PATIENCE

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PHASES = "examples,coverage,fuzzing,stateful"
LOUD = "1000000"
BROKE = " broke\n"
"""How the error log of the server tells of an answer 500."""
CONFIG = """
[checks.positive_data_acceptance]
# A body that fits its schema may still be against the rules of the day (422), and
# limits of size and pace are no matter of the schema.
expected-statuses = [200, 201, 204, 304, 401, 403, 404, 409, 422]

[checks.missing_required_header]
expected-statuses = [400, 401]
"""


@dataclass(frozen=True)
class Figures:
    """What one run came to."""

    who: str
    requests: int
    statuses: dict[str, int]
    failures: tuple[str, ...]
    said: str


class Server:
    """A `padd serve` on a folder of its own, with a token of every kind."""

    def __init__(self, folder):
        self.folder = folder
        environment = {
            **installation(folder / "data", new=PREPARED not in os.environ),
            "PADD_API_PACE": LOUD,
        }
        seeded = subprocess.run(
            [sys.executable, str(HERE / "fuzz_seed.py")],
            env={**environment, "PYTHONPATH": f"{ROOT}:{HERE}"},
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
        )
        self.seed: dict[str, Any] = json.loads(seeded.stdout.splitlines()[-1])
        self.errors = (folder / "errors.txt").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "padd", "serve", "--no-browser", "--port", "0"],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = ""
        for line in self.process.stdout:
            if line.startswith("PADD answers at "):
                self.address = line.split()[-1]
            if line.strip() == "ready":
                break

    def stop(self):
        """End the server and return what it wrote to its error log."""
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE)
        with self.errors:
            self.errors.seek(0)
            return self.errors.read()


def described(server):
    """Return the OpenAPI document, told which ids exist so that calls get far.

    Half of all ids, players and numbers are ones that mean something.
    """
    with urlopen(f"{server.address}api/v1/openapi.json") as answer:  # noqa: S310 -- loopback
        document = json.load(answer)
    known = {
        "event": [*server.seed["events"], "zzzzzzzzzz"],
        "player": [*server.seed["players"], "nobody"],
        "opponent": [*server.seed["people"], "nobody"],
        "winner": [*server.seed["players"], "nobody"],
        "report": [*server.seed["reports"], "zzzzzzzzzz"],
        "listing": [server.seed["events"][2], ""],
        "number": [1, 2, 3],
        "table": [1, 2, 3],
        "rulebook": ["opg-5", "opg-4.1", "none"],
    }
    for path in document["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                _told(parameter, "schema", known.get(parameter["name"]))
    for schema in document["components"]["schemas"].values():
        for name in schema.get("properties", {}):
            if "kind" in schema["properties"] or "winner" in schema["properties"]:
                _told(schema["properties"], name, known.get(name))
    file = server.folder / "openapi.json"
    file.write_text(json.dumps(document), encoding="utf-8")
    return file


def _told(holder, name, values):
    schema = holder[name]
    plain = schema.get("type") in {"string", "integer"}
    if values and (plain or "anyOf" in schema):
        known = [one for one in values if plain or isinstance(one, (str, int))]
        holder[name] = {"anyOf": [{"enum": known}, schema]}


def run(server, who, *options, examples, seed):
    """Run schemathesis as one kind of caller, and return its figures."""
    config = server.folder / f"{who}.toml"
    config.write_text(CONFIG, encoding="utf-8")
    report = server.folder / f"{who}.ndjson"
    token = server.seed["tokens"].get(who)
    header = ("--header", f"Authorization: Bearer {token}") if token else ()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli"),
            *("--config-file", str(config), "run", str(described(server))),
            *("--url", server.address.rstrip("/"), "--workers", "1", *header),
            *("--phases", PHASES, "--mode", "all", "--checks", "all"),
            *("--max-examples", str(examples), "--seed", str(seed)),
            *("--continue-on-failure", "--generation-database", "none"),
            *("--report", "ndjson", "--report-ndjson-path", str(report)),
            *("--no-color", "--suppress-health-check", "all", *options),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    failures = tuple(re.findall(r"^- (ST\d+ .+)$", said, flags=re.MULTILINE))
    broken = done.returncode != 0 and not failures
    sent = Counter(re.findall(r'"status_code":(\d+)', report.read_text()))
    return Figures(
        who=who,
        requests=sent.total(),
        statuses=dict(sorted(sent.items())),
        failures=(said[-3000:],) if broken else failures,
        said=said,
    )


def main():
    """Run the long one, and print its figures."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    database = asked.parse_args().database
    if database == "sqlite":
        sys.exit(bool(fuzz(database)))
    server = PostgreSQL()
    try:
        os.environ[SERVER] = server.url
        sys.exit(bool(fuzz(database)))
    finally:
        server.stop()


def fuzz(database):
    """Run the long one as all kinds of callers; return the number of failures."""
    # The phases beside the random one send thousands of requests each as it is.
    examples = int(os.environ.get("PADD_EXAMPLES", "1"))
    seed = int(os.environ.get("PADD_SEED", "1"))
    print(f"{database}, seed {seed}, {examples} examples for each operation")
    total, failed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for who in ("visitor", "player", "director", "Director"):
                found = run(server, who, examples=examples, seed=seed)
                total += found.requests
                failed += len(found.failures)
                print(f"{who}: {found.requests} requests, {len(found.failures)} failed")
                print(f"  answers: {found.statuses}", flush=True)
                if found.failures:
                    print(found.said)
        finally:
            errors = server.stop()
    broken = errors.count(BROKE)
    if broken:
        print(errors)
    print(f"{total} requests, {failed} failed, {broken} server errors")
    return failed + broken


if __name__ == "__main__":
    main()
