"""Sending a report from a laptop to headquarters, over HTTPS."""

from __future__ import annotations

import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import quote, urlsplit

import msgspec

PATIENCE: Final = 60
"""Seconds to wait for headquarters; a large log takes a while to replay."""
LARGEST_ANSWER: Final = 1_000_000
DOOR: Final = "/report/in/"
KIND: Final = "application/json"


class NotSentError(Exception):
    """The report did not arrive, or nothing that can be understood came back."""


class Answer(msgspec.Struct, frozen=True):
    """What headquarters says about a report."""

    state: str = ""
    message: str = ""
    event: str = ""
    report: str = ""
    again: bool = False
    reasons: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    """The players that nobody there is known to be."""
    link: str = ""
    """Where the director answers, or looks at what became of it."""
    code: str = ""
    """Why it was refused."""


def send(
    data: bytes, *, to: str, token: str, listing: str = "", create: bool = False
) -> Answer:
    """Send an event file to headquarters and return what it answers.

    A report that was sent before is recognised there, so trying again is safe.
    """
    address = urlsplit(to if "://" in to else f"https://{to}")
    host = address.hostname
    if not host or address.scheme not in {"http", "https"}:
        message = f"“{to}” is not the address of a headquarters."
        raise NotSentError(message)
    if address.scheme == "http" and not _is_this_machine(host):
        message = "A report goes over HTTPS only: the token would be read on the way."
        raise NotSentError(message)
    asked = f"?listing={quote(listing)}&create={'1' if create else ''}"
    return _asked(address.scheme, host, address.port, asked, data, token)


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _asked(  # noqa: PLR0917 -- the parts of one address
    scheme: str, host: str, port: int | None, asked: str, data: bytes, token: str
) -> Answer:
    line: HTTPConnection
    if scheme == "https":
        context = ssl.create_default_context()
        line = HTTPSConnection(host, port, timeout=PATIENCE, context=context)
    else:
        line = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        line.request(
            "POST",
            DOOR + asked,
            body=data,
            headers={"Authorization": f"Bearer {token}", "Content-Type": KIND},
        )
        answer = line.getresponse()
        said = answer.read(LARGEST_ANSWER)
    except (OSError, HTTPException) as error:
        message = f"Headquarters did not answer ({error}). Nothing is lost: try again."
        raise NotSentError(message) from error
    finally:
        line.close()
    return _read(answer.status, said)


def _read(status: int, said: bytes) -> Answer:
    try:
        return msgspec.json.decode(said, type=Answer)
    except msgspec.DecodeError as error:
        message = f"{status} came back, and no answer that PADD understands."
        raise NotSentError(message) from error


def in_words(answer: Answer) -> list[str]:
    """Return an answer as lines for people."""
    lines = [answer.message]
    lines += [f"- {reason}" for reason in answer.reasons]
    lines += [f"- Not known there: {player}" for player in answer.players]
    if answer.link:
        lines.append(f"See {answer.link}")
    return lines


def plain(answer: Answer) -> dict[str, Any]:
    """Return an answer as a document."""
    found: dict[str, Any] = msgspec.to_builtins(answer)
    return found
