"""`padd pair`: the next round of an event."""

from __future__ import annotations

import secrets
from pathlib import Path

import click

from padd.core.event_file import write_event
from padd.core.formats.cut_parts import with_played_round
from padd.core.formats.registry import format_of
from padd.core.model import Event
from padd.interfaces.cli.files import answer_files, as_json, event_files
from padd.presentation.formats.presenter import CommandAnswer, presenter_of
from padd.presentation.rulebooks import book_for

SEED_BITS = 32


@click.command()
@event_files
@click.option("--seed", type=int, help="Seed of the draw; random if left out.")
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
    """Pair the next round: the best possible pairings, at random among equals.

    For a bracket, list the next matches; for Tribbles, the pods. The seed printed
    with the round reproduces it.
    """
    if into is not None and len(files) > 1:
        raise click.UsageError("--into works with a single event only.")

    def work(event: Event) -> CommandAnswer:
        if final:
            from padd.presentation.formats.swiss import final_confrontation

            decided = final_confrontation(event, seed or 0)
            write(decided.event)
            return decided.answer
        if pods is not None and not format_of(event).in_pods:
            raise click.UsageError("--pods is for Tribbles only.")
        chosen = secrets.randbits(SEED_BITS) if seed is None else seed
        paired = presenter_of(event).pair(event, book_for(event), seed=chosen, pods=pods)
        if paired.notice:
            click.echo(paired.notice, err=True)
        write(with_played_round(event, paired.round))
        return paired.answer

    def write(event: Event) -> None:
        if into is not None:
            into.write_bytes(write_event(event))

    answer_files(
        files,
        as_json=as_json,
        work=work,
        document=lambda found: found.document,
        tables=lambda found: found.tables,
    )
