"""A client generated from the OpenAPI document calls the API of a real server."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import venv
from typing import Final

import pytest
from tests.interfaces.web.served_pages import Served
from tests.wait_limits import PATIENCE

from padd.interfaces.api.openapi import document_bytes

pytestmark = pytest.mark.long
GENERATOR: Final = "openapi-python-client==0.29.1"
CALLING: Final = """
import importlib, json, sys
from made import Client
client = Client(base_url=sys.argv[1])
found = {}
for name in ("events.events", "players.players", "rulebooks.rulebooks"):
    answer = importlib.import_module(f"made.api.{name}").sync_detailed(client=client)
    found[name] = [int(answer.status_code), answer.parsed is not None]
print(json.dumps(found))
"""

PACKAGES: Final = ("openapi-typescript@7.13.0", "openapi-fetch@0.14.0", "typescript@5.9.3")
CALLING_BY_TYPES: Final = """
import createClient from "openapi-fetch";
import type { paths } from "./api";

declare const process: { argv: string[] };
const client = createClient<paths>({ baseUrl: process.argv[2] });
const events = await client.GET("/api/v1/events", { params: { query: { size: 5 } } });
const players = await client.GET("/api/v1/players");
const books = await client.GET("/api/v1/rulebooks");
const total: number | undefined = players.data?.total;
console.log(JSON.stringify([events, players, books].map((one) => one.response.status)));
if (total === undefined) throw new Error("no players were read");
"""


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    """Return the programs of an environment with the generator, if it can be had."""
    folder = tmp_path_factory.mktemp("generator")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    installed = subprocess.run(
        [programs / "python", "-m", "pip", "install", "-q", "--retries", "0", GENERATOR],
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    if installed.returncode:
        pytest.skip(f"{GENERATOR} cannot be installed: {installed.stderr[-200:]}")
    return programs


def test_a_generated_python_client_calls_three_operations(tools, tmp_path):
    document = tmp_path / "openapi.json"
    document.write_bytes(document_bytes())

    made = subprocess.run(
        [
            *(tools / "openapi-python-client", "generate", "--path", document),
            *("--meta", "none", "--output-path", tmp_path / "made"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    server = Served(tmp_path / "data", "--port", "0")
    called = subprocess.run(
        [tools / "python", "-c", CALLING, server.address.rstrip("/")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    server.stop()

    assert called.returncode == 0, called.stderr
    assert set(map(tuple, json.loads(called.stdout).values())) == {(200, True)}
    unread = [line for line in made.stdout.splitlines() if line.startswith("WARNING")]
    assert unread == [], "the generator left something out"


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    """Return a folder with the generator for TypeScript, if it can be had."""
    folder = tmp_path_factory.mktemp("node")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("there is no npm")
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    command = [npm, "install", "--no-audit", "--no-fund", "--loglevel=error"]
    installed = subprocess.run(
        [*command, *PACKAGES],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    if installed.returncode:
        pytest.skip(f"npm cannot install {PACKAGES}: {installed.stderr[-200:]}")
    return folder


def test_a_typescript_client_is_checked_by_types_and_calls_three_operations(node, tmp_path):
    programs = node / "node_modules" / ".bin"
    (node / "openapi.json").write_bytes(document_bytes())
    (node / "calling.ts").write_text(CALLING_BY_TYPES, encoding="utf-8")
    commands = (
        [programs / "openapi-typescript", "openapi.json", "-o", "api.d.ts"],
        [
            *(programs / "tsc", "--strict", "--target", "es2022", "--module", "esnext"),
            *("--moduleResolution", "bundler", "--skipLibCheck", "calling.ts"),
        ],
    )

    for command in commands:
        made = subprocess.run(
            command, cwd=node, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert made.returncode == 0, made.stdout + made.stderr
    server = Served(tmp_path / "data", "--port", "0")
    called = subprocess.run(
        [shutil.which("node") or "node", "calling.js", server.address.rstrip("/")],
        cwd=node,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    server.stop()

    assert called.returncode == 0, called.stderr
    assert json.loads(called.stdout) == [200, 200, 200]
