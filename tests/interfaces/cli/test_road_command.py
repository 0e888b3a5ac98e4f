"""`padd road` and `padd rights`: what was won in a year, and what a player holds."""

import json

import pytest
from click.testing import CliRunner
from tests.services.championships.championship_builder import championship

from padd.interfaces.cli.championships import awards
from padd.interfaces.cli.main import main
from padd.store.models.championships import Championship, Right
from padd.store.models.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_folder")]


@pytest.fixture(autouse=True)
def _opened(monkeypatch):
    for module in (awards, awards):
        monkeypatch.setattr(module, "open_installation", lambda _data: None)


def asked(*words):
    return CliRunner().invoke(main, list(words))


@pytest.mark.req("CHAMP-1", "CHAMP-35")
def test_the_road_lists_championships_with_what_was_won_and_used():
    championship("regional", 2)
    title = Championship.objects.get()

    answer = asked("road", "2026", "2e", "--json")
    table = asked("road", "2026", "2E")
    nothing = asked("road", "1999", "TR")

    assert answer.exit_code == table.exit_code == nothing.exit_code == 0
    assert json.loads(answer.stdout) == {
        "year": 2026,
        "edition": "2E",
        "championships": [
            {
                "id": title.public_id,
                "name": title.name,
                "kind": "regional",
                "area": title.area,
                "state": "played",
                "won": 1,
                "used": 0,
            }
        ],
    }
    assert title.name in table.stdout
    assert "No championships yet." in nothing.stdout


@pytest.mark.parametrize(
    "words", [("road",), ("road", "soon", "2E"), ("road", "2026", "3E"), ("rights",)]
)
def test_what_cannot_be_meant_is_answered_by_the_usage(words):
    found = asked(*words)

    assert found.exit_code == 2
    assert "Usage: " in found.stderr


@pytest.mark.req("CHAMP-24")
def test_a_player_is_found_by_the_handle_and_strangers_hold_nothing():
    championship("regional", 2)
    owner = Right.objects.get().person
    Person.objects.filter(pk=owner.pk).update(handle="Rhine’s 100% winner")

    found = asked("rights", "rhine’s 100%", "--json")
    wild = asked("rights", "%", "--json")
    stranger = asked("rights", "nobody-at-all", "--json")

    (right,) = json.loads(found.stdout)
    assert (right["player"], right["rounds"]) == ("Rhine’s 100% winner", [1])
    assert (right["target"], right["year"], right["place"]) == ("continental", 2026, 1)
    assert len(json.loads(wild.stdout)) == 1
    assert json.loads(stranger.stdout) == []
