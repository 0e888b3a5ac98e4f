"""HTTP requests to addresses given by users, never into our own network.

A name is resolved once; all its addresses must be public, and the request goes to the
address that was checked. Redirects are not followed, the size of the response is
limited, and so is the time, whatever the other side does.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address
from threading import Timer
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.refusal import house_refusal

LONGEST: Final = 500
PORTS: Final = frozenset({443, 8443})
CONNECT_SECONDS: Final = 5.0
WHOLE_SECONDS: Final = 12.0
READ_AT_MOST: Final = 1024
TOO_MANY: Final = 429
PAUSES: Final = ("X-RateLimit-Reset-After", "Retry-After")
"""The headers that tell how long to wait. Discord's own comes first: it is always in
seconds, while some versions of its API write milliseconds into the other."""
SECONDS: Final = re.compile(r"\d{1,9}(\.\d{1,9})?")
LONGEST_PAUSE: Final = timedelta(days=1)
# What Python counts as global, though no host of the internet is there.
SPECIAL: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        # of version 6, holding an address of version 4 or leading to one
        *("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"),
        *("2001::/32", "2002::/16", "192.88.99.0/24"),
        # for protocols between machines, for one site, for documents
        *("192.0.0.0/24", "fec0::/10", "3fff::/20"),
    )
)


class ForbiddenAddress(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The address is none that may be called from here."""

    def __init__(self, why: str) -> None:
        super().__init__(
            house_refusal(
                "address", message("This address can’t be called: {why}", why=why), place="url"
            )
        )


class DeliveryFailed(Exception):  # noqa: N818 -- the other side's trouble, not ours
    """The other side did not answer as it should."""


class RetryLater(DeliveryFailed):
    """The other side wants no further message before a pause."""

    def __init__(self, pause: timedelta) -> None:
        super().__init__(f"answered {TOO_MANY}")
        self.pause = pause


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An address that was looked at, and where exactly it leads."""

    host: str
    port: int
    path: str
    address: str
    secure: bool


def resolve_target(url: str) -> Target:
    """Return where a URL leads, or refuse it."""
    if len(url) > LONGEST or not url.isascii() or not url.isprintable() or " " in url:
        raise ForbiddenAddress("it is too long or contains invalid characters.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ForbiddenAddress("it is not a valid address.") from None
    plain = settings.WEBHOOKS_AT_HOME and parts.scheme == "http"
    if parts.scheme != "https" and not plain:
        raise ForbiddenAddress("it must start with https://.")
    host = parts.hostname or ""
    if not host or "@" in parts.netloc or "\\" in url or parts.fragment:
        raise ForbiddenAddress("write it as https://example.org/path.")
    port = port or (80 if plain else 443)
    if port not in PORTS and not settings.WEBHOOKS_AT_HOME:
        raise ForbiddenAddress("only ports 443 and 8443 are allowed.")
    path = parts.path or "/"
    return Target(
        host=host,
        port=port,
        path=f"{path}?{parts.query}" if parts.query else path,
        address=_look_up(host, port),
        secure=not plain,
    )


def _look_up(host: str, port: int) -> str:
    """Return the address that a name stands for; one bad one spoils them all."""
    try:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ForbiddenAddress("its host name can’t be found.") from None
    addresses = [str(info[4][0]) for info in infos]
    if not addresses or not all_outside(addresses):
        raise ForbiddenAddress("it leads to a private network, not to the internet.")
    return addresses[0]


def all_outside(addresses: Iterable[str]) -> bool:
    """Tell whether all addresses are of the public internet."""
    return settings.WEBHOOKS_AT_HOME or all(map(_outside, addresses))


def _outside(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return address.is_global and not _special(address)


def _special(address: IPv4Address | IPv6Address) -> bool:
    if address.is_multicast or address.is_reserved or address.is_unspecified:
        return True
    return any(address in network for network in SPECIAL)


def post_outside(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send a message to the outside and return the status of the answer."""
    target = resolve_target(url)
    try:
        connection = socket.create_connection(
            (target.address, target.port), timeout=CONNECT_SECONDS
        )
    except OSError as error:
        raise DeliveryFailed(_short(error)) from error
    # A shutdown reaches the socket in every thread; a close would not.
    end = Timer(WHOLE_SECONDS, _cut, args=(connection,))
    end.daemon = True
    end.start()
    try:
        return _send(connection, target, body, headers)
    except (OSError, http.client.HTTPException) as error:
        raise DeliveryFailed(_short(error)) from error
    finally:
        end.cancel()
        connection.close()


def _send(
    connection: socket.socket, target: Target, body: bytes, headers: Mapping[str, str]
) -> int:
    call = http.client.HTTPConnection(target.host, target.port, timeout=CONNECT_SECONDS)
    call.sock = connection
    if target.secure:
        context = ssl.create_default_context()
        call.sock = context.wrap_socket(connection, server_hostname=target.host)
    with call.sock:
        call.request("POST", target.path, body, dict(headers))
        answer = call.getresponse()
        answer.read(READ_AT_MOST)
        if answer.status == TOO_MANY:
            raise RetryLater(_pause(answer.headers))
        return answer.status


def _pause(headers: http.client.HTTPMessage) -> timedelta:
    asked = next((headers[name] for name in PAUSES if name in headers), "")
    seconds = float(asked) if SECONDS.fullmatch(asked) else 0.0
    return min(timedelta(seconds=seconds), LONGEST_PAUSE)


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _short(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:120]
