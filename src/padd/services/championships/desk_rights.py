"""Grant and withdraw rights at the desk, each with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.championships.ledger import EntryKind, RightState
from padd.core.messages import message
from padd.core.model import Edition
from padd.core.refusal import Refusal, RefusalError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotFound, house_refusal, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.championships import Right
from padd.store.models.people import Person
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.right_ledger import add_right_entry, fold_right, rights_with_entries

LONGEST: Final = 500
TARGETS: Final = ("continental", "world")
MOST_POINTS: Final = 1_000_000


def grant_right(
    *,
    by: Actor,
    now: datetime,
    handle: str,
    edition: str,
    target: str,
    rounds: Sequence[int] = (),
    points: int = 0,
    year: int | None = None,
    reason: str,
) -> str:
    """Grant a person a bye or a head start; return its public id."""
    require(Permission.RIGHT_GRANT, by)
    words = normalize_line(reason)
    with transaction.atomic():
        person = Person.objects.filter(handle__iexact=handle.strip(), anonymised_at=None).first()
        wrong = [
            refusal
            for refusal in (
                text_refusal(words, place="reason", most=LONGEST, needed=True),
                *_objections(edition, target, rounds, points, person),
            )
            if refusal is not None
        ]
        if wrong or person is None:
            raise RefusalError(*wrong)
        right = Right.objects.create(
            person=person.merged_into or person,
            edition=edition,
            rounds=list(rounds),
            points=points,
            target=target,
            year=year,
            won_at=now,
        )
        add_right_entry(right, EntryKind.GRANTED, now=now, by=by.label, reason=words)
        add_audit_entry(
            Permission.RIGHT_GRANT,
            by=by.label,
            subject=f"person:{right.person.public_id}",
            at=now,
            after={"right": right.public_id, "target": target, "year": year},
            reason=words,
        )
    return right.public_id


def _objections(
    edition: str, target: str, rounds: Sequence[int], points: int, person: Person | None
) -> list[Refusal]:
    found = []
    if person is None:
        found.append(
            house_refusal("unknown-person", message("No player has this handle."), place="handle")
        )
    if edition not in set(Edition):
        found.append(house_refusal("edition", message("Choose a game."), place="edition"))
    if target not in TARGETS:
        found.append(
            house_refusal("target", message("Choose the championship it is for."), place="target")
        )
    tribbles = edition == Edition.TRIBBLES
    if tribbles != bool(points) or tribbles == bool(rounds) or points > MOST_POINTS:
        found.append(
            house_refusal(
                "what",
                message("Byes are for First and Second Edition, head starts for Tribbles."),
                place="what",
            )
        )
    return found


def withdraw_right(*, by: Actor, now: datetime, right: str, reason: str) -> None:
    """Withdraw a right that is still open."""
    require(Permission.RIGHT_WITHDRAW, by)
    words = normalize_line(reason)
    with transaction.atomic():
        row = rights_with_entries().filter(public_id=right).first()
        if row is None:
            raise NotFound("bye")
        refusal = text_refusal(words, place="reason", most=LONGEST, needed=True)
        if refusal is not None:
            raise RefusalError(refusal)
        if fold_right(row).state is not RightState.OPEN:
            raise refusal_error("not-open", message("It is no longer open."))
        add_right_entry(row, EntryKind.WITHDRAWN, now=now, by=by.label, reason=words)
        add_audit_entry(
            Permission.RIGHT_WITHDRAW,
            by=by.label,
            subject=f"person:{row.person.public_id}",
            at=now,
            before={"right": row.public_id},
            reason=words,
        )
