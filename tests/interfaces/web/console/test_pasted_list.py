"""Pasted lists in the console and in the quick start: looked over, asked, entered."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.interfaces.web.page_source import one_line

from padd.services import eventlog

pytestmark = pytest.mark.django_db
QUICK = "/events/quick/"


def started(world, **form):
    typed = {"name": "League", "game": "2E", "key": "one", "rounds": "3", **form}
    return world.ask("laptop", "POST", QUICK, typed)


def opened(world):
    return str(started(world)["Location"]).split("/")[2]


def entered(event):
    return [entrant.name for entrant in eventlog.event_state(event_id=event).players.values()]


def paste(world, event, text, **more):
    form = {"list": text, "here": "yes", "key": "list", **more}
    return world.ask("laptop", "POST", f"/events/{event}/run/enter/", form)


def event_in(page):
    found = re.search(r"/events/([^/]+)/run/enter/", page.content.decode())
    assert found
    return found[1]


@pytest.mark.req("REG-50")
def test_one_invisible_character_loses_nobody(world):
    event = opened(world)

    paste(world, event, "Jadzia Dax\nKira\u200b Nerys\n\ufeffOdo\nQuark\u202e")

    assert entered(event) == ["Jadzia Dax", "Kira Nerys", "Odo", "Quark"]


@pytest.mark.parametrize("place", ["quick", "console"])
def test_a_bad_line_is_named_and_every_other_line_is_added(place, world):
    text = "Jadzia Dax\n" + "x" * 300 + "\nKira Nerys\n————"
    if place == "quick":
        answer = started(world, list=text)
        event, more = event_in(answer), {"key": "one"}
    else:
        event, more = opened(world), {}
        answer = paste(world, event, text)

    page = one_line(answer.content.decode())
    assert entered(event) == []
    assert "2 of 4 lines ready" in page
    assert "The name has 300 characters; the limit is 100." in page
    assert "It contains no letters" in page
    paste(world, event, text, step="add", **more)
    assert entered(event) == ["Jadzia Dax", "Kira Nerys"]


@pytest.mark.parametrize("place", ["quick", "console"])
@pytest.mark.parametrize(("answer", "count"), [("2:same", 1), ("2:two", 2)])
def test_the_same_name_twice_is_asked_about_once(place, answer, count, world):
    text = "Anna Lee\nAnna Lee"
    if place == "quick":
        asked = started(world, list=text)
        event, key = event_in(asked), "one"
    else:
        event, key = opened(world), "list"
        asked = paste(world, event, text)

    assert "Same person: leave out" in asked.content.decode()
    paste(world, event, text, step="add", key=key)
    assert entered(event) == []
    again = paste(world, event, text, answer=answer, key=key)
    assert "Same person: leave out" not in again.content.decode()
    line, _, said = answer.partition(":")
    paste(world, event, text, step="add", key=key, **{f"same-{line}": said})
    assert entered(event) == ["Anna Lee"] * count


@pytest.mark.parametrize(("ticked", "kept"), [("yes", 1), ("", 0)])
def test_a_list_with_a_question_remembers_whether_players_are_checked_in(world, ticked, kept):
    event = opened(world)

    asked = paste(world, event, "Jadzia Dax\nJadzia Dax", here=ticked)

    page = asked.content.decode()
    assert "Same person: leave out" in page
    assert page.count('name="here" value="yes"') == kept


def test_who_is_in_already_is_asked_about_too(world):
    event = opened(world)
    paste(world, event, "Anna Lee", key="first")

    page = paste(world, event, "Anna Lee\nIvo Marić", key="second").content.decode()

    assert "who is already in the event" in one_line(page)
    assert entered(event) == ["Anna Lee"]


def test_a_list_sent_twice_is_entered_once(world):
    event = opened(world)

    for _ in range(2):
        assert paste(world, event, "Anna Lee\nIvo Marić").status_code == 302

    assert entered(event) == ["Anna Lee", "Ivo Marić"]


def test_columns_are_shown_and_can_be_chosen(world):
    event, text = opened(world), "Anna,Lee\nBob,Hart"

    page = paste(world, event, text).content.decode()
    assert "Lee Anna" in page
    chosen = {"column-0": "given", "column-1": "family"}
    again = paste(world, event, text, step="read", **chosen).content.decode()
    assert "Anna Lee" in again
    paste(world, event, text, step="add", **chosen)

    assert entered(event) == ["Anna Lee", "Bob Hart"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_a_file_of_a_spreadsheet_is_read(encoding, world):
    event = opened(world)
    data = "Name;Handle\nJürgen Groß;jgross\nAnna Lee;annalee\n".encode(encoding)

    page = paste(
        world, event, "", **{"names-file": SimpleUploadedFile("list.csv", data)}
    ).content.decode()

    assert "Jürgen Groß" in page
    assert "Add 2 players" in one_line(page)


def test_a_handle_of_somebody_else_is_named_and_the_others_come_in(world):
    event = opened(world)
    text = "Anna Lee, al_1\nBob Hart, al_1\nCy Young"

    page = one_line(paste(world, event, text).content.decode())
    paste(world, event, text, step="add")

    assert "The handle al_1 belongs to Anna Lee." in page
    assert entered(event) == ["Anna Lee", "Cy Young"]


def test_the_address_of_a_player_keeps_its_letters(world):
    event = opened(world)

    paste(world, event, "Søren Łukasz")

    assert list(eventlog.event_state(event_id=event).players) == ["soren-lukasz"]


def test_an_empty_list_says_that_nobody_was_entered(world):
    answer = paste(world, opened(world), " \n")

    assert answer.status_code == 422
    assert "no one was added" in answer.content.decode()
