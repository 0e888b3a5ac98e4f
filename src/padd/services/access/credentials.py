"""Everything that gives access without a password: sessions, tokens, links.

A restored backup contains them as they were; what has been revoked since must stay
revoked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import F, QuerySet

from padd.store.models.access import ApiToken, LoginLink, PlayerPass, StaffInvite
from padd.store.models.people import Account

Live = Mapping[str, frozenset[str]]

SESSIONS: Final = "sessions"
LEAP: Final = 1_000_000
"""Far more links for a new password than anybody asks for between two backups."""


def _held() -> dict[str, QuerySet[Any]]:
    """Return what is not revoked, by kind."""
    return {
        "tokens": ApiToken.objects.filter(revoked_at=None),
        "invites": StaffInvite.objects.filter(revoked_at=None),
        "passes": PlayerPass.objects.filter(revoked_at=None),
    }


def live_credentials() -> Live:
    """Return what lets somebody in now: hashes of secrets and keys of sessions."""
    held = {
        kind: frozenset(rows.values_list("token_hash", flat=True)) for kind, rows in _held().items()
    }
    keys = Session.objects.values_list("session_key", flat=True)
    return {**held, SESSIONS: frozenset(keys)}


def end_other_credentials(still: Live | None, *, now: datetime) -> int:
    """End what lets nobody in any more; return how many, sessions aside.

    Where nobody knows what was still good, nothing is at headquarters; on a laptop the
    phones of a room full of players stay signed in.
    """
    LoginLink.objects.all().delete()
    # With the count as it was, a link that was used or replaced since would open again;
    # one more might be the count of another such link.
    leap = LEAP // 2 + secrets.randbelow(LEAP // 2)
    Account.objects.update(reset_links=F("reset_links") + leap)
    if still is None and not settings.HOSTED:
        return 0
    good = still or {}
    Session.objects.exclude(session_key__in=good.get(SESSIONS, ())).delete()
    return sum(
        rows.exclude(token_hash__in=good.get(kind, ())).update(revoked_at=now)
        for kind, rows in _held().items()
    )


OCTETS: Final = 32


def new_token() -> str:
    """Return a secret that nobody can guess, fit for an address."""
    return secrets.token_urlsafe(OCTETS)


def token_hash(token: str) -> str:
    """Return what is kept of a secret; it cannot be turned back."""
    return sha256(token.encode()).hexdigest()
