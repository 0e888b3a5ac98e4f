"""Results as a spreadsheet: what is saved is read again as the same event."""

import csv
import io
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hostile_text import HOSTILE

from padd.core.event_file import read_event
from padd.core.model import Event, Kind
from padd.interfaces.cli.simulation.bracket import simulate_bracket
from padd.interfaces.cli.simulation.pods import simulate_tribbles
from padd.interfaces.cli.simulation.simulate import STYLES, books_with, sizes_of
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.presentation.spreadsheet.csv_text import write_csv
from padd.presentation.spreadsheet.reader import SheetSettings, read_sheet
from padd.presentation.spreadsheet.writer import results_table
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd_oracle.generate import random_event

pytestmark = pytest.mark.req("RATE-5", "R22")

KINDS = [
    (style, book)
    for style in ("simple-swiss", *STYLES)
    for book in (books_with(style, rulebook_ids()) if style != "swiss" else rulebook_ids())
]
ODD_NAMES = ("=1+1", "-3", "+Ada", "@home", "'quoted", "Bye", "none", "1", "2", "Tie")
LONGEST = 200
HARMLESS = ("extra_minutes", "first_player")
WORDS = (
    *("Jean-Luc", "007", *ODD_NAMES),
    *(word for word in HOSTILE if word.isprintable() and len(word) <= LONGEST),
)


def swiss_facts(seed, book, style):
    rng = Random(seed)
    return random_event(
        rng,
        players=rng.randint(4, 9),
        rounds=3,
        rulebook=book,
        edition=rng.choice([game for game in rulebook(book).games if game != "TR"]),
        pairing_style=style,
    )


def facts_of(style, book, seed):
    """Return an event of a style that was played to its end."""
    if "swiss" in style:
        return swiss_facts(seed, book, style)
    size = Random(seed).choice(sizes_of(style, 4, 12))
    if style.startswith("tribbles"):
        finals = style == "tribbles-finals"
        return simulate_tribbles(seed, size, book, finals=finals).facts
    return simulate_bracket(seed, style, size, book).facts


def adorned(facts, seed):
    """Return an event with everything that a director may have written down."""
    rng = Random(seed)
    names = [rng.choice(WORDS) for _ in facts["players"]]
    for player, name in zip(facts["players"], names, strict=True):
        player["name"] = name
        player["handle"] = f"h{rng.randrange(10**6)}" if rng.random() < 0.6 else ""
    facts |= {
        "name": rng.choice(WORDS),
        "starts": "2026-03-14T10:00:00-05:00",
        "registered": rng.choice([None, "2026-03-01T08:30:00+00:00"]),
        "online": rng.random() < 0.3,
        "level": rng.randint(1, 5),
        "directors": rng.choice([[], ["=Sisko", "Kira"]]),
        "scenario": rng.choice([None, "=HYPERLINK"]),
    }
    for round_ in facts["rounds"]:
        for match in round_.get("matches", ()):
            # In a bracket what changes a result would change who goes on.
            goes_on = _kind(facts) == Kind.BRACKET and round_ is not facts["rounds"][-1]
            _adorn_match(match, rng, harmless=goes_on)
        for pod in round_.get("pods", ()):
            if rng.random() < 0.2:
                pod["penalties"] = [{"player": pod["players"][0], "level": 4}]
    if _kind(facts) == Kind.SWISS and rng.random() < 0.5:
        both = [player["id"] for player in facts["players"][:2]]
        facts["final_confrontation"] = {"players": both, "winner": both[seed % 2]}
    return read_event(msgspec.json.encode(facts), book_of=rulebook_named)


def _kind(facts):
    return msgspec.convert(facts, Event, str_keys=True).kind


def _adorn_match(match, rng, *, harmless):
    more = {
        "bonus": [rng.randrange(20), 0],
        "missions": [{"planet": rng.randrange(3)}, {"space": 1}],
        "responsible": match["players"][:1],
        "extra_minutes": rng.randrange(9),
        "first_player": match["players"][1],
        "penalties": [{"player": match["players"][1], "level": 4}],
    }
    wanted = HARMLESS if harmless else more.keys()
    match |= {name: more[name] for name in more if name in wanted and rng.random() < 0.3}


def bare(event):
    """Return an event without what no table of results has: draws, logs and notes."""
    return msgspec.structs.replace(
        event,
        log=None,
        commitment=None,
        secret=None,
        rounds=tuple(msgspec.structs.replace(round_, draw=None) for round_ in event.rounds),
    )


def written(event):
    return write_csv(*results_table(event, book_for(event)))


@pytest.mark.parametrize(("style", "book"), KINDS)
@settings(max_examples=6)
@given(seed=st.integers(0, 2**20))
def test_an_event_of_any_style_and_rulebook_is_read_back_as_itself(style, book, seed):
    event = bare(adorned(facts_of(style, book, seed), seed))

    sheet = written(event)

    assert read_sheet(sheet, SheetSettings()) == (event,)
    assert written(read_sheet(sheet, SheetSettings())[0]) == sheet
    for row in csv.reader(io.StringIO(sheet.decode("utf-8-sig"), newline="")):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "\t", "\r")), cell
            assert not cell.startswith("-") or cell[1:].isdigit(), cell
