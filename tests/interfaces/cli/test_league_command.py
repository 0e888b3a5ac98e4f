"""`padd league`: tables, qualifiers, missions and lifetime points from files."""

import json
from random import Random

import pytest
from click.testing import CliRunner

from padd.interfaces.cli.leagues import league
from padd_oracle import leagues as oracle


def run(*arguments):
    return CliRunner().invoke(league, arguments)


def written(folder, events):
    files = []
    for number, event in enumerate(events):
        file = folder / f"{number}.event.json"
        file.write_text(json.dumps(event), encoding="utf-8")
        files.append(str(file))
    return files


def duel(first, *others, part="first-half", **league):
    """Return an event of one round for every player but the first, who wins it."""
    players = [first, *others]
    rounds = [
        {
            "number": number,
            "matches": [
                {
                    "players": [first.lower(), other.lower()],
                    "ending": "complete",
                    "winner": first.lower(),
                    "scores": [100, 60 - number],
                }
            ],
            "missed": [one.lower() for one in others if one != other],
        }
        for number, other in enumerate(others, start=1)
    ]
    return {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "name": f"Won by {first}",
        "rounds_planned": len(rounds),
        "starts": f"2026-10-0{1 + len(players)}T11:00:00Z",
        "players": [{"id": one.lower(), "handle": one} for one in players],
        "rounds": rounds,
        "league": {"id": "isar", "season": 2026, "part": part, **league},
    }


@pytest.mark.req("LEAG-14", "LEAG-17")
def test_the_table_has_halves_and_season_in_the_fixed_shape(tmp_path):
    files = written(
        tmp_path,
        [
            duel("Kirk", "Khan", "Spock", number=1, bonus={"khan": 4}),
            duel("KHAN", "Gorn", "Spock", "Sulu", part="second-half", number=5),
            duel("Kirk", "Gorn", "Khan", part="playoff", number=9),
        ],
    )

    answer = json.loads(run("table", *files, "--json").stdout)

    assert (answer["league"], answer["season"]) == ("isar", 2026)
    assert answer["first_half"] == [
        {"place": 1, "player": "Khan", "points": 8, "bonus": 4, "events": 1},
        {"place": 1, "player": "Kirk", "points": 12, "bonus": 0, "events": 1},
        {"place": 3, "player": "Spock", "points": 6, "bonus": 0, "events": 1},
    ]
    total = {row["player"]: row for row in answer["total"]}
    assert total["Khan"]["events"] == 3
    assert set(answer) == {"league", "season", "first_half", "second_half", "total"}


@pytest.mark.req("LEAG-14", "LEAG-26")
@pytest.mark.parametrize("seed", range(3))
def test_the_table_is_that_of_the_oracle(tmp_path, seed):
    rng = Random(seed)
    events = [
        event
        for event in oracle.random_season(rng)
        if not any(
            row["decided_by"] == "coin-toss" for row in oracle.standings(event, 0)["standings"]
        )
    ]
    files = written(tmp_path, events)
    rng.shuffle(files)

    answer = json.loads(run("table", *files, "--json").stdout)

    assert answer == oracle.league_table(events)


@pytest.mark.req("AMB-149")
def test_people_without_a_handle_stay_apart_in_every_file(tmp_path):
    one, two = duel("Kirk", "Khan", "Spock"), duel("Kirk", "Khan", "Spock", number=2)
    for event in (one, two):
        for player in event["players"]:
            del player["handle"]

    answer = json.loads(run("table", *written(tmp_path, [one, two]), "--json").stdout)

    assert len(answer["total"]) == 6
    assert {row["player"] for row in answer["total"]} == {"kirk", "khan", "spock"}


@pytest.mark.req("AMB-7")
def test_a_disqualified_player_has_no_points_and_the_others_keep_theirs(tmp_path):
    event = duel("Kirk", "Khan", "Spock")
    game = event["rounds"][0]["matches"][0]
    game |= {"ending": "game-loss", "penalties": [{"player": "khan", "level": 4}]}
    del game["scores"]

    rows = json.loads(run("table", *written(tmp_path, [event]), "--json").stdout)

    points = {row["player"]: row["points"] for row in rows["total"]}
    assert points == {"Kirk": 12, "Spock": 8, "Khan": 0}


@pytest.mark.req("LEAG-14", "ONL-17")
def test_a_game_that_both_left_unplayed_is_no_attendance(tmp_path):
    event = duel("Kirk", "Khan", "Spock")
    event["players"] += [{"id": "sulu", "handle": "Sulu"}, {"id": "q", "handle": "Q"}]
    unplayed = {"players": ["sulu", "q"], "ending": "unplayed"}
    event["rounds"][0]["matches"].append(unplayed)

    both = json.loads(run("table", *written(tmp_path, [event]), "--json").stdout)
    unplayed["responsible"] = ["q"]
    one = json.loads(run("table", *written(tmp_path, [event]), "--json").stdout)

    assert [row["player"] for row in both["total"]] == ["Kirk", "Khan", "Spock"]
    assert "Sulu" in {row["player"] for row in one["total"]}
    assert "Q" not in {row["player"] for row in one["total"]}


def test_a_player_disqualified_in_the_cut_has_no_points(tmp_path):
    event = duel("Kirk", "Khan", "Spock")
    final = {"players": ["kirk", "khan"], "games": [{"winner": "khan"}]}
    final["penalties"] = [{"player": "kirk", "level": 4}]
    event["stages"] = [
        {
            "pairing_style": "single-elimination",
            "players": ["kirk", "khan"],
            "rounds": [{"number": 3, "matches": [final]}],
        }
    ]

    answer = json.loads(run("table", *written(tmp_path, [event]), "--json").stdout)

    points = {row["player"]: row["points"] for row in answer["total"]}
    assert points == {"Khan": 12, "Spock": 8, "Kirk": 0}


@pytest.mark.parametrize(
    ("changed", "place"),
    [({"id": "rhine"}, "league.id"), ({"season": 2025}, "league.season"), (None, "league")],
)
def test_events_of_other_leagues_are_refused_by_file_and_place(tmp_path, changed, place):
    other = duel("Kirk", "Khan", "Spock", "Sulu")
    other["league"] = None if changed is None else other["league"] | changed
    files = written(tmp_path, [duel("Kirk", "Khan", "Spock"), other])

    result = run("table", *files, "--json")

    assert result.exit_code == 1
    error = json.loads(result.stdout)["error"]
    assert (error["file"], error["place"]) == (files[1], place)


@pytest.mark.parametrize("command", ["table", "qualify"])
@pytest.mark.parametrize("planned", [2, 3])
def test_a_rulebook_without_leagues_is_refused(tmp_path, command, planned):
    event = duel("Kirk", "Khan", "Spock") | {
        "rulebook": "decipher-1998",
        "edition": "1E",
        "rounds_planned": planned,
    }

    result = run(command, *written(tmp_path, [event]), "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["rule"] == "DTG"


@pytest.mark.req("LEAG-14")
def test_an_unfinished_event_counts_as_it_stands_and_is_named(tmp_path):
    event = duel("Kirk", "Khan", "Spock") | {"rounds_planned": 4}
    files = written(tmp_path, [event])

    table, cut = run("table", *files, "--json"), run("qualify", *files, "--json")

    assert len(json.loads(table.stdout)["total"]) == 3
    assert "not finished" in table.stderr
    assert json.loads(cut.stdout)["qualified"] == []


@pytest.mark.req("LEAG-12", "LEAG-25", "LEAG-36", "AMB-68")
def test_qualify_names_the_field_and_the_leader_of_the_playoffs(tmp_path):
    files = written(
        tmp_path,
        [
            duel("Kirk", "Khan", "Spock", number=1),
            duel("Khan", "Gorn", "Spock", "Sulu", part="second-half"),
            duel("Gorn", "Khan", "Kirk", "Sulu", "Spock", part="playoff"),
        ],
    )

    answer = json.loads(run("qualify", *files, "--qualifiers", "1,1", "--json").stdout)
    text = run("qualify", *files, "--qualifiers", "1,1").stdout

    assert answer["qualified"] == ["Kirk", "Khan"]
    assert {row["player"] for row in answer["playoffs"]} == {"Kirk", "Khan"}
    assert "Playoffs" in text


@pytest.mark.req("LEAG-38", "LEAG-15")
def test_champions_adds_all_leagues_without_bonus(tmp_path):
    files = written(
        tmp_path,
        [
            duel("Kirk", "Khan", "Spock", bonus={"kirk": 90}),
            duel("Kirk", "Khan", "Spock", id="rhine", season=2025),
        ],
    )

    answer = json.loads(run("champions", *files, "--json").stdout)

    assert answer["entry_points"] == 100
    assert answer["players"][0] == {
        "place": 1,
        "player": "Kirk",
        "points": 24,
        "events": 2,
        "enters": False,
    }


@pytest.mark.req("LEAG-23", "LEAG-24", "AMB-71")
def test_missions_are_tallied_from_a_file(tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(
        "event,player,mission,headquarters\n"
        "1,Kirk,Evacuate Colony,\n"
        "1,Khan,Evacuate Colony,\n"
        "2,Kirk,Evacuate Colony,\n"
        '2,Kirk,"Earth, Home",yes\n',
        encoding="utf-8",
    )

    new = json.loads(run("missions", str(file), "--json").stdout)
    old = json.loads(run("missions", str(file), "--rulebook", "opg-4.1", "--json").stdout)

    assert [row["mission"] for row in new["missions"]] == ["Earth, Home", "Evacuate Colony"]
    assert [row["points"] for row in new["bonus"]] == [1, 1, 1]
    assert [row["points"] for row in old["bonus"]] == [1, 1, 0]


@pytest.mark.req("LEAG-24", "AMB-149")
def test_a_player_of_the_missions_file_is_one_in_any_spelling(tmp_path):
    file = tmp_path / "season.csv"
    file.write_text(
        "Mission,Event,Player\nCure Plague,1,Kirk\n\ncure plague,1, KIRK \n", encoding="utf-8"
    )

    answer = json.loads(run("missions", str(file), "--json").stdout)

    assert answer["bonus"] == [{"event": 1, "player": "Kirk", "points": 1}]
    assert answer["missions"][0]["players"] == ["Kirk"]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b"", "line 1"),
        (b"event;player;mission\n1;Kirk;Cure Plague\n", "line 1"),
        (b"\xff\xfe", "line 1"),
        (b"event,player,mission\n\n1,Kirk\n", "line 3, mission"),
        (b"event,player,mission\n1,,Cure Plague\n", "line 2, player"),
        (b"event,player,mission\nfirst,Kirk,Cure Plague\n", "line 2, event"),
        (b"event,player,mission\n-1,Kirk,Cure Plague\n", "line 2, event"),
    ],
)
def test_a_missions_file_that_is_unclear_is_refused_by_line_and_column(tmp_path, content, place):
    file = tmp_path / "season.csv"
    file.write_bytes(content)

    result = run("missions", str(file), "--json")

    assert result.exit_code == 1
    error = json.loads(result.stdout)["error"]
    assert (error["file"], error["place"]) == (str(file), place)


@pytest.mark.req("LEAG-12")
@pytest.mark.parametrize(("number", "status"), [("0", 1), ("1,0", 1), ("", 2)])
def test_a_cut_without_qualifiers_is_refused(tmp_path, number, status):
    files = written(tmp_path, [duel("Kirk", "Khan", "Spock")])

    assert run("qualify", *files, "--qualifiers", number).exit_code == status


@pytest.mark.req("LEAG-14", "AMB-67")
def test_players_of_a_bracket_share_a_place_whoever_stayed_away(tmp_path):
    names = [f"crew{number}" for number in range(1, 9)]
    event = duel("Kirk", "Khan", "Spock") | {
        "pairing_style": "single-elimination",
        "rounds_planned": 3,
        "players": [
            {"id": one, "handle": one, "seed": seed} for seed, one in enumerate(names, start=1)
        ],
        "rounds": [
            {
                "number": 1,
                "matches": [
                    {"players": ["crew1", "crew8"], "ending": "missed", "absent": ["crew8"]},
                    won("crew4", "crew5"),
                    won("crew3", "crew6"),
                    won("crew2", "crew7"),
                ],
            },
            {"number": 2, "matches": [won("crew1", "crew4"), won("crew2", "crew3")]},
            {"number": 3, "matches": [won("crew1", "crew2")]},
        ],
    }

    answer = json.loads(run("table", *written(tmp_path, [event]), "--json").stdout)

    points = {row["player"]: row["points"] for row in answer["total"]}
    assert points == {
        "crew1": 16,
        "crew2": 12,
        "crew3": 10,
        "crew4": 10,
        "crew5": 8,
        "crew6": 8,
        "crew7": 8,
    }


def won(winner, loser):
    return {"players": [winner, loser], "ending": "complete", "winner": winner, "scores": [100, 40]}
