"""`padd deck`: may this deck be played, and if not, by which section."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from padd.core.decks.deck_check import CheckedDeck, CheckedLine, check_deck
from padd.core.decks.deck_reader import MOST_BYTES, read_deck
from padd.core.decks.deck_writer import FORMATS, DeckFormat, write_deck
from padd.core.refusal import RefusalError
from padd.interfaces.cli.card_data import (
    FileArguments,
    asked,
    card_files,
    edition_option,
    load_catalogue,
    on_option,
    rules_option,
)
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    named_rulebook,
    print_json,
    tell_refusal,
)
from padd.presentation.messages import text
from padd.rulebooks.loader import rulebook

if TYPE_CHECKING:
    from padd.core.decks.deck_list import DeckList
    from padd.core.decks.verdicts import VerdictReason

deck_file = click.argument(
    "file",
    metavar="DECK",
    type=click.Path(exists=True, dir_okay=False, allow_dash=True),
)


@click.group()
def deck() -> None:
    """Check and convert deck lists."""


@deck.command(cls=FileArguments)
@deck_file
@card_files
@edition_option
@named_rulebook
@rules_option
@click.option("--pool", metavar="POOL", help="The card pool; complete unless given.")
@click.option("--format", "form", metavar="FORMAT", help="The format; constructed.")
@on_option
@as_json
def check(
    *,
    file: str,
    cards: tuple[str, ...],
    name: str,
    as_json: bool,
    **given: Any,  # noqa: ANN401 -- click's options
) -> None:
    """Check a deck list against card pool, rules set, lists and dates.

    \b
    Try: padd deck check deck.txt --cards cards.csv sets.csv --edition 2E
         --pool academy --on 2026-03-14
    """  # noqa: D301 -- \\b keeps click from joining the lines
    if not cards:
        raise click.UsageError("Give card data with --cards FILE.")
    book = rulebook(name)
    question = asked(book, **given)
    try:
        listed = _read(file)
        catalogue = load_catalogue(cards, question.edition)
        checked = check_deck(listed, catalogue, book, question)
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file=file)
        tell_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(_document(checked))
    else:
        _show(checked)


@deck.command()
@deck_file
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMATS),
    default="plain",
    show_default=True,
    help="The format to write.",
)
def convert(*, file: str, form: DeckFormat) -> None:
    """Write a deck list in another format.

    Try: padd deck convert deck.dek --to plain
    """
    try:
        click.echo(write_deck(_read(file), form), nl=False)
    except RefusalError as refused:
        tell_refusal(msgspec.structs.replace(refused.refusal, file=file), as_json=False)
        sys.exit(BROKE_A_RULE)


def _read(file: str) -> DeckList:
    most = MOST_BYTES + 1
    if file == "-":
        return read_deck(sys.stdin.buffer.read(most), source=file)
    with Path(file).open("rb") as opened:
        return read_deck(opened.read(most), source=file)


def _document(checked: CheckedDeck) -> dict[str, object]:
    return {
        "verdict": checked.verdict,
        "lines": [_line(line) for line in checked.lines],
        "deck": [
            {**_reason(reason), "verdict": reason.verdict} for reason in checked.deck
        ],
    }


def _line(line: CheckedLine) -> dict[str, object]:
    printing = line.printing
    return {
        "line": line.written.line,
        "quantity": line.written.quantity,
        "title": line.written.title,
        "card": {"set": printing.set, "number": printing.number} if printing else None,
        "verdict": line.verdict,
        "reasons": [_reason(reason) for reason in line.judgement.reasons],
    }


def _reason(reason: VerdictReason) -> dict[str, str]:
    return {
        "code": reason.code,
        "rule": reason.rule,
        "message": text(reason.message),
    }


def _show(checked: CheckedDeck) -> None:
    from padd.interfaces.cli.tables import show, table

    grid = table(
        f"The deck is {checked.verdict.replace('-', ' ')}",
        "Line",
        "Card",
        "Verdict",
        "Why",
        "Section",
        numbers=("Line",),
    )
    for line in checked.lines:
        for reason in line.judgement.reasons:
            grid.add_row(
                str(line.written.line),
                f"{line.written.quantity}x {line.written.title}",
                reason.verdict,
                text(reason.message),
                reason.rule,
            )
    for reason in checked.deck:
        grid.add_row("", "the deck", reason.verdict, text(reason.message), reason.rule)
    cards = sum(line.written.quantity for line in checked.lines)
    show(grid, f"{cards} cards in {len(checked.lines)} lines.")
