"""The page of an event: its figures are the engine's, with their reasons."""

import json
from collections.abc import Callable

import pytest

from padd.core.event_file import read_event
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.interfaces.web.results.page import file_page
from padd.presentation.events.quick_start import NAMES, all_examples, example_named
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.rulebooks.loader import rulebook_ids

Maker = Callable[..., bytes]


def shown(data):
    return file_page(read_event(data, book_of=rulebook_named))


def line_of(page, name):
    return next(line for line in page.standings.view.rows if line.name == name)


def why(page, line):
    return page.standings.why(line.player)


def test_there_is_one_example_for_each_rulebook():
    assert [one.event.rulebook for one in all_examples()] == list(rulebook_ids())


@pytest.mark.parametrize("name", NAMES)
def test_an_example_needs_every_tiebreak_of_its_rulebook(name):
    example = example_named(name)
    assert example
    book = book_for(example.event)

    rows = swiss_standings(score_event(example.event, book), book).rows

    assert {row.decided_by for row in rows} == {None, *book.standings.tiebreaks}


def test_the_examples_hold_every_ending_that_a_finished_event_can_have():
    endings = {
        match.ending
        for one in all_examples()
        for round_ in one.event.rounds
        for match in round_.matches
    }
    known = {ending for one in all_examples() for ending in book_for(one.event).scoring.endings}

    assert endings == known - {"delayed"}


def test_the_examples_hold_byes_drops_and_late_entries():
    events = [one.event for one in all_examples()]

    assert any(round_.byes for event in events for round_ in event.rounds)
    assert any(round_.earned_byes for event in events for round_ in event.rounds)
    assert any(p.dropped_after for event in events for p in event.players)
    assert any(p.joined_round > 1 for event in events for p in event.players)


@pytest.mark.parametrize("name", NAMES)
def test_the_lines_are_the_standings_of_the_engine(name):
    example = example_named(name)
    assert example
    book = book_for(example.event)
    rows = swiss_standings(score_event(example.event, book), book).rows

    lines = file_page(example.event).standings.view.rows

    assert [(line.cells["vp"], line.place_text) for line in lines] == [
        (row.record.vp, str(row.place)) for row in rows
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_sum_adds_up_on_the_page(name):
    example = example_named(name)
    assert example

    page = file_page(example.event)
    assert page.standings.view.rows
    for line in page.standings.view.rows:
        for part in why(page, line).sums:
            figures = [int(one.value.replace("−", "-")) for one in part.lines if not one.struck]
            assert sum(figures) == int(part.total.replace("−", "-")), part.title


@pytest.mark.req("SWISS-88")
def test_strength_of_schedule_is_shown_with_the_lowest_struck_out(event_file):
    page = shown(event_file())
    schedule = why(page, line_of(page, "Ada Feld")).sums[1]

    assert schedule.title == "Strength of schedule"
    assert [one.note for one in schedule.lines if one.struck] == ["lowest, left out"]
    assert schedule.working == "10 − 5"
    assert schedule.total == "5"


def test_a_score_beyond_the_cap_is_shown_as_played_and_as_counted(event_file):
    page = shown(event_file())
    points, _, differential, _ = why(page, line_of(page, "Ada Feld")).sums

    assert "120–55" in points.lines[1].note
    assert differential.lines[1].note == "100 − 55"


def test_the_chain_ends_with_the_tiebreak_that_decided(event_file):
    page = shown(event_file())
    second, third = page.standings.view.rows[1:3]
    last = why(page, third).chain[-1]

    assert second.cells["vp"] == third.cells["vp"]
    assert (last.icon, last.lead) == ("arrow-right", "Decided by differential:")
    assert why(page, third).paths[last.cite] == "standings.tiebreaks"


def test_a_place_by_victory_points_alone_says_so(event_file):
    page = shown(event_file())
    reason = why(page, line_of(page, "Ada Feld"))

    assert "8 VP" in reason.answer
    assert [step.lead for step in reason.chain] == ["Decided by victory points: 8 VP"]


def test_the_winner_of_the_final_confrontation_is_told_as_such(event_file):
    final = {"players": ["ada", "cleo"], "winner": "cleo"}

    page = shown(event_file(final_confrontation=final))

    assert page.head.final_game == "Ada Feld and Cleo Ito, won by Cleo Ito"
    first = page.standings.view.rows[0]
    assert first.name == "Cleo Ito"
    assert "final confrontation" in why(page, first).answer
    assert why(page, first).chain[-1].lead == "Final confrontation:"


def test_a_disqualified_player_is_last_and_marked(event_file):
    document = json.loads(event_file())
    document["rounds"][1]["matches"][0] |= {
        "ending": "game-loss",
        "penalties": [{"player": "cleo", "level": 4}],
    }

    page = shown(json.dumps(document).encode())
    last = page.standings.view.rows[-1]

    assert (last.place_text, last.name) == ("DQ", "Cleo Ito")
    assert "disqualified" in why(page, last).answer


def test_a_dropped_player_is_marked_beside_the_name(event_file):
    page = shown(event_file())
    chips = page.standings.chips[line_of(page, "Dee Marsh").player]

    assert [chip.word for chip in chips] == ["Dropped after round 1"]


def test_results_are_told_in_words(event_file):
    page = shown(event_file())
    second = page.rounds[1]
    game = second.games[0]

    assert (game.score, game.result, game.margin) == ("120–55", "Full win", "+45")
    byes = [(page.names[player], chip.word) for player, chip in second.others]
    assert byes == [("Ben Roy", "Bye")]


def test_another_rulebook_is_refused_with_its_reason(event_file):
    others = {other.id: other for other in shown(event_file()).others}

    assert others["opg-4.1"].refusal is None
    refusal = others["decipher-1998"].refusal
    assert refusal
    assert "2E" in str(refusal.message)


def test_who_moves_under_another_rulebook_is_told_with_the_rule():
    example = example_named("lakeside-regional")
    assert example
    moved = file_page(example.event).others[0].moved

    assert all(move.before != move.after for move in moved)
    assert any(move.causes for move in moved)


def test_right_to_left_names_leave_the_sentence_alone():
    example = example_named("lakeside-regional")
    assert example
    names = [line.name for line in file_page(example.event).standings.view.rows]

    assert "\u2068דוב לוי\u2069" in names
    assert "Amara Nwosu" in names


def test_the_sanction_is_shown_with_its_reasons(client):
    page = client.get("/examples/lakeside-regional/").content.decode()

    assert "Sanctioned and rated" in page
    assert "24 players took part; 3 are required." in page


def test_an_event_that_is_not_sanctioned_says_what_is_missing(client):
    page = client.get("/examples/starbase-96/").content.decode()

    assert "Not sanctioned" in page
    assert "Missing: " in page


def test_an_example_may_be_shown_under_another_rulebook(client):
    page = client.get("/examples/subspace-relay/?rulebook=opg-5").content.decode()

    assert ">Organized Play Guide 5</a></dd>" in page


def test_an_example_that_another_rulebook_cannot_read_is_refused(client):
    response = client.get("/examples/lakeside-regional/?rulebook=decipher-1996")

    assert response.status_code == 422


def test_the_file_of_an_example_reads_back_as_the_same_event(client):
    example = example_named("spacedock-98")
    assert example

    response = client.get("/examples/spacedock-98/file/")

    assert response["Content-Disposition"].endswith('"spacedock-98.event.json"')
    assert read_event(response.content, book_of=rulebook_named) == example.event


def test_what_a_check_says_names_players_not_ids(client):
    page = client.get("/examples/subspace-relay/").content.decode()

    assert "Peder Lindqvist: Earned byes" in page
    assert "peder: Earned byes" not in page
