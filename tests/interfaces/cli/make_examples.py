"""Make the events of docs/examples anew, through the command line itself.

    python tests/interfaces/cli/make_examples.py

Players and results are invented; pairings, seeds and pods are the program's own.
"""

import json
from pathlib import Path
from random import Random

from click.testing import CliRunner

from padd.interfaces.cli.main import main

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
CHAMPIONSHIP = EXAMPLES / "championship"
FIRST = (
    *("Ada", "Bela", "Carys", "Dario", "Edda", "Falk", "Gwen", "Hanno", "Inga", "Jory"),
    *("Kaito", "Lene", "Mirek", "Nadja", "Ozan", "Pilar", "Quirin", "Runa", "Soren"),
    *("Tamsin", "Ulla", "Vito", "Wanda", "Xenia", "Yorick", "Zelda", "Arlo", "Brisa"),
    *("Cosmo", "Delphi", "Emre", "Fenna", "Goran", "Heidi", "Ivo", "Juno", "Kester"),
    *("Livia", "Magnus", "Noor"),
)
LAST = ("Ashdown", "Brandt", "Castell", "Dvorak", "Eklund", "Farrow", "Grieg", "Holt")


def person(number):
    """Return an invented player."""
    first = FIRST[number % len(FIRST)]
    last = LAST[number * 5 % len(LAST)]
    name = f"{first} {last}"
    return {"id": first.lower(), "name": name, "handle": f"{first.lower()}-{last.lower()}"}


def padd(*arguments):
    """Run a command and return what it prints."""
    done = CliRunner().invoke(main, [str(one) for one in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def kept(file, facts):
    """Write an event file in the program's own order of keys."""
    file.write_text(json.dumps(facts, indent=1, ensure_ascii=False), encoding="utf-8")


def make_swiss(file, facts, rounds, seed):
    """Play a Swiss event: the better id wins two times out of three."""
    chance = Random(seed)
    kept(file, {**facts, "rounds_planned": rounds, "rounds": []})
    for number in range(rounds):
        padd("pair", file, "--seed", str(seed + number), "--into", file)
        event = json.loads(file.read_text("utf-8"))
        for match in event["rounds"][-1]["matches"]:
            match.update(game(match["players"], chance))
        kept(file, event)


def game(players, chance):
    """Return how one game ended."""
    better = players if chance.random() < 0.67 else players[::-1]
    winner = min(better) if chance.random() < 0.6 else better[0]
    low = 5 * chance.randint(0, 12)
    if chance.random() < 0.2:
        points = [low + 35, low] if winner == players[0] else [low, low + 35]
        return {"ending": "time", "scores": points}
    points = [100, low] if winner == players[0] else [low, 100]
    return {"ending": "complete", "winner": winner, "scores": points}


def make_bracket(file, seed, last):
    """Play a bracket to its end; the last round is best of three."""
    chance = Random(seed)
    for number in range(1, last + 1):
        padd("pair", file, "--into", file)
        event = json.loads(file.read_text("utf-8"))
        for match in event["rounds"][-1]["matches"]:
            if number == last:
                seeds = {player["id"]: player["seed"] for player in event["players"]}
                better, other = sorted(match["players"], key=lambda p: seeds[p])
                # The tied second game goes to the higher seed: one game each.
                games = [{"winner": other}, {"winner": None}, {"winner": better}]
                match["games"] = games
            else:
                match.update(game(match["players"], chance))
        kept(file, event)


def make_championship():
    """Make two heats and the final day of a championship."""
    common = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "edition": "2E",
        "level": 4,
        "registered": "2026-05-01T09:00:00+02:00",
        "directors": ["northgate"],
    }
    friday, saturday = (
        CHAMPIONSHIP / name for name in ("friday.event.json", "saturday.event.json")
    )
    people = [person(number) for number in range(40)]
    people[3]["earned_byes"] = [1]
    start = {"name": "Continental Championship, Friday", **common}
    start |= {"starts": "2026-08-14T10:00:00+02:00", "players": people[:22]}
    make_swiss(friday, start, rounds=5, seed=814)
    again = entered_again(friday, people)
    start = {"name": "Continental Championship, Saturday", **common}
    start |= {"starts": "2026-08-15T10:00:00+02:00", "players": again + people[22:]}
    make_swiss(saturday, start, rounds=5, seed=815)
    announced = CHAMPIONSHIP / "announced.event.json"
    day = {"name": "Continental Championship, final day", **common}
    day |= {
        "starts": "2026-08-16T10:00:00+02:00",
        "pairing_style": "modified-mcintyre",
        "rounds_planned": 5,
        "best_of": {"5": 3},
        "heats": [
            {"name": "Friday", "qualifiers": 8, "event": "friday.event.json"},
            {"name": "Saturday", "qualifiers": 8, "event": "saturday.event.json"},
        ],
        "players": [],
        "rounds": [],
    }
    kept(announced, day)
    sunday = CHAMPIONSHIP / "sunday.event.json"
    padd("seed", friday, saturday, "--day", announced, "--into", sunday)
    make_bracket(sunday, seed=816, last=5)


def entered_again(friday, people):
    """Return four who did not qualify on Friday and try once more."""
    table = json.loads(padd("standings", friday, "--json"))["standings"]
    names = {row["player"] for row in table[10:14]}
    plain = [{k: v for k, v in p.items() if k != "earned_byes"} for p in people]
    return [person for person in plain if person["id"] in names]


def make_tribbles():
    """Make a day of Tribbles for 27 players: heats, then finals."""
    chance = Random(27)
    players = [person(number) for number in range(27)]
    players[5]["head_start"] = 100_000
    file = EXAMPLES / "tribbles-day.event.json"
    facts = {
        "schema": "padd-event/1",
        "rulebook": "opg-5",
        "name": "Station K-9 Tribbles Day",
        "edition": "TR",
        "pairing_style": "tribbles-finals",
        "rounds_planned": 10,
        "starts": "2026-09-05T13:00:00-04:00",
        "registered": "2026-08-20T12:00:00-04:00",
        "directors": ["northgate"],
        "players": players,
        "rounds": [],
    }
    kept(file, facts)
    for number in range(1, 11):
        padd("pair", file, "--seed", str(900 + number), "--into", file)
        event = json.loads(file.read_text("utf-8"))
        for pod in event["rounds"][-1]["pods"]:
            pod.update(tribbles_round(pod, number, chance))
        kept(file, event)


def tribbles_round(pod, number, chance):
    """Return the scores of one round at one table."""
    out = chance.choice(pod["players"])
    scores = {p: 100 * chance.randint(0, 9) for p in pod["players"]}
    if number % 5 == 0 and pod["table"] == 2:
        return {"scores": scores, "went_out": []}
    scores[out] += 1_000 * chance.randint(1, 111)
    if number == 8 and pod["table"] == 3:
        given_up = next(player for player in pod["players"] if player != out)
        scores[given_up] = 0
        return {"scores": scores, "went_out": [out], "conceded": [given_up]}
    return {"scores": scores, "went_out": [out]}


if __name__ == "__main__":
    CHAMPIONSHIP.mkdir(parents=True, exist_ok=True)
    make_championship()
    make_tribbles()
