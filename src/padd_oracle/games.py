"""Random games: every ending of the event file, usual and odd scores."""

from random import Random
from typing import Any

from padd_oracle.rules import DTG, OPG, Event, cap

Match = dict[str, Any]

# How often an ending comes up, out of the sum.
OPG_ENDINGS = {
    "complete": 50,
    "time": 25,
    "decked": 6,
    "concession": 6,
    "auto-loss": 2,
    "double-auto-loss": 2,
    "card-effect": 3,
    "game-loss": 2,
    "missed": 2,
    "unplayed": 2,
}
DTG_ENDINGS = {"complete": 60, "time": 22, "decked": 12, "quit": 3, "devidian-door": 3}
DTR96_ENDINGS = {"complete": 60, "time": 24, "decked": 14, "quit": 2}
# Endings that name a winner.
WON = frozenset(
    {"complete", "concession", "auto-loss", "card-effect", "game-loss", "quit", "devidian-door"}
)


def random_result(rng: Random, event: Event, match: Match) -> Match:
    """Return what happened in a match, to be added to it."""
    ending = _ending(rng, event)
    first, second = match["players"]
    result: Match = {"ending": ending}
    if ending in ("missed", "unplayed"):
        return result | _nobody_played(rng, ending, [first, second])
    winner = rng.choice([first, second])
    if ending in WON or rng.random() < 0.08:  # noqa: PLR2004 -- the director's word
        if ending != "double-auto-loss":
            result["winner"] = winner
    elif rng.random() < 0.3:  # noqa: PLR2004 -- null says the same as nothing
        result["winner"] = None
    result["scores"] = _scores(rng, event, ending, first_won=winner == first)
    return result | _details(rng, event, result, [first, second])


def _ending(rng: Random, event: Event) -> str:
    """Return an ending that the rulebook knows."""
    if event["rulebook"] in OPG:
        table = OPG_ENDINGS
    else:
        table = DTG_ENDINGS if event["rulebook"] == DTG else DTR96_ENDINGS
    return rng.choices(list(table), weights=list(table.values()))[0]


def _nobody_played(rng: Random, ending: str, players: list[str]) -> Match:
    """Return who was absent, or responsible."""
    if ending == "missed":
        return {"absent": rng.sample(players, rng.choice([1, 1, 1, 2]))}
    return {"responsible": rng.sample(players, rng.choice([0, 1, 1, 2]))}


def _scores(rng: Random, event: Event, ending: str, *, first_won: bool) -> list[int]:
    """Return two scores: usual ones most of the time."""
    top = cap(event)
    if rng.random() < 0.2:  # noqa: PLR2004 -- anything at all
        scores = [rng.randint(-30, top + 60) for _ in range(2)]
        return [scores[0], scores[0]] if rng.random() < 0.2 else scores  # noqa: PLR2004
    lower = 5 * rng.randrange(top // 5)
    if ending == "complete":
        scores = [top + rng.choice([0, 0, 0, 5, 10, 40]), lower]
    else:
        scores = [5 * rng.randrange(top // 5), lower]
    return scores if first_won else scores[::-1]


def _details(rng: Random, event: Event, result: Match, players: list[str]) -> dict[str, Any]:
    """Return missions, bonus points and the flat differential where they belong."""
    more: Match = {}
    if event["edition"] == "2E" and result["ending"] in ("time", "decked"):
        if rng.random() < 0.8:  # noqa: PLR2004 -- sometimes they are not recorded
            more["missions"] = [
                {"planet": rng.randrange(3), "space": rng.randrange(3)} for _ in players
            ]
    elif _knows_bonus(event) and rng.random() < 0.5:  # noqa: PLR2004 -- half the games
        more["bonus"] = [rng.choice([-10, 0, 5, 20, 35, 60, 90]) for _ in players]
    if result["ending"] == "quit" and rng.random() < 0.3:  # noqa: PLR2004 -- a choice
        more["flat"] = True
    return more


def _knows_bonus(event: Event) -> bool:
    """Return whether the rules limit bonus points (OTFB §7, DTG Intermix Ratio)."""
    return event["edition"] == "1E" and event.get("rules") in ("otf-beta-1", "decipher")
