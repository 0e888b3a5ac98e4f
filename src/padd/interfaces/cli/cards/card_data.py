"""Options and files that commands about cards and decks share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import click
import msgspec

from padd.core.cards.card_file import read_card_file
from padd.core.cards.catalogue import Catalogue, catalogue_of
from padd.core.decks.card_legality import rules_set_of
from padd.core.decks.verdicts import LegalityQuestion
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.section import Edition

EDITIONS: Final = ("1E", "2E", "TR")

card_files = click.option(
    "--cards",
    "cards",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Card data as CSV: printings, sets, lists; repeat for each file.",
)
edition_option = click.option(
    "--edition",
    type=click.Choice(EDITIONS, case_sensitive=False),
    required=True,
    help="The edition.",
)
rules_option = click.option("--rules", metavar="RULES", help="The rules set.")
on_option = click.option(
    "--on",
    "on",
    type=click.DateTime(formats=["%Y-%m-%d"]),
    metavar="DATE",
    help="The day of the event; today if left out.",
)


class FileArguments(click.Command):
    """A command in which one --cards takes every file that follows it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put --cards before each of several files behind it."""
        spread: list[str] = []
        following = 0
        for word in args:
            if word == "--cards":
                following = 1
                spread.append(word)
            elif following and not word.startswith("--"):
                if following > 1:
                    spread.append("--cards")
                spread.append(word)
                following += 1
            else:
                following = 0
                spread.append(word)
        return super().parse_args(ctx, spread)


def load_catalogue(files: Sequence[str], edition: Edition) -> Catalogue:
    """Return the catalogue that the files make."""
    return catalogue_of(
        read_card_file(Path(file).read_bytes(), source=file, edition=edition) for file in files
    )


def named_file(refusal: Refusal, files: Sequence[str], otherwise: str) -> Refusal:
    """Return a refusal that names its file: that of the cards, or the one checked."""
    if refusal.place in {*files, otherwise}:
        return msgspec.structs.replace(refusal, file=refusal.place, place="")
    return msgspec.structs.replace(refusal, file=otherwise)


def card_question(
    book: Rulebook, *, on: datetime | None, edition: Edition, **given: str | None
) -> LegalityQuestion:
    """Return the question that the options make, defaults by the rulebook."""
    form = given.get("form") or "constructed"
    known = (
        ("pool", book.formats.card_pools),
        ("rules", book.formats.rules),
        ("form", book.formats.formats),
    )
    for name, values in known:
        if given.get(name) is not None and given[name] not in values:
            option = "format" if name == "form" else name
            raise click.BadParameter(
                f"{given[name]} is not one of {', '.join(values)}.", param_hint=f"--{option}"
            )
    return LegalityQuestion(
        edition=edition,
        pool=given.get("pool") or "complete",
        rules=rules_set_of(edition, given.get("rules"), book),
        format=form,
        on=day_or_today(on),
    )


def day_or_today(on: datetime | None) -> date:
    """Return the day that an option names, or today."""
    return on.date() if on is not None else today()


def today() -> date:
    """Return the date here."""
    return datetime.now(UTC).astimezone().date()
