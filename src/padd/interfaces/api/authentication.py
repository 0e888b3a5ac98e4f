"""Authenticate API callers only by the token in the Authorization header."""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from ninja.security.http import HttpAuthBase

from padd.core.messages import Message, message
from padd.interfaces.api.refusals import ApiRefusal, refuse
from padd.services.access import rate_limit
from padd.services.access.actors import ActorKind
from padd.services.access.api_tokens import STRANGER, Caller, caller_of

SCHEME: Final = "bearer"
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="PADD"'}


def present() -> datetime:
    """Return the present moment; the only clock of the API."""
    return datetime.now(UTC)


class Token(HttpAuthBase):
    """Lets a program in by its token."""

    openapi_scheme = SCHEME

    def __init__(self, *, needed: bool) -> None:
        super().__init__()
        self.needed = needed

    def __call__(self, request: HttpRequest) -> Caller:
        """Return who calls, at a pace that leaves room for others."""
        header = request.headers.get("Authorization")
        address = rate_limit.neighbourhood(request.META.get("REMOTE_ADDR", ""))
        if header is None:
            slow_down(rate_limit.readers.wait(address))
            if self.needed:
                raise stranger(message("Send a token: Authorization: Bearer padd_…."))
            return STRANGER
        caller = _known(header)
        if caller is None or not _here(caller, request):
            slow_down(rate_limit.guessers.wait(address))
            raise stranger(message("This token is unknown, expired or revoked."))
        slow_down(rate_limit.programs.wait(caller.token))
        return caller


def _known(header: str) -> Caller | None:
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != SCHEME:
        return None
    return caller_of(secret=secret.strip(), now=present())


def _here(caller: Caller, request: HttpRequest) -> bool:
    """Tell whether the director of a laptop calls from that laptop.

    A token for one event also works from another computer in the hall.
    """
    if caller.owner.kind is not ActorKind.LAPTOP or caller.event:
        return True
    if settings.HOSTED:
        return False
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


def stranger(message: Message) -> ApiRefusal:
    """Return that a token is asked for, to be raised."""
    refusal = refuse(401, "token", message, place="Authorization")
    refusal.headers.update(CHALLENGE)
    return refusal


def slow_down(seconds: int) -> None:
    """Refuse a request that comes too soon."""
    if seconds:
        refusal = refuse(
            429, "too-many", message("Too many requests; wait {seconds} s.", seconds=seconds)
        )
        refusal.headers["Retry-After"] = str(seconds)
        raise refusal
