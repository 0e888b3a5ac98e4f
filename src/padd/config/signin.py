"""Who guards the sign-in: one counter of wrong passwords, in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import DefaultAccountAdapter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest


class SignIn(DefaultAccountAdapter):  # type: ignore[misc]
    """Leaves the counting of wrong passwords to axes.

    allauth would count them too, per account alone and in the memory of one process:
    a stranger who guesses would lock the owner out everywhere. Its other limits stay,
    among them the one on codes of the second step.
    """

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        """Count nothing here; axes does before the password is looked at."""


def address_tried(
    request: HttpRequest, credentials: Mapping[str, str] | None = None
) -> str:
    """Return the e-mail address that somebody tries to sign in with.

    Without it all failures from one network would count together, and a hall full
    of players behind one address would be locked out by one of them.
    """
    given = (credentials or {}).get("email") or request.POST.get("login", "")
    return given.strip().lower()
