"""An event with a cut in spreadsheets, careers and on its page."""

import json

import msgspec
import pytest
from tests.interfaces.cli.cut_files import FINAL, SEMIFINALS, with_cut

from padd.core.event_file import read_event
from padd.core.formats.cut_parts import cut_part
from padd.core.ratings.sheet import meetings_of
from padd.interfaces.web.results.page import file_page
from padd.presentation.formats.presenter import standings_view
from padd.presentation.formats.standings import RESULTS, standings_document
from padd.presentation.spreadsheet.csv_text import write_csv
from padd.presentation.spreadsheet.reader import SheetSettings, read_sheet
from padd.presentation.spreadsheet.writer import results_table
from padd.rulebooks.loader import rulebook

BOOK = rulebook("opg-5")
EVENT = read_event(json.dumps(with_cut(SEMIFINALS, FINAL)).encode(), book_of=lambda _: BOOK)


def test_the_page_has_both_standings_and_the_bracket():
    page = file_page(EVENT)
    rows, columns = page.standings.view.rows, page.standings.columns

    assert [column.title for column in columns[:3]] == ["Cut", "Swiss", "VP"]
    assert [row.player for row in rows] == list("dcaefb")
    assert [page.standings.cell(rows[0], column) for column in columns[:2]] == ["Winner", "4"]
    assert page.drawing is not None
    assert len(page.tables) == 4


def test_an_open_match_is_a_dash_on_the_page_and_pending_in_the_record():
    open_final = {"number": 4, "matches": [{"table": 1, "players": ["d", "c"]}]}
    file = json.dumps(with_cut(SEMIFINALS, open_final)).encode()
    event = read_event(file, book_of=lambda _: BOOK)

    page = file_page(event)
    view = standings_view(event, BOOK)

    assert page.standings.cell(page.standings.view.rows[0], RESULTS).endswith("FW –")
    assert [row[3] for row in page.tables[3].rows if row[1]] == ["–", "–"]
    assert view.rows[0].results[-1] == "PENDING"


def test_a_career_has_the_games_of_both_parts():
    met = [(meeting.round, meeting.players) for meeting in meetings_of(EVENT, BOOK)]

    assert len(met) == 9
    assert (4, ("d", "c")) in met


def test_a_spreadsheet_keeps_the_cut():
    sheet = write_csv(*results_table(EVENT, BOOK))

    (again,) = read_sheet(sheet, SheetSettings())

    assert again.stages == EVENT.stages
    assert again.kind is EVENT.kind


@pytest.mark.req("BRKT-12")
def test_whoever_is_out_has_missed_games_in_the_record_and_none_on_the_page():
    event = cut_part(EVENT)

    page = file_page(event).standings
    record = msgspec.to_builtins(standings_document(standings_view(event, BOOK)))

    course = [page.cell(row, page.columns[-1]) for row in page.view.rows]
    assert sorted(course) == ["FL", "FL", "FW FL", "FW FW"]
    assert ["FL", "MG"] in [row["results"] for row in record["standings"]]
