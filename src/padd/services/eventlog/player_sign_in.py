"""Sign-in of players' phones: by pass, by PIN, or let in by the director.

A secret of 256 bits needs no limit. A PIN does: after a few wrong ones that player's
PIN is disabled for a while, and after many in one event all its PINs are. Addresses do
not matter, because a whole room shares one. Meanwhile the codes on scorecards work, the
director can let people in, and sessions stay valid.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import F

from padd.core.messages import Message, message
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.services.access.actors import Actor
from padd.services.access.credentials import token_hash
from padd.services.access.permissions import Permission, allowed, require, roles_of
from padd.services.access.visibility import names_in
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import snapshot_event
from padd.services.eventlog.log_cache import stored_event
from padd.services.eventlog.player_passes import issue_passes, pass_pin, valid_pass
from padd.services.refusal import NotFound, refusal_error
from padd.store.models.access import PassRequest, PlayerPass, WrongPin
from padd.store.models.events import Event, EventState
from padd.store.queries.access import count_waiting_phones
from padd.store.writes.event_log import add_audit_entry

WINDOW: Final = timedelta(minutes=15)
TRIES_PER_PLAYER: Final = 5
TRIES_PER_EVENT: Final = 100
REQUEST_LASTS: Final = timedelta(minutes=30)
MOST_REQUESTS: Final = 60
"""Open requests of one event, so that the director's list stays short."""
REQUESTS_PER_PLAYER: Final = 3
NUMBERS: Final = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSession:
    """What a session stores of a player who signed in."""

    event_id: str
    pass_id: str
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInRequest:
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


def sign_in_by_token(*, by: Actor, now: datetime, token: str) -> PhoneSession:
    """Sign in a phone that has the secret of a pass."""
    require(Permission.PHONE_OPEN, by)
    with refuse_database_errors():
        pass_ = (
            PlayerPass.objects.select_related("event")
            .filter(token_hash=token_hash(token), revoked_at=None, event__state=EventState.RUNNING)
            .first()
        )
        if pass_ is None:
            raise NotFound("pass")
        with transaction.atomic():
            return _open_session(pass_, now=now, how="code")


def sign_in_by_pin(
    *, by: Actor, now: datetime, event_id: str, player: str, pin: str
) -> PhoneSession:
    """Sign in a phone by the PIN of a player."""
    with refuse_database_errors(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_OPEN, by, event=row)
        pass_ = _right_pin(row, player, pin, now)
        if pass_ is not None:
            return _open_session(pass_, now=now, how="pin")
    raise _wrong_pin()


def check_pin(*, now: datetime, event_id: str, player: str, pin: str) -> None:
    """Refuse unless this is the PIN of the player who signs on another's phone."""
    with refuse_database_errors(), transaction.atomic():
        if _right_pin(_running(event_id), player, pin, now) is not None:
            return
    raise _wrong_pin()


def _right_pin(row: Event, player: str, pin: str, now: datetime) -> PlayerPass | None:
    """Return the pass of a right PIN; count a wrong one, one at a time."""
    # Counted in the database, unlike requests (`services.access.rate_limit`): six
    # figures must hold out against guesses through every process at once, and a
    # restart must not give new tries.
    lately = row.wrong_pins.filter(at__gt=now - WINDOW)
    if lately.filter(player=player).count() >= TRIES_PER_PLAYER:
        raise _resting(message("This player’s PIN is locked for 15 minutes."))
    if lately.count() >= TRIES_PER_EVENT:
        raise _resting(message("PINs for this event are locked for 15 minutes."))
    pass_ = valid_pass(row, player)
    digits = "".join(pin.split())
    right = pass_ is not None and secrets.compare_digest(
        digits.encode(), pass_pin(row, pass_).encode()
    )
    if not right and player in snapshot_event(event_id=row.public_id).state.players:
        WrongPin.objects.create(event=row, player=player, at=now)
    return pass_ if right else None


def _wrong_pin() -> RefusalError:
    return refusal_error(
        "pin-wrong",
        message("That is not this player’s PIN. It is printed on the scorecard."),
        place="pin",
    )


def _resting(why: Message) -> RefusalError:
    reason = message(
        "{why} Scan the code on the scorecard, or ask the director to let you in.", why=why
    )
    return refusal_error("pin-resting", reason, place="pin")


def names_for_sign_in(*, by: Actor, now: datetime, event_id: str) -> dict[PlayerId, str]:
    """Return the names of players for a visitor who is not signed in."""
    roles = roles_of(by, event=stored_event(event_id))
    return names_in(roles=roles, now=now, state=snapshot_event(event_id=event_id).state)


def request_sign_in(*, by: Actor, now: datetime, event_id: str, player: str) -> SignInRequest:
    """Ask the director to let a phone in as a player."""
    state = snapshot_event(event_id=event_id).state
    with refuse_database_errors(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_ASK, by, event=row)
        registered = state.players.get(player)  # type: ignore[call-overload]
        if registered is None:
            raise NotFound("player")
        waiting = _waiting(row, now)
        own = [request for request in waiting if request.player == player]
        if len(waiting) >= MOST_REQUESTS or len(own) >= REQUESTS_PER_PLAYER:
            raise refusal_error(
                "too-many-ask", message("Too many phones are waiting. Please see the director.")
            )
        numbers = {request.number for request in waiting}
        free = [at for at in range(10, 10 + NUMBERS) if at not in numbers]
        request = PassRequest.objects.create(
            event=row, player=player, number=secrets.choice(free), asked_at=now
        )
        _record(Permission.PHONE_ASK, by.label, row, now, player=player)
    called = names_for_sign_in(by=by, now=now, event_id=event_id)
    return _sign_in_request(request, called[registered.id])


def sign_in_requests(*, by: Actor, now: datetime, event_id: str) -> tuple[SignInRequest, ...]:
    """Return the phones that wait for the director; only directors see them."""
    state = snapshot_event(event_id=event_id).state
    row = stored_event(event_id)
    if not allowed(Permission.PHONE_LET_IN, roles_of(by, event=row)):
        return ()
    names = {str(player.id): player.name for player in state.players.values()}
    waiting = _waiting(row, now)
    requests_by_player = Counter(request.player for request in waiting)
    opened = dict(row.passes.filter(revoked_at=None).values_list("player", "openings"))
    return tuple(
        replace(
            _sign_in_request(request, names.get(request.player, request.player)),
            others=requests_by_player[request.player] - 1,
            opened=opened.get(request.player, 0),
        )
        for request in waiting
    )


def waiting_phone_count(event_id: str, now: datetime) -> int:
    """Return how many phones wait for the director; the number tells nothing more."""
    return count_waiting_phones(event_id, since=now - REQUEST_LASTS)


def decide_sign_in(*, by: Actor, now: datetime, event_id: str, request: str, let_in: bool) -> None:
    """Let a phone in that asks, or not."""
    with refuse_database_errors(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_LET_IN, by, event=row)
        if not _decided(row, request, by=by, now=now, let_in=let_in):
            raise NotFound("request")


def admit_phones(*, by: Actor, now: datetime, event_id: str, requests: Collection[str]) -> int:
    """Admit the requested phones; return how many.

    A name that several phones ask for, or that a phone is in under already, is left
    for the director to decide on.
    """
    with refuse_database_errors(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_LET_IN, by, event=row)
        seen = sign_in_requests(by=by, now=now, event_id=event_id)
        plain = [one.id for one in seen if one.plain and one.id in requests]
        return sum(_decided(row, request, by=by, now=now, let_in=True) for request in plain)


def _decided(row: Event, request: str, *, by: Actor, now: datetime, let_in: bool) -> bool:
    open_ = row.pass_requests.filter(public_id=request, decided_at=None)
    if not open_.update(decided_at=now, granted=let_in):
        return False
    player = row.pass_requests.get(public_id=request).player
    if let_in:
        issue_passes(by=by, now=now, event_id=row.public_id, players={player})
    _record(Permission.PHONE_LET_IN, by.label, row, now, player=player, in_=let_in)
    return True


def collect_sign_in(
    *, by: Actor, now: datetime, event_id: str, request: str
) -> PhoneSession | None:
    """Let a phone in whose request was granted, once; none while it waits."""
    if _still_waits(event_id, request, now):
        return None
    with refuse_database_errors(), transaction.atomic():
        row = _running(event_id)
        require(Permission.PHONE_OPEN, by, event=row)
        request_row = row.pass_requests.filter(
            public_id=request, asked_at__gt=now - REQUEST_LASTS
        ).first()
        if request_row is None:
            raise NotFound("request")
        if request_row.decided_at is None:
            return None
        pass_ = valid_pass(row, request_row.player)
        if not request_row.granted or pass_ is None:
            request_row.delete()
            raise refusal_error("not-let-in", message("The director declined your request."))
        request_row.delete()
        return _open_session(pass_, now=now, how="director")


def _still_waits(event_id: str, request: str, now: datetime) -> bool:
    """Look without taking a turn: many phones wait, and each asks every few seconds."""
    with refuse_database_errors():
        return PassRequest.objects.filter(
            event__public_id=event_id,
            event__state=EventState.RUNNING,
            public_id=request,
            decided_at=None,
            asked_at__gt=now - REQUEST_LASTS,
        ).exists()


def _running(event_id: str) -> Event:
    row = stored_event(event_id, in_turn=True)
    if row.state != EventState.RUNNING:
        raise NotFound("event")
    return row


def _waiting(row: Event, now: datetime) -> list[PassRequest]:
    return list(row.pass_requests.filter(decided_at=None, asked_at__gt=now - REQUEST_LASTS))


def _sign_in_request(request: PassRequest, name: str) -> SignInRequest:
    return SignInRequest(
        id=request.public_id,
        player=request.player,
        name=name,
        number=request.number,
        asked_at=request.asked_at,
    )


def _open_session(pass_: PlayerPass, *, now: datetime, how: str) -> PhoneSession:
    PlayerPass.objects.filter(pk=pass_.pk).update(openings=F("openings") + 1, opened_at=now)
    who = f"player:{pass_.player}"
    _record(Permission.PHONE_OPEN, who, pass_.event, now, player=pass_.player, how=how)
    return PhoneSession(
        event_id=pass_.event.public_id, pass_id=pass_.public_id, player=pass_.player
    )


def _record(permission: Permission, by: str, row: Event, now: datetime, **after: object) -> None:
    add_audit_entry(permission, by=by, subject=f"event:{row.public_id}", at=now, after=after)
