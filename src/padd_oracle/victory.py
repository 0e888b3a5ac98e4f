"""Who has won a game, read a second time: every way of counting missions is tried."""

from itertools import product
from typing import Any

from padd_oracle.rules import DTG, OPG, OPG4, OPG5

Position = dict[str, Any]

# FMT-36 to 38: rules sets that are won by 100 points alone, by rulebook.
HUNDRED = {
    OPG5: ("otf", "open"),
    OPG4: ("otf", "open", "x-list", "revised"),
    DTG: ("decipher",),
    "decipher-1996": ("decipher",),
}
GOAL, JUNIOR_GOAL, INSTEAD_OF_MISSIONS = 100, 75, 140
# FMT-32, FMT-33: points, with one mission of any type.
QUICK = {OPG5: {"slipstream": 50, "infinite-diversity": 70}, OPG4: {"slipstream": 50}}


def score(position: Position) -> int:
    """Return the counted score (OTF-29, AMB-24)."""
    regular, bonus = position["regular"], position["bonus"]
    if position["rules"] != "otf-beta-1" and position["rulebook"] != DTG:
        return int(regular + bonus)
    while bonus > 0 and bonus > regular:
        bonus -= 1
    return int(regular + bonus)


def both_types(missions: list[list[str]]) -> bool:
    """Tell whether two missions are a planet and a space one (AMB-103)."""
    return any({"planet", "space"} <= set(choice) for choice in product(*missions))


def won(position: Position) -> bool:
    """Tell whether every condition of the rules set is met."""
    rulebook, rules = position["rulebook"], position["rules"]
    points, missions = score(position), position["missions"]
    if rules in HUNDRED[rulebook]:
        return points >= GOAL
    if rules == "junior" and rulebook == DTG:
        return points >= JUNIOR_GOAL
    if rulebook not in OPG:
        raise ValueError(rules)
    if rules == "warp-speed":
        return both_types(missions)
    if rules == "standard":
        return points >= GOAL and both_types(missions)
    if rules == "otf-beta-1":
        opponent = position["opponent"]
        ahead = opponent is None or points > opponent
        enough = both_types(missions) or points >= INSTEAD_OF_MISSIONS
        return points >= GOAL and ahead and enough
    return bool(points >= QUICK[rulebook][rules] and missions)
