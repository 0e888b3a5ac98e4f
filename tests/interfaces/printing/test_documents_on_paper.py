"""What is printed: right figures, in the right order, whatever the names are."""

from __future__ import annotations

import csv
import io
import re
import zlib

import msgspec
import pytest
from tests.core.eventlog.event_builder import day_of, timed
from tests.hostile_text import HOSTILE, runs_script
from tests.interfaces.printing.paperwork import LONG, day_for, entered, names, played
from tests.interfaces.printing.qrcodes import pixels

from padd.core.eventlog.actions.finish import TieTossed
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.state.facts import event_facts
from padd.core.model import Cut, Penalty
from padd.interfaces.printing import lists
from padd.interfaces.printing.catalogue import (
    BY_NAME,
    DOCUMENTS,
    available_documents,
    print_document,
)
from padd.interfaces.printing.event_view import print_view, print_view_of_file
from padd.interfaces.printing.eventlog import (
    announcements,
    brackets,
    match_slips,
    pairing_by_hand,
    pod_sheets,
    result_lists,
    scorecards,
)
from padd.interfaces.printing.glyphs import clean_text, unprintable_letters
from padd.interfaces.printing.pdf import Paper, render_pictures
from padd.interfaces.printing.plain_lists import list_csv, list_page
from padd.interfaces.printing.round_sets import round_printouts
from padd.presentation.formats.presenter import presenter_of
from padd.presentation.spreadsheet.csv_text import read_csv
from padd.rulebooks.loader import rulebook_ids

STYLES = {
    "swiss": {},
    "decipher": {"rulebook": "decipher-1998", "edition": "1E"},
    "bracket": {"style": "single-elimination", "rounds": 3},
    "tribbles": {"edition": "TR", "style": "tribbles", "rounds": 5},
}


def event_of(style, count=8):
    """Return an event of a style in its second round."""
    options: dict[str, object] = STYLES[style]
    event = entered(names(count), **options)  # type: ignore[arg-type]
    return day_for(played(event, 2, open_last=True))


def pages_of(pdf):
    """Count the pages of a PDF in its structure, also where that is packed."""
    packed = re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL)
    text = pdf
    for stream in packed:
        try:
            text += zlib.decompress(stream)
        except zlib.error:
            continue
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", text))


@pytest.mark.req("R25")
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("paper", Paper)
def test_every_document_of_every_kind_of_play_is_a_pdf(style, paper):
    day = event_of(style)

    for document in available_documents(day):
        made = print_document(document, day, paper=paper)

        assert made.pdf.startswith(b"%PDF-"), document.name
        assert made.pdf.rstrip().endswith(b"%%EOF"), document.name
        assert pages_of(made.pdf) >= 1, document.name
        assert made.missing == (), document.name


@pytest.mark.req("R22")
@pytest.mark.parametrize("text", HOSTILE)
def test_no_hostile_text_breaks_a_paper(text):
    event = entered([text, f"{text} 2", "Ann", "Ben"], name=text)
    event = msgspec.structs.replace(
        event,
        directors=(text,),
        players=tuple(msgspec.structs.replace(p, handle=text) for p in event.players),
    )
    batch = round_printouts(day_for(played(event, 1)))

    assert batch.faults == ()
    for name, data in batch.files.items():
        if name.endswith(".pdf"):
            assert pages_of(data) < 12, name
        elif name.endswith(".html"):
            assert runs_script(data.decode()) == [], name
        else:
            cells = csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""))
            # Figures may be negative; nothing else begins like a formula.
            begin = [c for row in cells for c in row if c[:1] in tuple("=+-@\t\r")]
            assert all(re.fullmatch(r"-\d+", cell) for cell in begin), name


def test_text_is_never_typesetting():
    pieces = "#panic() $x$ *b* _i_ @ref <label> \\ // /* ] [ ` ~ -- ---"
    events = entered([pieces, "Ann"]), entered(["x" * len(pieces), "Ann"])
    content, plain = (
        scorecards.scorecards_content(day_for(event, doors=False))[0] for event in events
    )

    assert content["cards"][0]["name"] == pieces
    assert len(render_pictures("scorecard", content)) == len(render_pictures("scorecard", plain))


@pytest.mark.parametrize("book", rulebook_ids())
def test_every_rulebook_says_what_its_card_holds(book):
    form = scorecards.scorecard_forms()[book]

    assert set(form.columns) <= set(scorecards.COLUMNS)
    assert form.cite
    assert form.title


@pytest.mark.req("SWISS-39", "SWISS-89")
def test_a_scorecard_adds_up_as_the_standings_do():
    day = day_for(played(entered(names(9)), 3))
    content, _ = scorecards.scorecards_content(day)
    columns = scorecards.scorecard_form(day).columns
    assert day.standings is not None
    figures = {day.names[row.player]: row.cells for row in day.standings.rows}

    for card in content["cards"]:
        last = dict(zip(columns, card["rows"][2], strict=True))
        own = figures[card["name"]]
        assert last["vp-total"] == str(own["vp"])
        total = last["differential-total"].replace("−", "-")
        assert int(total) == own["differential"]
        assert len(card["rows"]) == 4


@pytest.mark.req("SWISS-40", "SWISS-41", "EX-SWISS-9")
def test_the_card_of_1998_writes_points_with_their_differential():
    event = entered(["Ann", "Ben"], rulebook="decipher-1998", edition="1E", rounds=2)
    day = day_for(played(event, 1))
    content, _ = scorecards.scorecards_content(day)
    columns = scorecards.scorecard_form(day).columns
    lines = [dict(zip(columns, card["rows"][0], strict=True)) for card in content["cards"]]

    assert content["title"] == "PADD Display card"
    assert sorted(line["written-score"][0] for line in lines) == ["0", "2"]
    assert all(re.fullmatch(r"\d\([+−]\d+\)", line["written-total"]) for line in lines)
    assert {"own-signature", "their-signature"} <= set(columns)
    assert scorecards.decipher_score(2, -25) == "2(−25)"
    assert scorecards.decipher_score(2, 0) == "2(+0)"


@pytest.mark.req("SWISS-42")
def test_the_card_of_1996_names_the_opponent_by_number():
    event = entered(["Ann", "Ben"], rulebook="decipher-1996", edition="1E", rounds=2)
    day = day_for(played(event, 1))
    content, _ = scorecards.scorecards_content(day)
    column = scorecards.scorecard_form(day).columns.index("opponent-number")

    assert [card["rows"][0][column] for card in content["cards"]] == ["2", "1"]


@pytest.mark.req("COND-28", "SWISS-12")
def test_penalties_stand_on_the_card_of_the_offender():
    event = played(entered(["Ann", "Ben"]), 1)
    match = event.rounds[0].matches[0]
    given = Penalty(player=match.players[0], level=1, infraction="A2")
    round_ = msgspec.structs.replace(
        event.rounds[0], matches=(msgspec.structs.replace(match, penalties=(given,)),)
    )
    day = day_for(msgspec.structs.replace(event, rounds=(round_,)))
    content, _ = scorecards.scorecards_content(day)
    notes = {card["name"]: card["notes"] for card in content["cards"]}

    offender = day.names[match.players[0]]
    assert notes.pop(offender) == ["Round 1: Written Warning (level 1), A2"]
    assert list(notes.values()) == [[]]


def test_cut_slips_lie_in_table_order():
    day = day_for(played(entered(names(41)), 1, open_last=True))
    round_ = day.round()
    assert round_ is not None
    content = match_slips.match_slips_content(day, round_)
    count, per_page = len(content["slips"]), content["across"] * content["rows"]
    sheets = -(-count // per_page)
    # As `slips.typ` lays them out: each place of the page is a stack of its own.
    stacks = [
        [content["slips"][place * sheets + sheet]["table"] for sheet in range(sheets)]
        for place in range(per_page)
        if place * sheets + sheets <= count
    ]

    tables = [int(table) for stack in stacks for table in stack]
    assert tables == sorted(tables)
    assert [int(slip["table"]) for slip in content["slips"]] == list(range(1, 21))


@pytest.mark.req("SWISS-69", "SWISS-73")
def test_the_sheet_for_pairing_by_hand_names_nobody_already_met():
    day = day_for(played(entered(names(9)), 3))
    listing = pairing_by_hand.pairing_by_hand_sheet(day)
    rows = listing.parts[0].rows
    place = {row[1]: int(row[0]) for row in rows}

    assert sum(line[:1].isdigit() for line in listing.parts[0].before) == 5
    assert [int(row[2]) for row in rows] == sorted((int(r[2]) for r in rows), reverse=True)
    for row in rows:
        met, same, below = (_numbers(cell) for cell in row[3:6])
        assert not met & (same | below)
        assert place[row[1]] not in met | same | below
    for round_ in day.rounds:
        for match in round_.matches:
            one, other = (day.names[player] for player in match.players)
            assert place[other] in _numbers(rows[place[one] - 1][3])
    byes = {day.names[player] for round_ in day.rounds for player in round_.byes}
    assert {row[1] for row in rows if row[6] == "had one"} == byes
    assert any(row[6] == "candidate" for row in rows)


def test_no_sheet_pairs_a_round_that_the_event_does_not_have():
    event = entered(names(8), rounds=2)

    last = {document.name for document in available_documents(day_for(played(event, 2)))}
    before = {document.name for document in available_documents(day_for(played(event, 1)))}

    assert before - last == {"pairing-by-hand"}


def test_accents_above_capitals_are_printed_whole_on_match_slips():
    event = played(entered(["ÅNGSTRÖM", "ÉCOLE"], rounds=1), 1, open_last=True)
    day = day_for(event)
    (round_,) = day.rounds
    content = match_slips.match_slips_content(day, round_)
    bare = {**content["slips"][0], "players": ["ANGSTROM", "ECOLE"]}

    (accents,) = render_pictures("slips", content, dots_per_inch=96)
    (plain,) = render_pictures("slips", {**content, "slips": [bare]}, dots_per_inch=96)

    assert first_inked_row(accents, NAME_BAND) <= first_inked_row(plain, NAME_BAND) - 3


NAME_BAND = (63, 100)
"""The rows of pixels in which the names of the first slip stand, below its line."""


def first_inked_row(png, rows):
    """Return the first dark row of a picture between two rows."""
    lines = enumerate(pixels(png)[rows[0] : rows[1]], start=rows[0])
    return next(row for row, line in lines if any(line))


def test_points_of_games_still_on_are_written_in_by_hand():
    day = day_for(played(entered(names(8)), 2, open_last=True))
    part = pairing_by_hand.pairing_by_hand_sheet(day).parts[0]
    won = {row[1]: row[2] for row in part.rows}

    heads = [column.head for column in part.columns]
    assert heads[3:7] == ["Round 2", "VP now", "Has met", "Can play"]
    assert sorted(won.values()) == ["1"] * 4 + ["4"] * 4
    assert "open games of round 2" in part.before[-1]
    assert "full win 4, modified win 3" in part.before[-1]


@pytest.mark.req("R25")
def test_who_plays_now_counts_as_met_before_the_game_is_over():
    day = day_for(played(entered(names(8)), 2, open_last=True))
    rows = pairing_by_hand.pairing_by_hand_sheet(day).parts[0].rows
    place = {row[1]: int(row[0]) for row in rows}
    everybody = set(place.values())

    for round_ in day.rounds:
        for match in round_.matches:
            one, other = (place[day.names[player]] for player in match.players)
            assert other in _numbers(rows[one - 1][5])
    for row in rows:
        me, met, may_meet = int(row[0]), _numbers(row[5]), _numbers(row[6])
        assert met | may_meet | {me} == everybody
        assert not met & may_meet
        assert row[7] in {"", "had one"}, "who is lowest is not known yet"


def _numbers(cell):
    found: set[int] = set()
    for piece in filter(None, cell.split(", ")):
        first, _, last = piece.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    return found


@pytest.mark.req("TRIB-15")
def test_a_pod_sheet_holds_the_points_so_far():
    event = entered(names(5), edition="TR", style="tribbles", rounds=5)
    day = day_for(played(event, 2))
    round_ = day.round()
    assert round_ is not None
    content = pod_sheets.pods_content(day, round_)

    assert content["rounds"] == ["1", "2", "3", "4", "5"]
    (pod,) = content["pods"]
    assert [row["points"][2:] for row in pod["rows"]] == [["", "", ""]] * 5
    assert all(row["points"][0] and row["points"][1] for row in pod["rows"])
    assert all(row["total"] == "" for row in pod["rows"])
    outs = [sum(column) for column in zip(*(row["outs"] for row in pod["rows"]), strict=True)]
    assert outs == [1, 1, 0, 0, 0], "one player went out in each round so far"


def test_the_standings_on_paper_are_those_of_the_program():
    day = day_for(played(entered(names(16)), 3))
    assert day.standings is not None

    _, rows = read_csv(list_csv(lists.standings_list(day)))

    assert [(row[0], row[1], row[2]) for row in rows] == [
        (str(row.place), day.names[row.player], str(row.cells["vp"])) for row in day.standings.rows
    ]


def test_everybody_stands_in_the_list_by_name_with_the_right_table():
    day = day_for(played(entered(names(41)), 2, open_last=True))
    round_ = day.round()
    assert round_ is not None
    rows = lists.seats_by_name(day, round_).parts[0].rows
    tables = {
        lists.name_for_list(day.names[player]): str(match.table)
        for match in round_.matches
        for player in match.players
    }

    assert {row[0]: row[1] for row in rows if row[1] != "–"} == tables
    assert len(rows) == 41
    assert [row[0] for row in rows if row[1] == "–"] == [
        lists.name_for_list(day.names[player]) for player in round_.byes
    ]


def test_the_list_by_name_has_the_order_of_the_wall():
    called = ["Pieter van der Meulen", "Anneke de Groot", "Ömer Üçgül", "Zoë", "Ada Abt"]
    day = day_for(played(entered(called), 1, open_last=True))
    round_ = day.round()
    assert round_ is not None

    rows = lists.seats_by_name(day, round_).parts[0].rows

    assert [row[0] for row in rows] == [
        *("Abt, Ada", "de Groot, Anneke", "van der Meulen, Pieter", "Üçgül, Ömer"),
        "Zoë",
    ]


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("count", [5, 12, 20, 28, 36, 40])
def test_a_list_of_a_usual_field_stands_on_one_sheet(count, paper):
    called = [f"Given Number {number}" for number in range(count)]
    day = day_for(played(entered(called), 2, open_last=True))

    for name in ("pairings-by-name", "pairings-by-table", "standings"):
        made = print_document(BY_NAME[name], day, paper=paper)
        assert pages_of(made.pdf) == 1, name


def test_a_plain_page_needs_nothing_else():
    day = event_of("swiss")

    page = list_page(lists.standings_list(day), day.foot).decode()

    assert "src=" not in page
    assert "href=" not in page
    assert "<bdi>O&#x27;Brien</bdi>" in page or "Player Number 1" in page


def test_long_names_are_shortened_and_words_can_break():
    day = day_for(entered([LONG * 3, "Ann"]))

    assert len(next(iter(day.names.values()))) <= 72
    assert "\u200b" in clean_text("W" * 60)
    assert clean_text("a\x00b\u202ec\r\nd") == "abc d"
    assert len(clean_text("Z" + "\u0301" * 50)) <= 5


def test_letters_that_no_font_has_are_confessed():
    day = day_for(entered(["𒀀𒀁", "Ann"]))
    made = print_document(BY_NAME["name-tags"], day)

    assert unprintable_letters("Ann Олексій 漢字 한글") == ()
    assert made.missing == ("𒀀", "𒀁")
    assert made.pdf.startswith(b"%PDF-")


def test_nothing_is_offered_that_would_be_an_empty_page():
    nobody = {one.name for one in available_documents(day_for(entered([])))}
    before = {one.name for one in available_documents(day_for(entered(["Ann", "Ben"])))}

    assert nobody == {
        *("blank-scorecards", "announcements", "deck-list", "table-numbers"),
        *("deck-check", "disqualification-report", "what-happens-now"),
    }
    assert before - nobody == {"scorecards", "pairing-by-hand", "name-tags"}


def words_on(name, day):
    """Return every word on a sheet of conduct."""
    return str(BY_NAME[name].content(day)[1])


@pytest.mark.req("COND-31", "COND-67", "GOV-15")
def test_a_disqualified_player_is_told_what_the_guide_says_and_what_it_does_not():
    day = day_for(entered(["Ann", "Ben"]))

    now = words_on("what-happens-now", day)
    form = words_on("disqualification-report", day)

    assert "the coordinator and the Director of Organized Play" in now
    assert "OPG5 App. B" in now
    assert "not in the guide" in now
    assert "C1  Contempt: Deception" in form
    for name in ("what-happens-now", "disqualification-report"):
        assert print_document(BY_NAME[name], day).pdf.startswith(b"%PDF-")


@pytest.mark.req("AMB-128", "COND-17", "COND-18", "COND-19", "COND-1")
def test_a_deck_check_looks_at_clear_fronts_and_opaque_backs():
    day = day_for(entered(["Ann", "Ben"]))

    listed = words_on("deck-check", day)

    assert "Fronts of sleeves are" in listed
    assert "Card backs are fully opaque for" in listed
    assert "all face the same way" in listed
    assert "D4 Marked Cards: level 1" in listed
    assert print_document(BY_NAME["deck-check"], day).pdf.startswith(b"%PDF-")


def test_the_card_of_a_bracket_says_who_won():
    day = event_of("bracket")
    content, _ = scorecards.scorecards_content(day)
    columns = scorecards.scorecard_form(day).columns
    first = [dict(zip(columns, card["rows"][0], strict=True)) for card in content["cards"]]

    assert content["title"] == "Bracket card"
    assert sorted(line["won"] for line in first) == ["lost"] * 4 + ["won"] * 4
    for line, card in zip(first, content["cards"], strict=True):
        # Whoever lost has nobody to play in round 2.
        assert bool(card["rows"][1][2]) is (line["won"] == "won")


def test_letters_that_only_the_typesetter_brings_along_are_not_missed():
    assert unprintable_letters("अमिताभ") == ()
    assert unprintable_letters({"name": ["𒀀 Ann"]}) == ("𒀀",)


def test_documents_have_names_of_their_own_and_say_what_they_are_for():
    assert len(BY_NAME) == len(DOCUMENTS)
    assert all(document.about.endswith((".", "…")) for document in DOCUMENTS)
    assert not any(one.public and one.secret for one in DOCUMENTS)


def test_results_of_a_bracket_name_each_match_once_with_its_winner_first():
    day = day_for(played(entered(names(8), style="single-elimination", rounds=3), 3))

    parts = result_lists.results_list(day).parts

    assert [len(part.rows) for part in parts] == [1, 2, 4]
    winners = [{row[0] for row in part.rows} for part in parts]
    assert winners[0] < winners[1] < winners[2]


@pytest.mark.parametrize("style", ["swiss", "bracket", "tribbles"])
@pytest.mark.req("SWISS-91")
def test_the_places_to_read_out_are_those_of_the_standings(style):
    options: dict[str, object] = {"rounds": 3, **STYLES[style]}
    event = entered(names(8), **options)  # type: ignore[arg-type]
    day = day_for(played(event, int(str(options["rounds"]))))

    said = announcements.announcements_content(day)["parts"][-1]["said"]

    ranked = lists.standings_list(day).parts[0].rows
    winner = next(line for line in said if line.startswith("The winner is"))
    assert ranked[0][1] in winner
    assert "____" not in " ".join(said)


@pytest.mark.req("SWISS-91")
def test_prizes_that_were_handed_out_are_read_out():
    day = event_of("swiss")
    player, name, _ = day.people[0]
    given = msgspec.structs.replace(day, prizes=((player, "A play mat"),))

    said = announcements.announcements_content(given)["parts"][-1]["said"]

    assert f"A play mat goes to {name}." in said


def test_a_bracket_without_players_has_no_drawing_yet():
    day = day_for(entered([], style="single-elimination", rounds=3))

    assert "bracket" not in [document.name for document in available_documents(day)]


@pytest.mark.req("BRKT-14")
def test_a_bracket_card_counts_every_round_once_with_its_bye():
    style = {"style": "single-elimination-play-in", "rounds": 3}
    day = day_for(played(entered(names(6), **style), 2, open_last=True))  # type: ignore[arg-type]

    content, _ = scorecards.scorecards_content(day)

    columns = scorecards.scorecard_form(day).columns
    opponent = columns.index("opponent")
    first = next(card for card in content["cards"] if card["rows"][0][opponent] == "Bye")
    assert [row[columns.index("round")] for row in first["rows"]] == ["1", "2", "3"]


@pytest.mark.req("TRIB-5")
def test_pods_are_not_told_of_pairings_and_opponents():
    parts = announcements.announcements_content(event_of("tribbles"))["parts"]

    said = " ".join(line for part in parts for line in part["said"])

    assert "The pods are up." in said
    assert "no one scores for going out" in said
    assert "opponent" not in said


def test_standings_with_an_undecided_tie_are_not_called_final():
    day = day_of("abcd", rounds_planned=1)
    day.publish()
    for table in (1, 2):
        day.enter(1, table, timed(60, 40))
    day.do(RoundClosed(number=1))

    tied = print_view(day.state, day.book)
    of_file = print_view_of_file(event_facts(day.state), day.book)
    for tie in ties_left(day.state, day.book):
        day.do(TieTossed(order=tie.players))
    decided = print_view(day.state, day.book)

    for view in (tied, of_file):
        sheet = lists.standings_list(view)
        assert sheet.title == "Standings, not final yet"
        still_open = [line for line in sheet.lines if line.startswith("Still open: ")]
        assert len(still_open) == 2
        assert all(line.endswith("are tied on every tiebreak.") for line in still_open)
    blank = "The winner is ______"
    assert blank in str(announcements.announcements_content(tied))
    assert lists.standings_list(decided).title == "Standings, final"
    assert blank not in str(announcements.announcements_content(decided))


@pytest.mark.parametrize(
    ("style", "count"),
    [("single-elimination", 8), ("single-elimination-play-in", 12), ("single-elimination", 16)],
)
def test_names_of_a_printed_bracket_are_at_least_nine_points_high(style, count):
    event = entered(names(count), style=style, rounds=4)

    content, _ = brackets.bracket_content(day_for(played(event, 2)))

    room = brackets.ACROSS if content["flipped"] else brackets.UPRIGHT
    share = min(room[0] / content["width"], room[1] / content["height"])
    millimeters = 15 * share
    assert millimeters / 0.353 >= 9  # points


def test_a_family_name_stays_whole_in_a_printed_bracket():
    called = [*names(3), "María José Fernández-Villaverde de la Cruz"]
    event = entered(called, style="single-elimination", rounds=2)

    _, drawings = brackets.bracket_content(day_for(event))

    assert "de la Cruz" in drawings["bracket"]
    assert "de l…" not in drawings["bracket"]


def test_papers_of_pods_say_nothing_of_rounds_that_are_still_played():
    event = entered(names(5), edition="TR", style="tribbles", rounds=5)
    day = day_for(played(event, 2, open_last=True))

    content, _ = scorecards.scorecards_content(day)
    columns = scorecards.scorecard_form(day).columns
    first, second = (
        dict(zip(columns, content["cards"][0]["rows"][at], strict=True)) for at in (0, 1)
    )
    titles = [part.title for part in result_lists.results_list(day).parts]

    assert first["tribbles"]
    assert second["opponent"]
    assert not second["tribbles"]
    assert titles == ["Round 1"]


def test_standings_of_a_cut_lie_across_so_that_names_have_room():
    swiss = lists.standings_list(event_of("swiss"))
    event = played(entered(names(8), rounds=3), 3)
    order = [player.id for player in event.players[:4]]
    cut = msgspec.structs.replace(event, stages=(Cut(players=tuple(order)),))

    assert not swiss.flipped
    assert lists.standings_list(day_for(cut)).flipped


def test_an_event_of_one_round_has_one_round():
    day = day_for(entered(names(4), rounds=1))

    assert "1 round of 60 minutes" in day.game


@pytest.mark.req("BRKT-22", "BRKT-28", "BRKT-12")
def test_papers_of_a_bracket_have_its_names_of_rounds_and_lengths_of_matches():
    event = entered(names(8), style="single-elimination", rounds=3)
    long_final = msgspec.structs.replace(event, best_of={2: 3})
    day = day_for(played(long_final, 1))
    second = presenter_of(day.event).pair(day.event, day.book, seed=1).round
    first = day.rounds[0]

    pinned, listed = lists.seats_by_name(day, second), lists.seats_by_table(day, second)
    papers = [match_slips.match_slips_content(day, one) for one in (first, second)]

    assert pinned.title == "Semi-finals: find your table"
    assert listed.title == "Semi-finals: tables"
    assert [paper["games"] for paper in papers] == [1, 3]
    assert [paper["slips"][0]["round"] for paper in papers] == ["Quarter-finals", "Semi-finals"]
    assert len(second.missed) == 4
    assert listed.parts[0].after == ()


def test_no_card_has_room_for_a_round_that_is_not_played():
    day = day_for(played(entered(names(8), rounds=5), 5))

    content, _ = scorecards.scorecards_content(day)

    assert {len(card["rows"]) for card in content["cards"]} == {5}


@pytest.mark.req("TRIB-16")
@pytest.mark.parametrize(("rounds", "title"), [(5, "1 to 5"), (3, "1 to 3")])
def test_pods_are_told_the_rounds_that_they_play_together(rounds, title):
    event = entered(names(8), edition="TR", style="tribbles", rounds=rounds)
    day = day_for(played(event, 1))

    assert lists.seats_by_name(day, day.rounds[0]).title.startswith(f"Rounds {title}:")
