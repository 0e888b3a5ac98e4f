"""`padd pair`: the next round of an event."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from padd.core.event_file import write_event
from padd.core.pairing.next_round import (
    PairedRound,
    pair_next,
    round_from,
)
from padd.interfaces.cli.files import answer, as_json, event_files
from padd.presentation.documents import paired_document
from padd.presentation.event_rulebook import book_for
from padd.presentation.formats.registry import way_of

if TYPE_CHECKING:
    from padd.core.model import Event, Round
    from padd.core.pairing import Figures
    from padd.presentation.formats.answer import FormatAnswer

SEED_BITS = 32


class PairedEvent(msgspec.Struct, frozen=True):
    """An event and its next round."""

    event: Event
    paired: PairedRound


@click.command()
@event_files
@click.option("--seed", type=int, help="Seed of the draw; drawn at random if left out.")
@click.option(
    "--into",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Also write the event with its new round to this file.",
)
@click.option(
    "--pods",
    type=click.IntRange(min=1),
    help="Tribbles: how many pods to form; as few as possible if left out.",
)
@click.option(
    "--final-confrontation",
    "final",
    is_flag=True,
    help="Name the two players of the deciding game after the Swiss rounds.",
)
@as_json
def pair(
    files: tuple[str, ...],
    seed: int | None,
    into: Path | None,
    pods: int | None,
    *,
    final: bool,
    as_json: bool,
) -> None:
    """Pair the next round: the best pairings there are, at random among equals.

    A bracket gives its next matches, Tribbles its pods. The seed that is printed
    with the round gives the same round again.
    """
    if into is not None and len(files) > 1:
        raise click.UsageError("--into takes one event.")

    def work(event: Event) -> PairedEvent | FormatAnswer:
        chosen = secrets.randbits(SEED_BITS) if seed is None else seed
        if final:
            from padd.presentation.formats.final_confrontation import confrontation

            decided = confrontation(event, seed or 0)
            write(decided.event)
            return decided.answer
        way = way_of(event)
        if way is not None:
            made = way.pair(event, chosen, pods)
            write(added(event, made.round))
            return made.answer
        if pods is not None:
            raise click.UsageError("--pods belongs to Tribbles.")
        drawn = PairedEvent(event, pair_next(event, book_for(event), seed=chosen))
        if drawn.paired.number > event.rounds_planned:
            click.echo(
                f"Round {drawn.paired.number} is beyond the "
                f"{event.rounds_planned} rounds planned.",
                err=True,
            )
        write(with_round(drawn))
        return drawn

    def write(event: Event) -> None:
        if into is not None:
            into.write_bytes(write_event(event))

    answer(
        files,
        as_json=as_json,
        work=work,
        document=lambda drawn: paired_document(drawn.paired),
        table=show_paired,
    )


def with_round(drawn: PairedEvent) -> Event:
    """Return the event with its new round at the end."""
    return added(drawn.event, round_from(drawn.paired, drawn.event))


def added(event: Event, round_: Round) -> Event:
    """Return an event with one more round."""
    return msgspec.structs.replace(event, rounds=(*event.rounds, round_))


def show_paired(drawn: PairedEvent) -> None:
    """Print the round as a list by table, with its figures."""
    from padd.interfaces.cli.tables import show, table

    event, paired = drawn.event, drawn.paired
    names = {player.id: player.name or player.id for player in event.players}
    made = table(
        f"{event.name or 'Event'}: round {paired.number}",
        *("Table", "Player", "", "Player"),
        numbers=("Table",),
    )
    for number, (first, second) in enumerate(paired.draw.tables, start=1):
        made.add_row(str(number), names[first], "–", names[second])
    show(made)
    for title, players in (
        ("Bye", paired.draw.byes),
        ("Earned bye", paired.earned_byes),
        ("Not in this round", paired.missed),
    ):
        if players:
            show(f"{title}: {', '.join(names[player] for player in players)}")
    show(figures_line(paired.draw.figures), f"Seed {paired.draw.seed}")


def figures_line(figures: Figures) -> str:
    """Say in one line how good a round is."""
    return (
        f"{figures.rematches} rematches, {figures.unequal_pairs} unequal pairs, "
        f"{figures.distant_pairs} more than one step apart, "
        f"total difference {figures.total_difference}."
    )
