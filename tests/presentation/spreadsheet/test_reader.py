"""Spreadsheets with results by round: read in many spellings, refused by line."""

import pytest

from padd.core.formats.registry import ranking_of
from padd.core.refusal import RefusalError
from padd.presentation.spreadsheet.reader import SheetSettings, read_sheet
from padd.rulebooks.loader import rulebook

SETTINGS = SheetSettings(name="Ten Forward Open", date="2026-11-10")
PLAIN = """\
Round,Table,Player 1,Player 2,Score 1,Score 2
1,1,Kirk,Khan,100,40
1,2,Spock,Gorn,65,65
1,,Sulu,,,
2,1,Kirk,Spock,100,35
2,2,Sulu,Khan,100,70
2,,Gorn,BYE,,
"""


def read(text, settings=SETTINGS):
    data = text if isinstance(text, bytes) else text.encode()
    return read_sheet(data, settings)


def refused(text, settings=SETTINGS):
    with pytest.raises(RefusalError) as found:
        read(text, settings)
    return str(found.value.refusal.message)


def test_a_sheet_of_games_becomes_an_event():
    (event,) = read_sheet(PLAIN.encode(), SETTINGS)

    assert event.name == "Ten Forward Open"
    assert [player.name for player in event.players][:2] == ["Kirk", "Khan"]
    assert [len(round_.matches) for round_ in event.rounds] == [2, 2]
    assert event.rounds[0].byes == ("p5",)
    order = ranking_of(event, rulebook(event.rulebook)).order
    assert order[0] == "p1"


@pytest.mark.parametrize(
    "other",
    [
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.encode("utf-16"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace(",", ";").replace("100", "100,0").encode(),
        PLAIN.replace("Round", " ROUND ").replace("Player 2", "opponent").encode(),
        (PLAIN + ",,,,,\n").encode(),
    ],
    ids=["semicolon", "tab", "mark", "utf-16", "crlf", "comma", "headings", "empty"],
)
def test_the_same_sheet_in_another_spelling_is_the_same_event(other):
    assert read(other) == read(PLAIN)


def test_one_sheet_can_hold_many_events():
    lines = PLAIN.splitlines()
    text = [f"Event,Date,{lines[0]}"]
    text += [f"One,2026-11-10,{line}" for line in lines[1:]]
    text += [f"Two,12.11.2026,{line}" for line in lines[1:]]

    first, second = read_sheet("\n".join(text).encode(), SheetSettings())

    assert (first.name, second.name) == ("One", "Two")
    assert second.starts == "2026-11-12T00:00:00+00:00"


def test_a_sheet_of_tribbles_has_one_line_for_each_player():
    rows = [
        f"{number},{table},{name},{1000 * number if name == 'Odo' else 0}"
        for number in range(1, 6)
        for table, name in ((1, "Odo"), (1, "Quark"), (1, "Morn"), (1, "Rom"))
    ]
    text = "\n".join(["Round,Table,Player,Score", *rows])

    (event,) = read_sheet(text.encode(), SheetSettings(game="TR", date="2026-11-10"))

    assert event.pairing_style == "tribbles"
    assert event.rounds[4].pods[0].scores == {"p1": 5000, "p2": 0, "p3": 0, "p4": 0}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Player 1,Player 2\nKirk,Khan\n", "Line 1: There is no column “Round”."),
        (PLAIN.replace("65,65", "65,lots"), "Line 3: “lots” is not a score."),
        (PLAIN.replace("65,65", "65.5,65"), "Line 3: “65.5” is not a whole score."),
        (PLAIN.replace("65,65", ","), "Line 3: Enter both scores"),
        (PLAIN.replace("\n2,1,Kirk", "\nx,1,Kirk"), "Line 5: “x” is not a round."),
        ("Round,Player 1,Player 2\n", "This table has no result."),
        (PLAIN.replace("Kirk,Khan", ",Khan"), "Line 2: Who played?"),
        (PLAIN.replace("2,2,Sulu", "2,2,Kirk"), "round 2"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text, message):
    said = refused(text)

    assert message in said


def test_a_date_that_is_none_is_refused():
    assert "not a date" in refused(PLAIN, SheetSettings(date="soon"))


@pytest.mark.req("R10")
@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01\x02", b"PK\x03\x04zip", b'"open', b"\xff\xfe\x00", b"a" * 99]
)
def test_whatever_comes_is_refused_in_words(data):
    assert refused(data)
