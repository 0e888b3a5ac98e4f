"""What a result gives both players, in words, and by which rule."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.formats.bracket.event import decision_on
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.registry import format_of
from padd.core.model import Ending, Event, Match, PlayerId
from padd.core.scoring.explanation import CITED
from padd.core.scoring.results import Result, judgement, match_results, terms_of
from padd.presentation import page_words
from padd.presentation.words import MARGINS, RESULTS, signed
from padd.rulebooks.schema import Rulebook, cite


class ResultPreview(msgspec.Struct, frozen=True):
    """What a typed result comes to, before it is saved."""

    title: str
    line: str = ""
    why: str = ""
    rule: str = ""
    wrong: str = ""
    """What is missing or impossible, where it comes to nothing."""
    questions: tuple[str, ...] = ()
    """What looks mistyped."""
    seen: str = ""
    """A mark of what was typed when the questions were asked."""


def told(
    match: Match,
    state: LogState,
    book: Rulebook,
    name: Callable[[PlayerId], str],
    number: int | None = None,
) -> ResultPreview:
    """Say what a result gives both players, and by which rule.

    Without its number the round is the one that is on.
    """
    called = [name(player) for player in match.players]
    at = number or (state.current.number if state.current else 1)
    if format_of(state.settings_of(at)).has_bracket:
        return _bracket_words(match, *facts_of_part(state, at), book, called)
    terms = terms_of(state.settings, book)
    results = match_results(match, terms)
    line = " ".join(
        f"{who} {result.vp} VP, {signed(result.differential)}."
        for who, result in zip(called, results, strict=True)
    )
    if match.ending in {Ending.MISSED, Ending.UNPLAYED}:
        rule = cite(book, "scoring.points.missed_game")
        return ResultPreview(_without_game(results, called), line, rule=rule)
    judged = judgement(match, terms)
    return ResultPreview(
        title=_title(results, called, judged.winner),
        line=line,
        why=page_words.capitalised(MARGINS[judged.by]) + ".",
        rule=cite(book, CITED[judged.by]),
    )


def _title(results: tuple[Result, Result], called: list[str], winner: int | None) -> str:
    told_of = results[winner or 0]
    title = page_words.capitalised(RESULTS[told_of.code])
    return title if winner is None else f"{title} for {called[winner]}"


def _without_game(results: tuple[Result, Result], called: list[str]) -> str:
    parts = [
        f"{RESULTS[result.code]} for {who}" for who, result in zip(called, results, strict=True)
    ]
    return page_words.capitalised(", ".join(parts))


def _bracket_words(
    match: Match, event: Event, number: int, book: Rulebook, called: list[str]
) -> ResultPreview:
    if match.games is not None:
        wins = [sum(g.winner == p for g in match.games) for p in match.players]
        return ResultPreview(f"{called[0]} {wins[0]}, {called[1]} {wins[1]}")
    decided = decision_on(event, number, match, book)
    if decided is None or decided.winner is None:
        return ResultPreview("No winner yet", why="In match play one player must advance.")
    winner = called[match.players.index(decided.winner)]
    if decided.how is DecidedBy.HIGHER_SEED:
        return ResultPreview(
            f"{winner} wins the match",
            why="It is tied, so the higher seed advances.",
            rule=cite(book, "brackets.tied_match"),
        )
    return ResultPreview(f"{winner} wins the match")
