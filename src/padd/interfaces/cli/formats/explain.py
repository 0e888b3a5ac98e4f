"""`padd explain`: why this place, and the arithmetic behind every figure."""

from __future__ import annotations

import sys

import click
import msgspec

from padd.core.formats.cut_parts import swiss_part
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Event, PlayerId
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    event_file,
    load_event,
    print_json,
    print_refusal,
)
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.formats.reasons import Why, why_document
from padd.presentation.rulebooks.event_rulebook import book_for


@click.command()
@event_file
@click.argument("player", required=False)
@click.option("--round", "number", type=int, help="Explain the pairings of a round.")
@click.option("--table", type=int, help="Only this table of the round.")
@click.option(
    "--why-not", nargs=2, metavar="A B", help="Why these two are not paired in the round."
)
@click.option("--scenario", is_flag=True, help="Explain what the scenario drew.")
@click.option("--seed", type=int, default=0, help="Seed of the coin toss.")
@as_json
def explain(  # noqa: PLR0917 -- one argument for each option
    file: str,
    player: str | None,
    number: int | None,
    table: int | None,
    why_not: tuple[str, str] | None,
    seed: int,
    *,
    scenario: bool,
    as_json: bool,
) -> None:
    """Explain a player's place, step by step.

    PLAYER is an id, a handle or a name; leave it out to explain everyone. --round
    explains the pairings of that round instead; --scenario explains the decks and rules
    drawn, and the scenario's own ranking.
    """
    if number is None and (table is not None or why_not):
        raise click.UsageError("--table and --why-not need --round.")
    try:
        event = load_event(file)
        swiss = format_of(swiss_part(event)).gives_victory_points
        if scenario:
            from padd.interfaces.cli.formats.explain_scenario import explain_scenario

            explain_scenario(event, as_json=as_json)
        elif number is None or not swiss:
            # Seeds, opponents and pods are part of why a player stands here.
            explain_places(event, player, seed, as_json=as_json)
        elif why_not:
            explain_why_not(event, number, why_not, as_json=as_json)
        else:
            explain_pairings(event, number, table, as_json=as_json)
    except RefusalError as refused:
        print_refusal(msgspec.structs.replace(refused.refusal, file=file), as_json=as_json)
        sys.exit(BROKE_A_RULE)


def explain_places(event: Event, asked: str | None, seed: int, *, as_json: bool) -> None:
    """Print the sums behind the line of one player, or of all."""
    book = book_for(event)
    places = format_of(event).standings(event, book, seed=seed)
    why = presenter_of(event).reasons(event, book, places)
    everybody = [row.player for row in places.rows]
    chosen = [find_player(event, asked)] if asked else everybody
    reasons = [(player, why(player)) for player in chosen]
    if as_json:
        documents = [why_document(*pair) for pair in reasons]
        print_json(documents[0] if asked else {"players": documents})
    else:
        for _, reason in reasons:
            show_why(reason)


def explain_pairings(event: Event, number: int, table: int | None, *, as_json: bool) -> None:
    """Print why the tables of a round came out as they did."""
    from padd.interfaces.cli.formats.explain_round import (
        explained_round,
        round_document,
        show_round,
    )

    reasons = explained_round(event, number, table)
    if as_json:
        print_json(round_document(reasons, table))
    else:
        show_round(event, reasons, table)


def explain_why_not(event: Event, number: int, handles: tuple[str, str], *, as_json: bool) -> None:
    """Print why two players do not meet in a round."""
    from padd.interfaces.cli.formats.explain_round import explained_why_not

    pair = find_player(event, handles[0]), find_player(event, handles[1])
    sentence, answer = explained_why_not(event, number, pair)
    if as_json:
        print_json(answer)
    else:
        click.echo(sentence)


def find_player(event: Event, handle: str) -> PlayerId:
    """Return the player of that id, handle or name."""
    folded = handle.casefold()
    for player in event.players:
        if handle == player.id:
            return player.id
    named = [
        player.id
        for player in event.players
        if folded in {player.handle.casefold(), player.name.casefold()}
    ]
    if len(named) == 1:
        return named[0]
    reason = message('There is no player "{handle}"; `padd standings` lists them.', handle=handle)
    if named:
        reason = message(
            'Several players are called "{handle}"; give an id: {ids}.',
            handle=handle,
            ids=str(named),
        )
    raise RefusalError(
        Refusal(code="unknown-player", message=reason, rule="padd-event/1", place="players")
    )


def show_why(reason: Why) -> None:
    """Print one player's explanation."""
    from padd.interfaces.cli.tables import new_table, print_parts

    print_parts(reason.answer)
    for tried in reason.chain:
        print_parts(f"  {tried.mark} {tried.text}  [{tried.cite}]")
    for part in reason.sums:
        grid = new_table(
            f"{part.title}: {part.working} = {part.total}  [{part.cite}]",
            *("R", "", "How", "Adds"),
            numbers=("R", "Adds"),
        )
        for line in part.lines:
            value = f"({line.value})" if line.struck else line.value
            grid.add_row(str(line.round), line.label, line.note, value)
        print_parts(grid)
