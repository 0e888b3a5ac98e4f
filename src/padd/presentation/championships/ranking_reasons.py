"""Why a player is ahead of the next one in the ranking of a championship."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from padd.core.championships.awards import ChampionshipResult
from padd.core.championships.ranking import DRAW, RankedPerson
from padd.core.messages import Message, message
from padd.core.model import Edition
from padd.presentation.words import ordinal

Pair = tuple["RankedPerson", "RankedPerson"]
SKIPPED, EQUAL, DECIDES = "–", "=", "→"


class RankingStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step by which two people were compared."""

    mark: str
    words: Message

    @property
    def decides(self) -> bool:
        """Whether this step told the two apart."""
        return self.mark == DECIDES


def ranking_reasons(result: ChampionshipResult) -> dict[str, tuple[RankingStep, ...]]:
    """Return for each player but the last why the next one is behind."""
    rules = result.book.championships
    if rules is None:
        return {}
    order = rules.stages.order
    if result.edition is Edition.TRIBBLES:
        order = rules.stages.tribbles_order
    pairs = zip(result.ranking, result.ranking[1:], strict=False)
    return {str(pair[0].person): tuple(_steps(pair, order)) for pair in pairs}


def _steps(pair: Pair, order: tuple[str, ...]) -> Iterator[RankingStep]:
    """Yield the steps up to the one that decides."""
    upper, lower = pair
    if lower.disqualified:
        words = message("The next player is disqualified.")
        if upper.disqualified:
            words = message("Both are disqualified; their order means nothing.")
        yield RankingStep(mark=DECIDES, words=words)
        return
    for step in order:
        found = COMPARED[step](pair)
        yield found
        if found.decides:
            return


def _final(pair: Pair) -> RankingStep:
    upper, lower = (line.in_final for line in pair)
    if upper is None:
        return RankingStep(
            mark=SKIPPED, words=message("Place in the final: neither player played in it.")
        )
    if lower is None:
        return RankingStep(
            mark=DECIDES,
            words=message(
                "The final decides: {upper}; the next player was not in it.", upper=ordinal(upper)
            ),
        )
    return RankingStep(
        mark=DECIDES,
        words=message(
            "The final decides: {upper}, then {lower}.", upper=ordinal(upper), lower=ordinal(lower)
        ),
    )


def _heat_place(pair: Pair) -> RankingStep:
    upper, lower = (_best(line)[0] for line in pair)
    if upper == lower:
        return RankingStep(
            mark=EQUAL, words=message("Best heat place: {place} for both.", place=ordinal(upper))
        )
    return RankingStep(
        mark=DECIDES,
        words=message(
            "The best heat place decides: {upper}, then {lower}.",
            upper=ordinal(upper),
            lower=ordinal(lower),
        ),
    )


def _heat_points(pair: Pair) -> RankingStep:
    upper, lower = (_best(line)[1] for line in pair)
    if upper == lower:
        return RankingStep(
            mark=EQUAL, words=message("Victory points of that heat: {points} each.", points=upper)
        )
    return RankingStep(
        mark=DECIDES,
        words=message(
            "Victory points of that heat decide: {upper}, then {lower}.", upper=upper, lower=lower
        ),
    )


def _best(line: RankedPerson) -> tuple[int, int]:
    heat = line.best_heat
    return (0, 0) if heat is None else (heat.place, heat.victory_points)


def _draw(_pair: Pair) -> RankingStep:
    return RankingStep(
        mark=DECIDES, words=message("It will be drawn at random, and the seed recorded.")
    )


COMPARED: Final[dict[str, Callable[[Pair], RankingStep]]] = {
    "final-place": _final,
    "heat-place": _heat_place,
    "heat-victory-points": _heat_points,
    DRAW: _draw,
}
"""The steps of the rulebook, each in words."""
