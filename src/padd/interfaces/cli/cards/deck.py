"""`padd deck`: is this deck legal, and if not, by which section."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from padd.core.decks.card_legality import legality_question
from padd.core.decks.deck_check import check_deck
from padd.core.decks.deck_list import DeckList
from padd.core.decks.deck_reader import MOST_BYTES, read_deck
from padd.core.decks.deck_writer import FORMATS, DeckFormat, write_deck
from padd.core.decks.verdicts import CheckedDeck
from padd.core.refusal import RefusalError
from padd.interfaces.cli.cards.card_data import (
    EDITIONS,
    FileArguments,
    card_files,
    card_question,
    day_or_today,
    load_catalogue,
    named_file,
    on_option,
    rules_option,
)
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    load_event,
    named_rulebook,
    print_json,
    print_refusal,
)
from padd.interfaces.cli.open_installation import data_option, open_installation
from padd.presentation.decks.check_document import deck_check_document
from padd.presentation.messages import text
from padd.presentation.rulebooks import book_for
from padd.rulebooks.loader import rulebook
from padd.services.rulebooks.event_rulebook import event_start_date

deck_file = click.argument(
    "file", metavar="DECK", type=click.Path(exists=True, dir_okay=False, allow_dash=True)
)


@click.group()
def deck() -> None:
    """Check and convert deck lists."""


@deck.command(cls=FileArguments)
@deck_file
@card_files
@click.option(
    "--edition",
    type=click.Choice(EDITIONS, case_sensitive=False),
    help="The edition; taken from the event if one is given.",
)
@click.option(
    "--event",
    metavar="EVENT",
    help="Check for this event: an event file, or the id of an event here.",
)
@data_option
@named_rulebook
@rules_option
@click.option("--pool", metavar="POOL", help="The card pool; complete if left out.")
@click.option("--format", "form", metavar="FORMAT", help="The format; constructed if left out.")
@on_option
@as_json
def check(
    *,
    file: str,
    cards: tuple[str, ...],
    name: str,
    data: Path | None,
    as_json: bool,
    **given: Any,  # noqa: ANN401 -- click's options
) -> None:
    """Check a deck list against card pool, rules set, lists and dates.

    \b
    Try: padd deck check deck.txt --cards cards.csv sets.csv --edition 2E
         --pool academy --on 2026-03-14
         padd deck check deck.txt --event my.event.json --cards cards.csv
    """  # noqa: D301 -- \\b keeps click from joining the lines
    try:
        listed = _read(file)
        checked = _checked(listed, cards, name, data, given)
    except RefusalError as refused:
        print_refusal(named_file(refused.refusal, cards, file), as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json(msgspec.to_builtins(deck_check_document(checked)))
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
        print_refusal(named_file(refused.refusal, (), file), as_json=False)
        sys.exit(BROKE_A_RULE)


def _checked(
    listed: DeckList, cards: tuple[str, ...], name: str, data: Path | None, given: dict[str, Any]
) -> CheckedDeck:
    """Check a list by the options, by an event file, or by an event kept here."""
    event = given.pop("event")
    if event is None:
        if given["edition"] is None:
            raise click.UsageError("Give --edition, or --event.")
        book = rulebook(name)
        question = card_question(book, **given)
    elif Path(event).is_file():
        facts = load_event(event)
        book = book_for(facts)
        question = legality_question(
            facts, book, on=event_start_date(facts) or day_or_today(given["on"])
        )
    else:
        open_installation(data)
        from padd.services.decks.deck_terms import deck_terms

        terms = deck_terms(event)
        catalogue = load_catalogue(cards, terms.question.edition) if cards else terms.catalogue
        return check_deck(listed, catalogue, terms.book, terms.question)
    if not cards:
        raise click.UsageError("Give card data with --cards FILE.")
    catalogue = load_catalogue(cards, question.edition)
    return check_deck(listed, catalogue, book, question)


def _read(file: str) -> DeckList:
    most = MOST_BYTES + 1
    if file == "-":
        return read_deck(sys.stdin.buffer.read(most), source=file)
    with Path(file).open("rb") as opened:
        return read_deck(opened.read(most), source=file)


def _show(checked: CheckedDeck) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    grid = new_table(
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
    print_parts(grid, f"{cards} cards in {len(checked.lines)} lines.")
