"""Sign-in of players' phones: by pass, by PIN, or let in by the director.

A secret of 256 bits needs no throttle. A PIN does: after a few wrong ones the PIN
of that player rests for a while, and after many in one event all its PINs do. The
address somebody comes from plays no part, as a whole hall shares one. While PINs
rest, the codes on the scorecards work, the director can let people in, and whoever
is in stays in.
"""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.db.models import F

from padd.services.access.link_tokens import token_hash
from padd.services.access.permissions import (
    Permission,
    allowed,
    hats,
    require,
)
from padd.services.database_errors import saving
from padd.services.eventlog import look
from padd.services.eventlog.log_cache import event_row
from padd.services.eventlog.player_passes import (
    live_pass,
    passes,
    pin_of,
)
from padd.services.refusal import (
    NotFound,
    Refused,
    no,
)
from padd.store.append_only import record
from padd.store.models import EventState, PassRequest, PlayerPass, WrongPin

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from padd.services.access.actors import Actor
    from padd.store.models import Event

WINDOW: Final = timedelta(minutes=15)
TRIES_PER_PLAYER: Final = 5
TRIES_PER_EVENT: Final = 100
REQUEST_LASTS: Final = timedelta(minutes=30)
MOST_REQUESTS: Final = 60
"""Open requests of one event, so that nobody fills the director's list."""
REQUESTS_PER_PLAYER: Final = 3
NUMBERS: Final = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSession:
    """What a session keeps of somebody who came in."""

    event_id: str
    pass_id: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A phone that waits for the director."""

    id: str
    player: str
    name: str
    number: int
    asked_at: datetime
    others: int = 0
    """How many other phones ask for the same name."""
    opened: int = 0
    """How often a phone has come in under this name before."""

    @property
    def plain(self) -> bool:
        """Whether nothing speaks against letting the phone in."""
        return not (self.others or self.opened)


def open_by_token(*, by: Actor, now: datetime, token: str) -> PhoneSession:
    """Let in whoever holds the secret of a pass."""
    require(Permission.PHONE_OPEN, by)
    with saving():
        found = (
            PlayerPass.objects.select_related("event")
            .filter(
                token_hash=token_hash(token),
                revoked_at=None,
                event__state=EventState.RUNNING,
            )
            .first()
        )
        if found is None:
            raise NotFound("pass")
        with transaction.atomic():
            return _let_in(found, now=now, how="code")


def open_by_pin(
    *, by: Actor, now: datetime, event_id: str, player: str, pin: str
) -> PhoneSession:
    """Let in whoever knows the PIN of a player."""
    with saving(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_OPEN, by, event=row)
        found = _right_pin(row, player, pin, now)
        if found is not None:
            return _let_in(found, now=now, how="pin")
    raise _wrong_pin()


def sign_by_pin(*, now: datetime, event_id: str, player: str, pin: str) -> None:
    """Refuse unless this is the PIN of the player who signs on another's phone."""
    with saving(), transaction.atomic():
        if _right_pin(_running(event_id), player, pin, now) is not None:
            return
    raise _wrong_pin()


def _right_pin(row: Event, player: str, pin: str, now: datetime) -> PlayerPass | None:
    """Return the pass of a right PIN; count a wrong one, in a turn of one's own."""
    lately = row.wrong_pins.filter(at__gt=now - WINDOW)
    if lately.filter(player=player).count() >= TRIES_PER_PLAYER:
        raise _resting("The PIN of this player rests for a quarter of an hour.")
    if lately.count() >= TRIES_PER_EVENT:
        raise _resting("The PINs of this event rest for a quarter of an hour.")
    found = live_pass(row, player)
    said = "".join(pin.split())
    right = found is not None and secrets.compare_digest(
        said.encode(), pin_of(row, found).encode()
    )
    if not right and player in look(event_id=row.public_id).state.entrants:
        WrongPin.objects.create(event=row, player=player, at=now)
    return found if right else None


def _wrong_pin() -> Refused:
    return Refused(
        no(
            "pin-wrong",
            "That is not the PIN of this player. It stands on the scorecard.",
            place="pin",
        )
    )


def _resting(said: str) -> Refused:
    way = " Scan the code on the scorecard, or ask the director to let you in."
    return Refused(no("pin-resting", said + way, place="pin"))


def ask(*, by: Actor, now: datetime, event_id: str, player: str) -> Asking:
    """Ask the director to let a phone in as a player."""
    state = look(event_id=event_id).state
    with saving(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_ASK, by, event=row)
        entrant = state.entrants.get(player)  # type: ignore[call-overload]
        if entrant is None:
            raise NotFound("player")
        waiting = _waiting(row, now)
        own = [one for one in waiting if one.player == player]
        if len(waiting) >= MOST_REQUESTS or len(own) >= REQUESTS_PER_PLAYER:
            raise Refused(
                no("too-many-ask", "Enough phones are asking. Go to the director.")
            )
        taken = {one.number for one in waiting}
        free = [at for at in range(10, 10 + NUMBERS) if at not in taken]
        made = PassRequest.objects.create(
            event=row, player=player, number=secrets.choice(free), asked_at=now
        )
        _record(Permission.PHONE_ASK, by.label, row, now, player=player)
    return _asking(made, entrant.name)


def asking(*, by: Actor, now: datetime, event_id: str) -> tuple[Asking, ...]:
    """Return the phones that wait for the director; nobody else sees them."""
    state = look(event_id=event_id).state
    row = event_row(event_id)
    if not allowed(Permission.PHONE_LET_IN, hats(by, event=row)):
        return ()
    names = {str(one.id): one.name for one in state.entrants.values()}
    waiting = _waiting(row, now)
    asked = Counter(one.player for one in waiting)
    opened = dict(row.passes.filter(revoked_at=None).values_list("player", "openings"))
    return tuple(
        replace(
            _asking(one, names.get(one.player, one.player)),
            others=asked[one.player] - 1,
            opened=opened.get(one.player, 0),
        )
        for one in waiting
    )


def waiting(event_id: str, now: datetime) -> int:
    """Return how many phones wait for the director; the number tells nothing more."""
    return PassRequest.objects.filter(
        event__public_id=event_id, decided_at=None, asked_at__gt=now - REQUEST_LASTS
    ).count()


def decide(
    *, by: Actor, now: datetime, event_id: str, request: str, let_in: bool
) -> None:
    """Let a phone in that asks, or not."""
    with saving(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_LET_IN, by, event=row)
        if not _decided(row, request, by=by, now=now, let_in=let_in):
            raise NotFound("request")


def let_all_in(
    *, by: Actor, now: datetime, event_id: str, requests: Collection[str]
) -> int:
    """Let in all the phones that somebody looked at; return how many were.

    A name that several phones ask for, or that a phone is in under already, is left
    for the director to decide on.
    """
    with saving(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_LET_IN, by, event=row)
        seen = asking(by=by, now=now, event_id=event_id)
        wanted = [one.id for one in seen if one.plain and one.id in requests]
        return sum(_decided(row, one, by=by, now=now, let_in=True) for one in wanted)


def _decided(
    row: Event, request: str, *, by: Actor, now: datetime, let_in: bool
) -> bool:
    open_ = row.pass_requests.filter(public_id=request, decided_at=None)
    if not open_.update(decided_at=now, granted=let_in):
        return False
    player = row.pass_requests.get(public_id=request).player
    if let_in:
        passes(by=by, now=now, event_id=row.public_id, players={player})
    _record(Permission.PHONE_LET_IN, by.label, row, now, player=player, in_=let_in)
    return True


def collect(
    *, by: Actor, now: datetime, event_id: str, request: str
) -> PhoneSession | None:
    """Let a phone in whose request was granted, once; none while it waits."""
    if _still_waits(event_id, request, now):
        return None
    with saving(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_OPEN, by, event=row)
        found = row.pass_requests.filter(
            public_id=request, asked_at__gt=now - REQUEST_LASTS
        ).first()
        if found is None:
            raise NotFound("request")
        if found.decided_at is None:
            return None
        held = live_pass(row, found.player)
        if not found.granted or held is None:
            found.delete()
            raise Refused(no("not-let-in", "The director did not let you in."))
        found.delete()
        return _let_in(held, now=now, how="director")


def _still_waits(event_id: str, request: str, now: datetime) -> bool:
    """Look without taking a turn: many phones wait, and each asks every few seconds."""
    with saving():
        return PassRequest.objects.filter(
            event__public_id=event_id,
            event__state=EventState.RUNNING,
            public_id=request,
            decided_at=None,
            asked_at__gt=now - REQUEST_LASTS,
        ).exists()


def _running(event_id: str) -> Event:
    row = event_row(event_id, in_turn=True)
    if row.state != EventState.RUNNING:
        raise NotFound("event")
    return row


def _waiting(row: Event, now: datetime) -> list[PassRequest]:
    return list(
        row.pass_requests.filter(decided_at=None, asked_at__gt=now - REQUEST_LASTS)
    )


def _asking(made: PassRequest, name: str) -> Asking:
    return Asking(
        id=made.public_id,
        player=made.player,
        name=name,
        number=made.number,
        asked_at=made.asked_at,
    )


def _let_in(found: PlayerPass, *, now: datetime, how: str) -> PhoneSession:
    PlayerPass.objects.filter(pk=found.pk).update(
        openings=F("openings") + 1, opened_at=now
    )
    who = f"player:{found.player}"
    _record(Permission.PHONE_OPEN, who, found.event, now, player=found.player, how=how)
    return PhoneSession(
        event_id=found.event.public_id, pass_id=found.public_id, player=found.player
    )


def _record(
    act: Permission, by: str, row: Event, now: datetime, **after: object
) -> None:
    record(act, by=by, subject=f"event:{row.public_id}", at=now, after=after)
