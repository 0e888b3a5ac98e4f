"""`padd deploy check` says what is missing, and exits by it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.patience import PATIENCE

from padd.interfaces.cli.serve import trusted_proxies

if TYPE_CHECKING:
    from pathlib import Path


def padd(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "padd", *arguments],
        env={**os.environ, "PADD_DATA": str(data), **more},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def test_a_new_host_is_told_everything_that_is_missing(tmp_path: Path) -> None:
    padd(tmp_path, "backup")

    done = padd(tmp_path, "deploy", "check", "--json")

    findings = {one["code"]: one for one in json.loads(done.stdout)["findings"]}
    missing = {code for code, one in findings.items() if one["level"] == "missing"}
    assert done.returncode == 1
    assert missing == {"address", "mail", "administrator"}
    assert findings["backup"]["level"] == "fine"


def test_a_wrong_database_password_is_a_sentence(tmp_path: Path) -> None:
    nobody = "postgresql://padd:wrong@127.0.0.1:9/padd"

    done = padd(tmp_path, "backup", DATABASE_URL=nobody)

    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["PADD_URL", "PADD_HOSTS"])
def test_hosted_on_a_port_that_is_taken_it_refuses(tmp_path: Path, name: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        where = {"PADD_URL": "https://padd.example", "PADD_HOSTS": "padd.example"}

        done = padd(
            tmp_path, "serve", "--no-browser", "--port", port, **{name: where[name]}
        )

    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr


@pytest.mark.parametrize(
    ("said", "trusted"),
    [
        ("1", "127.0.0.1,::1"),
        ("yes", "127.0.0.1,::1"),
        ("172.16.0.0/12, 10.0.0.2", "172.16.0.0/12,10.0.0.2"),
        ("fd00::/8", "fd00::/8"),
    ],
)
def test_only_a_proxy_that_was_named_says_who_asks(said: str, trusted: str) -> None:
    assert trusted_proxies(said) == trusted
