"""Who is acting: a visitor, an account with its offices, a helper, a laptop."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from allauth.mfa.models import Authenticator
from django.conf import settings

from padd.store.models.access import StaffInvite, StaffRole
from padd.store.models.people import Office
from padd.store.queries.access import offices_held
from padd.store.queries.people.facts import account_facts


class ActorKind(StrEnum):
    """How somebody came in."""

    VISITOR = "visitor"
    ACCOUNT = "account"
    INVITE = "invite"
    PLAYER = "player"
    """By a pass, for one event; `public_id` is the id among its players."""
    LAPTOP = "laptop"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Everything that decides what somebody may do; rebuilt for each request."""

    kind: ActorKind
    public_id: str = ""
    account_id: int | None = None
    person_id: int | None = None
    person: str = ""
    """The public id of their own player."""
    email: str = ""
    areas: frozenset[str] = frozenset()
    """The areas of a coordinator."""
    offices: frozenset[Office] = frozenset()
    offices_asleep: bool = False
    """Whether the account holds offices that wait for its second factor."""
    event_id: int | None = None
    """The one event of an invited helper, or of a player with a pass."""
    role: StaffRole | None = None

    @property
    def label(self) -> str:
        """Who it was, as the audit and the logs write it."""
        return f"{self.kind}:{self.public_id}" if self.public_id else str(self.kind)

    @property
    def signed_in(self) -> bool:
        """Whether it is more than a visitor or a helper."""
        return self.kind in {ActorKind.ACCOUNT, ActorKind.LAPTOP, ActorKind.SYSTEM}


VISITOR: Final = Actor(kind=ActorKind.VISITOR)
SYSTEM: Final = Actor(kind=ActorKind.SYSTEM)


def actor_for_account(*, account_id: int, now: datetime) -> Actor:
    """Return what an account may act as today; a visitor if it is gone or closed."""
    found = account_facts(account_id)
    if found is None:
        return VISITOR
    grants = offices_held(account_id, on=now.date())
    asleep = bool(grants) and not _strong_enough(account_id)
    if asleep:
        grants = ()
    return Actor(
        kind=ActorKind.LAPTOP if found.local else ActorKind.ACCOUNT,
        public_id=found.public_id,
        account_id=account_id,
        person_id=found.person_id,
        person=found.person,
        email=found.email,
        areas=frozenset(area for _, area in grants if area),
        offices=frozenset(Office(office) for office, _ in grants),
        offices_asleep=asleep,
    )


def _strong_enough(account_id: int) -> bool:
    """Tell whether an account may hold its offices: by a second factor, if hosted."""
    if not settings.OFFICES_NEED_SECOND_FACTOR:
        return True
    kinds = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
    factors = Authenticator.objects.filter(user=account_id, type__in=kinds)
    return bool(factors.exists())


def actor_for_invite(*, invite: str, now: datetime) -> Actor:
    """Return the helper of a redeemed invite; a visitor once it has ended."""
    row = StaffInvite.objects.filter(
        public_id=invite, revoked_at=None, redeemed_at__isnull=False, expires_at__gt=now
    ).first()
    if row is None:
        return VISITOR
    return Actor(
        kind=ActorKind.INVITE,
        public_id=row.public_id,
        event_id=row.event_id,
        role=StaffRole(row.role),
    )
