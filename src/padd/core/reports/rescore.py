"""Rescore an event under another rulebook: who moves, and because of which rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from padd.core.formats.format import Places
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import DeckFormat, Event, PlayerId, RulesSet
from padd.core.refusal import Refusal, RefusalError
from padd.core.validation.consistency import check_facts
from padd.rulebooks.compare import citation_of, value_at
from padd.rulebooks.schema import Rulebook


class Cause(msgspec.Struct, frozen=True):
    """A rule that the two rulebooks do not share and that touched a player."""

    path: str
    about: str
    cite: str


class RescoredPlace(msgspec.Struct, frozen=True):
    """A player whose place differs, and the rules behind it."""

    player: PlayerId
    before: int
    after: int
    causes: tuple[Cause, ...]


class RulingEffect(msgspec.Struct, frozen=True):
    """An interim ruling in force, and whose line it changed."""

    id: str
    title: str
    cite: str
    changed: tuple[PlayerId, ...]


class Rescoring(msgspec.Struct, frozen=True):
    """An event ranked under another rulebook, compared with its own."""

    event: Event
    """The event as the other rulebook reads it."""
    before_id: str
    before: Places
    after: Places
    moves: tuple[RescoredPlace, ...] = ()


def rescore_event(event: Event, own: Rulebook, other: Rulebook, *, seed: int = 0) -> Rescoring:
    """Rank an event under another rulebook, or refuse what it cannot read."""
    standings, moved = format_of(event).standings, translate_event(event, own, other)
    before = standings(event, own, seed=seed)
    after = standings(moved, other, seed=seed)
    rescoring = Rescoring(moved, own.id, before, after)
    moves = tuple(_moves(rescoring, own, other))
    return msgspec.structs.replace(rescoring, moves=moves)


def translate_event(event: Event, own: Rulebook, other: Rulebook) -> Event:
    """Return the same facts as an event of the other rulebook."""
    rules = event.rules
    if rules not in other.rules_sets:
        if rules in own.scoring.score_cap:
            _refuse("rules", other, f'no rules set "{rules}"')
        rules = None
    if event.format is DeckFormat.JUNIOR and event.format not in other.scoring.score_cap:
        _refuse("format", other, "no Junior format")
    moved = msgspec.structs.replace(event, rulebook=other.id, rules=None)
    if event.edition in other.games:
        default = RulesSet(other.default_rules[event.edition])
        moved = msgspec.structs.replace(moved, rules=rules or default)
    return check_facts(moved, other)


def _refuse(place: str, other: Rulebook, lacks: str) -> None:
    raise RefusalError(
        Refusal(
            code="unknown-to-rulebook",
            message=message(
                "{title} has {lacks}, so it cannot rank this event.", title=other.title, lacks=lacks
            ),
            rule=other.document,
            place=place,
        )
    )


def _moves(rescoring: Rescoring, own: Rulebook, other: Rulebook) -> Iterator[RescoredPlace]:
    rules_behind = format_of(rescoring.event).rules_behind
    old = {row.player: row for row in rescoring.before.rows}
    for row in rescoring.after.rows:
        was = old[row.player]
        if was.place != row.place:
            paths = dict.fromkeys(rules_behind(was, row, rescoring.event, other))
            causes = tuple(_causes(paths, own, other))
            yield RescoredPlace(row.player, was.place, row.place, causes)


def _causes(paths: Iterable[str], own: Rulebook, other: Rulebook) -> Iterator[Cause]:
    for path in paths:
        if value_at(own, path) != value_at(other, path):
            citation = citation_of(other, path)
            yield Cause(path, citation.about, citation.cite)


def ruling_effects(
    event: Event, places: Places, book: Rulebook, printed: Rulebook, *, seed: int = 0
) -> tuple[RulingEffect, ...]:
    """Return the interim rulings in force, and whose line of the places they changed.

    `printed` is the same rulebook without them.
    """
    if not book.rulings:
        return ()
    without = format_of(event).standings(event, printed, seed=seed)
    lines = {row.player: row for row in without.rows}
    changed = tuple(row.player for row in places.rows if lines[row.player] != row)
    return tuple(
        RulingEffect(ruling.id, ruling.title, ruling.cite, changed) for ruling in book.rulings
    )
