"""`padd cards find`, `import` and `lists`: the card data of this installation."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from padd.core.cards.catalogue import Card, Catalogue
from padd.interfaces.cli.cards.card_data import (
    FileArguments,
    card_files,
    edition_option,
    load_catalogue,
    today,
)
from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.rulebooks.sections.section import Edition


@click.command(cls=FileArguments)
@click.argument("query", metavar="QUERY")
@card_files
@edition_option
@data_option
@as_json
@exit_on_refusal
def find(
    *, query: str, cards: tuple[str, ...], edition: Edition, data: Path | None, as_json: bool
) -> None:
    """Find cards by a query, in files or in this installation's card data.

    Try: padd cards find "picard type:personnel points>=40" --edition 1E
    """
    from padd.presentation.cards import search_cards

    catalogue = load_catalogue(cards, edition) if cards else _kept(data)
    found = search_cards(catalogue, edition, query, today=today()).cards
    if as_json:
        print_json({"total": len(found), "cards": [_document(card) for card in found]})
        return
    from padd.interfaces.cli.tables import new_table, print_parts

    grid = new_table("", "Card", "Type", "Printings")
    for card in found:
        codes = ", ".join(one.code for one in card.printings)
        grid.add_row(card.title, card.printings[0].type, codes)
    print_parts(grid, f"{len(found)} found.")


def _kept(data: Path | None) -> Catalogue:
    open_installation(data)
    from padd.services.cards.catalogue import current_catalogue

    return current_catalogue().catalogue


def _document(card: Card) -> dict[str, object]:
    return {
        "title": card.title,
        "type": card.printings[0].type,
        "printings": [
            {"set": one.set, "number": one.number, "rarity": one.rarity} for one in card.printings
        ],
    }


@click.command("import")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
)
@edition_option
@click.option("--yes", is_flag=True, help="Apply the changes.")
@data_option
@as_json
@exit_on_refusal
def import_files(
    *, files: tuple[Path, ...], edition: Edition, yes: bool, data: Path | None, as_json: bool
) -> None:
    """Import card data: show what each file changes, and apply it with --yes.

    Try: padd cards import cards.csv sets.csv --edition 1E --yes
    """
    open_installation(data)
    from padd.services.access.actors import SYSTEM
    from padd.services.cards import card_import

    for file in files:
        brought = card_import.upload_card_file(
            by=SYSTEM, now=current_time(), name=file.name, data=file.read_bytes(), edition=edition
        )
        seen = card_import.preview_card_file(by=SYSTEM, file=brought)
        if yes:
            card_import.activate_card_file(by=SYSTEM, now=current_time(), file=brought)
        if as_json:
            print_json({**msgspec.to_builtins(seen), "in_use": yes})
            continue
        click.echo(
            f"{seen.name} ({seen.slot}): {len(seen.new)} new, {len(seen.changed)} "
            f"changed, {len(seen.gone)} gone, {len(seen.doubtful)} doubtful."
        )
        for name in seen.doubtful[: card_import.SHOWN]:
            click.echo(f"  doubtful: {name}")
    if not yes and not as_json:
        click.echo("Nothing is in use yet. Add --yes to start using the files.")


@click.command("lists")
@data_option
@as_json
@exit_on_refusal
def card_lists(*, data: Path | None, as_json: bool) -> None:
    """Show the card lists in use, with their source and effective date.

    Try: padd cards lists
    """
    catalogue = _kept(data)
    lists = [
        {
            "list": each.kind,
            "edition": each.edition,
            "rules": each.rules or None,
            "source": each.source,
            "since": each.known_from.isoformat(),
            "cards": len(each.cards),
            "on_it": len(each.on(today())),
        }
        for each in catalogue.lists
    ]
    if as_json:
        print_json({"lists": lists})
        return
    from padd.interfaces.cli.tables import new_table, print_parts

    grid = new_table("", "List", "Edition", "Rules set", "Since", "Cards today", "Source")
    for each in lists:
        grid.add_row(
            str(each["list"]),
            str(each["edition"]),
            str(each["rules"] or "any"),
            str(each["since"]),
            str(each["on_it"]),
            str(each["source"]),
        )
    print_parts(grid, f"{len(lists)} card lists in addition to the rulebooks’ own.")
