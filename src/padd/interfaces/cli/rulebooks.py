"""`padd rules`, `padd rulings` and `padd schema`: what rulebooks, rulings and files say."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click
import msgspec

from padd.core.event_file import event_schema
from padd.core.refusal import RefusalError
from padd.interfaces.cli.files import BROKE_A_RULE, as_json, print_json
from padd.rulebooks.compare import Difference, rulebook_differences, value_at
from padd.rulebooks.loader import UnknownRulebookError, rulebook, rulebook_ids
from padd.rulebooks.schema import Citation, Rulebook
from padd.rulebooks.source import RulebookError
from padd.services.rulebooks.event_rulebook import FOLDER, ruling_folders

Document = dict[str, Any]


@click.command()
@click.argument("words", nargs=-1, metavar="[RULEBOOK] [TOPIC]")
@click.option("--compare", nargs=2, metavar="A B", help="Show where two rulebooks differ.")
@click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    help="With the interim rulings for events that start on this day.",
)
@click.option(
    "--rulings",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    help="A file or folder of more interim rulings.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rules(
    words: tuple[str, ...],
    compare: tuple[str, str] | None,
    on: datetime | None,
    rulings: tuple[Path, ...],
    *,
    as_json: bool,
) -> None:
    """List the rulebooks, print one with its sections, or compare two.

    \b
    Try: padd rules
         padd rules opg-5 time
         padd rules --compare opg-5 opg-4.1 scoring
    """  # noqa: D301 -- \b keeps click from joining the lines
    names = compare or words[:1]
    topics = words if compare else words[1:]
    if len(topics) > 1:
        raise click.UsageError("Give at most one topic, such as scoring or time.late.")
    date = on.date() if on else None
    try:
        books = [rulebook(name, on=date, rulings=rulings) for name in names]
        topic = known_topic(topics, books)
    except UnknownRulebookError as error:
        raise click.UsageError(f"{error}.") from error
    except RulebookError as error:
        raise click.ClickException(str(error)) from error
    if compare:
        print_answer(differing_values(books[0], books[1], topic), show_differences, as_json=as_json)
    elif books:
        print_answer(book_document(books[0], topic), show_book, as_json=as_json)
    else:
        print_answer(rulebook_list(), show_list, as_json=as_json)


def known_topic(topics: tuple[str, ...], books: Iterable[Rulebook]) -> str:
    """Return the topic asked for, or refuse one that no rulebook speaks of."""
    paths = {path for book in books for path in book.citations}
    for topic in topics:
        if not any(is_under_topic(path, topic) for path in paths):
            subjects = ", ".join(sorted({path.partition(".")[0] for path in paths}))
            raise click.UsageError(
                f"There is no topic {topic!r}; there are {subjects}, "
                "and every parameter that padd rules RULEBOOK lists."
            )
        return topic
    return ""


def is_under_topic(path: str, topic: str) -> bool:
    """Tell whether a parameter, or the silence on a subject, belongs to a topic."""
    silence = "." not in path and topic.startswith(f"{path}.")
    return not topic or path == topic or path.startswith(f"{topic}.") or silence


def print_answer(document: Document, show: Callable[[Document], None], *, as_json: bool) -> None:
    """Print a document as JSON, or as a table for people."""
    if as_json:
        click.echo(msgspec.json.encode(document).decode())
    else:
        show(document)


def rulebook_list() -> Document:
    """Return the rulebooks on file."""
    return {"rulebooks": [title_page(rulebook(name)) for name in rulebook_ids()]}


def title_page(book: Rulebook) -> Document:
    """Return the title page of a rulebook."""
    names = ("id", "title", "document", "publisher", "version", "dated", "games")
    return {
        **{name: getattr(book, name) for name in names},
        "rules": book.rules_sets,
        "card_pools": book.formats.card_pools,
    }


def book_document(book: Rulebook, topic: str) -> Document:
    """Return what a rulebook says on a topic, with the source of every value."""
    values = [
        {"path": path, **value_document(value_at(book, path), citation)}
        for path, citation in book.citations.items()
        if is_under_topic(path, topic)
    ]
    return {"rulebook": title_page(book), "rulings": book.rulings, "values": values}


def value_document(value: object, citation: Citation) -> Document:
    """Return a value with its source."""
    return {"value": value, **msgspec.structs.asdict(citation)}


def differing_values(a: Rulebook, b: Rulebook, topic: str) -> Document:
    """Return the values of a topic in which two rulebooks differ."""
    chosen = [
        difference
        for difference in rulebook_differences(a, b)
        if is_under_topic(difference.path, topic)
    ]
    return {
        "a": title_page(a),
        "b": title_page(b),
        "differences": [difference_document(difference) for difference in chosen],
        "compared": sum(
            is_under_topic(path, topic) for path in dict.fromkeys((*a.citations, *b.citations))
        ),
    }


def difference_document(difference: Difference) -> Document:
    """Return one difference with the source of both values."""
    return {
        "path": difference.path,
        "a": value_document(difference.a, difference.a_citation),
        "b": value_document(difference.b, difference.b_citation),
    }


def show_list(document: Document) -> None:
    """Print the rulebooks as a table."""
    from padd.interfaces.cli.tables import new_table, print_parts

    grid = new_table("The rulebooks", "rulebook", "title", "version", "dated", "games")
    for book in document["rulebooks"]:
        games = ", ".join(book["games"])
        grid.add_row(book["id"], book["title"], book["version"], book["dated"], games)
    print_parts(grid, "Next: padd rules opg-5, or padd rules --compare opg-5 opg-4.1")


def show_book(document: Document) -> None:
    """Print what a rulebook says as a table."""
    from padd.interfaces.cli.tables import new_table, print_parts

    head = document["rulebook"]
    title = f"{head['title']} ({head['document']}, {head['id']})"
    grid = new_table(title, "parameter", "value", "source", "ruling")
    for value in document["values"]:
        grid.add_row(value["path"], value_text(value["value"]), value["cite"], ruling_of(value))
    applied = [
        f"Interim ruling in force: {ruling.title} ({ruling.cite}), "
        f"changes {', '.join(change.path for change in ruling.changes)}."
        for ruling in document["rulings"]
    ]
    print_parts(grid, *applied)


def show_differences(document: Document) -> None:
    """Print where two rulebooks differ as a table."""
    from padd.interfaces.cli.tables import new_table, print_parts

    a, b = document["a"], document["b"]
    differing = document["differences"]
    title = f"{a['id']} and {b['id']}: {len(differing)} of {document['compared']} differ"
    grid = new_table(title, "parameter", a["id"], "source", b["id"], "source")
    for difference in differing:
        sides = (difference["a"], difference["b"])
        cells = [(value_text(side["value"]), side["cite"]) for side in sides]
        grid.add_row(difference["path"], *cells[0], *cells[1])
    print_parts(grid)


def ruling_of(value: Document) -> str:
    """Return the ruling behind a value."""
    return f"interim: {value['interim']}" if value["interim"] else value["ruling"] or ""


def value_text(value: object) -> str:
    """Return a value as people read it."""
    match value:
        case None:
            return "silent"
        case bool():
            return "yes" if value else "no"
        case msgspec.Struct():
            return value_text(_stated(value))
        case dict():
            pairs = (f"{key}: {value_text(each)}" for key, each in value.items())
            return "; ".join(pairs) or "none"
        case tuple() | list():
            rows = any(isinstance(each, (msgspec.Struct, tuple)) for each in value)
            return (" | " if rows else ", ").join(map(value_text, value)) or "none"
        case _:
            return str(value)


def _stated(value: msgspec.Struct) -> Document:
    """Return the fields of a value that are not left at their default."""
    left = {
        field.name: field.default
        for field in msgspec.structs.fields(value)
        if field.default is not msgspec.NODEFAULT
    }
    stated = msgspec.structs.asdict(value)
    return {name: each for name, each in stated.items() if name not in left or left[name] != each}


@click.command()
@click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    help="For events that start on this day; today if left out.",
)
@click.option("--fetch", "source", metavar="URL", help="Fetch the rulings of this headquarters.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder; that of `padd serve` if left out.",
)
@as_json
def rulings(on: datetime | None, source: str | None, data: Path | None, *, as_json: bool) -> None:
    """List the interim rulings in force, or fetch them before an event.

    \b
    Try: padd rulings --fetch https://padd.example.org
         padd rulings --on 2026-12-01
    """  # noqa: D301 -- \b keeps click from joining the lines
    from padd.platform.paths import data_folder

    folder = (data or data_folder()) / FOLDER
    if source is not None:
        _fetch(source, folder)
    day = on.date() if on else date.today()  # noqa: DTZ011 -- the day at this table
    found = _in_force(day, folder)
    if as_json:
        print_json({"on": day.isoformat(), "rulings": found})
    elif not found:
        click.echo(f"No interim rulings in force on {day}.")
    for one in () if as_json else found:
        click.echo(f"{one['id']}  {one['rulebook']}  {one['title']} ({one['cite']})")


def _fetch(source: str, folder: Path) -> None:
    from padd.services.rulebooks.ruling_download import download_rulings

    try:
        new = download_rulings(source, folder=folder)
    except (RefusalError, RulebookError) as refused:
        click.echo(f"padd rulings: {refused}", err=True)
        sys.exit(BROKE_A_RULE)
    click.echo(f"{len(new)} new.", err=True)


def _in_force(day: date, folder: Path) -> list[dict[str, object]]:
    places = tuple(dict.fromkeys((*ruling_folders(), folder)))
    there = tuple(place for place in places if place.exists())
    return [
        {
            "id": ruling.id,
            "rulebook": name,
            "title": ruling.title,
            "cite": ruling.cite,
            "in_force": ruling.in_force.isoformat(),
            "values": {change.path: change.after for change in ruling.changes},
        }
        for name in rulebook_ids()
        for ruling in rulebook(name, on=day, rulings=there).rulings
    ]


@click.command()
def schema() -> None:
    """Print the JSON Schema of the event file (padd-event/1)."""
    print_json(event_schema())
