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
        allowed = rarity in {"C", "S", "V"} or (mission and (not promo or rulebook == OPG5))
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
        if other["rarity"] not in {"VP", "B"} and not (other["rarity"] == "P" and other["virtual"])
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


Line = tuple[int, str, str, str]
"""Copies, title, section (or ""), type."""
TENT, SEALED_SIZE, MOST_COPIES, MOST_SEEDED = 13, 60, 3, 2
BEFORE_PLAY = {"Mission", "Dilemma", "Artifact", "Doorway", "Facility", "Site"}


def deck_faults(lines: list[Line], rulebook: str, edition: str, form: str, rules: str) -> set[str]:
    """Return what is wrong with the numbers of a deck whose cards are all known."""
    parted = any(section for _, _, section, _ in lines)
    seeds = draw = missions = tent = side = 0
    for copies, _, section, kind in lines:
        if section == "tent":
            tent += copies
        elif section == "sideboard":
            side += copies
        elif section in {"missions", "dilemmas", "seed"} or (not parted and kind in BEFORE_PLAY):
            seeds += copies
        elif section != "outside":
            draw += copies
        if section in {"", "missions", "dilemmas", "seed", "deck"}:
            missions += copies if section == "missions" or kind == "Mission" else 0
    found = _numbers(rulebook, form, seeds, draw, missions)
    if rulebook == OPG5 and tent > TENT:
        found.add("tent")
    if side and rulebook != DTR96 and form not in {"draft", "sealed"}:
        found.add("sideboard")
    return found | _copies(lines, rulebook, edition, form, rules)


def _numbers(rulebook: str, form: str, seeds: int, draw: int, missions: int) -> set[str]:
    found = set()
    if rulebook == DTG:
        # DECK-2 to DECK-4: 30/30, 20/20 with four missions, sealed 60 with six.
        most = {"constructed": 30, "junior": 20, "sealed": 30}[form]
        least = {"constructed": 30, "junior": 20, "sealed": 0}[form]
        found |= {"seeds"} if seeds > most else set()
        found |= {"draw-deck"} if draw < least else set()
        wanted = {"constructed": missions, "junior": 4, "sealed": 6}[form]
        found |= {"missions"} if missions != wanted else set()
        found |= {"size"} if form == "sealed" and seeds + draw != SEALED_SIZE else set()
    if rulebook == DTR96 and seeds + draw not in {60, 80}:
        # DECK-1, AMB-93: exactly.
        found.add("size")
    return found


def _copies(lines: list[Line], rulebook: str, edition: str, form: str, rules: str) -> set[str]:
    found = set()
    counted: dict[str, int] = {}
    seeded: dict[str, int] = {}
    for copies, title, section, kind in lines:
        if section not in {"tent", "sideboard", "outside"}:
            counted[title] = counted.get(title, 0) + copies
        if section == "dilemmas" or (section in {"", "seed"} and kind == "Dilemma"):
            seeded[title] = seeded.get(title, 0) + copies
    limited = form in {"draft", "sealed"}
    if rulebook == OPG5 and edition == "2E" and not limited:
        # DECK-7, DECK-8: three copies, suspended in draft and sealed.
        found |= {"copies"} if max(counted.values(), default=0) > MOST_COPIES else set()
    if rules == "otf-beta-1" and max(seeded.values(), default=0) > MOST_SEEDED:
        # DECK-16, AMB-104.
        found.add("seeded-copies")
    return found
