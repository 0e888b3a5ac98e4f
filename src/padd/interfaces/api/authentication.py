"""Authenticate API callers only by the token in the Authorization header."""

from __future__ import annotations

import ipaddress
from typing import Final

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from padd.core.messages import Message, message
from padd.interfaces.api.refusals import ApiRefusal, status_refusal
from padd.services.access import rate_limit
from padd.services.access.actors import ActorKind
from padd.services.access.api_tokens import STRANGER, Caller, caller_for_secret

SCHEME: Final = "bearer"
CHALLENGE: Final = {"WWW-Authenticate": 'Bearer realm="PADD"'}


def authenticate(request: HttpRequest, *, token_required: bool) -> Caller:
    """Return the caller of a request; refuse a bad token and too many requests."""
    header = request.headers.get("Authorization")
    address = rate_limit.address_network(request.META.get("REMOTE_ADDR", ""))
    if header is None:
        _refuse_early(rate_limit.readers.wait(address))
        if token_required:
            raise _token_refusal(message("Send a token: Authorization: Bearer padd_…."))
        return STRANGER
    caller = _caller_by_header(header)
    if caller is None or not _may_call_from_here(caller, request):
        _refuse_early(rate_limit.guessers.wait(address))
        raise _token_refusal(message("This token is unknown, expired or revoked."))
    _refuse_early(rate_limit.programs.wait(caller.token))
    return caller


def _caller_by_header(header: str) -> Caller | None:
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != SCHEME:
        return None
    return caller_for_secret(secret=secret.strip(), now=timezone.now())


def _may_call_from_here(caller: Caller, request: HttpRequest) -> bool:
    """Tell whether a token of a laptop's director is used on that laptop.

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


def _token_refusal(message: Message) -> ApiRefusal:
    return status_refusal(401, "token", message, place="Authorization", headers=CHALLENGE)


def _refuse_early(seconds: int) -> None:
    """Refuse a request that has to wait."""
    if seconds:
        raise status_refusal(
            429,
            "too-many",
            message("Too many requests; wait {seconds} s.", seconds=seconds),
            headers={"Retry-After": str(seconds)},
        )
