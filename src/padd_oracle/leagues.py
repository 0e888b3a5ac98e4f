"""Leagues, read a second time: points, tables, qualifiers, playoffs (§12)."""

from random import Random
from typing import Any

from padd_oracle.championships import attended
from padd_oracle.generate import Chances, random_facts
from padd_oracle.rules import DISQUALIFICATION, OPG4, OPG5, Event
from padd_oracle.standings import standings

Row = dict[str, Any]
PARTS = ("first-half", "second-half", "playoff")

# Table 12.4.1: the players up to whom a row goes, and the points of the columns.
POINTS = (
    (5, (12, 8, 6, 4)),
    (7, (16, 12, 10, 8)),
    (9, (20, 16, 12, 10, 8)),
    (11, (24, 20, 16, 14, 10)),
    (13, (28, 24, 20, 18, 14)),
    (15, (32, 28, 24, 22, 18)),
    (19, (36, 32, 28, 26, 22, 18)),
    (23, (40, 36, 32, 30, 26, 22)),
    (27, (44, 40, 36, 34, 30, 26)),
    (31, (48, 44, 40, 38, 34, 30)),
    (10**9, (52, 48, 44, 42, 38, 34)),
)
COLUMN_ENDS = (1, 2, 4, 8, 16)
FEWEST = {OPG5: 3, OPG4: 4}


def points(place: int, players: int, rulebook: str) -> int:
    """Return the points of a place (LEAG-14, AMB-66, AMB-67)."""
    if players < FEWEST[rulebook]:
        return 0
    column = sum(place > end for end in COLUMN_ENDS)
    for most, row in POINTS:
        if players <= most:
            return row[column]
    raise AssertionError


def expelled(event: Event) -> set[str]:
    """Return who was disqualified and so has no points (AMB-7)."""
    return {
        penalty["player"]
        for round_ in event["rounds"]
        for match in round_.get("matches", [])
        for penalty in match.get("penalties", [])
        if penalty["level"] >= DISQUALIFICATION
    }


def takings(event: Event) -> dict[str, Row]:
    """Return what every handle takes from an event."""
    there = attended(event)
    order = [row["player"] for row in standings(event, 0)["standings"]]
    order = [player for player in order if player in there]
    handles = {player["id"]: player["handle"] for player in event["players"]}
    bonus = event["league"].get("bonus", {})
    out = expelled(event)
    found: dict[str, Row] = {}
    for place, player in enumerate(order, start=1):
        won = points(place, len(order), event["rulebook"])
        found[handles[player]] = {
            "points": 0 if player in out else won,
            "bonus": bonus.get(player, 0),
            "place": place,
        }
    for player, extra in bonus.items():
        if player not in there and extra:
            found[handles[player]] = {"points": 0, "bonus": extra, "place": None}
    return found


def table(events: list[Event], parts: tuple[str, ...]) -> list[Row]:
    """Return the rows of some parts of a season; equal sums share the better place."""
    people: dict[str, Row] = {}
    for event in events:
        if event["league"]["part"] not in parts:
            continue
        for handle, taken in takings(event).items():
            mine = people.setdefault(
                handle, {"player": handle, "points": 0, "bonus": 0, "events": 0, "won": 0}
            )
            mine["points"] += taken["points"]
            mine["bonus"] += taken["bonus"]
            mine["events"] += taken["place"] is not None
            mine["won"] += taken["place"] == 1
    rows = list(people.values())
    for row in rows:
        mine = row["points"] + row["bonus"]
        row["place"] = 1 + sum(r["points"] + r["bonus"] > mine for r in rows)
    return sorted(rows, key=lambda row: (row["place"], row["player"]))


def league_table(events: list[Event]) -> dict[str, Any]:
    """Return what `padd league table --json` prints."""
    first = events[0]["league"]

    def rows(*parts: str) -> list[Row]:
        return [
            {key: value for key, value in row.items() if key != "won"}
            for row in table(events, parts)
        ]

    return {
        "league": first["id"],
        "season": first["season"],
        "first_half": rows("first-half"),
        "second_half": rows("second-half"),
        "total": rows(*PARTS),
    }


def qualified(events: list[Event], first: int, second: int) -> list[set[str]]:
    """Return the possible fields: those clearly in, and those whom a draw decides.

    The first set is in, whatever is drawn; the second is in by the draw or not.
    """
    sure: set[str] = set()
    maybe: set[str] = set()
    for part, number in (("first-half", first), ("second-half", second)):
        rows = table(events, (part,))

        def rank(row: Row) -> tuple[int, int, int]:
            return (row["points"] + row["bonus"], row["won"], row["events"])

        for row in rows:
            ahead = sum(rank(other) > rank(row) for other in rows)
            level = sum(rank(other) == rank(row) for other in rows)
            if ahead + level <= number:
                sure.add(row["player"])
            elif ahead < number:
                maybe.add(row["player"])
    return [sure, maybe - sure]


def playoff_figures(events: list[Event], person: str, rulebook: str) -> tuple[int, ...]:
    """Return what ranks a qualified player, up to lifetime points."""
    finals = {row["player"]: row for row in table(events, ("playoff",))}
    season = {row["player"]: row for row in table(events, PARTS)}
    none = {"points": 0, "bonus": 0, "won": 0, "events": 0}
    mine, whole = finals.get(person, none), season.get(person, none)
    total = whole["points"] + whole["bonus"]
    opg5 = (mine["points"], mine["won"], total, mine["events"], whole["events"])
    opg4 = (mine["points"], total, mine["events"], whole["events"])
    return (*(opg5 if rulebook == OPG5 else opg4), whole["points"])


def random_season(rng: Random, *, players: int = 10, rulebook: str = OPG5) -> list[Event]:
    """Return a season of four, four and four events, with bonus points."""
    events: list[Event] = []
    for number in range(12):
        event = random_facts(
            rng,
            players=rng.randint(2, players),
            rounds=rng.randint(1, 3),
            rulebook=rulebook,
            chances=Chances(delayed=0.0, confrontation=0.0),
        )
        names = rng.sample([f"crew{one}" for one in range(players * 2)], players * 2)
        for player, handle in zip(event["players"], names, strict=False):
            player["handle"] = handle
        event["name"] = f"League event {number + 1}"
        event["starts"] = f"2026-{10 + number // 4:02d}-{1 + number % 4 * 7:02d}T11:00:00Z"
        event["league"] = {
            "id": "isar",
            "season": 2026,
            "part": PARTS[number // 4],
            "number": number + 1,
            "bonus": {
                player["id"]: rng.randint(1, 8)
                for player in event["players"]
                if rng.random() < 0.4  # noqa: PLR2004 -- a choice
            },
        }
        events.append(event)
    return events
