"""The form of a result: how the game ended, and the points it gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.state.event_state import RoundState
from padd.core.eventlog.state.result_checks import outcome_objection
from padd.core.eventlog.state.table import GameOutcome, TableState, match_with_outcome
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Ending, Game, Match, Missions, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.terms import terms_of
from padd.core.validation.matches import NEEDS_WINNER
from padd.core.validation.plausibility import mistyped_question
from padd.interfaces.web.typed_numbers import parse_typed_int
from padd.presentation import page_words
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.result_words import ResultPreview, result_preview
from padd.presentation.messages import text
from padd.presentation.words import ENDINGS
from padd.rulebooks.schema import cite

USUAL_ENDINGS: Final = (
    (Ending.COMPLETE, "Played out", "F"),
    (Ending.TIME, "Time", "T"),
    (Ending.CONCESSION, "Conceded", "C"),
    (Ending.DECKED, "Decks empty", "E"),
    (Ending.CARD_EFFECT, "Card effect", "X"),
)
"""The five endings that have a key."""
OWN_ACTIONS: Final = frozenset({Ending.DELAYED, Ending.UNPLAYED, Ending.GAME_LOSS})
"""Endings that are entered by an act of their own."""
BY_THE_SCORES: Final = frozenset({Ending.COMPLETE})
TIE: Final = "tie"


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
    target: int | None
    """The score that usually wins, for the press that fills it in."""
    values: Mapping[str, str]
    derived: ResultPreview | None
    more: bool
    """Whether a way beside the usual ones is chosen."""
    refused_for: str
    """For which suspected infraction a concession may be refused; empty for none."""
    refused_by: str
    """The section that says so."""


def result_form(
    view: EventView, round_: RoundState, table: TableState, form: QueryDict | None
) -> ResultForm:
    """Return the form of a table, with the fields that were sent or the saved result."""
    event, known = view.state.settings_of(round_.number), view.book.scoring.endings
    terms = terms_of(event, view.book) if not format_of(event).in_pods else None
    games = event.best_of.get(round_.number, 1) if format_of(event).has_bracket else 1
    values = last_values(form) if form and "ending" in form else result_fields(table.match)
    if "ending" not in values:
        values["ending"] = _usual_ending(view, round_)
    usual = tuple(EndingChoice(e, word, key) for e, word, key in USUAL_ENDINGS if e in known)
    others = tuple(
        EndingChoice(ending, page_words.capitalised(ENDINGS[ending]))
        for ending in map(Ending, known)
        if ending not in OWN_ACTIONS and ending not in {e for e, _, _ in USUAL_ENDINGS}
    )
    derived = None
    if form and "ending" in form and table.match is not None:
        derived = preview_result(view, round_, table, form)
    return ResultForm(
        number=round_.number,
        table=table.number,
        players=table.players,
        names=tuple(view.name(p) for p in table.players),
        usual=usual,
        others=others,
        missions=terms is not None and terms.by_missions,
        bonus=terms is not None and terms.limits_bonus,
        games=games,
        target=terms.cap if terms is not None and games == 1 else None,
        values=values,
        derived=derived,
        more=values.get("ending", "") in {choice.value for choice in others},
        refused_for=view.book.conduct.play.concession_refused_for or "",
        refused_by=cite(view.book, "conduct.play.concession_refused_for"),
    )


def last_values(form: QueryDict) -> dict[str, str]:
    """Return the last value of every field."""
    return {name: str(form[name]) for name in form}


def _usual_ending(view: EventView, round_: RoundState) -> Ending:
    """Return how most games end that are entered now: by time, once it is over."""
    ends = round_.clock.ends_at()
    over = round_.clock.ended_at is not None or (ends is not None and ends <= view.now)
    timed = over and Ending.TIME in view.book.scoring.endings
    return Ending.TIME if timed else Ending.COMPLETE


def result_fields(match: Match | None) -> dict[str, str]:
    """Return the fields of the form for a result, or for none."""
    if match is None or match.ending in {None, Ending.DELAYED}:
        return {}
    fields = {"ending": str(match.ending), "winner": _named_winner(match)}
    for names, pair in ((("a", "b"), match.scores), (("bonus-a", "bonus-b"), match.bonus)):
        if pair is not None:
            fields |= {name: str(value) for name, value in zip(names, pair, strict=True)}
    for side, done in zip("ab", match.missions or (), strict=False):
        fields |= {f"planet-{side}": str(done.planet), f"space-{side}": str(done.space)}
    for at, game in enumerate(match.games or (), start=1):
        fields[f"game-{at}"] = game.winner or TIE
    fields |= {f"absent-{player}": "yes" for player in match.absent or ()}
    if match.ending is Ending.CONCESSION and match.winner is not None:
        fields["conceded"] = match.opponent_of(match.winner)
    return fields


def _named_winner(match: Match) -> str:
    """Return the winner, unless the scores say it already."""
    scores, winner = match.scores, match.winner
    if winner is None or match.ending not in BY_THE_SCORES or scores is None:
        return winner or ""
    ahead = match.players[0 if scores[0] > scores[1] else 1]
    return "" if winner == ahead and scores[0] != scores[1] else winner


def outcome_from_form(form: QueryDict, table: TableState) -> GameOutcome:
    """Return how a game ended as the form says it; refuse what is missing."""
    try:
        ending = Ending(form.get("ending", ""))
    except ValueError:
        reason = message("Choose how the game ended.")
        raise RefusalError(Refusal("ending-missing", reason)) from None
    if bool(form.get("a", "").strip()) != bool(form.get("b", "").strip()):
        raise RefusalError(
            Refusal(
                "score-missing",
                message("One score is missing. If it is 0, enter 0."),
                way_out=message("Enter both scores."),
            )
        )
    try:
        scores = _pair(form, "a", "b")
        bonus = _pair(form, "bonus-a", "bonus-b")
        missions = _missions(form)
    except ValueError as wrong:
        reason = message("“{wrong}” is not a whole number.", wrong=str(wrong))
        raise RefusalError(Refusal("not-a-number", reason)) from None
    games = tuple(_games(form))
    winner = _winner(form, table, ending, scores)
    absent = tuple(p for p in table.players if form.get(f"absent-{p}"))
    return GameOutcome(
        ending=ending,
        winner=None if games else winner,
        scores=scores,
        bonus=bonus,
        missions=missions,
        absent=absent if ending is Ending.MISSED else None,
        games=games or None,
        flat=bool(form.get("flat")),
        note=form.get("note", "").strip() or None,
    )


def _winner(
    form: QueryDict, table: TableState, ending: Ending, scores: tuple[int, int] | None
) -> PlayerId | None:
    conceded = form.get("conceded", "")
    if ending is Ending.CONCESSION and conceded in table.players:
        return next(player for player in table.players if player != conceded)
    name = form.get("winner", "")
    if name in table.players:
        return PlayerId(name)
    if ending not in BY_THE_SCORES or scores is None or scores[0] == scores[1]:
        return None
    return table.players[0 if scores[0] > scores[1] else 1]


def _pair(form: QueryDict, name: str, other: str) -> tuple[int, int] | None:
    first, second = form.get(name, "").strip(), form.get(other, "").strip()
    if not first and not second:
        return None
    return parse_typed_int(first or "0"), parse_typed_int(second or "0")


def _missions(form: QueryDict) -> tuple[Missions, Missions] | None:
    names = ("planet-a", "space-a", "planet-b", "space-b")
    if not any(form.get(name, "").strip() for name in names):
        return None
    done = [parse_typed_int(form.get(name, "").strip() or "0") for name in names]
    return (Missions(planet=done[0], space=done[1]), Missions(planet=done[2], space=done[3]))


def _games(form: QueryDict) -> list[Game]:
    games = []
    for at in range(1, 100):
        winner = form.get(f"game-{at}", "")
        if not winner:
            break
        games.append(Game(winner=None if winner == TIE else PlayerId(winner)))
    return games


def preview_result(
    view: EventView, round_: RoundState, table: TableState, form: QueryDict
) -> ResultPreview:
    """Return the points that a form gives, or what is missing."""
    try:
        outcome = outcome_from_form(form, table)
    except RefusalError as error:
        return ResultPreview("Result incomplete", wrong=text(error.refusal.message))
    if outcome.ending in NEEDS_WINNER and not (outcome.winner or outcome.games):
        level = outcome.scores is not None and outcome.scores[0] == outcome.scores[1]
        sentence = "The scores are level: choose who won." if level else "Choose who won."
        if outcome.ending is Ending.CONCESSION:
            sentence = "Choose who conceded."
        blank = outcome.ending is Ending.COMPLETE and outcome.scores is None
        return ResultPreview("Result incomplete", wrong="Enter both scores." if blank else sentence)
    refusal = outcome_objection(view.state, round_, table, outcome, view.book)
    if refusal is not None or table.match is None:
        wrong = text(refusal.message) if refusal else ""
        return ResultPreview("Result incomplete", wrong=wrong)
    match = match_with_outcome(table.match, outcome)
    preview = result_preview(match, view.state, view.book, view.name, round_.number)
    event = view.state.settings_of(round_.number)
    asked = tuple(text(doubt) for doubt in mistyped_question(match, event, view.book))
    return msgspec.structs.replace(preview, questions=asked, seen=form_mark(form))


def form_mark(form: QueryDict) -> str:
    """Return a mark of the entered result: the question about it is asked once."""
    return ":".join(form.get(name, "").strip() for name in ("ending", "a", "b"))


def has_open_question(
    view: EventView, round_: RoundState, table: TableState, form: QueryDict
) -> bool:
    """Tell whether a result looks mistyped and the question was not asked yet."""
    if table.match is None or "ending" not in form:
        return False
    preview = preview_result(view, round_, table, form)
    return bool(preview.questions) and form.get("asked", "") != preview.seen
