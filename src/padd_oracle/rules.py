"""What the four rulebooks say in numbers, read a second time."""

from typing import Any

Event = dict[str, Any]

OPG5 = "opg-5"
OPG4 = "opg-4.1"
DTG = "decipher-1998"
DTR96 = "decipher-1996"
RULEBOOKS = (OPG5, OPG4, DTG, DTR96)
OPG = frozenset({OPG5, OPG4})

# SWISS-17 to SWISS-25: OPG5 §7.5.1, OPG4 §7.5 | DTG §II.A.I, DTR96 §4.
OPG_POINTS = {
    "FW": 4,
    "MW": 3,
    "TT": 2,
    "ML": 1,
    "FL": 1,
    "BYE": 4,
    "EBYE": 4,
    "MG": 0,
    "PENDING": 0,
}
# DTG and DTR96: a full win 2, a win on time or cards 1, a tie 1 each (AMB-21), bye 2.
DECIPHER_POINTS = {"FW": 2, "MW": 1, "TT": 1, "ML": 0, "FL": 0, "BYE": 2, "MG": 0, "PENDING": 0}

# SWISS-76, ONL-14: OPG5 §13.4 gives 2, OPG4 §13.4 gives 1, for pairing only.
PROVISIONAL = {OPG5: 2, OPG4: 1, DTG: 0, DTR96: 0}

# AMB-27: the most anyone can have, 4 in each round.
MOST_PER_ROUND = 4

# DTG §II.A.I Quitting: the director's flat differential.
FLAT_QUIT = 50

# App. B: level 4 is the disqualification.
DISQUALIFICATION = 4

DEFAULT_ROUNDS = 4


def points(event: Event, code: str) -> int:
    """Return the victory points of a result code."""
    table = OPG_POINTS if event["rulebook"] in OPG else DECIPHER_POINTS
    return table[code]


def cap(event: Event) -> int:
    """Return the most that a score counts (SWISS-44, SWISS-46, AMB-13)."""
    book, rules = event["rulebook"], event.get("rules")
    if book in OPG and rules == "slipstream":  # OPG5 §4.3.5, OPG4 §4.3.7
        return 50
    if book == OPG5 and rules == "infinite-diversity":  # OPG5 §4.3.6
        return 70
    if book == DTG and event.get("format") == "junior":  # DTG §II.A.II
        return 75
    return 100


def counted_on_the_card(event: Event, score: int) -> int:
    """Return a score between floor and cap (SWISS-44, SWISS-45)."""
    capped = min(score, cap(event))
    if event["rulebook"] == DTR96:  # AMB-22: DTR96 §4 names no floor.
        return capped
    return max(capped, 0)


def rounds_planned(event: Event) -> int:
    """Return how many rounds are planned."""
    return int(event.get("rounds_planned") or DEFAULT_ROUNDS)


def player_ids(event: Event) -> list[str]:
    """Return the ids of all players in the order of the file."""
    return [player["id"] for player in event["players"]]


def quitters_in(event: Event) -> dict[str, int]:
    """Return the round in which players quit who are out for it (DTG, AMB-23)."""
    out: dict[str, int] = {}
    if event["rulebook"] in OPG:
        return out
    for round_ in event.get("rounds", []):
        for match in round_.get("matches", []):
            if match.get("ending") == "quit":
                quitter = next(p for p in match["players"] if p != match["winner"])
                if quitter not in event.get("readmitted", []):
                    out.setdefault(quitter, round_["number"])
    return out


def disqualified_in(event: Event) -> dict[str, int]:
    """Return the round in which each disqualified player got the level 4 penalty."""
    out: dict[str, int] = {}
    for round_ in event.get("rounds", []):
        for match in round_.get("matches", []):
            for penalty in match.get("penalties") or []:
                if penalty.get("level") == DISQUALIFICATION:
                    out.setdefault(penalty["player"], round_["number"])
    return out
