"""`padd simulate`: random events, every round checked by the oracle."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import Any, Final

import click
import msgspec

from padd.interfaces.cli.files import BROKE_A_RULE, as_json, print_json
from padd.interfaces.cli.simulation.bracket import simulate_bracket
from padd.interfaces.cli.simulation.pods import simulate_tribbles
from padd.interfaces.cli.simulation.swiss import SimulatedEvent, SwissPlan, play_swiss
from padd.interfaces.cli.tables import track_progress
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd_oracle.generate import Chances

SIZES: Final = {"single-elimination": (4, 8, 16, 32, 64), "modified-mcintyre": (8, 16)}
"""The styles that have only some sizes."""
SMALLEST: Final = {
    "single-elimination-play-in": 3,
    "elimination": 3,
    "tribbles": 3,
    "tribbles-finals": 9,
}
STYLES: Final = ("swiss", *SIZES, *SMALLEST)


class StyledPlan(msgspec.Struct, frozen=True):
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


def play_styled(seed: int, styled: StyledPlan) -> SimulatedEvent:
    """Play the event that a seed gives and judge it."""
    style, plan = styled.style, styled.wanted
    if style == "swiss":
        return play_swiss(seed, plan)
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


SEED_BITS = 32
CHUNK = 8
SHOWN = 10


class Span(click.ParamType[tuple[int, int]]):
    """A number, or two with a hyphen between them."""

    name = "N or N-M"

    def convert(
        self,
        value: Any,  # noqa: ANN401 -- as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[int, int]:
        """Return the least and the most."""
        if isinstance(value, tuple):
            return value
        least, _, most = str(value).partition("-")
        try:
            span = int(least), int(most or least)
        except ValueError:
            self.fail(f"{value!r} is not a number such as 24 or 3-64.", param, ctx)
        if not 2 <= span[0] <= span[1]:  # noqa: PLR2004 -- a pair
            self.fail("At least two players are needed.", param, ctx)
        return span


def chance_option(default: float) -> dict[str, Any]:
    """Return the settings of an option that is a chance."""
    return {
        "type": click.FloatRange(0, 1),
        "default": default,
        "show_default": True,
        "metavar": "0..1",
    }


@click.command()
@click.option("--style", type=click.Choice(STYLES), default="swiss", show_default=True)
@click.option("--players", type=Span(), default="3-64", show_default=True)
@click.option("--rounds", type=click.IntRange(1, 40), help="Rounds; 2 to 8 if left out.")
@click.option(
    "--rulebook",
    "books",
    type=click.Choice(rulebook_ids()),
    multiple=True,
    help="One of these rulebooks; all of them if left out.",
)
@click.option("--events", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, help="Seed of the first event; the rest count up.")
@click.option("--drops", **chance_option(0.03), help="Chance that a player drops after a round.")
@click.option("--late", **chance_option(0.15), help="Chance that someone new joins before a round.")
@click.option(
    "--earned-byes", **chance_option(0.08), help="Chance that a player has an earned bye."
)
@click.option("--delayed", **chance_option(0.04), help="Chance that a game is delayed.")
@click.option("--absent", **chance_option(0.03), help="Chance that a player misses a game.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1)
@as_json
def simulate(  # noqa: PLR0917 -- one argument for each option
    style: str,
    players: tuple[int, int],
    rounds: int | None,
    books: tuple[str, ...],
    events: int,
    seed: int | None,
    drops: float,
    late: float,
    earned_byes: float,
    delayed: float,
    absent: float,
    jobs: int,
    *,
    as_json: bool,
) -> None:
    """Play random events and have an independent oracle check every round.

    Brackets and Tribbles are checked by counting.

    The seed is printed first. To see a failure again, run
    padd simulate --events 1 --seed SEED with the same options.
    """
    first = secrets.randbits(SEED_BITS) if seed is None else seed
    known = books_with(style, books or rulebook_ids())
    if not known or not sizes_of(style, *players):
        raise click.UsageError(f"No event of style {style} has these options.")
    click.echo(f"seed {first}", err=True)
    plan = SwissPlan(
        least=players[0],
        most=players[1],
        rounds=rounds,
        rulebooks=known,
        chances=Chances(
            drop=drops, late=late, earned_bye=earned_byes, delayed=delayed, absent=absent
        ),
    )
    played = list(
        track_progress(
            _played(first, events, StyledPlan(style, plan), jobs), "Playing", total=events
        )
    )
    bad = [event for event in played if event.problems]
    if as_json:
        print_json(simulation_document(first, played))
    else:
        show_summary(first, played)
    if bad:
        sys.exit(BROKE_A_RULE)


def _played(first: int, events: int, styled: StyledPlan, jobs: int) -> Iterator[SimulatedEvent]:
    """Play events, in several processes if that pays."""
    seeds = range(first, first + events)
    if jobs == 1 or events <= CHUNK:
        yield from (play_styled(seed, styled) for seed in seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play_styled, styled=styled), seeds, chunksize=CHUNK)


def simulation_document(first: int, played: list[SimulatedEvent]) -> dict[str, Any]:
    """Return what `padd simulate --json` prints."""
    bad = [event for event in played if event.problems]
    return {
        "seed": first,
        "events": len(played),
        "rounds": sum(event.rounds for event in played),
        "second_byes": sum(event.second_byes for event in played),
        "extra_byes": sum(event.extra_byes for event in played),
        "missed_games": sum(event.missed_games for event in played),
        "discrepancies": [
            {
                "seed": event.seed,
                "rulebook": event.rulebook,
                "players": event.players,
                "problems": list(event.problems),
            }
            for event in bad
        ],
    }


def show_summary(first: int, played: list[SimulatedEvent]) -> None:
    """Print what was played and what the oracle objected to."""
    from padd.interfaces.cli.tables import new_table, print_parts

    figures = ("Events", "Rounds", "Second byes", "Extra byes", "Missed", "Objections")
    grid = new_table(
        f"{len(played)} events from seed {first}", *("Rulebook", *figures), numbers=figures
    )
    for book in rulebook_ids():
        of_book = [event for event in played if event.rulebook == book]
        if of_book:
            grid.add_row(
                book,
                *(
                    str(sum(figure(event) for event in of_book))
                    for figure in (
                        lambda _: 1,
                        lambda one: one.rounds,
                        lambda one: one.second_byes,
                        lambda one: one.extra_byes,
                        lambda one: one.missed_games,
                        lambda one: len(one.problems),
                    )
                ),
            )
    print_parts(grid)
    for event in [event for event in played if event.problems][:SHOWN]:
        print_parts(f"seed {event.seed} ({event.rulebook}, {event.players} players):")
        print_parts(*(f"  {problem}" for problem in event.problems[:SHOWN]))
    passed = sum(not event.problems for event in played)
    print_parts(f"{passed} passed, {len(played) - passed} failed")
