"""Whole random events, to compare two programs.

The random source comes from outside: print its seed before the first event.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from padd_oracle.field import active_in
from padd_oracle.games import random_result
from padd_oracle.next_round import draw, draw_any
from padd_oracle.rules import DISQUALIFICATION, DTG, OPG, OPG5, Event
from padd_oracle.standings import standings

Pairer = Callable[[Event], dict[str, Any]]
Watcher = Callable[[Event, int], None]

FEWEST = 3  # no drop below the smallest field (OPG5 §2)

RULES = {
    ("opg-5", "1E"): ("otf", "otf-beta-1", "open", "warp-speed"),
    ("opg-5", "2E"): ("standard", "standard", "slipstream", "infinite-diversity"),
    ("opg-4.1", "1E"): ("otf", "otf-beta-1", "open", "x-list", "warp-speed"),
    ("opg-4.1", "2E"): ("standard", "standard", "slipstream"),
    ("decipher-1998", "1E"): ("decipher",),
    ("decipher-1996", "1E"): ("decipher",),
}


@dataclass(frozen=True)
class Chances:
    """How often things happen that upset an event."""

    drop: float = 0.03  # each player after each round
    late: float = 0.15  # a new player before a later round
    disqualified: float = 0.005  # each game
    earned_bye: float = 0.08  # each player at the start
    delayed: float = 0.04  # each game
    settled: float = 0.5  # each open game before each later round
    confrontation: float = 0.2  # each event
    left_open: float = 0.0  # each game still open at the end
    absent: float = 0.0  # each game: a paired player does not come


def random_event(
    rng: Random,
    *,
    players: int,
    rounds: int,
    rulebook: str = OPG5,
    edition: str = "1E",
    rules: str | None = None,
    format: str | None = None,  # noqa: A002 -- the word of the event file
    pairing_style: str = "swiss",
    scenario: str | None = None,
    pair: Pairer | None = None,
    watch: Watcher | None = None,
    chances: Chances | None = None,
) -> Event:
    """Return a played event.

    `pair` gives the next round of an event (as `padd pair --json` or as a round of the
    file); `watch` is called with the event and the index of each round just paired.
    """
    odds = chances or Chances()
    event = _opened(rng, players, rulebook, edition, odds)
    event["rules"] = rules or rng.choice(RULES[rulebook, edition])
    event["format"] = format or _format(rng, event)
    event["rounds_planned"] = rounds
    event["pairing_style"] = pairing_style
    event["scenario"] = scenario
    for number in range(1, rounds + 1):
        if number > 1 and rng.random() < odds.late:
            event["players"].append(_player(len(event["players"]) + 1, number))
        _settle(rng, event, odds.settled)
        next_round = pair(event) if pair else draw(event, rng)
        event["rounds"].append(_as_round(next_round, number))
        if watch:
            watch(event, number - 1)
        _play(rng, event, odds)
    _settle(rng, event, 1 - odds.left_open)
    _confront(rng, event, odds)
    return event


def random_facts(
    rng: Random,
    *,
    players: int,
    rounds: int,
    rulebook: str = OPG5,
    edition: str = "1E",
    rules: str | None = None,
    chances: Chances | None = None,
) -> Event:
    """Return an event whose pairings are legal and arbitrary, for scoring."""
    return random_event(
        rng,
        players=players,
        rounds=rounds,
        rulebook=rulebook,
        edition=edition,
        rules=rules,
        pair=lambda event: draw_any(event, rng),
        chances=chances or Chances(delayed=0.08, settled=0.3, left_open=0.5),
    )


def _opened(rng: Random, players: int, rulebook: str, edition: str, odds: Chances) -> Event:
    """Return an event before its first round."""
    entered = [_player(number, 1) for number in range(1, players + 1)]
    if rulebook in OPG:
        for player in entered[FEWEST - 1 :]:
            if rng.random() < odds.earned_bye:
                player["earned_byes"] = rng.choice([[1], [1], [1, 2]])
    return {
        "schema": "padd-event/1",
        "rulebook": rulebook,
        "name": f"Random event of {players}",
        "edition": edition,
        "players": entered,
        "rounds": [],
    }


def _player(number: int, joined: int) -> dict[str, Any]:
    """Return a player as the file lists one."""
    name = f"p{number:02d}"
    return {
        "id": name,
        "name": f"Player {number}",
        "handle": name,
        "earned_byes": [],
        "joined_round": joined,
        "dropped_after": None,
    }


def _format(rng: Random, event: Event) -> str:
    """Return a format that goes with the rules set."""
    if event["rules"] == "infinite-diversity":  # AMB-112
        return "draft"
    if event["rulebook"] == DTG:
        return rng.choice(["constructed", "constructed", "sealed", "junior"])
    return "constructed"


def _as_round(given: dict[str, Any], number: int) -> dict[str, Any]:
    """Return a pairing of another program as a round of the file."""
    return {
        "number": number,
        "matches": [
            {"table": match.get("table", table), "players": list(match["players"])}
            for table, match in enumerate(given.get("matches", []), start=1)
        ],
        "byes": list(given.get("byes", [])),
        "earned_byes": list(given.get("earned_byes", [])),
        "missed": list(given.get("missed", [])),
    }


def _play(rng: Random, event: Event, odds: Chances) -> None:
    """Give the games of the last round their results, and let some players drop."""
    number = len(event["rounds"])
    for match in event["rounds"][-1]["matches"]:
        if event["rulebook"] in OPG and rng.random() < odds.delayed:
            match["ending"] = "delayed"
            continue
        if event["rulebook"] in OPG and odds.absent and rng.random() < odds.absent:
            away = rng.sample(match["players"], rng.choice([1, 1, 1, 2]))
            match |= {"ending": "missed", "absent": away}
            continue
        match.update(random_result(rng, event, match))
        if match["ending"] == "quit":  # AMB-23: the quitter is out
            loser = next(p for p in match["players"] if p != match["winner"])
            if len(active_in(event, number + 1)) < FEWEST or rng.random() < 0.1:  # noqa: PLR2004 -- a choice
                back = event.setdefault("readmitted", [])
                back += [loser] if loser not in back else []
        elif event["rulebook"] in OPG and rng.random() < odds.disqualified:
            _disqualify(rng, event, match)
    for one in active_in(event, number):
        if rng.random() < odds.drop:
            _drop(event, one, number)


def _drop(event: Event, player: str, number: int) -> None:
    """Drop a player after a round, unless too few would be left."""
    if len(active_in(event, number + 1)) > FEWEST:
        entry = next(p for p in event["players"] if p["id"] == player)
        entry["dropped_after"] = number


def _disqualify(rng: Random, event: Event, match: dict[str, Any]) -> None:
    """Make a match end by the disqualification of one player."""
    if len(active_in(event, len(event["rounds"]) + 1)) <= FEWEST:
        return
    winner, loser = rng.sample(match["players"], 2)
    for key in ("scores", "missions", "bonus", "absent", "responsible"):
        match.pop(key, None)
    match |= {
        "ending": "game-loss",
        "winner": winner,
        "penalties": [{"player": loser, "level": DISQUALIFICATION}],
    }


def _settle(rng: Random, event: Event, chance: float) -> None:
    """Give some of the delayed games their results."""
    for round_ in event["rounds"]:
        for match in round_["matches"]:
            if match.get("ending") == "delayed" and rng.random() < chance:
                match.update(random_result(rng, event, match))


def _confront(rng: Random, event: Event, odds: Chances) -> None:
    """Let the two best play the final confrontation, if there is one (AMB-31)."""
    if event["rulebook"] not in OPG or rng.random() >= odds.confrontation:
        return
    seed = rng.getrandbits(32)
    finalists = [row["player"] for row in standings(event, seed)["standings"][:2]]
    winner = rng.choice([*finalists, finalists[1], None])
    event["final_confrontation"] = {"players": finalists, "winner": winner}
