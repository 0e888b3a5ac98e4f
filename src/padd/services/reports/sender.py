"""Send a report from a laptop to headquarters, over HTTPS."""

from __future__ import annotations

import re
import ssl
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import SplitResult, quote, urlsplit

import msgspec

from padd.core.messages import Message, message
from padd.services.links import link_path

PATIENCE: Final = 60
"""Seconds to wait for headquarters; a large log takes a while to replay."""
LARGEST_ANSWER: Final = 1_000_000
KIND: Final = "application/json"
LISTING: Final = re.compile(r"/events/([0-9A-Za-z]+)")


class NotSentError(Exception):
    """The report did not arrive, or nothing that can be understood came back."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class SendAnswer(msgspec.Struct, frozen=True):
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


def send_report(
    data: bytes,
    *,
    to: str,
    token: str,
    event_id: str = "",
    create: bool = False,
    authority: str = "",
) -> SendAnswer:
    """Send an event file to headquarters and return what it answers.

    A report that was sent before is recognized there, so trying again is safe.
    `event_id` names the event there, by its id or by its whole address. `authority` is
    a file with whoever certified the server, where the system does not know them.
    """
    address = urlsplit(to if "://" in to else f"https://{to}")
    host = address.hostname
    if not host or address.scheme not in {"http", "https"}:
        reason = message("“{to}” is not the address of a headquarters.", to=to)
        raise NotSentError(reason)
    if address.scheme == "http" and not _is_this_machine(host):
        reason = message("Reports are sent over HTTPS only, to keep the token secret.")
        raise NotSentError(reason)
    # Whoever copies the address of the event's own page has said both at once.
    named = event_id_from_text(event_id) or event_id_from_text(address.path, only_address=True)
    query = f"?listing={quote(named)}&create={'1' if create else ''}"
    line = _line(address.scheme, host, _port(address, to), authority)
    return _asked(line, query, data, token)


def event_id_from_text(text: str, *, only_address: bool = False) -> str:
    """Return the id of a listing, of which people often copy the whole address."""
    match = LISTING.search(text)
    if match is not None:
        return match[1]
    return "" if only_address else text.strip()


def _port(address: SplitResult, to: str) -> int | None:
    try:
        return address.port
    except ValueError:
        reason = message("“{to}” is not the address of a headquarters.", to=to)
        raise NotSentError(reason) from None


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _line(scheme: str, host: str, port: int | None, authority: str) -> HTTPConnection:
    if scheme == "http":
        return HTTPConnection(host, port, timeout=PATIENCE)
    try:
        context = ssl.create_default_context()
        if authority:
            context.load_verify_locations(authority)
    except (OSError, ssl.SSLError) as error:
        reason = message(
            "PADD_CA is set to {authority}, which contains no certificate ({error}).",
            authority=authority,
            error=str(error),
        )
        raise NotSentError(reason) from error
    return HTTPSConnection(host, port, timeout=PATIENCE, context=context)


def _asked(line: HTTPConnection, query: str, data: bytes, token: str) -> SendAnswer:
    try:
        line.request(
            "POST",
            link_path("report-in") + query,
            body=data,
            headers={"Authorization": f"Bearer {token}", "Content-Type": KIND},
        )
        answer = line.getresponse()
        content = answer.read(LARGEST_ANSWER)
    except ssl.SSLCertVerificationError as error:
        reason = message(
            "This computer does not trust headquarters’ certificate "
            "({why}), so nothing was sent. If headquarters uses its own "
            "certificate authority, save its certificate here and set "
            "PADD_CA to that file.",
            why=error.verify_message,
        )
        raise NotSentError(reason) from error
    except UnicodeEncodeError as error:
        reason = message("This is not a PADD token; those start with padd_.")
        raise NotSentError(reason) from error
    except (OSError, HTTPException) as error:
        reason = message(
            "Headquarters did not answer ({why}). Nothing is lost: send "
            "it again, or save the event file and upload it there "
            "later.",
            why=str(error),
        )
        raise NotSentError(reason) from error
    finally:
        line.close()
    return _read(answer.status, content)


def _read(status: int, content: bytes) -> SendAnswer:
    try:
        return msgspec.json.decode(content, type=SendAnswer)
    except msgspec.DecodeError as error:
        reason = message(
            "The server answered {status} with something PADD does not understand.", status=status
        )
        raise NotSentError(reason) from error


def answer_lines(answer: SendAnswer) -> list[str]:
    """Return an answer as lines for people."""
    lines = [answer.message]
    lines += [f"- {reason}" for reason in answer.reasons]
    lines += [f"- Not known there: {player}" for player in answer.players]
    if answer.link:
        lines.append(f"See {answer.link}")
    return lines


def answer_json(answer: SendAnswer) -> dict[str, Any]:
    """Return an answer as a document."""
    values: dict[str, Any] = msgspec.to_builtins(answer)
    return values
