"""One random event of any pairing style."""

from __future__ import annotations

from random import Random
from typing import Final

import msgspec

from padd.interfaces.cli.simulation.bracket import simulate_bracket
from padd.interfaces.cli.simulation.pods import simulate_tribbles
from padd.interfaces.cli.simulation.swiss import SimulatedEvent, SwissPlan, play
from padd.rulebooks.loader import rulebook

SIZES: Final = {"single-elimination": (4, 8, 16, 32, 64), "modified-mcintyre": (8, 16)}
"""The styles that have only some sizes."""
SMALLEST: Final = {
    "single-elimination-play-in": 3,
    "elimination": 3,
    "tribbles": 3,
    "tribbles-finals": 9,
}
STYLES: Final = ("swiss", *SIZES, *SMALLEST)


class Styled(msgspec.Struct, frozen=True):
    """What kind of events to play, and in which style."""

    style: str
    wanted: SwissPlan


def books_with(style: str, books: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the rulebooks that know a pairing style."""
    return tuple(book for book in books if style in rulebook(book).pairing.system)


def sizes_of(style: str, least: int, most: int) -> tuple[int, ...]:
    """Return the sizes of a style within a span."""
    sizes = SIZES.get(style, range(max(least, SMALLEST.get(style, 2)), most + 1))
    return tuple(size for size in sizes if least <= size <= most)


def play_styled(seed: int, styled: Styled) -> SimulatedEvent:
    """Play the event that a seed gives and judge it."""
    style, plan = styled.style, styled.wanted
    if style == "swiss":
        return play(seed, plan)
    rng = Random(seed)  # noqa: S311 -- replayable, not secret
    book = rng.choice(plan.rulebooks)
    players = rng.choice(sizes_of(style, plan.least, plan.most))
    if style.startswith("tribbles"):
        finals = style == "tribbles-finals"
        trial = simulate_tribbles(seed, players, book, finals=finals)
    else:
        trial = simulate_bracket(seed, style, players, book)
    return SimulatedEvent(
        seed=seed,
        rulebook=book,
        players=trial.players,
        rounds=trial.rounds,
        second_byes=0,
        extra_byes=0,
        missed_games=0,
        problems=trial.problems,
    )
