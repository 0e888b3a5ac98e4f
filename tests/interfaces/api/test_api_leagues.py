"""Leagues by the API: names beside handles, as the caller may see them."""

from tests.services.leagues.league_world import YEAR, LeagueWorld

from padd.services.access.api_tokens import Scope
from padd.store.models.people import Person

HIDDEN, CHILD, OPEN = "Odo Ital", "Jake Sisko", "Kira Nerys"


def test_a_season_names_hidden_adults_and_minors_to_officials_alone(api):
    league = LeagueWorld(api)
    a, b, c, d = (
        api.person("constable", name=HIDDEN, hides_name=True),
        api.person("jake", name=CHILD, birth_year=api.now.year - 12),
        api.person("major", name=OPEN),
        api.person("gone", name="Vedek Bareil"),
    )
    league.play(1, [a, b, c, d])
    Person.objects.filter(public_id=d).update(anonymised_at=api.now)
    address = f"/leagues/{league.id}/seasons/{YEAR}"
    official = api.token(league.head)
    other_tokens = ("", api.token(api.member()), api.token(league.director))

    def names(token):
        season = api.read(address, token=token)
        return [
            {line["handle"]: line["name"] for line in season[table]}
            for table in ("first_half", "total")
        ]

    seen = {"constable": HIDDEN, "jake": CHILD, "major": OPEN, "gone": "Former player"}
    unseen = seen | {"constable": "constable", "jake": "jake"}
    assert names(official) == [seen, seen]
    for token in (*other_tokens, api.token(league.head, [Scope.LEAGUE])):
        assert names(token) == [unseen, unseen]
        assert HIDDEN not in str(api.read(address, token=token))
