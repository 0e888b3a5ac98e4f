"""Card data of 11,000 made-up printings: import, search, its page, a verdict, memory.

Goals are ratios against peers measured in the same run: reading the same bytes with
csv.DictReader and a bare bulk insert, a plain scan of folded titles, a page without a
search, one hundred look-ups by an index of SQLite.
"""

from __future__ import annotations

import csv
import io
import os
import sqlite3
import tempfile
import tracemalloc
from datetime import date
from typing import TYPE_CHECKING, Any

from benchmarks._goals import fail_if_missed, hold
from benchmarks._turns import by_turns, hold_turns

if TYPE_CHECKING:
    from collections.abc import Callable

    from padd.core.cards.catalogue import Catalogue

PRINTINGS = 11_000
LINES = 100
RUNS = 15
GOALS = {"import": 3.0, "search": 0.5, "page": 3.0, "verdict": 3.0, "memory": 5.0}
COLUMNS = (
    *("title", "set", "number", "rarity", "type", "affiliation", "unique"),
    *("points", "cost", "name_part", "subtitle_part"),
)
INSERT = f"insert into rows values ({','.join('?' * len(COLUMNS))})"  # noqa: S608 -- ours


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PADD_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "padd.config.settings"
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        data = made_up()
        imports(data)
        searches(data)
        pages(data)
        verdicts(data)
        memory(data)
    fail_if_missed()


def made_up() -> bytes:
    """Return a file of printings with titles of three words."""
    from padd.core.rng import Rng

    chance = Rng(1, "benchmark cards")
    words = ["".join(chance.one_of("abdefgiklmnoprstuv") for _ in range(6)) for _ in range(400)]
    kinds = ("Personnel", "Ship", "Mission", "Dilemma", "Event", "Interrupt")
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(COLUMNS)
    for number in range(PRINTINGS):
        title = " ".join(chance.one_of(words).capitalize() for _ in range(3))
        kind = kinds[number % len(kinds)]
        rows.writerow(
            (title, f"S{number % 80}", number, "C", kind, "Some Side", "n", "", "2", "", "")
        )
    return out.getvalue().encode()


def judge(name: str, ours: Callable[[], Any], peer: Callable[[], Any]) -> None:
    """Hold ours against the goal of its name."""
    goal = GOALS[name.split(",", maxsplit=1)[0]]
    hold_turns(name, by_turns(ours, peer, turns=RUNS), most=goal)


def imports(data: bytes) -> None:
    from padd.core.cards.card_file import read_card_file

    kept = sqlite3.connect(":memory:")
    kept.execute("create table files (content blob)")
    kept.execute(f"create table rows ({', '.join(f'c{x}' for x in range(len(COLUMNS)))})")

    def ours() -> None:
        read_card_file(data, source="x", edition="2E")
        kept.execute("insert into files values (?)", (data,))

    def peer() -> None:
        rows = list(csv.DictReader(data.decode().splitlines()))
        values = [tuple(row.values()) for row in rows]
        kept.executemany(INSERT, values)

    judge("import", ours, peer)


def searches(data: bytes) -> None:
    from padd.core.cards.titles import fold_title
    from padd.presentation.cards import search_cards

    catalogue = catalogue_from(data)
    word = catalogue.printings[77].title.split()[1].casefold()
    folded = [(fold_title(each.title), each) for each in catalogue.printings]
    today = date(2026, 3, 14)
    search_cards(catalogue, "2E", word, today=today)

    def peer() -> list[Any]:
        return [each for title, each in folded if word in title]

    queries = {"a word": word, "a word and fields": f"{word} type:ship -set:S7 cost<3"}
    for told, query in queries.items():
        judge(
            f"search, {told}",
            lambda query=query: search_cards(catalogue, "2E", query, today=today),
            peer,
        )


def pages(data: bytes) -> None:
    from django.test import Client
    from django.utils import timezone

    from padd.services.access.actors import SYSTEM
    from padd.services.cards import card_import

    file = card_import.upload_card_file(
        by=SYSTEM, now=timezone.now(), name="x.csv", data=data, edition="2E"
    )
    card_import.activate_card_file(by=SYSTEM, now=timezone.now(), file=file)
    word = data.decode().splitlines()[77].split()[1].casefold()
    client = Client(headers={"host": "127.0.0.1"})
    bare, asked = "/decks/new/", f"/cards/?edition=2E&q={word}"
    for address in (bare, asked):
        assert client.get(address).status_code == 200, address
    judge("page", lambda: client.get(asked), lambda: client.get(bare))


def verdicts(data: bytes) -> None:
    from padd.core.decks.deck_check import check_deck
    from padd.core.decks.deck_reader import read_deck
    from padd.core.decks.verdicts import LegalityQuestion
    from padd.rulebooks.loader import rulebook

    catalogue, book = catalogue_from(data), rulebook("opg-5")
    titles = [each.title for each in catalogue.printings[:LINES]]
    deck = read_deck("\n".join(titles).encode())
    question = LegalityQuestion(edition="2E", rules="standard", on=date(2026, 3, 14))
    check_deck(deck, catalogue, book, question)
    kept = sqlite3.connect(":memory:")
    kept.execute("create table cards (title text, code text)")
    rows = [(each.title, each.code) for each in catalogue.printings]
    kept.executemany("insert into cards values (?, ?)", rows)
    kept.execute("create index by_title on cards (title)")

    def peer() -> None:
        for title in titles:
            kept.execute("select * from cards where title = ?", (title,)).fetchall()

    judge("verdict", lambda: check_deck(deck, catalogue, book, question), peer)


def memory(data: bytes) -> None:
    def indexed() -> Catalogue:
        catalogue = catalogue_from(data)
        catalogue.find("No Such Title", "2E")
        catalogue.holding("2E", ("nosuchword",))
        return catalogue

    ours = held_by(indexed)
    peer = held_by(lambda: list(csv.DictReader(data.decode().splitlines())))
    print(f"memory: {ours / 2**20:.1f} MB with every index, {peer / 2**20:.1f} MB bare")
    hold("memory / the rows of csv.DictReader", ours / peer, most=GOALS["memory"])


def held_by(work: Callable[[], object]) -> int:
    """Return how many bytes what is made holds."""
    tracemalloc.start()
    kept = work()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del kept
    return size


def catalogue_from(data: bytes) -> Catalogue:
    from padd.core.cards.card_file import read_card_file
    from padd.core.cards.catalogue import catalogue_of

    return catalogue_of([read_card_file(data, source="x", edition="2E")])
