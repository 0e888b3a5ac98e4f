"""How an event ended: its facts, with the names that the viewer may see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

import msgspec

from padd.core.model import Event as Facts
from padd.core.model import Match, Penalty, Player, PlayerId, Pod, Round
from padd.core.scoring.standings import DISQUALIFICATION
from padd.rulebooks.schema import Rulebook
from padd.services import eventlog
from padd.services.access import visibility
from padd.services.access.actors import Actor
from padd.services.access.permissions import roles_of
from padd.services.access.visibility import Audience
from padd.services.refusal import NotFound
from padd.services.rulebooks.event_rulebook import event_rulebook
from padd.store.models.eventlog import Placing
from padd.store.queries.eventlog import finished_event_of, placings_of
from padd.store.queries.events.facts import EventFacts, find_event

Played = TypeVar("Played", "Match", "Pod")


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedEventView:
    """A finished event, as some eyes see it."""

    about: EventFacts
    event: Facts
    """Nothing in it is for the staff alone: no notes, no penalties but the gravest."""
    book: Rulebook
    order: tuple[PlayerId, ...]
    """Everybody from first to last."""
    people: Mapping[PlayerId, str]
    """The public ids of those who have a page."""
    finished_at: datetime
    void: bool


def finished_event_view(*, event: str, by: Actor, now: datetime) -> FinishedEventView:
    """Return how an event ended; one that is hidden or not over is not there."""
    row = find_event(event)
    if row is None:
        raise NotFound("event")
    about = visibility.visible_event_of_row(row, by=by, now=now)
    finished = finished_event_of(row.pk)
    if finished is None:
        raise NotFound("event")
    placings = placings_of(finished.pk)
    eyes = visibility.audiences(roles_of(by, event=row))
    stored = stored_facts(finished.facts)
    called = _called(placings, event, eyes, now=now)
    facts = msgspec.structs.replace(
        stored,
        name=row.name,
        players=tuple(_named(player, called) for player in stored.players),
        rounds=tuple(_public_round(round_) for round_ in stored.rounds),
        log=None,
    )
    return FinishedEventView(
        about=about,
        event=facts,
        book=event_rulebook(facts, only=row.rulings),
        order=tuple(placing.player for placing in placings),  # type: ignore[misc] # ids as kept
        people={
            placing.player: placing.person.public_id  # type: ignore[misc] # ids as kept
            for placing in placings
            if placing.person and placing.person.anonymised_at is None
        },
        finished_at=finished.finished_at,
        void=row.state == "voided",
    )


def stored_facts(document: dict[str, Any]) -> Facts:
    """Return an event from the document that its row keeps."""
    return msgspec.convert(document, Facts, strict=False)


def _called(
    placings: list[Placing], event: str, eyes: frozenset[Audience], *, now: datetime
) -> dict[str, tuple[str, str]]:
    """Return name and handle of everybody; the log knows those without a record."""
    people = {placing.player: placing.person for placing in placings if placing.person}
    shown = visibility.distinguish_names(
        {
            player: visibility.name_for_audience(person, eyes, now=now)
            for player, person in people.items()
        }
    )
    names = {
        player: (shown[player], "" if person.erased else person.handle)
        for player, person in people.items()
    }
    strangers = [placing.player for placing in placings if placing.player not in names]
    if strangers:
        players = eventlog.event_state(event_id=event).players
        for player in strangers:
            known = players.get(player)  # type: ignore[call-overload] # ids as kept
            names[player] = (known.name or player if known else player, "")
    return names


def _named(player: Player, called: dict[str, tuple[str, str]]) -> Player:
    name, handle = called.get(player.id, (player.id, ""))
    return msgspec.structs.replace(player, name=name, handle=handle)


def _public_round(round_: Round) -> Round:
    return msgspec.structs.replace(
        round_,
        matches=tuple(_public_game(match) for match in round_.matches),
        pods=tuple(_public_game(pod) for pod in round_.pods),
    )


def _public_game(game: Played) -> Played:
    """Return a game without notes, and without penalties that left no trace."""
    return msgspec.structs.replace(
        game, note=None, penalties=tuple(map(_bare, filter(_grave, game.penalties)))
    )


def _grave(penalty: Penalty) -> bool:
    """Tell a disqualification: the standings show it anyway."""
    return penalty.level >= DISQUALIFICATION


def _bare(penalty: Penalty) -> Penalty:
    return msgspec.structs.replace(penalty, infraction=None, note=None)
