"""`padd cards`: find cards, import card data, and which cards are legal on a day."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import datetime

import click
import msgspec

from padd.core.cards.printing import Printing
from padd.core.decks.card_legality import CardLegality
from padd.core.decks.verdicts import CardVerdict
from padd.core.refusal import RefusalError
from padd.interfaces.cli.cards import card_catalogue
from padd.interfaces.cli.cards.card_data import (
    FileArguments,
    card_files,
    card_question,
    edition_option,
    load_catalogue,
    named_file,
    on_option,
    rules_option,
)
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, named_rulebook, print_refusal
from padd.presentation.messages import text
from padd.rulebooks.loader import rulebook
from padd.rulebooks.sections.section import Edition


@click.group()
def cards() -> None:
    """Find cards, import card data, and see which are legal."""


cards.add_command(card_catalogue.find)
cards.add_command(card_catalogue.import_files)
cards.add_command(card_catalogue.card_lists)


@cards.command(cls=FileArguments)
@card_files
@edition_option
@named_rulebook
@click.option("--pool", metavar="POOL", required=True, help="The card pool.")
@rules_option
@on_option
@as_json
def legality(
    *,
    cards: tuple[str, ...],
    edition: Edition,
    name: str,
    pool: str,
    rules: str | None,
    on: datetime | None,
    as_json: bool,
) -> None:
    """Show for every printing whether it is legal, not legal or not checked.

    \b
    Try: padd cards legality --cards cards.csv sets.csv --edition 1E
         --pool complete --rules otf-beta-1 --on 2026-03-14
    """  # noqa: D301 -- \\b keeps click from joining the lines
    if not cards:
        raise click.UsageError("Give card data with --cards FILE.")
    book = rulebook(name)
    question = card_question(book, on=on, edition=edition, pool=pool, rules=rules)
    try:
        catalogue = load_catalogue(cards, edition)
        judge = CardLegality(catalogue, book, question)
    except RefusalError as refused:
        refusal = named_file(refused.refusal, cards, "padd cards legality")
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    judged = (
        (printing, judge.judge(printing))
        for printing in catalogue.printings
        if printing.edition == edition
    )
    if as_json:
        click.echo(b"".join(_documents(judged)), nl=False)
    else:
        _show(judged)


def _documents(judged: Iterator[tuple[Printing, CardVerdict]]) -> Iterator[bytes]:
    for printing, judgement in judged:
        document = {
            "set": printing.set,
            "number": printing.number,
            "rarity": printing.rarity,
            "title": printing.title,
            "verdict": judgement.verdict,
            "reasons": [reason.code for reason in judgement.reasons],
        }
        yield msgspec.json.encode(document) + b"\n"


def _show(judged: Iterator[tuple[Printing, CardVerdict]]) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    counted = {"legal": 0, "not-legal": 0, "not-checked": 0}
    grid = new_table("", "Card", "Printing", "Verdict", "Why", "Section")
    for printing, judgement in judged:
        counted[judgement.verdict] += 1
        if judgement.verdict != "legal":
            why = [text(reason.message) for reason in judgement.reasons]
            sections = dict.fromkeys(reason.rule for reason in judgement.reasons)
            grid.add_row(
                printing.title, printing.code, judgement.verdict, " ".join(why), "; ".join(sections)
            )
    print_parts(
        grid,
        f"{counted['legal']} legal, {counted['not-legal']} not legal, "
        f"{counted['not-checked']} not checked.",
    )
