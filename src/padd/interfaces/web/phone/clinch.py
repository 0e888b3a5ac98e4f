"""What a player needs, who has clinched, in the last rounds, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import Presence
from padd.core.model import PlayerId
from padd.core.scoring.clinch import Clinch
from padd.core.scoring.last_round import PlaceRange
from padd.core.scoring.terms import Code
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.presentation.eventlog.progress import FINALISTS, clinch_of_round
from padd.presentation.words import RESULTS, join_alternatives, join_names, ordinal

LAST_ROUNDS: Final = 2
"""From how many rounds before the end it is shown."""
FROM_BEST: Final = (
    Code.FULL_WIN,
    Code.MODIFIED_WIN,
    Code.TRUE_TIE,
    Code.MODIFIED_LOSS,
    Code.FULL_LOSS,
)


class Needs(msgspec.Struct, frozen=True):
    """What one player needs."""

    title: str
    lines: tuple[str, ...]
    table: tuple[tuple[str, int, int], ...]
    how: str
    settled: bool = False


def needs_of(context: PlayerContext) -> Needs | None:
    """Return what the player needs, in the last rounds of a Swiss event."""
    view, round_ = context.view, context.round
    if round_ is None or context.me.presence is not Presence.HERE:
        return None
    places = clinch_of_round(view, round_, LAST_ROUNDS)
    if places is None:
        return None
    final = view.state.final_planned
    return clinch_text(places, context.player, view.names, final=final)


def clinch_text(
    clinch: Clinch, me: PlayerId, names: Mapping[PlayerId, str], *, final: bool
) -> Needs | None:
    """Return what is certain as one player reads it."""
    mine = clinch.places.get(me)
    if mine is None or _says_nothing(clinch):
        return None
    order = sorted(clinch.places, key=lambda player: _order(clinch.places[player]))
    return Needs(
        title=_final_title(mine) if final else _title(mine),
        lines=tuple(_lines(clinch, me, names)),
        table=tuple(
            (names.get(player, player), clinch.places[player].best, clinch.places[player].worst)
            for player in order
        ),
        how=_how(clinch, final=final),
        settled=mine.best == mine.worst,
    )


def _says_nothing(clinch: Clinch) -> bool:
    """Tell whether every player can still finish at any place."""
    anywhere = PlaceRange(1, len(clinch.places))
    return all(place == anywhere for place in clinch.places.values()) and all(
        place == anywhere for results in clinch.by_result.values() for place in results.values()
    )


def _order(places: PlaceRange) -> tuple[int, int]:
    return places.best, places.worst


def _title(mine: PlaceRange) -> str:
    if mine.worst == 1:
        return "You have clinched first place"
    if mine.best == mine.worst:
        return f"You finish {ordinal(mine.best)}, whatever happens"
    if mine.best == 1:
        return "You can still win"
    return f"You can still finish {ordinal(mine.best)}"


def _final_title(mine: PlaceRange) -> str:
    """Return the headline where the two best play a final."""
    if mine.worst <= FINALISTS:
        return "You are in the final, whatever happens"
    if mine.best <= FINALISTS:
        return "You can still reach the final"
    return f"The final is out of reach; you can still finish {ordinal(mine.best)}"


def _lines(clinch: Clinch, me: PlayerId, names: Mapping[PlayerId, str]) -> Iterator[str]:
    mine = clinch.places[me]
    clinched = [player for player, where in clinch.places.items() if where.worst == 1]
    if clinched and me not in clinched:
        yield f"{names.get(clinched[0], clinched[0])} has clinched first place."
    yield from _by_result(clinch.by_result.get(me, {}))
    if me not in clinch.by_result and mine.best != mine.worst:
        yield f"You finish between {ordinal(mine.best)} and {ordinal(mine.worst)}."
    rivals = [
        names.get(player, player)
        for player, where in clinch.places.items()
        if player != me and where.best == 1 and where.worst > 1
    ]
    if mine.best == 1 and mine.worst > 1 and 0 < len(rivals) <= len(FROM_BEST):
        yield f"First place can also go to {join_names(sorted(rivals))}."


def _by_result(results: Mapping[Code, PlaceRange]) -> Iterator[str]:
    """Yield where each result leads, results with the same end together."""
    together: dict[PlaceRange, list[str]] = {}
    for code in FROM_BEST:
        if code in results:
            together.setdefault(results[code], []).append(RESULTS[code])
    if len(together) == 1 < len(results):
        (places,) = together
        span = f"{ordinal(places.best)} to {ordinal(places.worst)}"
        yield f"Whatever your result: {span}."
        return
    for places, named in together.items():
        results_ = join_alternatives(named)
        if places.best == places.worst:
            yield f"With a {results_} you finish {ordinal(places.best)}."
        else:
            span = f"{ordinal(places.best)} to {ordinal(places.worst)}"
            yield f"With a {results_}: {span}."


def _how(clinch: Clinch, *, final: bool) -> str:
    basis = _basis(clinch)
    return f"{basis} The final comes after it." if final else basis


def _basis(clinch: Clinch) -> str:
    """Return how certain the places are."""
    if clinch.rounds_left:
        return (
            "The last round is not paired yet. This holds for every "
            "possible pairing; ties are not counted."
        )
    if not clinch.open_games:
        return "All results are in. Only a correction or a coin toss could change it."
    left = "differentials" if clinch.exact else "ties on victory points"
    games = _games(clinch.open_games)
    return f"This holds however {games} ends. Only {left} are still open."


def _games(count: int) -> str:
    return "the open game" if count == 1 else f"each of the {count} open games"
