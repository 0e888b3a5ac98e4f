"""Rounds in play: from the file, who belongs in them, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Final

import msgspec

from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.event_state import LogState, Presence, RoundState, Stage
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.table import ResultSource, SavedResult, TableState
from padd.core.formats import registry
from padd.core.formats.bracket.styles import style_for
from padd.core.formats.registry import format_of
from padd.core.model import Match, PlayerId, Pod, Round
from padd.core.scenarios.round_blocks import (
    block_length,
    block_start,
    continues_block,
    is_covered_by_byes,
)
from padd.core.scoring.standings import players_who_quit
from padd.rulebooks.schema import Rulebook

FROM_FILE: Final = LogActor(role=Role.DIRECTOR, person="event file")


def round_state(round_: Round, *, saved_at: str | None = None) -> RoundState:
    """Return a round as it was drawn; with a moment, its results count since then."""
    tables: dict[int, TableState] = {}
    everything: tuple[Match | Pod, ...] = (*round_.matches, *round_.pods)
    for played in everything:
        number = played.table if played.table is not None else len(tables) + 1
        while number in tables:
            number += 1
        tables[number] = _table(played, number, saved_at)
    return RoundState(
        number=round_.number,
        tables=tables,
        seats=seats_of(tables),
        byes=round_.byes,
        earned_byes=round_.earned_byes,
        missed=round_.missed,
        draw=round_.draw,
    )


def _table(played: Match | Pod, number: int, saved_at: str | None) -> TableState:
    numbered = msgspec.structs.replace(played, table=number)
    saved: tuple[SavedResult, ...] = ()
    if saved_at is not None and _has_result(played):
        entered = SavedResult(sequence=1, at=saved_at, by=FROM_FILE, how=ResultSource.ENTERED)
        saved = (entered,)
    if isinstance(numbered, Pod):
        return TableState(number=number, pod=numbered, saved=saved)
    extra = numbered.extra_minutes or 0
    return TableState(number=number, match=numbered, saved=saved, extra_minutes=extra)


def _has_result(played: Match | Pod) -> bool:
    if isinstance(played, Pod):
        return played.scores is not None
    return played.ending is not None or bool(played.games)


def rounds_from_file(rounds: Iterable[Round], *, at: str) -> tuple[RoundState, ...]:
    """Return the rounds of a file, closed as far as they are played."""
    states = (round_state(round_, saved_at=at) for round_ in rounds)
    return tuple(
        msgspec.structs.replace(
            round_, stage=Stage.PUBLISHED if open_tables(round_) else Stage.CLOSED, published_at=at
        )
        for round_ in states
    )


def seats_of(tables: dict[int, TableState]) -> dict[PlayerId, int]:
    """Return at which table every player sits."""
    return {p: table.number for table in tables.values() for p in table.players}


def open_tables(round_: RoundState) -> tuple[TableState, ...]:
    """Return the tables whose result is missing, delayed games aside."""
    return tuple(table for table in round_.tables.values() if table.open)


def disputed_tables(state: LogState) -> tuple[tuple[RoundState, TableState], ...]:
    """Return every disputed table with its round, also of games put off earlier."""
    return tuple(
        (round_, table)
        for round_ in state.played
        for table in round_.tables.values()
        if table.disputed
    )


def next_number(state: LogState) -> int:
    """Return the number of the round that is drawn next."""
    return state.played[-1].number + 1 if state.played else 1


def repeated_round(state: LogState, number: int, book: Rulebook) -> RoundState | None:
    """Return the round whose pairings a round repeats, as a block lasts (AMB-109)."""
    settings = state.settings_of(number)
    if not format_of(settings).avoids_rematches:
        return None
    if not continues_block(settings, book, number):
        return None
    return state.round(block_start(settings, book, number))


def joinable_round(state: LogState, book: Rulebook) -> int:
    """Return the round that a late player can start in: the first of a block."""
    number = next_number(state)
    opening = repeated_round(state, number, book)
    if opening is None:
        return number
    return opening.number + block_length(state.settings, book)


def uses_earned_bye(state: LogState, player: PlayerId, number: int, book: Rulebook) -> bool:
    """Tell whether a player uses an earned bye in a round."""
    byes = state.players[player].earned_byes
    return is_covered_by_byes(byes, state.settings_of(number), book, number)


def to_be_paired(
    state: LogState, number: int, book: Rulebook
) -> tuple[frozenset[PlayerId], frozenset[PlayerId]]:
    """Return who is to be paired in a round, and who uses an earned bye in it."""
    out = quitters_before(state, number, book)
    active = [
        entrant.id
        for entrant in state.players.values()
        if entrant.to_be_paired(number) and entrant.id not in out
    ]
    opening = repeated_round(state, number, book)
    if opening is not None:
        there = opening.named.intersection(active)
        return there.difference(opening.earned_byes), there & {*opening.earned_byes}
    resting = frozenset(p for p in active if uses_earned_bye(state, p, number, book))
    return frozenset(active) - resting, resting


def quitters_before(state: LogState, number: int, book: Rulebook) -> frozenset[PlayerId]:
    """Return who quit a game before a round and so is not in it (AMB-23)."""
    if not book.conduct.quitter_excluded:
        return frozenset()
    event = event_facts(state)
    rounds = tuple(round_ for round_ in event.rounds if round_.number < number)
    return players_who_quit(msgspec.structs.replace(event, rounds=rounds), book)


def player_names(state: LogState, players: Iterable[PlayerId], *, most: int = 4) -> str:
    """Return players by name, in a line that stays short."""
    called = [state.name(player) for player in players]
    if len(called) > most:
        return f"{', '.join(called[:most])} and {len(called) - most} more"
    if len(called) > 1:
        return f"{', '.join(called[:-1])} and {called[-1]}"
    return called[0] if called else "nobody"


def verb_form(players: Sized, singular: str, many: str) -> str:
    """Return the form of a verb that goes with so many players."""
    return singular if len(players) == 1 else many


def table_list(tables: Iterable[TableState], *, most: int = 6) -> str:
    """Return tables by number, such as `tables 3, 6 and 9`."""
    numbers = [str(number) for number in sorted(table.number for table in tables)]
    if len(numbers) == 1:
        return f"table {numbers[0]}"
    if len(numbers) > most:
        return f"tables {', '.join(numbers[:most])} and {len(numbers) - most} more"
    return f"tables {', '.join(numbers[:-1])} and {numbers[-1]}"


def round_titles(state: LogState) -> tuple[str, ...]:
    """Return the names of the rounds; none where they have numbers only.

    Before the first round every player who is expected is in the field.
    """
    settings = state.event
    if settings is None or not format_of(settings).names_rounds:
        return ()
    if settings.stages:
        event = event_facts(state)
        return format_of(event).round_titles(event, len(event.players))
    if state.rounds:
        field = len(event_facts(state).players)
    else:
        field = sum(
            entrant.presence is not Presence.WITHDRAWN for entrant in state.players.values()
        )
    event = msgspec.structs.replace(settings, pairing_style=style_for(settings, field))
    return format_of(event).round_titles(event, field)


def round_title(state: LogState, number: int) -> str:
    """Return the name of a round as a title."""
    titles = round_titles(state)
    return titles[number - 1] if number <= len(titles) else f"Round {number}"


def the_rounds(state: LogState, number: int) -> str:
    """Return a round with those published with it: "rounds 1 to 5" in a sentence."""
    round_ = state.round(number)
    if round_ is None or round_.match_rounds is None:
        return the_round(state, number)
    first, last = round_.match_rounds
    return the_round(state, first) if first == last else f"rounds {first} to {last}"


def the_round(state: LogState, number: int) -> str:
    """Return the name of a round within a sentence: "round 3", "the final"."""
    return registry.round_name_in_sentence(round_title(state, number))
