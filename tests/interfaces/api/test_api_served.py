"""The API of a real server: the examples of its page in the docs, and some fuzzing."""

import os
import re
import subprocess

import pytest
from fuzz import BROKE, ROOT, Server, run

SECTIONS = ("Reading", "Tokens", "Running an event", "Reporting", "Webhooks")
FAILING = 'curl() { command curl -sS --fail-with-body "$@"; }; set -e\n'


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Return a server with an event that is on, one that is listed, one over."""
    made = Server(tmp_path_factory.mktemp("api"))
    yield made
    assert BROKE not in made.stop()


def examples(section):
    text = (ROOT / "docs/using/api.md").read_text(encoding="utf-8")
    part = text.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"```sh\n(.*?)```", part, flags=re.DOTALL)


@pytest.mark.parametrize("section", SECTIONS)
def test_the_examples_of_the_docs_work(server, section):
    on, _, listed, *_ = server.seed["events"]
    events = {"Running an event": listed, "Reporting": server.seed["over"]}
    environment = {
        **os.environ,
        "PADD": server.address.rstrip("/"),
        "TOKEN": server.seed["tokens"]["director"],
        "EVENT": events.get(section, on),
    }

    for example in examples(section):
        done = subprocess.run(
            ["bash", "-c", FAILING + example],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (example, done.stdout, done.stderr)
        assert done.stdout.count("{") >= example.count("curl")


@pytest.mark.long
@pytest.mark.req("R10")
@pytest.mark.parametrize("who", ["visitor", "director"])
def test_what_fits_the_schema_and_what_does_not_never_breaks_the_server(server, who):
    found = run(
        server,
        who,
        *("--phases", "fuzzing", "--exclude-path-regex", "rulebooks|/actions"),
        examples=4,
        seed=7,
    )

    assert found.failures == ()
    assert found.requests >= 30
    assert "500" not in found.statuses
