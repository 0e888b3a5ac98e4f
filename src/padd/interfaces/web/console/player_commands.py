"""What a form says about people: players, byes, penalties, the staff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.drops import Dropped, Readmitted, Reinstated
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import (
    ArrivedLate,
    CheckedIn,
    CheckInWithdrawn,
    EarnedByeDeclared,
    EarnedByeForfeited,
    PlayerAmended,
    TableFixed,
)
from padd.core.eventlog.actions.setup import (
    DirectorPlayApproved,
    FilmingAgreed,
    FilmingAllowed,
    StaffNoted,
)
from padd.core.eventlog.state.actor import Role
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.scenarios.round_blocks import block_length, block_start
from padd.interfaces.web.console.form_fields import (
    FormParser,
    MissingError,
    optional_int,
    player_of,
    players_of,
    required_int,
    round_of,
    text_of,
)
from padd.interfaces.web.console.pasted_players import new_player_id
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView


def _late(typed: QueryDict, view: EventView) -> Action:
    into, _, against = typed.get("into", "").partition(":")
    first = parse_int(into)
    if first is None:
        raise MissingError(message("Enter the first round it applies to."))
    known = typed.get("player", "")
    if known in view.state.players:
        entrant = view.state.players[PlayerId(known)]
        who, name, handle = entrant.id, entrant.name, entrant.handle
    else:
        name = text_of(typed, "name")
        if not name:
            raise MissingError(message("Enter the late player’s name."))
        handle = text_of(typed, "handle")
        who = new_player_id(name, view.state.players)
    return ArrivedLate(
        player=who,
        name=name,
        handle=handle,
        into_round=first,
        against=PlayerId(against) if against else None,
    )


def _player_amended(typed: QueryDict, view: EventView) -> Action:
    del view
    return PlayerAmended(
        player=player_of(typed),
        name=text_of(typed, "name") or None,
        handle=typed.get("handle"),
        seed=optional_int(typed, "seed", "The seed"),
        head_start=optional_int(typed, "head-start", "The head start"),
    )


def _byes(kind: type[EarnedByeDeclared | EarnedByeForfeited]) -> FormParser:
    def make(typed: QueryDict, view: EventView) -> Action:
        settings, first = view.state.settings, round_of(typed)
        start = block_start(settings, view.book, first)
        block = range(start, start + block_length(settings, view.book))
        return kind(player=player_of(typed), rounds=tuple(block))

    return make


def _staff(typed: QueryDict, view: EventView) -> Action:
    del view
    try:
        role = Role(typed.get("role", ""))
    except ValueError:
        raise MissingError(message("Choose a role.")) from None
    person = text_of(typed, "person")
    if not person:
        raise MissingError(message("Enter who it is."))
    player = text_of(typed, "player")
    return StaffNoted(role=role, person=person, player=PlayerId(player) if player else None)


def _penalty(typed: QueryDict, view: EventView) -> Action:
    del view
    return PenaltyGiven(
        player=player_of(typed),
        level=required_int(typed, "level", "The level"),
        infraction=text_of(typed, "infraction") or None,
        intent=bool(typed.get("intent")),
        before_start=bool(typed.get("before-start")),
        what=text_of(typed, "what"),
        watched=parse_int(typed.get("watched", "").strip()) or 0,
    )


PLAYER_ACTIONS: Final[Mapping[str, FormParser]] = {
    "staff.noted": _staff,
    "director.play-approved": lambda typed, _view: DirectorPlayApproved(
        approved_by=players_of(typed)
    ),
    "player.amended": _player_amended,
    "player.checked-in": lambda typed, _view: CheckedIn(players=players_of(typed)),
    "player.check-in-withdrawn": lambda typed, _view: CheckInWithdrawn(players=players_of(typed)),
    "player.arrived-late": _late,
    "player.earned-bye-declared": _byes(EarnedByeDeclared),
    "player.earned-bye-forfeited": _byes(EarnedByeForfeited),
    "player.table-fixed": lambda typed, _view: TableFixed(
        player=player_of(typed), table=optional_int(typed, "table", "The table")
    ),
    "player.dropped": lambda typed, _view: Dropped(
        player=player_of(typed), at_once=bool(typed.get("at-once"))
    ),
    "player.reinstated": lambda typed, _view: Reinstated(player=player_of(typed)),
    "player.readmitted": lambda typed, _view: Readmitted(player=player_of(typed)),
    "penalty.given": _penalty,
    "filming.allowed": lambda typed, _view: FilmingAllowed(allowed=typed.get("allowed") == "yes"),
    "filming.agreed": lambda typed, _view: FilmingAgreed(
        player=player_of(typed), agrees=typed.get("agrees") == "yes"
    ),
}
