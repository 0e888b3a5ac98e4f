"""`padd explain`: why this place, and the arithmetic behind every figure."""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.setup import EventOpened
from padd.core.eventlog.log.file_log import fold_file_log
from padd.core.eventlog.state.event_state import START, LogState
from padd.core.eventlog.state.rounds import FROM_FILE
from padd.core.formats.cut_parts import swiss_part
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import SWISS_STYLES, Event, PlayerId
from padd.core.pairing.verification import verify_rounds
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    event_file,
    load_event,
    print_json,
    print_refusal,
)
from padd.presentation.eventlog.scenario_view import ScenarioView, scenario_view
from padd.presentation.formats.pairing_reasons import (
    RoundReasons,
    reason_against,
    round_reasons,
    why_not_words,
)
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.formats.reasons import Why, why_document
from padd.presentation.rulebooks import book_for


def names_of(event: Event) -> dict[PlayerId, str]:
    """Return what every player is called."""
    return {player.id: player.name or player.id for player in event.players}


def explained_round(event: Event, number: int, table: int | None = None) -> RoundReasons:
    """Return the reasons behind a round on record, in which the table must be."""
    book, round_, verdict = _judged(event, number)
    reasons = round_reasons(event, round_, verdict, book, names_of(event))
    if table is not None and table not in {pairing.table for pairing in reasons.tables}:
        raise RefusalError(
            Refusal(
                code="no-such-table",
                message=message("Round {number} has no table {table}.", number=number, table=table),
                rule="padd-event/1",
                place="rounds",
            )
        )
    return reasons


def explained_why_not(
    event: Event, number: int, pair: tuple[PlayerId, PlayerId]
) -> tuple[str, dict[str, Any]]:
    """Return in words, and for programs, why two players do not meet."""
    book, round_, verdict = _judged(event, number)
    why_not = reason_against(event, round_, verdict, book, pair)
    sentence = why_not_words(why_not, names_of(event))
    document = {
        "round": number,
        "players": list(pair),
        "answer": why_not.answer,
        "criterion": why_not.criterion,
        "message": sentence,
    }
    return sentence, document


def _judged(event: Event, number: int) -> tuple[Any, Any, Any]:
    for index, round_ in enumerate(event.rounds):
        if round_.number == number and event.pairing_style in SWISS_STYLES:
            book = book_for(event)
            return book, round_, verify_rounds(event, book)[index]
    raise RefusalError(
        Refusal(
            code="no-such-round",
            message=message("Round {number} of a Swiss event is not in this file.", number=number),
            rule="padd-event/1",
            place="rounds",
        )
    )


def round_document(reasons: RoundReasons, table: int | None) -> dict[str, Any]:
    """Return what `padd explain --round --json` prints."""
    document: dict[str, Any] = msgspec.to_builtins(reasons)
    if table is not None:
        document["tables"] = [t for t in document["tables"] if t["table"] == table]
        document["byes"] = []
    return document


def show_round(event: Event, reasons: RoundReasons, only: int | None) -> None:
    """Print the round, a reason for each table and bye."""
    from padd.interfaces.cli.tables import new_table, print_parts

    names = names_of(event)
    grid = new_table(
        f"{event.name or 'Event'}: why round {reasons.number}  [{reasons.cite}]",
        *("Table", "Players", "Why"),
        numbers=("Table",),
    )
    for pairing in reasons.tables:
        if only is None or pairing.table == only:
            who = " – ".join(names[player] for player in pairing.players)
            grid.add_row(str(pairing.table), who, pairing.reason)
    for bye in reasons.byes if only is None else ():
        grid.add_row("bye", names[bye.players[0]], bye.reason)
    print_parts(grid)
    print_parts(reasons.summary)


NO_MOMENT = "1970-01-01T00:00:00+00:00"


def explain_scenario(event: Event, *, as_json: bool) -> None:
    """Print what the scenario of an event did, from its file and log."""
    book = book_for(event)
    shown = scenario_view(state := _state(event), book, state.name)
    if shown is None:
        refuse("no-scenario", message("This event has no scenario from its rulebook."), "scenario")
    if as_json:
        print_json(msgspec.to_builtins(shown))
    else:
        _show(shown)


def _state(event: Event) -> LogState:
    """Return how the event stands: by its log, or by what the file has without one."""
    book = book_for(event)
    if event.log is not None:
        log = fold_file_log(event, book)
        if isinstance(log, Refusal):
            raise RefusalError(log)
        return log.state
    opened = EventOpened(event=event)
    entry = LogEntry(sequence=1, at=NO_MOMENT, by=FROM_FILE, action=opened)
    return opened.change(START, entry, book)


def _show(shown: ScenarioView) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    print_parts(f"{shown.title}  [{shown.rule}]", *shown.due)
    for round_ in shown.rounds:
        if round_.lots:
            again = f", drawn again {round_.redraws}×" if round_.redraws else ""
            grid = new_table(f"Round {round_.number}{again}", "Player", "Drew")
            for lot in round_.lots:
                grid.add_row(lot.name, lot.lot)
            print_parts(grid)
    if shown.ranking:
        grid = new_table("Ranking of the scenario", "", "Player", *shown.figures, numbers=("",))
        for line in shown.ranking:
            grid.add_row(str(line.place), line.name, *map(str, line.figures))
        print_parts(grid)
    for name, title in shown.awards:
        print_parts(f"Award: {title} – {name}")
    for card, said, name in shown.notes:
        print_parts(f"{card}: {said} ({name})")


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
    reasons = explained_round(event, number, table)
    if as_json:
        print_json(round_document(reasons, table))
    else:
        show_round(event, reasons, table)


def explain_why_not(event: Event, number: int, handles: tuple[str, str], *, as_json: bool) -> None:
    """Print why two players do not meet in a round."""
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
