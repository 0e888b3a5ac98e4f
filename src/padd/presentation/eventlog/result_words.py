"""What a result gives both players, and how versions of a disputed one differ."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from padd.core.eventlog.state.event_state import LogState
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.rounds import player_names
from padd.core.eventlog.state.table import TableState
from padd.core.formats.bracket.event import decision_on_match
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.formats.registry import format_of
from padd.core.model import Ending, Event, Match, PlayerId
from padd.core.scoring.explanation import CITED
from padd.core.scoring.results import Result, judge_match, match_results
from padd.core.scoring.terms import terms_of
from padd.presentation import page_words
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.words import MARGINS, RESULTS, signed
from padd.rulebooks.schema import Rulebook, cite


class ResultPreview(msgspec.Struct, frozen=True):
    """The effect of an entered result, before it is saved."""

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


def result_preview(
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
    judged = judge_match(match, terms)
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
    decided = decision_on_match(event, number, match, book)
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


def players_in_dispute(table: TableState) -> tuple[PlayerId, ...]:
    """Return the players whose points differ between the versions of a pod."""
    told_by = [claim.pod.scores or {} for claim in table.claims if claim.pod]
    return tuple(
        player for player in table.players if len({scores.get(player) for scores in told_by}) > 1
    )


def dispute_sentence(view: EventView, table: TableState) -> str:
    """Return in a sentence how the versions differ."""
    if len(table.claims) == 1:
        silent = player_names(view.state, silent_players(table))
        return f"{silent} disagrees, but has not reported another result."
    if table.pod is not None:
        differ = players_in_dispute(table)
        if not differ:
            return "The points are the same; who went out or conceded differs."
        return f"The points of {player_names(view.state, differ)} differ."
    matches = [claim.match for claim in table.claims if claim.match is not None]
    if not view.format.gives_victory_points:
        return _by_winner({match.winner for match in matches})
    return _by_results(view, matches)


def silent_players(table: TableState) -> tuple[PlayerId, ...]:
    """Return the players of a table without a report."""
    spoken = {claim.player for claim in table.claims}
    return tuple(player for player in table.players if player not in spoken)


def _by_winner(winners: set[PlayerId | None]) -> str:
    if len(winners) > 1:
        return "They disagree on who won."
    return "Same winner; the score differs."


def _by_results(view: EventView, matches: list[Match]) -> str:
    """Compare what the versions would give the first player of the table."""
    terms = terms_of(view.state.settings, view.book)
    results = [match_results(match, terms) for match in matches]
    if len({_ahead(results) for results in results}) > 1:
        return "They disagree on who won."
    lead = "Both say a tie" if _ahead(results[0]) is None else "Same winner"
    first = results[0][_ahead(results[0]) or 0]
    others = [results[_ahead(results) or 0] for results in results[1:]]
    codes = list(dict.fromkeys(sides.code for sides in (first, *others)))
    if len(codes) > 1:
        return f"{lead}; {' or '.join(RESULTS[code] for code in codes)}."
    margins = list(dict.fromkeys(text.differential for text in (first, *others)))
    if len(margins) > 1:
        either = " or ".join(str(margin) for margin in margins)
        return f"{lead}; the differential is {either}."
    return f"{lead}; the points are the same either way."


def _ahead(results: tuple[Result, Result]) -> int | None:
    first, other = results
    if (first.vp, first.differential) == (other.vp, other.differential):
        return None
    return 0 if (first.vp, first.differential) > (other.vp, other.differential) else 1
