"""Passes that sign a player's phone in to one event.

The secret of a pass is derived from the installation's key, so a scorecard can be
printed again at any time, while the database stores only its hash. The PIN is derived
in the same way and stored nowhere.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.crypto import salted_hmac

from padd.core.model import PlayerId
from padd.services.access.actors import Actor, ActorKind
from padd.services.access.credentials import token_hash
from padd.services.access.permissions import Permission, require
from padd.services.database_errors import refuse_database_errors
from padd.services.eventlog import snapshot_event
from padd.services.eventlog.log_cache import stored_event
from padd.services.links import link_path
from padd.services.refusal import NotFound
from padd.store.models.access import PhoneRules, PlayerPass
from padd.store.models.eventlog import Room
from padd.store.models.events import Event, EventState
from padd.store.models.keys import ALPHABET
from padd.store.writes.event_log import add_audit_entry

SALT: Final = "padd.phones"
PIN_FIGURES: Final = 6
CODE_LETTERS: Final = 5
SIGN_LETTERS: Final = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedPass:
    """What a scorecard prints for one player; secret to everybody else."""

    player: PlayerId
    name: str
    url_path: str
    """For the QR code: the secret stands in the fragment, which is never sent."""
    pin: str
    code: str
    """The short name of the event, to be typed where no camera is at hand."""
    openings: int = 0
    opened_at: datetime | None = None


def issue_passes(
    *, by: Actor, now: datetime, event_id: str, players: Collection[str] | None = None
) -> tuple[PrintedPass, ...]:
    """Return the passes of an event's players, made where there is none yet."""
    state = snapshot_event(event_id=event_id).state
    chosen = [player for player in state.players if players is None or player in players]
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id, in_turn=True)
        require(Permission.PHONE_PASSES, by, event=row)
        known = _passes_of(row)
        without = [player for player in chosen if not _is_valid(known.get(player))]
        if without:
            PlayerPass.objects.bulk_create(
                _new_row(row, player, known.get(player), now) for player in without
            )
            _record(Permission.PHONE_PASSES, by, row, now, players=len(without))
            known = _passes_of(row)
    return tuple(
        PrintedPass(
            player=PlayerId(player),
            name=state.name(PlayerId(player)),
            url_path=f"{link_path('phone-door')}#{pass_secret(row, known[player])}",
            pin=pass_pin(row, known[player]),
            code=event_code(event_id),
            openings=known[player].openings,
            opened_at=known[player].opened_at,
        )
        for player in chosen
    )


def renew_pass(*, by: Actor, now: datetime, event_id: str, player: str) -> None:
    """Give a player a new pass; whatever came in by the old one is out at once."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id, in_turn=True)
        require(Permission.PHONE_RENEW, by, event=row)
        if player not in snapshot_event(event_id=event_id).state.players:
            raise NotFound("player")
        last = _passes_of(row).get(player)
        row.passes.filter(player=player, revoked_at=None).update(revoked_at=now)
        _new_row(row, player, last, now).save()
        _record(Permission.PHONE_RENEW, by, row, now, player=player)


def hide_clinch(*, by: Actor, now: datetime, event_id: str, hidden: bool) -> None:
    """Let the phones show, or not show, who has clinched what."""
    with refuse_database_errors(), transaction.atomic():
        row = stored_event(event_id)
        require(Permission.PHONE_RULES, by, event=row)
        PhoneRules.objects.update_or_create(event=row, defaults={"outlook_hidden": hidden})
        _record(Permission.PHONE_RULES, by, row, now, outlook_hidden=hidden)


def is_clinch_hidden(event_id: str) -> bool:
    """Tell whether the director hides who has clinched what."""
    return PhoneRules.objects.filter(event__public_id=event_id, outlook_hidden=True).exists()


def actor_for_pass(*, pass_id: str, event_id: str) -> Actor | None:
    """Return the player of a pass that a session holds; none once it has ended."""
    row = PlayerPass.objects.filter(
        public_id=pass_id,
        revoked_at=None,
        event__public_id=event_id,
        event__state=EventState.RUNNING,
    ).first()
    if row is None:
        return None
    return Actor(kind=ActorKind.PLAYER, public_id=row.player, event_id=row.event_id)


def player_of_pass(*, pass_id: str, event_id: str) -> str | None:
    """Return whose pass it is, also once the event is over: a name, and no right."""
    passes = PlayerPass.objects.filter(
        public_id=pass_id, revoked_at=None, event__public_id=event_id
    )
    return passes.values_list("player", flat=True).first()


def running_events_with_code(code: str) -> tuple[str, ...]:
    """Return the events under way that a typed code names; nearly always one."""
    letters = "".join(code.split()).lower()
    if len(letters) < CODE_LETTERS or not letters.isalnum():
        return ()
    events = Event.objects.filter(state=EventState.RUNNING, public_id__startswith=letters)
    return tuple(events.values_list("public_id", flat=True)[:8])


def event_code(event_id: str) -> str:
    """Return the short name of an event; it gives no right."""
    return event_id[:CODE_LETTERS].upper()


def join_path(event_id: str) -> str:
    """Return what the code on the wall opens: the door of the event."""
    return link_path("phone-join", event=event_id)


def pass_secret(row: Event, pass_: PlayerPass) -> str:
    """Return the secret of a pass: 256 bits."""
    return urlsafe_b64encode(_mixed("token", row, pass_)).decode().rstrip("=")


def pass_pin(row: Event, pass_: PlayerPass) -> str:
    """Return the PIN of a pass."""
    number = int.from_bytes(_mixed("pin", row, pass_)) % 10**PIN_FIGURES
    return f"{number:0{PIN_FIGURES}}"


def valid_pass(row: Event, player: str) -> PlayerPass | None:
    """Return the pass in force whose PIN is known at this installation."""
    pass_ = _passes_of(row).get(player)
    return pass_ if pass_ is not None and _is_valid(pass_) else None


def _mixed(what: str, row: Event, pass_: PlayerPass) -> bytes:
    text = f"{what}\n{row.public_id}\n{pass_.player}\n{pass_.issue}"
    return salted_hmac(SALT, text, algorithm="sha256").digest()


def _passes_of(row: Event) -> dict[str, PlayerPass]:
    """Return the latest pass of each player."""
    return {pass_.player: pass_ for pass_ in row.passes.order_by("issue")}


def _is_valid(pass_: PlayerPass | None) -> bool:
    """Tell whether a pass is in force and was made with the key known here."""
    if pass_ is None or pass_.revoked_at is not None:
        return False
    return token_hash(pass_secret(pass_.event, pass_)) == pass_.token_hash


def _new_row(row: Event, player: str, last: PlayerPass | None, now: datetime) -> PlayerPass:
    issue = 1 if last is None else last.issue + 1
    pass_ = PlayerPass(event=row, player=player, issue=issue, created_at=now)
    pass_.token_hash = token_hash(pass_secret(row, pass_))
    return pass_


def _record(permission: Permission, by: Actor, row: Event, now: datetime, **after: object) -> None:
    add_audit_entry(permission, by=by.label, subject=f"event:{row.public_id}", at=now, after=after)


def is_event_running(event_id: str) -> bool:
    """Tell whether an event is being run, so that phones may come in."""
    return Event.objects.filter(public_id=event_id, state=EventState.RUNNING).exists()


def signing_code(event_id: str, *what: object) -> str:
    """Return the code of a report: shown on one phone, typed on the other.

    It proves that both were there, and gives no right by itself.
    """
    mixed = salted_hmac(SALT, "\n".join(map(str, ("sign", event_id, *what))))
    number = int.from_bytes(mixed.digest())
    letters = []
    for _ in range(SIGN_LETTERS):
        number, at = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[at])
    return "".join(letters).upper()


def count_openings(by: Actor, event_id: str) -> int:
    """Return how often phones came in by a player's pass, for the player to see."""
    passes = PlayerPass.objects.filter(
        event__public_id=event_id, player=by.public_id, revoked_at=None
    )
    return sum(passes.values_list("openings", flat=True))


def notes_for_players(event_id: str) -> str:
    """Return what the director tells the players of an event."""
    rooms = Room.objects.filter(event__public_id=event_id)
    return rooms.values_list("notes", flat=True).first() or ""
