"""The Chair's one-off events: suggestions, nominations, and prize drawings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from padd.core.championships.awards import draw_winners
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.core.rng import commitment
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotFound, Outdated, house_refusal, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.championships import ChairChallenge
from padd.store.models.eventlog import Placing
from padd.store.models.events import Event, EventState
from padd.store.writes.event_log import add_audit_entry

LONGEST: Final = {"title": 120, "words": 2000}
MOST_PRIZES: Final = 50
PRIZE: Final = 120


def suggest_challenge(*, by: Actor, now: datetime, title: str, words: str) -> str:
    """Suggest a challenge to the Chair and the Director; return its public id."""
    require(Permission.CHALLENGE_SUGGEST, by)
    _refuse(_objections(title, words))
    with transaction.atomic():
        row = ChairChallenge.objects.create(
            title=normalize_line(title),
            words=normalize_line(words),
            suggested_by_id=by.account_id,
            created_at=now,
        )
        _record(Permission.CHALLENGE_SUGGEST, row, by=by, now=now)
    return row.public_id


def nominate_challenge(
    *,
    by: Actor,
    now: datetime,
    challenge: str,
    title: str,
    words: str,
    event: str = "",
    prizes: Sequence[str] = (),
) -> str:
    """Take up a suggestion, or change what was announced; the seed is sealed here.

    Without a suggestion ("") a new challenge is nominated.
    """
    require(Permission.CHALLENGE_NOMINATE, by)
    listed = [prize for line in prizes if (prize := normalize_line(line))]
    wrong = _objections(title, words)
    too_long = any(len(prize) > PRIZE for prize in listed)
    if len(listed) > MOST_PRIZES or too_long:
        words_ = message("At most {most} prizes, one short line each.", most=MOST_PRIZES)
        wrong.append(house_refusal("prizes", words_, place="prizes"))
    held = Event.objects.filter(public_id=event).first() if event else None
    if event and held is None:
        wrong.append(house_refusal("event", message("No event has this id."), place="event"))
    taken = ChairChallenge.objects.exclude(public_id=challenge).filter(event=held)
    if held is not None and taken.exists():
        wrong.append(
            house_refusal(
                "event", message("This event belongs to another challenge."), place="event"
            )
        )
    _refuse(wrong)
    with transaction.atomic():
        row = _row(challenge) if challenge else ChairChallenge(created_at=now)
        if row.drawn_at is not None:
            raise refusal_error("drawn", message("The prizes have been drawn."))
        row.title, row.words, row.prizes = normalize_line(title), normalize_line(words), listed
        row.event = held
        row.nominated_at = row.nominated_at or now
        row.commitment = commitment(_secret(row))
        row.save()
        _record(Permission.CHALLENGE_NOMINATE, row, by=by, now=now)
    return row.public_id


def draw_prizes(*, by: Actor, now: datetime, challenge: str) -> None:
    """Draw the prizes among all who took part; the seed is published with it."""
    require(Permission.CHALLENGE_DRAW, by)
    with transaction.atomic():
        row = _row(challenge)
        if row.drawn_at is not None:
            raise Outdated("drawing")
        processed = row.event is not None and row.event.state == EventState.PROCESSED
        if row.nominated_at is None or not processed:
            raise refusal_error(
                "not-processed", message("Prizes are drawn once the event is processed.")
            )
        if not row.prizes:
            raise refusal_error("prizes", message("List the prizes first."))
        secret = _secret(row)
        row.drawn = list(draw_winners(secret, _participants(row), len(row.prizes)))
        row.seed, row.drawn_at = secret, now
        row.save()
        _record(Permission.CHALLENGE_DRAW, row, by=by, now=now)


def _participants(row: ChairChallenge) -> list[str]:
    """Return everybody with a place: winners and participants alike."""
    placings = Placing.objects.filter(finished__event=row.event_id)
    people = placings.exclude(person=None).values_list("person__public_id", flat=True)
    return sorted(set(people))


def _secret(row: ChairChallenge) -> str:
    """Return what the seed comes from; it is stored nowhere before the drawing."""
    return salted_hmac("padd.challenge", row.public_id, algorithm="sha256").hexdigest()


def _row(challenge: str) -> ChairChallenge:
    row = ChairChallenge.objects.select_related("event").filter(public_id=challenge).first()
    if row is None:
        raise NotFound("challenge")
    return row


def _objections(title: str, words: str) -> list[Refusal]:
    typed = {"title": title, "words": words}
    checked = (
        text_refusal(
            normalize_line(text), place=place, most=LONGEST[place], needed=place == "title"
        )
        for place, text in typed.items()
    )
    return [refusal for refusal in checked if refusal is not None]


def _refuse(wrong: Sequence[Refusal]) -> None:
    if wrong:
        raise RefusalError(*wrong)


def _record(act: Permission, row: ChairChallenge, *, by: Actor, now: datetime) -> None:
    add_audit_entry(
        act,
        by=by.label,
        subject=f"challenge:{row.public_id}",
        at=now,
        after={"title": row.title, "prizes": len(row.prizes), "drawn": row.drawn},
    )
