"""What everyone in the room of an event may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import F

from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.eventlog import EventSnapshot, snapshot_event
from padd.services.eventlog.history import snapshot_for_reader
from padd.services.refusal import NotFound, refusal_error
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.eventlog import Room, Shown
from padd.store.models.events import Event
from padd.store.writes.event_log import add_audit_entry

LONGEST_NOTES: Final = 1000
CHOICES: Final = tuple(Shown.choices)
NEEDS: Final = {Shown.BRACKET: attrgetter("has_bracket"), Shown.PODS: attrgetter("in_pods")}
"""What a format has, for views that not every event has."""
EVERYBODY: Final = frozenset({visibility.Audience.VISITOR})
PLAYERS: Final = EVERYBODY | {visibility.Audience.PLAYER}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNotes:
    """What the director tells the room."""

    notes: str = ""
    shows: str = str(Shown.BY_ITSELF)
    clinch: bool = False
    version: int = 0


def snapshot_for_visitor(*, event: str, by: Actor, now: datetime) -> EventSnapshot:
    """Return what the room may see of an event, the same for all; no hidden event.

    Without drafts and notes, under the names that visitors may read.
    """
    snapshot = snapshot_for_reader(event_id=event, by=by)
    names = visibility.names_in_place(snapshot.state, EVERYBODY, now=now)
    shown = with_player_names(snapshot, names)
    public = msgspec.structs.replace(shown.state, rounds=shown.state.played, notes=())
    return replace(shown, state=public)


def snapshot_for_player(
    snapshot: EventSnapshot, *, player: PlayerId, now: datetime
) -> EventSnapshot:
    """Return an event as one of its players sees it, without names that are hidden."""
    names = visibility.names_in_place(snapshot.state, PLAYERS, now=now)
    names.pop(player, None)
    return with_player_names(snapshot, names)


def with_player_names(snapshot: EventSnapshot, names: Mapping[PlayerId, str]) -> EventSnapshot:
    """Return an event in which some players have other names than in its log."""
    if not names:
        return snapshot
    entrants = snapshot.state.players
    hidden = {
        player: msgspec.structs.replace(entrants[player], name=name, handle=name)
        for player, name in names.items()
    }
    return replace(
        snapshot,
        state=msgspec.structs.replace(snapshot.state, players={**entrants, **hidden}),
        replaced_names=frozenset(names.items()),
    )


def room_notes(*, event: str) -> RoomNotes:
    """Return what the director tells the room, or that nothing was said."""
    room = Room.objects.filter(event__public_id=event).first()
    if room is None:
        return RoomNotes()
    return RoomNotes(notes=room.notes, shows=room.shows, clinch=room.clinch, version=room.version)


def write_room_notes(*, event: str, notes: str, by: Actor, now: datetime) -> None:
    """Message to players: food, breaks, the way to the room."""
    notes = "\n".join(normalize_line(line) for line in notes.splitlines()).strip()
    for line in notes.splitlines() or ("",):
        if refusal := text_refusal(line, place="notes", most=LONGEST_NOTES):
            raise RefusalError(refusal)
    if len(notes) > LONGEST_NOTES:
        reason = message(
            "Notes can be at most {longest_notes} characters.", longest_notes=LONGEST_NOTES
        )
        raise refusal_error("too-long", reason, place="notes")
    _change(event, Permission.ROOM_NOTES, by=by, now=now, notes=notes)


def wall_choices(standing: EventSnapshot) -> dict[str, str]:
    """Return what the projector can show: bracket, pods and groups where they are."""
    play = None if standing.book is None else format_of(standing.state.settings)
    drafts = standing.state.limited is not None
    return {
        view: word
        for view, word in CHOICES
        if (view not in NEEDS or (play is not None and NEEDS[Shown(view)](play)))
        and (drafts or view != Shown.GROUPS)
    }


def choose_wall_view(*, event: str, shows: str, by: Actor, now: datetime) -> None:
    """Choose what the projector shows."""
    if shows not in wall_choices(snapshot_event(event_id=event)):
        reason = message("This event has nothing of that kind to show. Choose another view.")
        raise refusal_error("view-unknown", reason, place="shows")
    _change(event, Permission.ROOM_SHOW, by=by, now=now, shows=shows)


def show_clinch_on_wall(*, event: str, shown: bool, by: Actor, now: datetime) -> None:
    """Let the projector say, or not say, what the last round still decides."""
    _change(event, Permission.ROOM_SHOW, by=by, now=now, clinch=shown)


def _change(
    event: str, permission: Permission, *, by: Actor, now: datetime, **values: str | bool
) -> None:
    with transaction.atomic():
        row = Event.objects.select_related("region").filter(public_id=event).first()
        if row is None:
            raise NotFound("event")
        require(permission, by, event=row)
        room, _ = Room.objects.get_or_create(event=row)
        before = {name: getattr(room, name) for name in values}
        Room.objects.filter(pk=room.pk).update(version=F("version") + 1, **values)
        add_audit_entry(
            permission,
            by=by.label,
            subject=f"event:{row.public_id}",
            at=now,
            before=before,
            after=values,
        )
