"""A simulated phone: signs in with its pass and fills in the real pages over HTTP."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

import msgspec

PATIENCE: Final = 60.0
"""Seconds for which a phone tries again while the server does not answer."""
AGAIN: Final = 0.5
REFUSED: Final = frozenset({404, 409, 422})


class HtmlForm(msgspec.Struct):
    """One form of a page: where it goes, and what it holds."""

    action: str
    fields: dict[str, str] = {}
    names: set[str] = msgspec.field(default_factory=set)


class _Forms(HTMLParser):
    """Finds the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[HtmlForm] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note forms and their inputs."""
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append(HtmlForm(attributes.get("action", "")))
            self.inside = True
        elif tag == "input" and self.inside and attributes.get("name"):
            form = self.found[-1]
            form.names.add(attributes["name"])
            kind = attributes.get("type", "text")
            if kind not in {"radio", "checkbox"} or "checked" in attributes:
                form.fields[attributes["name"]] = attributes.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """Note where a form ends."""
        if tag == "form":
            self.inside = False


class ServerUnreachableError(Exception):
    """The server stayed away for longer than a phone tries."""


class Phone:
    """One player's phone."""

    def __init__(
        self, address: str, event: str, player: str, wait: Callable[[float], None] = time.sleep
    ) -> None:
        self.address, self.event, self.player = address.rstrip("/"), event, player
        self.wait = wait
        self.taken = 0
        """How many reports the server has thanked for."""
        cookies = HTTPCookieProcessor(CookieJar())
        self.opener = build_opener(ProxyHandler({}), cookies)

    def come_in(self, secret: str) -> None:
        """Exchange the secret of the pass for a session, as the QR code does."""
        forms = _Forms()
        forms.feed(self._ask("/play/")[1])
        token = next(
            form.fields["csrfmiddlewaretoken"]
            for form in forms.found
            if "csrfmiddlewaretoken" in form.fields
        )
        self._ask("/play/", {"token": secret, "csrfmiddlewaretoken": token})

    def report(self, values: Mapping[str, str], *, twice: bool = False) -> bool:
        """Send how their own game ended; twice is a double tap."""
        return self._send("/report/", values, twice=twice)

    def confirm(self) -> bool:
        """Say that what the opponent sent is right."""
        return self._send("/pod/confirm/", {}) or self._send("/confirm/", {})

    def score_pod(self, values: Mapping[str, str]) -> bool:
        """Write the round of the pod down."""
        return self._send("/pod/", values)

    def drop(self) -> bool:
        """Leave the event after this round."""
        return self._send("/drop/", {}, page="drop/")

    def _send(
        self, action: str, values: Mapping[str, str], *, page: str = "", twice: bool = False
    ) -> bool:
        """Fill in the form of a page that goes there; tell whether it was taken."""
        _, text = self._ask(f"/play/{self.event}/{page}")
        forms = _Forms()
        forms.feed(text)
        form = next((form for form in forms.found if form.action.endswith(action)), None)
        if form is None:
            return False
        known = {name: text for name, text in values.items() if name in form.names}
        filled = {**form.fields, **known}
        statuses = [self._ask(form.action, filled)[0] for _ in range(2 if twice else 1)]
        done = all(status not in REFUSED for status in statuses)
        self.taken += done
        return done

    def _ask(self, path: str, data: Mapping[str, str] | None = None) -> tuple[int, str]:
        """Send a request, again while the server does not answer: the form keeps its key."""
        body = None if data is None else urlencode(data).encode()
        request = Request(self.address + path, body)  # noqa: S310 -- our own server
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with self.opener.open(request, timeout=20) as answer:
                    return answer.status, answer.read().decode()
            except HTTPError as refused:
                if refused.code in REFUSED:
                    return refused.code, refused.read().decode()
                problem: OSError = refused
            except (URLError, ConnectionError, TimeoutError) as away:
                problem = away
            if time.monotonic() > until:
                raise ServerUnreachableError(str(problem))
            self.wait(AGAIN)
