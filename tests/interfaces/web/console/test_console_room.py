"""What the director chooses for the room: what the wall says in the last round."""

import pytest
from tests.interfaces.web.world import make_world

FOUR = "Ada Feld\nBen Roy\nCleo Ito\nDee Marsh"


@pytest.mark.django_db
def test_the_director_switches_the_clinch_on_the_wall_on_and_off():
    world = make_world()
    form = {"name": "League", "game": "2E", "list": FOUR, "key": "one", "rounds": "1"}
    started = world.ask("laptop", "POST", "/events/quick/", form)
    event = f"/events/{str(started['Location']).split('/')[2]}"
    page = world.ask("laptop", "GET", f"{event}/projector/").content.decode()

    world.ask("laptop", "POST", f"{event}/projector/", {"clinch": "show"})
    shown = world.ask("laptop", "GET", f"{event}/projector/").content.decode()
    world.ask("laptop", "POST", f"{event}/projector/", {"clinch": "hide"})
    hidden = world.ask("laptop", "GET", f"{event}/projector/").content.decode()

    assert 'name="clinch" value="show"' in page
    assert 'name="clinch" value="hide"' in shown
    assert hidden.count('value="show"') == 1
    assert 'value="auto" checked' in shown


@pytest.mark.django_db
def test_the_director_asks_why_two_players_do_not_meet():
    world = make_world()
    form = {"name": "League", "game": "2E", "list": FOUR, "key": "one"}
    started = world.ask("laptop", "POST", "/events/quick/", form)
    run = f"/events/{str(started['Location']).split('/')[2]}/run"
    world.ask("laptop", "POST", f"{run}/draw/", {"key": "d"})
    page = world.ask("laptop", "GET", f"{run}/pairings/").content.decode()
    names = page.split('id="why-not-first"')[1].split("</select>")[0]
    ids = [one.split('"')[0] for one in names.split('value="')[2:]]

    answers = [
        world.ask("laptop", "GET", f"{run}/pairings/?first={ids[0]}&other={other}")
        for other in ids[1:]
    ]

    said = [answer.content.decode() for answer in answers]
    assert sum("are paired in this round." in page for page in said) == 1
    assert sum("just as good; chance decided." in page for page in said) == 2
