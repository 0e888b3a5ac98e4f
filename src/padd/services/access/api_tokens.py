"""API tokens: for an account or one event, with few scopes, for a limited time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction

from padd.core.messages import message
from padd.core.refusal import Refusal
from padd.services.access.actors import VISITOR, Actor, ActorKind, actor_for_account
from padd.services.access.credentials import new_token, token_hash
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.refusal import NotFound, house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.access import ApiToken, StaffRole
from padd.store.models.events import Event
from padd.store.writes.event_log import add_audit_entry

PREFIX: Final = "padd_"
"""Lets people and scanners recognize a token that lies where it should not."""
LONGEST_LABEL: Final = 60
MOST_DAYS: Final = 366
MOST_TOKENS: Final = 50
LONGEST_TOKEN: Final = 100


class Scope(StrEnum):
    """What a token may be used for."""

    READ = "read"
    PLAY = "play"
    SCORE = "score"
    RUN = "run"
    REPORT = "report"
    WEBHOOKS = "webhooks"
    LEAGUE = "league"


SCOPE_WORDS: Final = {
    Scope.READ: "Read what its owner may see: drafts, contacts, logs, event files",
    Scope.PLAY: ("Report and dispute its owner’s results, change its owner’s e-mail settings"),
    Scope.SCORE: "Check players in and enter results",
    Scope.RUN: "Run events: everything the console can do",
    Scope.REPORT: "Report finished events and import event files",
    Scope.WEBHOOKS: "Send pairings and results to web addresses (webhooks)",
    Scope.LEAGUE: "Give bonus points in its owner’s leagues",
}
ROLE_SCOPES: Final = {
    StaffRole.DIRECTOR: frozenset(Scope) - {Scope.PLAY, Scope.LEAGUE},
    StaffRole.SCOREKEEPER: frozenset({Scope.READ, Scope.SCORE}),
}
"""What a token for one event may hold, by what it is there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who a request comes from: the actor, and what the token lets it do."""

    actor: Actor
    owner: Actor = VISITOR
    """The account behind the token, also where it acts for one event alone."""
    scopes: frozenset[Scope] = frozenset()
    token_id: int | None = None
    token: str = ""
    """The public id of the token."""
    event: str = ""
    """The only event that the token is good for."""
    expires_at: datetime | None = None

    def covers(self, event: str) -> bool:
        """Tell whether the token is good for an event."""
        return not self.event or self.event == event


STRANGER: Final = Caller(actor=VISITOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """A new token; its secret is shown this once and kept nowhere."""

    public_id: str
    secret: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    """A token as its owner sees it."""

    public_id: str
    label: str
    scopes: tuple[str, ...]
    event: str
    event_name: str
    role: str
    created_at: datetime
    expires_at: datetime
    last_used_on: str
    ended: bool


def create_token(
    *,
    by: Actor,
    now: datetime,
    label: str,
    scopes: Sequence[str],
    days: int,
    event: str = "",
    role: str = "",
) -> NewToken:
    """Make a token for one's account, or for one event that one runs."""
    require(Permission.TOKEN_MAKE, by)
    label, secret = normalize_line(label), PREFIX + new_token()
    with transaction.atomic():
        row = _event(event, by) if event else None
        refuse_all(_objections(label, scopes, days, event, role))
        if by.account_id is None:
            raise NotFound("account")
        alive = ApiToken.objects.filter(account=by.account_id, revoked_at=None, expires_at__gt=now)
        if alive.count() >= MOST_TOKENS:
            raise refusal_error(
                "too-many",
                message(
                    "At most {most_tokens} tokens. Revoke an old one first.",
                    most_tokens=MOST_TOKENS,
                ),
            )
        token_row = ApiToken.objects.create(
            account_id=by.account_id,
            event=row,
            role=role if row else "",
            label=label,
            scopes=sorted(set(scopes)),
            token_hash=token_hash(secret),
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
        add_audit_entry(
            Permission.TOKEN_MAKE,
            by=by.label,
            subject=f"token:{token_row.public_id}",
            at=now,
            after={"scopes": token_row.scopes, "event": event, "role": token_row.role},
        )
    return NewToken(public_id=token_row.public_id, secret=secret, expires_at=token_row.expires_at)


def _event(event: str, by: Actor) -> Event:
    row = Event.objects.select_related("region").filter(public_id=event).first()
    if row is None or not allowed(Permission.EVENT_RUN, roles_of(by, event=row)):
        raise NotFound("event")
    return row


def _objections(
    label: str, scopes: Sequence[str], days: int, event: str, role: str
) -> Iterator[Refusal]:
    refusal = text_refusal(label, place="label", most=LONGEST_LABEL, needed=True)
    if refusal is not None:
        yield refusal
    if not scopes or not set(scopes) <= set(Scope):
        yield house_refusal(
            "scopes", message("Choose what the token may be used for."), place="scopes"
        )
    if not 1 <= days <= MOST_DAYS:
        yield house_refusal(
            "days", message("Choose from 1 to {most_days} days.", most_days=MOST_DAYS), place="days"
        )
    if not event:
        return
    may = ROLE_SCOPES.get(StaffRole(role)) if role in StaffRole.values else None
    if may is None:
        yield house_refusal(
            "role-unknown", message("Choose the token’s role at the event."), place="role"
        )
    elif set(scopes) & set(Scope) - may:
        over = ", ".join(sorted(set(scopes) & set(Scope) - may))
        yield house_refusal(
            "scopes",
            message("A {role} at one event can’t be given {over}.", role=role, over=over),
            place="scopes",
        )


def revoke_token(*, by: Actor, now: datetime, token: str) -> None:
    """End a token of their own; its next request is refused."""
    require(Permission.TOKEN_REVOKE, by)
    with transaction.atomic():
        row = ApiToken.objects.filter(public_id=token, account=by.account_id or 0).first()
        if row is None:
            raise NotFound("token")
        ApiToken.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=now)
        add_audit_entry(
            Permission.TOKEN_REVOKE, by=by.label, subject=f"token:{row.public_id}", at=now
        )


def own_tokens(*, by: Actor, now: datetime) -> tuple[TokenRow, ...]:
    """Return one's tokens, the newest first."""
    require(Permission.TOKEN_MAKE, by)
    rows = ApiToken.objects.filter(account=by.account_id or 0).select_related("event")
    return tuple(
        TokenRow(
            public_id=row.public_id,
            label=row.label,
            scopes=tuple(row.scopes),
            event=row.event.public_id if row.event else "",
            event_name=row.event.name if row.event else "",
            role=row.role,
            created_at=row.created_at,
            expires_at=row.expires_at,
            last_used_on=row.last_used_on.isoformat() if row.last_used_on else "",
            ended=row.revoked_at is not None or row.expires_at <= now,
        )
        for row in rows
    )


def caller_for_secret(*, secret: str, now: datetime) -> Caller | None:
    """Return who a token stands for at this moment; none if it stands for nobody.

    A token never outlives what its maker may do: it ends with the account, and one
    for an event ends when its maker no longer runs that event.
    """
    if not secret.startswith(PREFIX) or len(secret) > LONGEST_TOKEN:
        return None
    row = (
        ApiToken.objects.select_related("event__region")
        .prefetch_related("event__directorships")
        .filter(token_hash=token_hash(secret), revoked_at=None, expires_at__gt=now)
        .first()
    )
    if row is None:
        return None
    maker = actor_for_account(account_id=row.account_id, now=now)
    if maker.kind is ActorKind.VISITOR:
        return None
    actor = maker
    if row.event is not None:
        if not allowed(Permission.EVENT_RUN, roles_of(maker, event=row.event)):
            return None
        actor = Actor(
            kind=ActorKind.INVITE,
            public_id=row.public_id,
            event_id=row.event_id,
            role=StaffRole(row.role),
        )
    if row.last_used_on != now.date():
        ApiToken.objects.filter(pk=row.pk).update(last_used_on=now.date())
    return Caller(
        actor=actor,
        owner=maker,
        scopes=frozenset(Scope(scope) for scope in row.scopes),
        token_id=row.pk,
        token=row.public_id,
        event=row.event.public_id if row.event else "",
        expires_at=row.expires_at,
    )
