"""The documented nginx and Caddy in front of a hosted server, as they are installed.

Strangers guess a password through the proxy; its owner, from another address, still
comes to the form. Without the visitor's address that would lock everybody out.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest
from tests.databases import installation
from tests.interfaces.web.served_pages import Served
from tests.wait_limits import PATIENCE

HOSTING: Final = Path(__file__).parents[2] / "docs" / "hosting"
NAME: Final = "padd.example.org"
STRANGER: Final = "127.0.0.2"
OWNER: Final = "127.0.0.3"
GUESSES: Final = 6
LARGE: Final = 60_000_000
"""Bytes of a file beyond what PADD takes."""


def free_port():
    """Return a port that nobody uses."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path, monkeypatch):
    """Start a hosted server behind a proxy of this machine."""
    monkeypatch.setenv("PADD_URL", f"https://{NAME}")
    monkeypatch.setenv("PADD_BEHIND_PROXY", "1")
    data = tmp_path / "data"
    installation(data)
    served = Served(data, "--port", "0")
    yield served
    served.stop()


def nginx(folder, port, to):
    """Write the documented block into a configuration; return how it is started."""
    block = (HOSTING / "nginx.conf").read_text()
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", f"/CN={NAME}", "-keyout", str(folder / "key.pem")),
            *("-out", str(folder / "cert.pem")),
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    block = block.replace("127.0.0.1:8000", f"127.0.0.1:{to}")
    block = block.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    block = block.replace("listen 80;", f"listen 127.0.0.1:{free_port()};")
    block = re.sub(r"ssl_certificate .*;", f"ssl_certificate {folder}/cert.pem;", block)
    block = re.sub(r"ssl_certificate_key .*;", f"ssl_certificate_key {folder}/key.pem;", block)
    paths = "".join(
        f"{name}_temp_path {folder}/{name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Large bodies go to these folders first, which only their owner may write to.
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{paths}{block}}}\n"
    )
    folder.chmod(0o755)
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "errors")]


def caddy(folder, port, to):
    """Write the documented file with a certificate of Caddy's own."""
    block = (HOSTING / "Caddyfile").read_text()
    block = block.replace("127.0.0.1:8000", f"127.0.0.1:{to}")
    block = block.replace(f"{NAME} {{", f"{NAME}:{port} {{\n\ttls internal", 1)
    first = (
        "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n"
        f"\tstorage file_system {folder}/kept\n}}\n"
    )
    (folder / "Caddyfile").write_text(first + block)
    return ["caddy", "run", "--config", str(folder / "Caddyfile")]


class Browser:
    """A browser at an address of its own."""

    def __init__(self, address, port):
        self.address, self.port, self.cookies = address, port, ""

    def ask(self, method, path, **fields):
        """Ask through the proxy; return status and page."""
        context = ssl._create_unverified_context()  # noqa: S323 -- our own certificate
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.address, 0))
        line = http.client.HTTPConnection(NAME, timeout=PATIENCE)
        line.sock = context.wrap_socket(raw, server_hostname=NAME)
        headers = {
            "Host": NAME,
            "Cookie": self.cookies,
            "Referer": f"https://{NAME}/",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        with closing(line):
            line.request(method, path, urlencode(fields), headers)
            answer = line.getresponse()
            body = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            self.cookies = cookie.partition(";")[0]
        return answer.status, body

    def guess(self):
        """Try a wrong password; return what is answered."""
        _, page = self.ask("GET", "/accounts/login/")
        token = re.findall(r'csrfmiddlewaretoken" value="([^"]+)"', page)[0]
        return self.ask(
            "POST",
            "/accounts/login/",
            csrfmiddlewaretoken=token,
            login="owner@example.org",
            password="wrong",
        )[0]


@pytest.mark.req("R20")
@pytest.mark.parametrize("program", [nginx, caddy])
def test_behind_a_proxy_a_strangers_guesses_do_not_lock_the_owner_out(program, server, tmp_path):
    name = program.__name__  # type: ignore[attr-defined]
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not installed here")
    folder = tmp_path / name
    folder.mkdir()
    port, to = free_port(), int(server.address.rstrip("/").rpartition(":")[2])
    command = program(folder, port, to)  # type: ignore[operator]
    with (folder / "said").open("w") as said:
        proxy = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, page = Browser(OWNER, port).ask("GET", "/")
                break
            except OSError:
                assert proxy.poll() is None, (folder / "said").read_text()
                assert time.monotonic() < until, "the proxy does not answer"
                threading.Event().wait(0.05)
        stranger, owner = Browser(STRANGER, port), Browser(OWNER, port)
        guessed = [stranger.guess() for _ in range(GUESSES)]
        came = owner.guess()
        large = owner.ask("POST", "/event/", file="x" * LARGE)
    finally:
        proxy.terminate()
        proxy.wait(PATIENCE)

    assert status == 200, "no redirect in a circle"
    assert "<html" in page
    assert guessed[-1] == 429, guessed
    assert came == 200, "the owner is asked again, not locked out"
    assert large[0] == 413
    assert "The file is too large" in large[1], "PADD says so, not the proxy"
