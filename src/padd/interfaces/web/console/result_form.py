"""A result as it is typed: how the game ended, and what that gives, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.eventlog.refusal import (
    Refused,
    cite,
    refused,
)
from padd.core.eventlog.result_checks import outcome_objection
from padd.core.eventlog.table import (
    GameOutcome,
    ended,
    outcome_of,
)
from padd.core.model import Ending, Game, Kind, Missions, PlayerId
from padd.core.scoring.results import (
    MarginBy,
    judgement,
    match_results,
    terms_of,
)
from padd.core.validation.matches import NEEDS_WINNER
from padd.presentation import page_words
from padd.presentation.words import (
    ENDINGS,
    MARGINS,
    RESULTS,
    signed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import QueryDict

    from padd.core.eventlog.state import (
        LogState,
        RoundState,
    )
    from padd.core.eventlog.table import TableState
    from padd.core.model import Match
    from padd.core.scoring.results import Result
    from padd.presentation.event_view import EventView
    from padd.rulebooks.schema import Rulebook

USUAL: Final = (
    (Ending.COMPLETE, "Played out", "F"),
    (Ending.TIME, "Time", "T"),
    (Ending.CONCESSION, "Conceded", "C"),
    (Ending.DECKED, "Decks empty", "E"),
    (Ending.CARD_EFFECT, "Card effect", "X"),
)
"""The five endings that have a key."""
OWN_ACTS: Final = frozenset({Ending.DELAYED, Ending.UNPLAYED, Ending.GAME_LOSS})
"""Endings that are entered by an act of their own."""
BY_THE_SCORES: Final = frozenset({Ending.COMPLETE})
TIE: Final = "tie"
LONGEST_NUMBER: Final = 9
"""How many digits a number may have that a person types."""
RULED: Final = {
    MarginBy.RULED: "scoring.ruled_win",
    MarginBy.CARD_EFFECT: "scoring.card_effect_win",
    MarginBy.DECKED: "scoring.decked_win",
    MarginBy.NOT_AHEAD: "scoring.winner_not_ahead",
    MarginBy.TIE: "scoring.points.tie",
}


class ResultPreview(msgspec.Struct, frozen=True):
    """What a typed result comes to, before it is saved."""

    title: str
    line: str = ""
    why: str = ""
    rule: str = ""
    wrong: str = ""
    """What is missing or impossible, where it comes to nothing."""


class EndingChoice(msgspec.Struct, frozen=True):
    """One way in which a game can end."""

    value: str
    word: str
    key: str = ""


class ResultForm(msgspec.Struct, frozen=True):
    """Everything that the form of one table shows."""

    number: int
    table: int
    players: tuple[PlayerId, ...]
    names: tuple[str, ...]
    usual: tuple[EndingChoice, ...]
    others: tuple[EndingChoice, ...]
    missions: bool
    bonus: bool
    games: int
    """The most games of the match; 1 is a single game."""
    typed: Mapping[str, str]
    derived: ResultPreview | None
    more: bool
    """Whether a way beside the usual ones is chosen."""


def form_of(
    desk: EventView, round_: RoundState, table: TableState, typed: QueryDict | None
) -> ResultForm:
    """Return the form of a table, with what was typed or what counts now."""
    event, known = desk.state.settings, desk.book.scoring.endings
    terms = terms_of(event, desk.book) if event.kind is not Kind.TRIBBLES else None
    games = event.best_of.get(round_.number, 1) if event.kind is Kind.BRACKET else 1
    values = plain(typed) if typed and "ending" in typed else _saved(table)
    usual = tuple(EndingChoice(e, word, key) for e, word, key in USUAL if e in known)
    others = tuple(
        EndingChoice(ending, page_words.capitalised(ENDINGS[ending]))
        for ending in map(Ending, known)
        if ending not in OWN_ACTS and ending not in {e for e, _, _ in USUAL}
    )
    derived = None
    if typed and "ending" in typed and table.match is not None:
        derived = derive(desk, round_, table, typed)
    return ResultForm(
        number=round_.number,
        table=table.number,
        players=table.players,
        names=tuple(desk.name(p) for p in table.players),
        usual=usual,
        others=others,
        missions=terms is not None and terms.by_missions,
        bonus=terms is not None and terms.limits_bonus,
        games=games,
        typed=values,
        derived=derived,
        more=values.get("ending", "") in {one.value for one in others},
    )


def plain(typed: QueryDict) -> dict[str, str]:
    """Return the last value of every field."""
    return {name: str(typed[name]) for name in typed}


def _saved(table: TableState) -> dict[str, str]:
    """Return the fields for the result that counts, or for none."""
    return fields_of(table.match)


def fields_of(match: Match | None) -> dict[str, str]:
    """Return the fields of the form for a result, or for none."""
    if match is None or match.ending in {None, Ending.DELAYED}:
        return {"ending": Ending.COMPLETE}
    found = {"ending": str(match.ending), "winner": _named_winner(match)}
    for names, pair in (
        (("a", "b"), match.scores),
        (("bonus-a", "bonus-b"), match.bonus),
    ):
        if pair is not None:
            found |= {name: str(value) for name, value in zip(names, pair, strict=True)}
    for side, done in zip("ab", match.missions or (), strict=False):
        found |= {f"planet-{side}": str(done.planet), f"space-{side}": str(done.space)}
    for at, game in enumerate(match.games or (), start=1):
        found[f"game-{at}"] = game.winner or TIE
    found |= {f"absent-{player}": "yes" for player in match.absent or ()}
    return found


def _named_winner(match: Match) -> str:
    """Return the winner, unless the scores say it already."""
    scores, winner = match.scores, match.winner
    if winner is None or match.ending not in BY_THE_SCORES or scores is None:
        return winner or ""
    ahead = match.players[0 if scores[0] > scores[1] else 1]
    return "" if winner == ahead and scores[0] != scores[1] else winner


def typed_outcome(typed: QueryDict, table: TableState) -> GameOutcome | Refused:
    """Return how a game ended as the form says it."""
    try:
        ending = Ending(typed.get("ending", ""))
    except ValueError:
        return refused("ending-missing", "Say how the game ended.")
    try:
        scores = _pair(typed, "a", "b")
        bonus = _pair(typed, "bonus-a", "bonus-b")
        missions = _missions(typed)
    except ValueError as wrong:
        return refused("not-a-number", f"“{wrong}” is not a whole number.")
    games = tuple(_games(typed))
    winner = _winner(typed, table, ending, scores)
    absent = tuple(p for p in table.players if typed.get(f"absent-{p}"))
    return GameOutcome(
        ending=ending,
        winner=None if games else winner,
        scores=scores,
        bonus=bonus,
        missions=missions,
        absent=absent if ending is Ending.MISSED else None,
        games=games or None,
        flat=bool(typed.get("flat")),
        note=typed.get("note", "").strip() or None,
    )


def _winner(
    typed: QueryDict, table: TableState, ending: Ending, scores: tuple[int, int] | None
) -> PlayerId | None:
    said = typed.get("winner", "")
    if said in table.players:
        return PlayerId(said)
    if ending not in BY_THE_SCORES or scores is None or scores[0] == scores[1]:
        return None
    return table.players[0 if scores[0] > scores[1] else 1]


def number(text: str) -> int:
    """Return a whole number as people type it, also with a true minus."""
    said = text.strip()
    if len(said) > LONGEST_NUMBER + len("-"):
        raise ValueError(said)
    try:
        return int(said.replace(page_words.MINUS, "-").replace(",", ""))
    except ValueError:
        raise ValueError(said) from None


def small(text: str) -> int | None:
    """Return a number of an address or a hidden field, if it is a sensible one."""
    plain = text.isascii() and text.isdecimal()
    return int(text) if plain and len(text) <= LONGEST_NUMBER else None


def _pair(typed: QueryDict, one: str, other: str) -> tuple[int, int] | None:
    first, second = typed.get(one, "").strip(), typed.get(other, "").strip()
    if not first and not second:
        return None
    return number(first or "0"), number(second or "0")


def _missions(typed: QueryDict) -> tuple[Missions, Missions] | None:
    names = ("planet-a", "space-a", "planet-b", "space-b")
    if not any(typed.get(name, "").strip() for name in names):
        return None
    done = [number(typed.get(name, "").strip() or "0") for name in names]
    return (
        Missions(planet=done[0], space=done[1]),
        Missions(planet=done[2], space=done[3]),
    )


def _games(typed: QueryDict) -> list[Game]:
    found = []
    for at in range(1, 100):
        said = typed.get(f"game-{at}", "")
        if not said:
            break
        found.append(Game(winner=None if said == TIE else PlayerId(said)))
    return found


def derive(
    desk: EventView, round_: RoundState, table: TableState, typed: QueryDict
) -> ResultPreview:
    """Return what a typed result comes to, or what is missing."""
    outcome = typed_outcome(typed, table)
    if isinstance(outcome, Refused):
        return ResultPreview("Not yet a result", wrong=outcome.message)
    if outcome.ending in NEEDS_WINNER and not (outcome.winner or outcome.games):
        level = outcome.scores is not None and outcome.scores[0] == outcome.scores[1]
        said = "The scores are level: say who won." if level else "Say who won."
        blank = outcome.ending is Ending.COMPLETE and outcome.scores is None
        return ResultPreview(
            "Not yet a result", wrong="Type both scores." if blank else said
        )
    found = outcome_objection(desk.state, round_, table, outcome, desk.book)
    if found is not None or table.match is None:
        return ResultPreview("Not yet a result", wrong=found.message if found else "")
    return told(ended(table.match, outcome), desk.state, desk.book, desk.name)


def told(
    match: Match, state: LogState, book: Rulebook, name: Callable[[PlayerId], str]
) -> ResultPreview:
    """Say what a result gives both players, and by which rule."""
    called = [name(player) for player in match.players]
    if state.settings.kind is Kind.BRACKET:
        return _bracket_words(match, called)
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
    path = RULED.get(judged.by, "scoring.score_cap")
    return ResultPreview(
        title=_title(results, called, judged.winner),
        line=line,
        why=page_words.capitalised(MARGINS[judged.by]) + ".",
        rule=cite(book, path),
    )


def _title(
    results: tuple[Result, Result], called: list[str], winner: int | None
) -> str:
    told_of = results[winner or 0]
    said = page_words.capitalised(RESULTS[told_of.code])
    return said if winner is None else f"{said} for {called[winner]}"


def _without_game(results: tuple[Result, Result], called: list[str]) -> str:
    parts = [
        f"{RESULTS[result.code]} for {who}"
        for who, result in zip(called, results, strict=True)
    ]
    return page_words.capitalised(", ".join(parts))


def _bracket_words(match: Match, called: list[str]) -> ResultPreview:
    if match.games is not None:
        wins = [sum(g.winner == p for g in match.games) for p in match.players]
        return ResultPreview(f"{called[0]} {wins[0]}, {called[1]} {wins[1]}")
    if match.winner is None:
        return ResultPreview("No winner yet", why="In match play somebody goes on.")
    return ResultPreview(f"{called[match.players.index(match.winner)]} wins the match")


def now_counts(table: TableState) -> GameOutcome | None:
    """Return the result that a correction replaces."""
    return outcome_of(table.match) if table.match is not None else None
