"""Checks that every report and decision about a table has to pass."""

from __future__ import annotations

import msgspec

from padd.core.eventlog.state.event_state import LogState, RoundState, Stage, with_table
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.table import (
    GameOutcome,
    TableState,
    match_with_outcome,
    no_such_table_refusal,
)
from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.play import MatchState as BracketState
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Ending, Match, Pod
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.scoring.results import judge_match
from padd.core.scoring.terms import terms_of
from padd.core.validation.matches import check_match, check_pod
from padd.rulebooks.schema import Rulebook


def published_table(
    state: LogState, number: int, table: int
) -> tuple[RoundState, TableState] | Refusal:
    """Return a table that the room knows of."""
    round_ = state.round(number)
    if round_ is None or round_.stage is Stage.DRAFT:
        return Refusal(
            "round-not-on", message("Round {number} is not published yet.", number=number)
        )
    table_state = round_.tables.get(table)
    return no_such_table_refusal(number, table) if table_state is None else (round_, table_state)


def existing_table(state: LogState, number: int, table: int) -> tuple[RoundState, TableState]:
    """Return a table of which the log says that it is there."""
    round_ = state.existing(number)
    return round_, round_.tables[table]


def result_line(match: Match) -> str:
    """Return a result in a few words: `100–60` if played out, else `100–60, time`."""
    if match.games is not None:
        wins = [sum(g.winner == p for g in match.games) for p in match.players]
        return f"{wins[0]}–{wins[1]} games"
    words = str(match.ending or "open").replace("-", " ")
    if match.scores is None:
        return words
    score = f"{match.scores[0]}–{match.scores[1]}"
    return score if match.ending is Ending.COMPLETE else f"{score}, {words}"


def outcome_objection(
    state: LogState, round_: RoundState, table: TableState, outcome: GameOutcome, book: Rulebook
) -> Refusal | None:
    """Refuse a result that cannot be true."""
    if table.match is None:
        return Refusal("a-pod", message("Pods are scored, not won."))
    match = match_with_outcome(table.match, outcome)
    place = f"round {round_.number}, table {table.number}"
    if match.ending is None and not match.games:
        return Refusal(
            "ending-missing",
            message("Table {number}: how the game ended is missing.", number=table.number),
            way_out=message("Choose how it ended."),
        )
    try:
        with cite_refusals(book):
            check_match(match, place, state.settings_of(round_.number), book)
        if format_of(state.settings_of(round_.number)).has_bracket:
            _bracket_state_with(state, round_, table, match, book)
    except RefusalError as error:
        later = round_ is not state.rounds[-1]
        return msgspec.structs.replace(
            error.refusal, way_out=message("Withdraw the later rounds first.") if later else None
        )
    return None


def _bracket_state_with(
    state: LogState, round_: RoundState, table: TableState, match: Match, book: Rulebook
) -> BracketState:
    """Return how far a match of a bracket would be with this result."""
    tried = msgspec.structs.replace(table, match=match)
    event, number = facts_of_part(with_table(state, round_, tried), round_.number)
    played = bracket_of_event(event, book)
    pair = set(match.players)
    for bracket_match in played.of_round(number):
        if set(bracket_match.players) == pair:
            return bracket_match.state
    return BracketState.WAITING


def ends_match(
    state: LogState, round_: RoundState, table: TableState, match: Match, book: Rulebook
) -> bool:
    """Tell whether a result ends the match; a match of several games goes on."""
    if not format_of(state.settings_of(round_.number)).has_bracket:
        return True
    return _bracket_state_with(state, round_, table, match, book) is BracketState.DECIDED


def pod_objection(state: LogState, table: TableState, pod: Pod) -> Refusal | None:
    """Refuse scores that cannot be true."""
    try:
        check_pod(pod, f"table {table.number}", state.settings)
    except RefusalError as error:
        return error.refusal
    return None


def are_same_result(first: Match, other: Match, state: LogState, book: Rulebook) -> bool:
    """Tell whether two versions of a game say the same, in fewer words or more."""
    if first == other:
        return True
    if first.games is not None or other.games is not None:
        return first.games == other.games
    facts = (first.ending, first.scores, first.absent, first.flat)
    if facts != (other.ending, other.scores, other.absent, other.flat):
        return False
    if first.missions != other.missions and first.missions and other.missions:
        return False
    terms = terms_of(state.settings, book)
    return judge_match(first, terms).winner == judge_match(other, terms).winner


def agreement_suffices(book: Rulebook) -> bool:
    """Tell whether a result counts once both players say it (§7.4).

    Decipher's guide lets only the score keeper write scores down.
    """
    return book.conduct.play.scores_by != "score-keeper"
