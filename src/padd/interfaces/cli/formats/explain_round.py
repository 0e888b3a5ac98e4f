"""`padd explain --round`: why these pairings."""

from __future__ import annotations

from typing import Any

import msgspec

from padd.core.messages import message
from padd.core.model import SWISS_STYLES, Event, PlayerId
from padd.core.pairing.verification import verify_rounds
from padd.core.refusal import Refusal, RefusalError
from padd.presentation.formats.pairing_reasons import (
    RoundReasons,
    reason_against,
    round_reasons,
    why_not_words,
)
from padd.presentation.rulebooks.event_rulebook import book_for


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
