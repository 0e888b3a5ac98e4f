"""Checks of a round: each player once, no rematch, the draft up to date, round robins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.rounds import player_names, to_be_paired, verb_form
from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.outcome import round_to_play
from padd.core.formats.registry import format_of
from padd.core.formats.tribbles.scoring import match_number
from padd.core.messages import message
from padd.core.model import Event, Kind, PlayerId, Round
from padd.core.pairing.circle import circle_of_draw, rounds_of_circle
from padd.core.refusal import Refusal, RefusalError
from padd.core.scenarios.round_blocks import block_start
from padd.rulebooks.schema import Rulebook, cite

SMALLEST: Final = 2
Seats = tuple[tuple[PlayerId, ...], ...]


def seating_objection(
    state: LogState,
    number: int,
    seats: Seats,
    byes: tuple[PlayerId, ...],
    book: Rulebook,
    *,
    seed: int = 0,
    may_stay: frozenset[PlayerId] = frozenset(),
) -> Refusal | None:
    """Refuse a round with missing, repeated or unexpected players.

    `may_stay` are players who left during the round and may keep their table.
    """
    seated = [*(player for pair in seats for player in pair), *byes]
    there = frozenset(seated)
    if len(there) < len(seated):
        twice = sorted({player for player in seated if seated.count(player) > 1})
        reason = message("{state} would sit at two tables.", state=player_names(state, twice))
        return Refusal("twice-in-round", reason)
    if any(len(players) < SMALLEST for players in seats):
        return Refusal(
            "alone-at-a-table",
            message("A table needs more than one player."),
            way_out=message("Move the player to another table, or end the event."),
        )
    if format_of(state.settings_of(number)).has_bracket:
        return _bracket_objection(state, number, seats, book, seed=seed)
    must, resting = _required_players(state, number, book)
    strange = [p for p in seated if p not in must and p not in may_stay]
    if strange:
        return _not_in_round_objection(state, strange, resting, number)
    missing = sorted(must - there)
    if missing:
        return Refusal(
            "player-missing",
            message(
                "{state} would have neither a game nor a bye in round {number}.",
                state=player_names(state, missing),
                number=number,
            ),
            way_out=message("Re-pair the round, or give them a table."),
        )
    return None


def _required_players(
    state: LogState, number: int, book: Rulebook
) -> tuple[frozenset[PlayerId], frozenset[PlayerId]]:
    """Return the players a round must contain; no player joins a pod within a match."""
    must, resting = to_be_paired(state, number, book)
    rules = book.tribbles
    before = [round_ for round_ in state.played if round_.number < number]
    in_pods = format_of(state.settings).in_pods
    if not in_pods or rules is None or not before:
        return must, resting
    gone = {p for round_ in before for p in _conceding_players(round_)}
    here = must - gone.difference(state.settings.readmitted)
    last = before[-1]
    if match_number(number, rules) != match_number(last.number, rules):
        return here, resting
    return must & last.seats.keys() - gone, resting


def _conceding_players(round_: RoundState) -> Iterator[PlayerId]:
    for table in round_.tables.values():
        if table.pod is not None:
            yield from table.pod.conceded


def _not_in_round_objection(
    state: LogState, strange: list[PlayerId], resting: frozenset[PlayerId], number: int
) -> Refusal:
    on_bye = [player for player in strange if player in resting]
    if on_bye:
        return Refusal(
            "earned-bye",
            message(
                "{state} {verb} an earned bye in round {number}.",
                state=player_names(state, on_bye),
                verb=verb_form(on_bye, "has", "have"),
                number=number,
            ),
            way_out=message("The player can forfeit the bye before the round is paired."),
        )
    return Refusal(
        "not-in-this-round",
        message(
            "{state} {verb} not to be paired in round {number}.",
            state=player_names(state, strange),
            verb=verb_form(strange, "is", "are"),
            number=number,
        ),
        way_out=message("Re-pair the round."),
    )


def _bracket_objection(
    state: LogState, number: int, seats: Seats, book: Rulebook, *, seed: int
) -> Refusal | None:
    """Refuse other matches than those of the bracket."""
    before, bracket_number = facts_of_part(state, number)
    try:
        coming = round_to_play(bracket_of_event(before, book, seed=seed))
    except RefusalError as error:
        return error.refusal
    if coming is None or coming.number != bracket_number:
        return Refusal("bracket-over", message("The bracket has no further round."))
    pairs = {frozenset(pairing.players) for pairing in coming.matches}
    if pairs != {frozenset(pair) for pair in seats}:
        return Refusal(
            "not-the-bracket",
            message("Round {number} of the bracket has other matches.", number=number),
            rule=cite(book, "brackets.locked"),
            way_out=message("Use the bracket’s matches."),
        )
    return None


def rematches_in(
    state: LogState, number: int, seats: Iterable[tuple[PlayerId, ...]], book: Rulebook
) -> Iterator[tuple[PlayerId, ...]]:
    """Yield the pairs of a round that have met before, in another block."""
    settings = state.settings_of(number)
    if not format_of(settings).avoids_rematches:
        return
    start = block_start(settings, book, number)
    met = {
        frozenset(table.players)
        for round_ in state.played
        if round_.number < start
        for table in round_.tables.values()
        if table.match is None or table.match.is_meeting
    }
    for pair in seats:
        if frozenset(pair) in met:
            yield pair


def draft_objection(state: LogState, book: Rulebook) -> Refusal | None:
    """Return what is wrong with the draft by now: who came or left since."""
    draft = state.draft
    if draft is None:
        return Refusal(
            "no-draft", message("No round is paired."), way_out=message("Pair the round.")
        )
    seats = tuple(table.players for table in draft.tables.values())
    refusal = seating_objection(
        state, draft.number, seats, draft.byes, book, seed=(draft.draw or {}).get("seed", 0)
    ) or _resting_objection(state, draft, book)
    if refusal is None:
        return None
    return msgspec.structs.replace(
        refusal,
        code="draft-stale",
        message=message(
            "Round {number} was paired before this: {reason}",
            number=draft.number,
            reason=refusal.message,
        ),
        way_out=message("Re-pair it, or change it by hand."),
    )


def _resting_objection(state: LogState, draft: RoundState, book: Rulebook) -> Refusal | None:
    """Refuse an earned bye for a player who left or gave it up since the draw."""
    if not format_of(state.settings_of(draft.number)).gives_victory_points:
        return None
    _, resting = to_be_paired(state, draft.number, book)
    gone = sorted(set(draft.earned_byes) - resting)
    if not gone:
        return None
    reason = message(
        "No longer has an earned bye in this round: {state}.", state=player_names(state, gone)
    )
    return Refusal("earned-bye-gone", reason)


MOST_PLAYERS: Final = 16
"""A larger field would play for more than a day."""


def round_robin_objection(state: LogState, event: Event, book: Rulebook) -> Refusal | None:
    """Refuse a round robin in what is sanctioned, too large, or under way."""
    rule = cite(book, "sanctioning.styles")
    if event.kind is not Kind.SWISS or event.scenario is not None:
        return Refusal(
            "round-robin-style",
            message("A round robin needs Swiss rounds and no scenario."),
            way_out=message("Choose Swiss rounds first."),
        )
    if event.level > 1 or event.championship is not None:
        return Refusal(
            "round-robin-sanctioned",
            message("A championship can’t be played as a round robin."),
            rule=rule,
            way_out=message("Use Swiss rounds."),
        )
    if state.begun and not state.round_robin:
        return Refusal(
            "already-begun",
            message("A round robin starts with round 1, which is already published."),
            way_out=message("Undo publishing it in the log first."),
        )
    if len(state.players) > MOST_PLAYERS:
        return Refusal(
            "round-robin-size",
            message(
                "A round robin is for at most {most} players, not {players}.",
                most=MOST_PLAYERS,
                players=len(state.players),
            ),
            way_out=message("Use Swiss rounds for this many players."),
        )
    return None


def with_planned_rounds(state: LogState, drawn: Round) -> LogState:
    """Return the state with as many rounds as the circle of its first round takes."""
    seats = circle_of_draw(drawn.draw)
    if drawn.number != 1 or not seats:
        return state
    planned = msgspec.structs.replace(state.settings, rounds_planned=rounds_of_circle(seats))
    return msgspec.structs.replace(state, event=planned)
