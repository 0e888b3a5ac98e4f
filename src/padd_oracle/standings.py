"""From results to places, by the tiebreakers of SWISS-81 to SWISS-93."""

from collections import defaultdict
from itertools import combinations
from random import Random
from typing import Any

from padd_oracle.rules import (
    MOST_PER_ROUND,
    OPG,
    Event,
    disqualified_in,
    player_ids,
    rounds_planned,
)
from padd_oracle.scoring import Result, score

Record = dict[str, Any]
Row = dict[str, Any]
Blocks = list[list[str]]
# Which step told two players apart.
Apart = dict[frozenset[str], str | None]

PLAYED = frozenset({"FW", "MW", "TT", "ML", "FL"})
COIN = "coin-toss"
GAME = "tie-breaker-game"
# SWISS-83 to SWISS-85; head-to-head is tried before and between.
OPG_STEPS = (
    ("sos", "strength-of-schedule"),
    ("differential", "differential"),
    ("cvp", "cumulative-victory-points"),
)
DECIPHER_STEPS = (("differential", "differential"),)  # SWISS-82


def standings(event: Event, seed: int) -> dict[str, Any]:
    """Return what `padd standings --json` prints; ties in all are drawn by the seed."""
    rng = Random(seed)  # noqa: S311 -- replayable, not secret
    apart: Apart = {}
    order: list[str] = []
    for block in blocks(event, apart):
        order += rng.sample(block, len(block))
    return {
        "event": event.get("name"),
        "rulebook": event["rulebook"],
        "final": is_final(event),
        "standings": rows_of(event, confronted(event, order), order, apart),
    }


def is_final(event: Event) -> bool:
    """Return whether every planned round is played and nothing is open."""
    confrontation = event.get("final_confrontation")
    codes = [result["code"] for round_ in score(event)["rounds"] for result in round_["results"]]
    return (
        len(event.get("rounds", [])) >= rounds_planned(event)
        and "PENDING" not in codes
        and (confrontation is None or confrontation.get("winner") is not None)
    )


def records(event: Event) -> dict[str, Record]:
    """Return the figures of every player."""
    by_player: dict[str, list[Result]] = {one: [] for one in player_ids(event)}
    for round_ in score(event)["rounds"]:
        for result in round_["results"]:
            by_player[result["player"]].append(result)
    totals = {one: sum(r["vp"] for r in mine) for one, mine in by_player.items()}
    most = MOST_PER_ROUND * max(rounds_planned(event), len(event.get("rounds", [])))
    return {
        one: {
            "vp": totals[one],
            "sos": strength_of_schedule(mine, totals, most),
            "differential": sum(result["differential"] for result in mine),
            "cvp": cumulative(mine),
            "results": [result["code"] for result in mine],
            "games": mine,
        }
        for one, mine in by_player.items()
    }


def strength_of_schedule(results: list[Result], totals: dict[str, int], most: int) -> int:
    """Return the sum of one entry per round without the lowest (AMB-26, AMB-27)."""
    entries = []
    for result in results:
        if result["code"] in PLAYED or result["code"] == "PENDING":
            entries.append(totals[result["opponent"]])
        elif result["code"] == "EBYE":
            entries.append(most)
        else:  # a bye that was not earned, a missed game
            entries.append(0)
    return sum(entries) - min(entries, default=0)


def cumulative(results: list[Result]) -> int:
    """Return the sum of the running totals after each round (SWISS-89, AMB-30)."""
    running = total = 0
    for result in results:
        running += result["vp"]
        total += running
    return total


def head_to_head(table: dict[str, Record], one: str, other: str) -> str | None:
    """Return who won more of the games the two really played (AMB-29, AMB-109)."""
    mine = [
        game["vp"]
        for game in table[one]["games"]
        if game["opponent"] == other and game["code"] in PLAYED
    ]
    theirs = [
        game["vp"]
        for game in table[other]["games"]
        if game["opponent"] == one and game["code"] in PLAYED
    ]
    games = list(zip(mine, theirs, strict=True))
    won = sum(own > his for own, his in games)
    lost = sum(own < his for own, his in games)
    if won == lost:
        return None
    return one if won > lost else other


def blocks(event: Event, apart: Apart) -> Blocks:
    """Return the players best first; a block holds those whom nothing tells apart."""
    table = records(event)
    out = disqualified_in(event)
    ordered: Blocks = []
    # AMB-7: disqualified players come last, ranked among themselves.
    for group in ([one for one in table if one not in out], [one for one in table if one in out]):
        for tied in _split(group, "vp", None, table, apart):
            ordered += _break_tie(event, tied, 0, table, apart)
    return ordered


def _break_tie(
    event: Event, tied: list[str], step: int, table: dict[str, Record], apart: Apart
) -> Blocks:
    """Return a tied group in order, testing head-to-head whenever two are left."""
    opg = event["rulebook"] in OPG
    steps = OPG_STEPS if opg else DECIPHER_STEPS
    if len(tied) == 1:
        return [tied]
    if len(tied) == 2 and opg:  # noqa: PLR2004 -- SWISS-87: exactly two
        winner = head_to_head(table, tied[0], tied[1])
        if winner is not None:
            apart[frozenset(tied)] = "head-to-head"
            return [[winner], [one for one in tied if one != winner]]
    if step == len(steps):
        for pair in combinations(tied, 2):
            apart[frozenset(pair)] = COIN if opg else GAME
        return [tied]
    ordered: Blocks = []
    for group in _split(tied, *steps[step], table, apart):
        ordered += _break_tie(event, group, step + 1, table, apart)
    return ordered


def _split(
    group: list[str], figure: str, name: str | None, table: dict[str, Record], apart: Apart
) -> Blocks:
    """Return a group cut by one figure, highest first, noting who was told apart."""
    by_value: dict[int, list[str]] = defaultdict(list)
    for one in group:
        by_value[table[one][figure]].append(one)
    for one, other in combinations(group, 2):
        if table[one][figure] != table[other][figure]:
            apart[frozenset({one, other})] = name
    return [by_value[value] for value in sorted(by_value, reverse=True)]


def confronted(event: Event, order: list[str]) -> list[str]:
    """Return the order after the final confrontation (SWISS-92, AMB-31)."""
    confrontation = event.get("final_confrontation") or {}
    winner = confrontation.get("winner")
    if winner is None:
        return list(order)
    front = [winner]
    if winner in order[:2]:  # the loser is second; otherwise the others shift down
        front += [one for one in confrontation["players"] if one != winner]
    return front + [one for one in order if one not in front]


def rows_of(event: Event, order: list[str], by_tiebreak: list[str], apart: Apart) -> list[Row]:
    """Return the rows for an order of the players."""
    table = records(event)
    opg = event["rulebook"] in OPG
    rows: list[Row] = []
    for number, one in enumerate(order, start=1):
        above = order[number - 2] if number > 1 else None
        decided = _decided_by(one, above, by_tiebreak, apart)
        mine = table[one]
        rows.append(
            {
                "place": rows[-1]["place"] if decided == GAME else number,
                "player": one,
                "vp": mine["vp"],
                "sos": mine["sos"] if opg else None,
                "differential": mine["differential"],
                "cvp": mine["cvp"] if opg else None,
                "results": mine["results"],
                "decided_by": decided,
            }
        )
    return rows


def _decided_by(one: str, above: str | None, by_tiebreak: list[str], apart: Apart) -> str | None:
    """Return the tiebreaker that put a player below the one above."""
    if above is None or by_tiebreak.index(above) > by_tiebreak.index(one):
        return None  # first, or below the winner of a final confrontation
    return apart.get(frozenset({one, above}))


def compare(event: Event, rows: list[Row]) -> list[str]:
    """Return where given rows break the rules; any order of a coin toss is right."""
    given = [row["player"] for row in rows]
    if sorted(given) != sorted(player_ids(event)):
        return ["the rows do not hold every player once"]
    faults = _figure_faults(event, rows)
    apart: Apart = {}
    tied = blocks(event, apart)
    found = [
        _decision_faults(event, rows_of(event, given, by_tiebreak, apart), rows)
        for by_tiebreak in _orders_near(event, tied, given)
        if confronted(event, by_tiebreak) == given
    ]
    if not found:
        return [*faults, f"the order is {tied} (equal ones in any order), not {given}"]
    # Several tosses may have led here; one that explains the rows is enough.
    return faults + min(found, key=len)


def _figure_faults(event: Event, rows: list[Row]) -> list[str]:
    """Return the wrong figures of the rows."""
    right = {row["player"]: row for row in rows_of(event, player_ids(event), player_ids(event), {})}
    return [
        f"{row['player']}: {name} is {right[row['player']][name]}, not {row[name]}"
        for row in rows
        for name in ("vp", "sos", "differential", "cvp", "results")
        if right[row["player"]][name] != row[name]
    ]


def _orders_near(event: Event, tied: Blocks, given: list[str]) -> list[list[str]]:
    """Return the orders before a final confrontation that may have led to the given.

    The toss is read off the given rows; where the confrontation has moved a player,
    every position that the toss could have given is tried.
    """
    tossed = [sorted(block, key=given.index) for block in tied]
    orders = [[one for block in tossed for one in block]]
    confrontation = event.get("final_confrontation") or {}
    if confrontation.get("winner") is None:
        return orders
    for mover in confrontation["players"]:
        block = next(block for block in tied if mover in block)
        orders = [other for order in orders for other in _moved(order, mover, block)]
    return orders


def _moved(order: list[str], mover: str, block: list[str]) -> list[list[str]]:
    """Return an order with one player at each position inside their own block."""
    places = sorted(order.index(one) for one in block)
    rest = [one for one in order if one != mover]
    return [[*rest[:place], mover, *rest[place:]] for place in places]


def _decision_faults(event: Event, wanted: list[Row], rows: list[Row]) -> list[str]:
    """Return wrong places and wrong reasons."""
    faults = []
    finalists = set((event.get("final_confrontation") or {}).get("players", []))
    for number, (right, row) in enumerate(zip(wanted, rows, strict=True)):
        if right["place"] != row["place"]:
            faults.append(f"{row['player']}: place is {right['place']}, not {row['place']}")
        # A confrontation won in the order of the tiebreakers may name either.
        both = number == 1 and {wanted[0]["player"], right["player"]} == finalists
        allowed = {right["decided_by"], None} if both else {right["decided_by"]}
        if row["decided_by"] not in allowed:
            faults.append(
                f"{row['player']}: decided by {right['decided_by']}, not {row['decided_by']}"
            )
    return faults
