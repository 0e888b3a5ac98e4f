"""Every code leads where it says, as another library reads it from a picture."""

import hashlib
import re
from base64 import urlsafe_b64encode

import pytest
from msgspec.structs import replace
from tests.interfaces.printing.paperwork import day_for, entered, names, played
from tests.interfaces.printing.qrcodes import (
    UnreadableError,
    decoded,
    penalty,
    read_picture,
    read_svg,
)

from padd.interfaces.printing.catalogue import BY_NAME, document_pictures
from padd.interfaces.printing.event_view import PhoneCode
from padd.interfaces.printing.events import Flyer, flyer_pages
from padd.interfaces.printing.pdf import Paper
from padd.interfaces.printing.qr_code import QUIET, qr_modules, qr_svg

SMALLEST = 0.5
"""Millimetres of a module that any phone reads from a printed page."""


def address(number):
    """Return an address as the pass of a player has it, of many lengths."""
    secret = urlsafe_b64encode(hashlib.sha256(str(number).encode()).digest()).decode()
    return f"http://10.0.{number % 256}.{number * 7 % 256}:8000/play/#{secret[:43]}"


def grid_of(text):
    return [[one == "1" for one in row] for row in qr_modules(text)]


@pytest.mark.req("R11")
@pytest.mark.parametrize("text", [*map(address, range(40)), "1", "A-1", "ä ö ü 漢"])
def test_a_code_says_its_text_and_has_no_error(text):
    assert decoded(grid_of(text)).text == text


@pytest.mark.parametrize("number", range(24))
def test_the_mask_is_the_one_of_the_lowest_penalty(number):
    grid = grid_of(address(number) if number % 3 else f"PADD {number * 977}")
    found = decoded(grid)
    others = [penalty(_remasked(grid, found, mask)) for mask in range(8)]

    assert penalty(grid) == min(others)
    assert _remasked(grid, found, found.mask) == grid


def _remasked(grid, found, mask):
    """Return the same code under another mask, drawn by the library alone."""
    import segno

    made = segno.make(
        found.text,
        version=found.version,
        error=found.level,
        mask=mask,
        micro=False,
        boost_error=False,
    )
    again = [[bool(module) for module in row] for row in made.matrix]
    assert len(again) == len(grid)
    assert decoded(again).text == found.text
    return again


@pytest.mark.parametrize("damage", [(3, 20), (20, 3), (20, 20)])
def test_a_damaged_code_is_not_believed(damage):
    grid = grid_of(address(1))
    i, j = damage
    grid[i][j] = not grid[i][j]

    with pytest.raises(UnreadableError):
        decoded(grid)


@pytest.mark.req("R11", "R25")
@pytest.mark.parametrize("paper", Paper)
def test_the_codes_of_printed_scorecards_open_the_own_match(paper):
    day = day_for(played(entered(names(4)), 1))
    doors = {
        player: PhoneCode(address=address(at), pin="447123")
        for at, (player, _, _) in enumerate(day.people)
    }
    dots = 110  # far less than any printer has

    shown = document_pictures(
        BY_NAME["scorecards"], replace(day, doors=doors), paper=paper, dots_per_inch=dots
    )
    read = [one for page in shown for one in read_picture(page)]

    # Two on a page, the lower stack after the upper one.
    assert [one.text for one in read] == [address(at) for at in (0, 2, 1, 3)]
    side = 17 + 4 * max(one.version for one in read)
    assert 30 / side >= SMALLEST


def test_the_code_of_a_flyer_leads_to_the_event():
    flyer = Flyer(
        name="Lantern Open",
        when="Sat 16 May 2026, 10:00",
        where="Spielwiese\nMainz",
        game="Second Edition",
        facts=(("Rounds", "4"),),
        status="Sanctioned",
        address="https://padd.example.org/events/lantern-open-2026/",
    )

    (page,) = flyer_pages(flyer, dots_per_inch=72)

    assert [one.text for one in read_picture(page)] == [flyer.address]


def test_a_code_on_a_screen_brings_its_quiet_border_along():
    text = "http://192.168.1.20:8000/play/abc/join/"
    bare = qr_svg(text, border=QUIET - 1)

    assert read_svg(qr_svg(text)).text == text
    with pytest.raises(UnreadableError, match="not quiet"):
        read_svg(bare)
    assert re.search(r'viewBox="0 0 (\d+) \1"', bare)
