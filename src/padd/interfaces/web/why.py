"""The why-panel: one player's place and figures in sentences and sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from padd.core.explain import CITED
from padd.core.results import PLAYED, Code, MarginBy
from padd.core.standings import (
    COIN_TOSS,
    CUMULATIVE,
    DIFFERENTIAL,
    FIGURES,
    HEAD_TO_HEAD,
    STRENGTH_OF_SCHEDULE,
    TIE_BREAKER_GAME,
)
from padd.interfaces.web import words
from padd.interfaces.wording import MARGINS, RESULTS, STEPS, listed, signed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from padd.core.explain import Explanation, GameLine, TieStep
    from padd.core.model import PlayerId
    from padd.core.standings import Standings

MARKS: Final = {
    "tied": "equal",
    "not-applicable": "minus",
    "narrows": "arrow-right",
    "decides": "arrow-right",
    "open": "hourglass",
}
MOST_NAMES: Final = 8
NUMBERS: Final = ("", "one", "two", "three", "four", "five", "six", "seven", "eight")
Names = dict["PlayerId", str]


class Cite(msgspec.Struct, frozen=True):
    """A section of the rulebook, and the value of the browser that it belongs to."""

    words: str
    path: str


class Tried(msgspec.Struct, frozen=True):
    """One rule of the chain: its mark, what it gave, where it stands."""

    icon: str
    lead: str
    rest: str
    cite: Cite | None = None
    aside: bool = False


class SumLine(msgspec.Struct, frozen=True):
    """One line of a sum; a struck line is left out of it."""

    round: int
    what: str
    how: str
    figure: str
    struck: bool = False


class Sum(msgspec.Struct, frozen=True):
    """A figure taken apart line by line."""

    title: str
    lines: tuple[SumLine, ...]
    working: str
    total: str
    cite: Cite


class Why(msgspec.Struct, frozen=True):
    """Everything that an opened row shows."""

    question: str
    answer: str
    chain: tuple[Tried, ...]
    sums: tuple[Sum, ...]


def why(found: Explanation, table: Standings, names: Names) -> Why:
    """Return the why-panel of one line."""
    return Why(
        question="Why last?"
        if found.row.disqualified
        else f"Why {words.ordinal(found.row.place)}?",
        answer=_answer(found, names),
        chain=tuple(_chain(found, table, names)),
        sums=tuple(_sums(found, table, names)),
    )


def _answer(found: Explanation, names: Names) -> str:
    """Return the place and what decided it, in one sentence."""
    row, above = found.row, found.above
    name, vp = names[row.player], words.count(row.record.vp, "victory point")
    if row.disqualified:
        return f"{name} is disqualified and stands below everybody else."
    if found.moved_by_final:
        final = "won" if row.place == 1 else "lost"
        return f"{name} {final} the final confrontation, with {vp} before it."
    if row.decided_by and above:
        step = STEPS[row.decided_by]
        return f"{name} stands below {names[above.player]}{_by(found, step)}."
    if found.tied_with:
        last = found.steps[-1] if found.steps else None
        step = f" by {STEPS[last.step]}" if last else ""
        many = words.count(len(found.tied_with) + 1, "player")
        return f"{name} leads the {many} with {vp}{step}."
    if above is None:
        return f"{name} has {vp}, more than anybody else."
    return f"{name} has {vp}; {names[above.player]} above has {above.record.vp}."


def _by(found: Explanation, step: str) -> str:
    """Return what put the player below the one above, with both figures."""
    row, above = found.row, found.above
    assert above is not None and row.decided_by is not None  # noqa: S101, PT018
    if row.decided_by == TIE_BREAKER_GAME:
        return " only in this list: a tie-breaker game is still to decide"
    figure = FIGURES.get(row.decided_by)
    if figure is None:
        return f" by {step}"
    shown = signed if row.decided_by == DIFFERENTIAL else words.number
    return (
        f" by {step}: {shown(figure(row.record))} against {shown(figure(above.record))}"
    )


def _chain(found: Explanation, table: Standings, names: Names) -> Iterator[Tried]:
    row = found.row
    vp = f"{row.record.vp} VP"
    cite = _cite(found, "vp")
    tied = [names[player] for player in found.tied_with]
    if not tied:
        yield Tried("arrow-right", f"Decided by victory points: {vp}", "", cite)
    elif len(tied) > MOST_NAMES:
        rest = f", the same as {len(tied)} other players."
        yield Tried("equal", vp, rest, cite)
    else:
        yield Tried("equal", vp, f", the same as {listed(tied)}.", cite)
    for step in found.steps:
        yield _tried(step, found, table, names)
    if found.moved_by_final:
        rest = " the winner of the event is the winner of this game."
        final = _cite(found, "final-confrontation")
        yield Tried("trophy", "Final confrontation:", rest, final)


def _tried(step: TieStep, found: Explanation, table: Standings, names: Names) -> Tried:
    word = STEPS[step.step]
    mark = MARKS[step.outcome]
    cite = _cite(found, step.step)
    if step.step == HEAD_TO_HEAD:
        lead, rest, aside = _head_to_head(step, names)
    elif step.step == COIN_TOSS:
        lead, aside = "Decided by coin toss", False
        rest = f", drawn with seed {table.seed}; the same seed gives the same toss."
    elif step.step == TIE_BREAKER_GAME:
        lead, aside = "Left to a tie-breaker game.", False
        rest = " Until it is played they share the place."
    else:
        lead, rest, aside = _figure(step, word, found, names)
    return Tried(mark, lead, rest, cite, aside)


def _head_to_head(step: TieStep, names: Names) -> tuple[str, str, bool]:
    if step.outcome == "decides":
        winner, loser = (names[player] for player, _ in step.figures)
        return "Decided by head-to-head:", f" {winner} won against {loser}.", False
    if step.reason == "more-than-two":
        many = len(step.figures)
        here = NUMBERS[many] if many < len(NUMBERS) else str(many)
        return "", f"Head-to-head counts for two tied players. Here are {here}.", True
    if step.reason == "did-not-meet":
        return "", "Head-to-head: the two did not meet.", True
    return "", "Head-to-head: their game did not decide.", True


def _figure(
    step: TieStep, word: str, found: Explanation, names: Names
) -> tuple[str, str, bool]:
    shown = signed if step.step == DIFFERENTIAL else words.number
    if step.outcome == "tied":
        figure = step.figures[0][1] or 0
        return "", f"{words.capitalised(word)}: {shown(figure)} for each.", False
    listed_figures = _near(step, found.row.player)
    pairs = ", ".join(f"{names[p]}\u00a0{shown(f or 0)}" for p, f in listed_figures)
    if step.outcome == "decides":
        return f"Decided by {word}:", f" {pairs}.", False
    return f"{words.capitalised(word)} parts some:", f" {pairs}.", False


def _near(step: TieStep, player: PlayerId) -> tuple[tuple[PlayerId, int | None], ...]:
    """Return the figures, or those around the player where there are many."""
    at = next(i for i, (who, _) in enumerate(step.figures) if who == player)
    first = max(0, min(at - MOST_NAMES // 2, len(step.figures) - MOST_NAMES))
    return step.figures[first : first + MOST_NAMES]


def _sums(found: Explanation, table: Standings, names: Names) -> Iterator[Sum]:
    yield _points_sum(found, names)
    if table.has_schedule:
        yield _schedule_sum(found, names)
    yield _differential_sum(found, names)
    if table.has_schedule:
        yield _cumulative_sum(found)


def _points_sum(found: Explanation, names: Names) -> Sum:
    lines = tuple(
        SumLine(game.round, _met(game, names), _result(game), str(game.result.vp))
        for game in found.games
    )
    total = str(found.row.record.vp)
    return Sum("Victory points", lines, "", total, _cite(found, "vp"))


def _schedule_sum(found: Explanation, names: Names) -> Sum:
    lines = tuple(
        SumLine(
            game.round,
            _met(game, names),
            "lowest, left out" if game.struck else "",
            str(game.schedule),
            struck=game.struck,
        )
        for game in found.games
    )
    record = found.row.record
    left_out = [game.schedule for game in found.games if game.struck]
    working = " − ".join(map(str, [sum(record.schedule), *left_out]))
    title, cite = "Strength of schedule", _cite(found, STRENGTH_OF_SCHEDULE)
    return Sum(title, lines, working, str(record.sos), cite)


def _differential_sum(found: Explanation, names: Names) -> Sum:
    lines = tuple(
        SumLine(
            game.round,
            _met(game, names),
            _margin(game),
            signed(game.result.differential),
        )
        for game in found.games
    )
    total = signed(found.row.record.differential)
    return Sum("Differential", lines, "", total, _cite(found, DIFFERENTIAL))


def _cumulative_sum(found: Explanation) -> Sum:
    lines = tuple(
        SumLine(game.round, f"VP after round {game.round}", "", str(game.running_vp))
        for game in found.games
    )
    title, cite = "Cumulative victory points", _cite(found, CUMULATIVE)
    return Sum(title, lines, "", str(found.row.record.cvp), cite)


def _met(game: GameLine, names: Names) -> str:
    """Return the opponent, or what stood in the opponent's place."""
    if game.result.opponent is not None:
        return names[game.result.opponent]
    return words.capitalised(RESULTS[game.result.code])


def _result(game: GameLine) -> str:
    if game.result.opponent is None:
        return ""
    return f"{RESULTS[game.result.code]} {game.result.code}"


def _margin(game: GameLine) -> str:
    """Return the scores as counted, or the rule in their place."""
    judged = game.judged
    if judged is None or game.result.code not in PLAYED:
        return "still open" if game.result.code is Code.PENDING else ""
    by_scores = judged.by in {MarginBy.DIFFERENCE, MarginBy.TIE}
    if game.own is None or game.theirs is None or game.match is None:
        return MARGINS[judged.by]
    if game.match.scores is None:
        return MARGINS[judged.by]
    counted = words.score(game.own, game.theirs)
    me = game.match.players.index(game.result.player)
    played = words.score(game.match.scores[me], game.match.scores[1 - me])
    shown = played if played == counted else f"{played}, counted {counted}"
    return shown if by_scores else f"{shown}; {MARGINS[judged.by]}"


def _cite(found: Explanation, name: str) -> Cite:
    return Cite(found.cites[name], CITED[name])
