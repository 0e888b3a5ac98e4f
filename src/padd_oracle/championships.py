"""What a championship gives, read a second time from §11 and the rulings on it."""

from random import Random
from typing import Any

from padd_oracle.generate import Chances, random_facts
from padd_oracle.rules import OPG4, OPG5, Event, disqualified_in
from padd_oracle.standings import records

Stage = tuple[Event, list[str]]
Key = tuple[int, str]

# CHAMP-12 to CHAMP-22: place, least attendance, rounds or points, target, year.
AWARDS: dict[tuple[str, bool], list[tuple[int, int, Any, str, int | None]]] = {
    ("regional", False): [
        (1, 0, [1], "continental", 0),
        (2, 11, [1], "continental", 0),
        (3, 21, [1], "continental", 0),
    ],
    ("regional", True): [(1, 0, 100_000, "continental", 0)],
    ("national", False): [(1, 0, [1], "continental", None), (2, 0, [1], "continental", None)],
    ("national", True): [
        (1, 0, 100_000, "continental", None),
        (2, 0, 100_000, "continental", None),
    ],
    ("continental", False): [(1, 0, [1, 2], "world", 0), (2, 0, [1], "world", 0)],
    ("continental", True): [(1, 0, 200_000, "world", 0), (2, 0, 100_000, "world", 0)],
    ("world", False): [
        (1, 0, [1, 2], "world", 1),
        (1, 0, [1], "continental", 1),
        (2, 0, [1], "world", 1),
        (2, 0, [1], "continental", 1),
    ],
    ("world", True): [
        (1, 0, 200_000, "world", 1),
        (1, 0, 100_000, "continental", 1),
        (2, 0, 100_000, "world", 1),
        (2, 0, 100_000, "continental", 1),
    ],
    ("masters", False): [],
    ("masters", True): [],
}
SECTIONS = {
    "regional": "§11.1.1",
    "continental": "§11.1.2",
    "world": "§11.1.3",
    "national": "§11.2.1",
}
# Table 11.2.2, column by column: 1st, 2nd, 3rd-4th, 5th-8th, 9th-16th, 17th on.
COLUMN_ENDS = (1, 2, 4, 8, 16)
TABLE = {
    3: "12 8 6 4",
    6: "16 12 10 8",
    8: "20 16 12 10 8",
    10: "24 20 16 14 10",
    12: "28 24 20 18 14",
    14: "32 28 24 22 18",
    16: "36 32 28 26 22 18",
    20: "40 36 32 30 26 22",
    24: "44 40 36 34 30 26",
    28: "48 44 40 38 34 30",
    32: "52 48 44 42 38 34",
}
EVENT_SIZES = (2, 4, 5, 9, 10, 11, 12, 20, 21, 22)


def attended(event: Event) -> set[str]:
    """Return who sat down, or had a bye, at least once (AMB-64)."""
    there: set[str] = set()
    for round_ in event["rounds"]:
        there |= {*round_.get("byes", []), *round_.get("earned_byes", [])}
        for match in round_.get("matches", []):
            there |= set(match["players"]) - missing(match)
    return there


def missing(match: dict[str, Any]) -> set[str]:
    """Return who has a missed game: neither a game nor a bye (§7.5.1, §13.5)."""
    if match.get("ending") == "missed":
        return set(match["absent"])
    if match.get("ending") != "unplayed":
        return set()
    at_fault = set(match.get("responsible") or [])
    return at_fault if len(at_fault) == 1 else set(match["players"])


def awards(stages: list[Stage]) -> dict[str, Any]:
    """Return what `padd awards --json` prints, and who may change places by a draw.

    Each stage comes with the order of its players, best first.
    """
    counted = [
        (index, event, order)
        for index, (event, order) in enumerate(stages)
        if event["championship"].get("stage", "whole") != "side"
    ]
    main, final_event, final_order = next(
        one for one in counted if one[1]["championship"].get("stage", "whole") in {"whole", "final"}
    )
    came: set[Key] = set()
    out: set[Key] = set()
    heats: dict[Key, tuple[int, int]] = {}
    for index, event, order in counted:
        who = {p["id"]: _who(p, index) for p in event["players"]}
        there = attended(event)
        came |= {who[player] for player in there}
        out |= {who[player] for player in disqualified_in(event)}
        if index == main:
            continue
        points = {player: record["vp"] for player, record in records(event).items()}
        for place, player in enumerate(order, start=1):
            if player in there:
                figure = (place, -points[player])
                heats[who[player]] = min(figure, heats.get(who[player], figure))
    finalists = {p["id"]: _who(p, main) for p in final_event["players"]}
    in_final = {finalists[player]: place for place, player in enumerate(final_order, start=1)}

    def figures(person: Key) -> tuple[bool, int, int, int]:
        if person in in_final:
            return person in out, 0, in_final[person], 0
        return person in out, 1, *heats[person]

    names = _names(counted)
    order_of_all = sorted(came, key=figures)
    # Two strangers without a handle may have the same id in two files.
    blocks: dict[tuple[bool, int, int, int], list[str]] = {}
    for person in order_of_all:
        blocks.setdefault(figures(person), []).append(names[person])
    won = [names[person] for person in order_of_all if person not in out]
    return {
        "attendance": len(came),
        "blocks": list(blocks.values()),
        "disqualified": {names[person] for person in came & out},
        "rights": _rights(final_event, won, len(came)),
        "masters": _masters(final_event, won, len(came)),
    }


def _who(player: dict[str, Any], index: int) -> Key:
    handle = player.get("handle", "")
    return (-1, handle.casefold()) if handle else (index, player["id"])


def _names(counted: list[tuple[int, Event, list[str]]]) -> dict[Key, str]:
    names: dict[Key, str] = {}
    for index, event, _ in counted:
        for player in event["players"]:
            names.setdefault(_who(player, index), player.get("handle") or player["id"])
    return names


def _rights(event: Event, won: list[str], attendance: int) -> list[dict[str, Any]]:
    label = event["championship"]
    guide = {OPG5: "OPG5", OPG4: "OPG4"}[event["rulebook"]]
    rights = []
    kind = label["kind"]
    for place, least, what, target, years in AWARDS[kind, event["edition"] == "TR"]:
        if attendance < least or place > len(won):
            continue
        # OPG4 keeps what Regionals and Nationals win to their own continent.
        bound = guide == "OPG4" and kind in {"regional", "national"}
        rights.append(
            {
                "player": won[place - 1],
                "place": place,
                **(
                    {"kind": "bye", "rounds": what}
                    if isinstance(what, list)
                    else {"kind": "head-start", "points": what}
                ),
                "target": target,
                "year": None if years is None else label["year"] + years,
                "next": years is None,
                "areas": [label["area"]] if bound else "any",
                "cite": f"{guide} {SECTIONS[kind]}",
            }
        )
    return rights


def _masters(event: Event, won: list[str], attendance: int) -> list[dict[str, Any]]:
    rows = [least for least in TABLE if least <= attendance]
    if event["championship"]["kind"] != "masters" or event["rulebook"] != OPG5:
        return []
    if not rows:
        return []
    row = [int(points) for points in TABLE[max(rows)].split()]
    return [
        {"player": player, "points": row[sum(place > end for end in COLUMN_ENDS)]}
        for place, player in enumerate(won, start=1)
    ]


def compare(stages: list[Stage], document: dict[str, Any]) -> list[str]:
    """Return where a document of `padd awards --json` is wrong."""
    mine = awards(stages)
    faults = []
    if document["attendance"] != mine["attendance"]:
        faults.append(f"attendance {document['attendance']}, not {mine['attendance']}")
    ranking = [row["player"] for row in document["ranking"]]
    at = 0
    for block in mine["blocks"]:
        if sorted(ranking[at : at + len(block)]) != sorted(block):
            faults.append(f"places from {at + 1}: {ranking[at:]}, not {block}")
        at += len(block)
    if [row["place"] for row in document["ranking"]] != list(range(1, at + 1)):
        faults.append("places are not 1, 2, 3 …")
    out = {row["player"] for row in document["ranking"] if row["disqualified"]}
    if out != mine["disqualified"]:
        faults.append(f"disqualified {out}, not {mine['disqualified']}")
    # Where a draw decides, the winners are those of the document.
    won = [row["player"] for row in document["ranking"] if not row["disqualified"]]
    main = next(
        event
        for event, _ in stages
        if event["championship"].get("stage", "whole") in {"whole", "final"}
    )
    for key, wanted in (
        ("rights", _rights(main, won, mine["attendance"])),
        ("masters", _masters(main, won, mine["attendance"])),
    ):
        if document[key] != wanted:
            faults.append(f"{key} {document[key]}, not {wanted}")
    return faults


def random_championship(rng: Random) -> list[Event]:
    """Return the stages of a random championship, each played to its end."""
    label = {
        "id": f"made-up-{rng.randrange(1000)}",
        "kind": rng.choice([*SECTIONS, "masters"]),
        "year": rng.choice([2024, 2025, 2026]),
        "area": rng.choice(["europe", "australia", "north-america"]),
    }
    rulebook, edition = rng.choice([OPG5, OPG4]), rng.choice(["1E", "2E"])
    people = [f"Person{number}" for number in range(1, 41)]

    def event(stage: str, entered: list[str]) -> Event:
        made = random_facts(
            rng,
            players=len(entered),
            rounds=rng.choice([1, 2, 3]) if len(entered) > 3 else 1,  # noqa: PLR2004 -- three meet once
            rulebook=rulebook,
            edition=edition,
            chances=Chances(late=0, confrontation=0, disqualified=0.04),
        )
        for player, name in zip(made["players"], entered, strict=True):
            written = rng.choice([name, name.upper()]) if rng.random() < 0.1 else name  # noqa: PLR2004 -- a choice
            player["handle"] = "" if rng.random() < 0.03 else written  # noqa: PLR2004 -- a choice
        return {**made, "championship": {**label, "stage": stage}}

    if rng.random() < 0.5:  # noqa: PLR2004 -- half of them
        return [event("whole", rng.sample(people, rng.choice(EVENT_SIZES[1:])))]
    heats = [
        event("heat", rng.sample(people, rng.choice(EVENT_SIZES[1:8])))
        for _ in range(rng.choice([1, 2, 2, 3]))
    ]
    known = [p["handle"] for heat in heats for p in heat["players"] if p["handle"]]
    entered = sorted({name.casefold(): name for name in known}.values())
    size = min(rng.choice([4, 8]), len(entered))
    final = event("final", rng.sample(entered, size))
    beside = [event("side", rng.sample(people, 4))] if rng.random() < 0.3 else []  # noqa: PLR2004 -- a choice
    stages = [*heats, final, *beside]
    rng.shuffle(stages)
    return stages
