"""The same facts under other rules: who moves, and which rule moves them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.model import DeckFormat, PlayerId, RulesSet
from padd.core.refusal import EventRefused, Refusal
from padd.core.scoring.results import (
    Code,
    judgement,
    score_event,
    terms_of,
)
from padd.core.scoring.standings import (
    Standings,
    rank,
)
from padd.core.validation.facts import check_facts
from padd.rulebooks.compare import value_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.model import Event
    from padd.core.scoring.results import Result
    from padd.core.scoring.standings import StandingsRow
    from padd.rulebooks.schema import Rulebook

POINTS: Final = {
    Code.FULL_WIN: "scoring.points.full_win",
    Code.MODIFIED_WIN: "scoring.points.modified_win",
    Code.TRUE_TIE: "scoring.points.tie",
    Code.MODIFIED_LOSS: "scoring.points.modified_loss",
    Code.FULL_LOSS: "scoring.points.full_loss",
    Code.BYE: "scoring.points.bye",
    Code.EARNED_BYE: "scoring.points.earned_bye",
    Code.MISSED_GAME: "scoring.points.missed_game",
}
MARGINS: Final = (
    "scoring.score_cap",
    "scoring.score_floor",
    "scoring.winner_not_ahead",
    "scoring.card_effect_win",
    "scoring.decked_winner_at_cap",
)
RANKING: Final = ("standings.tiebreaks",)


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


class Rescoring(msgspec.Struct, frozen=True):
    """An event ranked under another rulebook, compared with its own."""

    event: Event
    before_id: str
    before: Standings
    after: Standings
    moves: tuple[RescoredPlace, ...]


def rescored(
    event: Event, own: Rulebook, other: Rulebook, *, seed: int = 0
) -> Rescoring:
    """Rank an event under another rulebook, or refuse what it cannot read."""
    moved = translated(event, own, other)
    before = rank(score_event(event, own), own, seed=seed)
    after = rank(score_event(moved, other), other, seed=seed)
    return Rescoring(
        event=event,
        before_id=own.id,
        before=before,
        after=after,
        moves=tuple(_moves(before, after, own, other)),
    )


def translated(event: Event, own: Rulebook, other: Rulebook) -> Event:
    """Return the same facts as an event of the other rulebook."""
    rules = event.rules
    if rules not in other.rules_sets:
        if rules in own.scoring.score_cap:
            _refuse("rules", other, f'no rules set "{rules}"')
        rules = None
    if (
        event.format is DeckFormat.JUNIOR
        and event.format not in other.scoring.score_cap
    ):
        _refuse("format", other, "no Junior format")
    moved = msgspec.structs.replace(event, rulebook=other.id, rules=None)
    if event.edition in other.games:
        default = RulesSet(other.default_rules[event.edition])
        moved = msgspec.structs.replace(moved, rules=rules or default)
    return check_facts(moved, other)


def _refuse(place: str, other: Rulebook, lacks: str) -> None:
    raise EventRefused(
        Refusal(
            code="unknown-to-rulebook",
            message=f"{other.title} has {lacks}, so it cannot rank this event.",
            rule=other.document,
            place=place,
        )
    )


def _moves(
    before: Standings, after: Standings, own: Rulebook, other: Rulebook
) -> Iterator[RescoredPlace]:
    old = {row.player: row for row in before.rows}
    for row in after.rows:
        was = old[row.player]
        if was.place != row.place:
            causes = tuple(_causes(was, row, after.event, own, other))
            yield RescoredPlace(row.player, was.place, row.place, causes)


def _causes(
    was: StandingsRow, now: StandingsRow, event: Event, own: Rulebook, other: Rulebook
) -> Iterator[Cause]:
    """Name the rules that differ and that touched this player's results."""
    touched: dict[str, None] = {}
    for old, new in zip(was.record.results, now.record.results, strict=True):
        touched.update(dict.fromkeys(_touched_by(old, new)))
    touched.update(dict.fromkeys(RANKING))
    if _decked_differs(was, event, own, other):
        touched["scoring.decked_win"] = None
    for path in touched:
        if value_at(own, path) != value_at(other, path):
            citation = other.citations[path]
            yield Cause(path, citation.about, citation.cite)


def _touched_by(old: Result, new: Result) -> Iterator[str]:
    if old.vp != new.vp:
        yield POINTS[new.code]
    if old.differential != new.differential:
        yield from MARGINS


def _decked_differs(
    was: StandingsRow, event: Event, own: Rulebook, other: Rulebook
) -> bool:
    terms = terms_of(event, other)
    return own.scoring.decked_win != other.scoring.decked_win and any(
        match.ending == "decked"
        and was.player in match.players
        and judgement(match, terms).winner is not None
        for round_ in event.rounds
        for match in round_.matches
    )
