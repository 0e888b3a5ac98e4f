"""Names and addresses among the settings: a slip in one is a sentence at the start."""

from __future__ import annotations

import re
import ssl
from email.utils import parseaddr
from ipaddress import ip_network
from typing import Final
from urllib.parse import SplitResult, urlsplit

from django.core.exceptions import ImproperlyConfigured

NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")
"""A host's name as it travels."""
SCHEMES: Final = frozenset({"http", "https"})
ESCAPES: Final = "write # / : @ [ as %23 %2F %3A %40 %5B"
LOOPBACK: Final = "127.0.0.1,::1"


def split_address(said: str) -> SplitResult | None:
    """Return the parts of an address whose port is a number, or None."""
    try:
        parts = urlsplit(said)
        _ = parts.port
    except ValueError:
        return None
    return parts


def site_url(said: str, hosts: str) -> str:
    """Read `https://padd.example.org`; the first of the hosts where it is not said."""
    first = hosts.split(",", maxsplit=1)[0].strip()
    url = said.strip().rstrip("/") or (f"https://{first}" if first else "")
    if not url:
        return ""
    parts = split_address(url)
    name = _travelling(parts.hostname or "") if parts else ""
    if parts is None or not name or "@" in parts.netloc or parts.scheme not in SCHEMES:
        raise ImproperlyConfigured(
            "PADD_URL must be the address people open, such as "
            "https://padd.example.org or https://padd.example.org:8443."
        )
    if parts.path or parts.query or parts.fragment:
        raise ImproperlyConfigured("PADD_URL can’t have a path: PADD needs a site of its own.")
    place = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{place}" + (f":{parts.port}" if parts.port else "")


def host_names(url: str, hosts: str) -> list[str]:
    """Return every name that is answered: that of the address, and those named."""
    named = [name.strip() for name in hosts.split(",") if name.strip()]
    for name in named:
        if not _travelling(name):
            raise ImproperlyConfigured(
                f"PADD_HOSTS has “{name}”. Write host names such as padd.example.org, "
                "with commas between them."
            )
    own = urlsplit(url).hostname or ""
    travelling = [_travelling(name) for name in named]
    return list(dict.fromkeys([own, *travelling])) if own else travelling


def _travelling(name: str) -> str:
    """Return a name as browsers send it (münchen.example: xn--…), or nothing."""
    try:
        sent = name.lower() if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""
    return sent if NAME.fullmatch(sent) or _is_network(sent) else ""


def _is_network(said: str) -> bool:
    try:
        ip_network(said)
    except ValueError:
        return False
    return True


def trusted_proxies(said: str) -> str:
    """Return whose word on a visitor's address is taken: this computer's, or named."""
    named = [one.strip() for one in said.split(",") if "." in one or ":" in one]
    for one in named:
        if not _is_network(one):
            raise ImproperlyConfigured(
                f"PADD_BEHIND_PROXY has “{one}”. Write 1 for a web server on this "
                "machine, or its addresses, such as 10.0.0.2 or 172.16.0.0/12."
            )
    return ",".join(named) or LOOPBACK


def mail_sender(said: str) -> str:
    """Read the sender of e-mails: padd@example.org, or Name <padd@example.org>."""
    sender = said.strip() or "padd@localhost"
    name, _, domain = parseaddr(sender)[1].rpartition("@")
    if not name or not domain or not sender.isprintable():
        raise ImproperlyConfigured(
            "PADD_MAIL_FROM must be an e-mail address, such as padd@example.org."
        )
    return sender


def security_contact(said: str) -> str:
    """Read whom to tell about a hole, as security.txt names them (RFC 9116, 2.5.3)."""
    contact = said.strip()
    if contact and not re.fullmatch(r"(mailto:|https://|tel:)[!-~]+", contact):
        raise ImproperlyConfigured(
            "PADD_SECURITY_CONTACT must begin with mailto:, https:// or tel:, such as "
            "mailto:security@example.org."
        )
    return contact


def authority(said: str) -> str:
    """Read the file of an authority that certified a headquarters of one's own."""
    if said:
        try:
            ssl.create_default_context(cafile=said)
        except OSError as cause:  # what is no certificate is one of its kinds
            why = cause.strerror if type(cause) is not ssl.SSLError else "no PEM"
            raise ImproperlyConfigured(
                f"PADD_CA must name a file with a certificate (PEM); {said} can’t be used ({why})."
            ) from None
    return said
