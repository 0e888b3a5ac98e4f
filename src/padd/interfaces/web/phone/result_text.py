"""Results from the player's point of view: You won 100–65: full win, 4 VP, +35."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.facts import facts_of_part
from padd.core.eventlog.state.table import GameOutcome, TableState, match_with_outcome
from padd.core.formats.bracket.event import decision_on_match
from padd.core.formats.bracket.match_winner import DecidedBy
from padd.core.model import Ending, Match, PlayerId
from padd.core.scoring.results import Result, judge_match, match_results
from padd.core.scoring.terms import terms_of
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.result_form import outcome_from_form, preview_result
from padd.presentation import page_words
from padd.presentation.eventlog.result_words import result_preview as told_to_staff
from padd.presentation.words import ENDINGS, RESULTS, signed

BY_MISSIONS: Final = frozenset({Ending.TIME, Ending.DECKED})


class ResultText(msgspec.Struct, frozen=True):
    """A result as a player reads it."""

    title: str
    line: str = ""
    why: str = ""
    rule: str = ""
    wrong: str = ""
    """What is missing or impossible, where it comes to nothing."""
    questions: tuple[str, ...] = ()
    """What looks mistyped."""


def reported_outcome(form: QueryDict, table: TableState) -> GameOutcome:
    """Return how a game ended as a phone says it.

    Missions decide a game that time or empty decks ended; of any other they are not
    asked, so what was ticked before another ending was chosen is left out.
    """
    outcome = outcome_from_form(form, table)
    if outcome.ending in BY_MISSIONS:
        return outcome
    return msgspec.structs.replace(outcome, missions=None)


def result_text(context: PlayerContext, match: Match) -> ResultText:
    """Return the points of the reader, then those of the opponent."""
    me, them = context.player, match.opponent_of(context.player)
    number = context.round.number if context.round else 1
    if context.view.format_of_round(number).has_bracket:
        return ResultText(_in_a_bracket(context, match, context.name(them)))
    terms = terms_of(context.view.state.settings, context.view.book)
    mine, theirs = _own_first(match_results(match, terms), me)
    preview = told_to_staff(match, context.view.state, context.view.book, context.view.state.name)
    if match.ending in {Ending.MISSED, Ending.UNPLAYED}:
        title = f"{page_words.capitalised(RESULTS[mine.code])} for you, {_gives(mine)}"
    else:
        winner = judge_match(match, terms).winner
        verb = _verb(None if winner is None else match.players[winner], me)
        title = f"{verb}{_score(match, me)}: {RESULTS[mine.code]}, {_gives(mine)}"
    name = context.name(them)
    how = ENDINGS.get(str(match.ending), "")
    why = f"{page_words.capitalised(how)}. {preview.why}" if how else preview.why
    return ResultText(
        title=title,
        line=f"{name}: {RESULTS[theirs.code]}, {_gives(theirs)}",
        why=why,
        rule=preview.rule,
    )


def preview_result_text(
    context: PlayerContext, round_: RoundState, table: TableState, form: QueryDict
) -> tuple[ResultText, Match | None]:
    """Return what the result of a form comes to, or what is missing."""
    checked = preview_result(context.view, round_, table, form)
    if checked.wrong or table.match is None:
        return ResultText(checked.title, wrong=checked.wrong), None
    match = match_with_outcome(table.match, reported_outcome(form, table))
    said = msgspec.structs.replace(result_text(context, match), questions=checked.questions)
    return said, match


def claim_mark(match: Match | None) -> str:
    """Return a short mark of a version: a player agrees to this one only."""
    if match is None:
        return ""
    return sha256(msgspec.json.encode(match)).hexdigest()[:16]


def _own_first(results: tuple[Result, Result], me: PlayerId) -> tuple[Result, Result]:
    return results if results[0].player == me else (results[1], results[0])


def _gives(result: Result) -> str:
    return f"{result.vp} VP, {signed(result.differential)}"


def _verb(winner: PlayerId | None, me: PlayerId) -> str:
    if winner is None:
        return "You tied"
    return "You won" if winner == me else "You lost"


def _score(match: Match, me: PlayerId) -> str:
    if match.scores is None:
        return ""
    mine, theirs = match.scores if match.players[0] == me else match.scores[::-1]
    return " " + page_words.score(mine, theirs)


def _in_a_bracket(context: PlayerContext, match: Match, name: str) -> str:
    me = context.player
    if match.games is not None:
        mine = sum(game.winner == me for game in match.games)
        theirs = sum(game.winner not in {None, me} for game in match.games)
        return f"Games: you {mine}, {name} {theirs}"
    number = context.round.number if context.round else 1
    part, at = facts_of_part(context.view.state, number)
    decided = decision_on_match(part, at, match, context.view.book)
    if decided is None or decided.winner is None:
        return "No winner yet: in match play one player must advance"
    goes_on = "the match is yours" if decided.winner == me else f"the match is {name}’s"
    if decided.how is DecidedBy.HIGHER_SEED:
        return f"You tied{_score(match, me)}: the higher seed advances, {goes_on}"
    return f"{_verb(decided.winner, me)}{_score(match, me)}: {goes_on}"
