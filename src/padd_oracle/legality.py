"""Whether a printing is legal, read a second time from the rules: one long decision.

Facts of a printing are a plain mapping: edition, title, set, rarity, type, unique
("Y", "N", "E" for an enigma), from_2e, virtual (of its set), release (an ISO date, or
None), retired (ISO date), versions (the other printings of the same card).
"""

from datetime import date, timedelta
from typing import Any

from padd_oracle.rules import DTG, DTR96, OPG4, OPG5

Facts = dict[str, Any]
LEGAL, NOT_LEGAL, NOT_CHECKED = "legal", "not-legal", "not-checked"
OLD = (DTG, DTR96)
# DECK-19: a few of the 64, enough to tell whole titles from parts of titles.
BANNED = {"Q", "Scan", "Wormhole", "Fair Play", "Red Alert!", "Kevin Uxbridge"}
LAST_OF_DECIPHER = date(2007, 12, 31)


def legal(facts: Facts, rulebook: str, pool: str, rules: str, day: date) -> str:
    """Return the verdict on one printing."""
    found = _by_pool(facts, rulebook, pool, day, rules)
    if pool == "limited" and found == LEGAL:
        found = NOT_CHECKED
    if pool == "hall-of-fame" and facts["retired"]:
        # FMT-20: retired cards are ineligible, in every version.
        return NOT_LEGAL if date.fromisoformat(facts["retired"]) <= day else found
    if rules == "otf-beta-1" and facts["title"] in BANNED and not facts["from_2e"]:
        return NOT_LEGAL
    if rules in {"otf", "x-list"} and found == LEGAL:
        # AMB-99: the ban lists of later rules are documents of their own.
        return NOT_CHECKED
    return found


def _by_pool(facts: Facts, rulebook: str, pool: str, day: date, rules: str) -> str:
    rarity, mission = facts["rarity"], facts["type"] == "Mission"
    promo = rarity in {"VP", "B"} or (rarity == "P" and facts["virtual"])
    if pool == "academy":
        # FMT-19, AMB-89: C, S, V, and missions; promos only as missions in OPG5.
        allowed = rarity in {"C", "S", "V"} or (
            mission and (not promo or rulebook == OPG5)
        )
        if not allowed:
            return NOT_LEGAL
    if rarity == "V":
        return _virtual(facts, rulebook, pool, day)
    if not promo:
        return _physical(facts, pool, day)
    return _promo(facts, rulebook, pool, day, rules)


def _promo(facts: Facts, rulebook: str, pool: str, day: date, rules: str) -> str:
    # DECK-22, DECK-43, AMB-87: promos are other versions.
    rarity = facts["rarity"]
    if rulebook in OLD or (rulebook == OPG4 and pool in {"traditional", "academy"}):
        return NOT_LEGAL
    if rulebook == OPG4 and rarity == "B":
        return NOT_CHECKED
    others = [
        legal(other, rulebook, pool, rules, day)
        for other in facts["versions"]
        if other["rarity"] not in {"VP", "B"}
        and not (other["rarity"] == "P" and other["virtual"])
    ]
    if LEGAL in others:
        return LEGAL
    if NOT_CHECKED in others:
        return NOT_CHECKED
    # Whether a virtual promo is printable is not known; AMB-92 leaves no such way.
    return NOT_CHECKED if rarity == "VP" and pool != "traditional" else NOT_LEGAL


def _virtual(facts: Facts, rulebook: str, pool: str, day: date) -> str:
    if rulebook in OLD or pool == "traditional":
        return NOT_LEGAL
    if facts["release"] is None:
        return NOT_CHECKED
    # DECK-38, AMB-90: seven calendar days after the release.
    released = date.fromisoformat(facts["release"])
    return LEGAL if released + timedelta(days=7) <= day else NOT_LEGAL


def _physical(facts: Facts, pool: str, day: date) -> str:
    if pool == "virtual":
        # DECK-27, AMB-137: missions, and personnel and ships that are not unique.
        common = facts["type"] in {"Personnel", "Ship"} and facts["unique"] == "N"
        if facts["type"] != "Mission" and not common:
            return NOT_LEGAL
        return NOT_CHECKED if facts["from_2e"] else LEGAL
    if facts["release"] is not None:
        return LEGAL if date.fromisoformat(facts["release"]) <= day else NOT_LEGAL
    return LEGAL if day > LAST_OF_DECIPHER else NOT_CHECKED
