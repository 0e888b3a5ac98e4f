"""Whose password is being tried, as the guard against guessing counts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest


def address_tried(
    request: HttpRequest, credentials: Mapping[str, str] | None = None
) -> str:
    """Return the e-mail address that somebody tries to sign in with.

    Without it all failures from one network would count together, and a hall full
    of players behind one address would be locked out by one of them.
    """
    given = (credentials or {}).get("email") or request.POST.get("login", "")
    return given.strip().lower()
