"""Sending a report: by https alone, to whom one trusts, and again after a cut."""

from __future__ import annotations

import json
import ssl
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from click.testing import CliRunner
from tests.certificates import make_certificate

from padd.interfaces.cli.installation.serve import serve
from padd.services.reports.sender import NotSentError, event_id_from_text, send_report

FILE = b'{"schema": "padd-event/1"}' * 2000
ANSWER = {"state": "held", "message": "Received.", "event": "abc", "again": False}


class Door(BaseHTTPRequestHandler):
    """Headquarters as far as a laptop sees it; its connections may break."""

    asked: list[tuple[str, str, int]]
    cuts: list[str]

    def do_POST(self):
        cut = self.cuts.pop(0) if self.cuts else ""
        size = int(self.headers["Content-Length"])
        if cut == "request":
            self.rfile.read(size // 2)
            self.connection.close()
            return
        data = self.rfile.read(size)
        self.asked.append((self.path, self.headers["Authorization"], len(data)))
        if cut == "answer":
            self.connection.close()
            return
        body = b"<h1>Gate</h1>" if cut == "other" else json.dumps(ANSWER).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Keep quiet."""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return make_certificate(tmp_path_factory.mktemp("tls") / "own.pem")


@pytest.fixture
def door(certificate):
    """Serve a headquarters by https; return its address and what it was asked."""
    handler = type("OwnDoor", (Door,), {"asked": [], "cuts": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    server.handle_error = lambda *_: None  # type: ignore[method-assign] # cuts are meant
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"https://127.0.0.1:{server.server_port}", handler
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_certificate_that_nobody_knows_is_refused_before_anything_is_sent(door):
    address, handler = door

    with pytest.raises(NotSentError, match="PADD_CA"):
        send_report(FILE, to=address, token="padd_secret")

    assert handler.asked == []


@pytest.mark.req("R13")
def test_after_a_cut_the_same_report_is_sent_again(door, certificate):
    address, handler = door
    handler.cuts += ["request", "answer", "other"]

    def sent():
        to = f"{address}/events/abc/"
        return send_report(FILE, to=to, token="padd_x", authority=str(certificate))

    for words in ("send it again", "send it again", "something PADD does not understand"):
        with pytest.raises(NotSentError, match=words):
            sent()
    assert sent().state == "held"
    whole = ("/report/in/?listing=abc&create=", "Bearer padd_x", len(FILE))
    assert handler.asked == [whole] * 3


@pytest.mark.parametrize(
    ("to", "words"),
    [
        ("http://headquarters.example", "HTTPS only"),
        ("ftp://127.0.0.1", "not the address"),
        ("https://127.0.0.1:none", "not the address"),
        ("", "not the address"),
    ],
)
def test_another_address_is_refused_in_words(to, words):
    with pytest.raises(NotSentError, match=words):
        send_report(FILE, to=to, token="padd_x")


def test_an_authority_that_is_none_is_named(tmp_path):
    file = tmp_path / "empty.pem"
    file.write_text("nothing")

    with pytest.raises(NotSentError, match=r"empty\.pem"):
        send_report(FILE, to="https://127.0.0.1:9", token="padd_x", authority=str(file))


def test_people_may_copy_the_whole_address_of_the_listing():
    assert event_id_from_text("https://hq.example/events/q7m2k9xw3p/report/") == "q7m2k9xw3p"
    assert event_id_from_text(" q7m2k9xw3p ") == "q7m2k9xw3p"
    assert event_id_from_text("/", only_address=True) == ""


@pytest.mark.parametrize("option", [("--address", "0.0.0.0"), ("--certificate", "")])  # noqa: S104
def test_a_laptop_is_not_served_to_the_world(option, certificate, monkeypatch):
    monkeypatch.delenv("PADD_HOSTS", raising=False)

    done = CliRunner().invoke(serve, [option[0], option[1] or str(certificate)])

    assert done.exit_code == 2
    assert "PADD_URL" in done.output
