"""From what happened at the table to code, victory points and differential."""

from typing import Any

from padd_oracle.rules import (
    DTG,
    FLAT_QUIT,
    OPG,
    OPG5,
    Event,
    cap,
    counted_on_the_card,
    player_ids,
    points,
)

Match = dict[str, Any]
Result = dict[str, Any]

# The winner of these is always written down; time and decks are adjudicated.
ADJUDICATED = frozenset({"time", "decked"})
# SWISS-53, SWISS-58, SWISS-59, SWISS-62: full score against nothing.
BY_RULING = frozenset({"concession", "auto-loss", "game-loss"})


def score(event: Event) -> dict[str, Any]:
    """Return what `padd score --json` prints for an event."""
    rounds = [
        {"number": round_["number"], "results": round_results(event, round_)}
        for round_ in event.get("rounds", [])
    ]
    return {"rounds": rounds}


def round_results(event: Event, round_: dict[str, Any]) -> list[Result]:
    """Return one result for every player of the event."""
    # SWISS-37 and the missed list: a player named nowhere has a missed game.
    found = {one: _result(event, one, None, "MG", 0) for one in player_ids(event)}
    for one in round_.get("byes") or []:
        found[one] = _result(event, one, None, "BYE", 0)  # SWISS-24, SWISS-51
    for one in round_.get("earned_byes") or []:
        # SWISS-25, SWISS-52, AMB-13: plus the cap of the rules set.
        found[one] = _result(event, one, None, "EBYE", cap(event))
    for match in round_.get("matches") or []:
        for result in match_results(event, match):
            found[result["player"]] = result
    return list(found.values())


def match_results(event: Event, match: Match) -> list[Result]:
    """Return the results of both players of one match."""
    first, second = match["players"]
    ending = match.get("ending")
    if ending in (None, "delayed"):  # AMB-11: nothing yet
        return _both(event, match, "PENDING")
    if ending in ("missed", "unplayed"):
        return _not_played(event, match)
    winner = winner_of(event, match)
    if winner is None:  # SWISS-20, SWISS-30, SWISS-61
        return _both(event, match, "TT")
    loser = second if winner == first else first
    win, loss = ("MW", "ML") if _timed(event, match) else ("FW", "FL")
    gain = differential(event, match, winner)
    by_player = {
        winner: _result(event, winner, loser, win, gain),
        loser: _result(event, loser, winner, loss, -gain),
    }
    return [by_player[first], by_player[second]]


def winner_of(event: Event, match: Match) -> str | None:
    """Return who won, or None for a tie (SWISS-94, SWISS-97)."""
    ending, winner = match["ending"], match.get("winner")
    if ending == "double-auto-loss":  # SWISS-61: a true tie
        return None
    if winner is not None:  # the director's word stands
        return str(winner)
    if ending not in ADJUDICATED:
        raise ValueError(f"a game that ended by {ending} names its winner")
    standing = [(tier(event, match, side), counted_score(event, match, side)) for side in (0, 1)]
    if standing[0] == standing[1]:
        return None
    return str(match["players"][0 if standing[0] > standing[1] else 1])


def tier(event: Event, match: Match, side: int) -> int:
    """Return the 2E step of a player: 2 planet and space, 1 any, 0 none (AMB-19)."""
    missions = match.get("missions")
    if event["edition"] != "2E" or event["rulebook"] not in OPG or missions is None:
        return 0
    planet = missions[side].get("planet", 0)
    space = missions[side].get("space", 0)
    if planet and space:
        return 2
    return 1 if planet or space else 0


def counted_score(event: Event, match: Match, side: int) -> int:
    """Return a score after the bonus limit, before cap and floor."""
    scores = match.get("scores") or [0, 0]
    bonus = match.get("bonus")
    if bonus is None or event["edition"] != "1E":
        return int(scores[side])
    # AMB-24 (OTFB §7, DTG Intermix Ratio): bonus counts up to the regular points.
    regular = scores[side] - bonus[side]
    if bonus[side] <= 0:
        return int(scores[side])
    return int(regular + min(bonus[side], max(regular, 0)))


def differential(event: Event, match: Match, winner: str) -> int:
    """Return what the winner gains and the loser loses."""
    if event["rulebook"] == OPG5:
        return _differential_opg5(event, match, winner)
    if event["rulebook"] in OPG:
        return _differential_opg4(event, match, winner)
    return _differential_decipher(event, match, winner)


def _differential_opg5(event: Event, match: Match, winner: str) -> int:
    """Return SWISS-95 (OPG5 §7.4.1)."""
    if match["ending"] in BY_RULING:
        return cap(event)
    own, other = _scores_from(event, match, winner)
    if match["ending"] in ("card-effect", "decked"):
        own = cap(event)  # SWISS-54, SWISS-55
    gain = counted_on_the_card(event, own) - counted_on_the_card(event, other)
    # SWISS-48 to SWISS-50, AMB-14 to AMB-16: a winner not ahead gains one.
    return gain if gain > 0 else 1


def _differential_opg4(event: Event, match: Match, winner: str) -> int:
    """Return SWISS-96 (OPG4 §7.4)."""
    if match["ending"] in BY_RULING or match["ending"] == "card-effect":
        return cap(event)  # AMB-18: "other non-score means"
    own, other = _scores_from(event, match, winner)
    if own < other:  # AMB-14: the raw score, and only when lower
        return 1
    return counted_on_the_card(event, own) - counted_on_the_card(event, other)


def _differential_decipher(event: Event, match: Match, winner: str) -> int:
    """Return SWISS-97 (DTG §II.A.I) or SWISS-43 to SWISS-45 (DTR96 §4)."""
    if match["ending"] == "devidian-door":  # SWISS-64, AMB-23
        return cap(event)
    own, other = _scores_from(event, match, winner)
    if match["ending"] == "quit":  # SWISS-63, AMB-23, AMB-86
        if match.get("flat"):
            return FLAT_QUIT
        # AMB-23: the winner's score becomes what wins the game. A quitter above the cap
        # has not won, so Q's Planet has raised that too, and both are above the cap.
        own = max(cap(event), other + 1)
    if event["rulebook"] == DTG and min(own, other) > cap(event):
        return 1  # SWISS-49, SWISS-65; DTR96 is silent
    return counted_on_the_card(event, own) - counted_on_the_card(event, other)


def _scores_from(event: Event, match: Match, winner: str) -> tuple[int, int]:
    """Return the counted scores of winner and loser."""
    side = match["players"].index(winner)
    return counted_score(event, match, side), counted_score(event, match, 1 - side)


def _timed(event: Event, match: Match) -> bool:
    """Return whether the win is only a modified (Decipher: timed) one."""
    if match["ending"] == "time":  # SWISS-19
        return True
    # SWISS-18, SWISS-31: a Decipher win on exhausted decks is timed, an OPG one full.
    return match["ending"] == "decked" and event["rulebook"] not in OPG


def _not_played(event: Event, match: Match) -> list[Result]:
    """Return missed game and bye (SWISS-36, AMB-127, ONL-16, ONL-17)."""
    named = match.get("absent" if match["ending"] == "missed" else "responsible") or []
    at_fault = [one for one in match["players"] if one in named]
    if len(at_fault) != 1:  # both, neither or unclear
        return _both(event, match, "MG")
    first, second = match["players"]
    return [
        _result(event, one, other, "MG" if one in at_fault else "BYE", 0)
        for one, other in ((first, second), (second, first))
    ]


def _both(event: Event, match: Match, code: str) -> list[Result]:
    """Return the same result with no differential for both."""
    first, second = match["players"]
    return [_result(event, first, second, code, 0), _result(event, second, first, code, 0)]


def _result(event: Event, player: str, opponent: str | None, code: str, gain: int) -> Result:
    """Return one entry of a round's results."""
    return {
        "player": player,
        "opponent": opponent,
        "code": code,
        "vp": points(event, code),
        "differential": gain,
    }


def compare(event: Event, document: dict[str, Any]) -> list[str]:
    """Return where another program's `score` document differs, in words."""
    wanted = {r["number"]: r["results"] for r in score(event)["rounds"]}
    given = {r["number"]: r["results"] for r in document["rounds"]}
    faults = []
    if sorted(wanted) != sorted(given):
        faults.append(f"rounds are {sorted(wanted)}, not {sorted(given)}")
    for number in sorted(set(wanted) & set(given)):
        ours = {result["player"]: result for result in wanted[number]}
        theirs = {result["player"]: result for result in given[number]}
        if len(theirs) != len(given[number]):
            faults.append(f"round {number}: somebody has two results")
        faults += [
            f"round {number}, {one}: {ours.get(one)}, not {theirs.get(one)}"
            for one in sorted(set(ours) | set(theirs))
            if ours.get(one) != theirs.get(one)
        ]
    return faults
