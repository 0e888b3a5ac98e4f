"""Ratings read a second time: all events in order, every game by hand.

Of brackets it knows single elimination, and settings are taken to go together.
Numbers are compared with a tolerance: here they are added up in plain order.
"""

from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

from padd_oracle.rules import DISQUALIFICATION, DTG, DTR96, OPG, OPG4, OPG5, Event
from padd_oracle.scoring import match_results

# RATE-15, RATE-16, RATE-25.
START, LEAST, MOST = 1500.0, 0.0, 3000.0

# RATE-18; AMB-56 gives level 1 and everything of DTG.
K = {
    OPG5: {1: 16, 2: 28, 3: 40, 4: 52, 5: 64},
    OPG4: {1: 16, 2: 32, 3: 32, 4: 48, 5: 64},
    DTG: {1: 16, 2: 16, 3: 16, 4: 16, 5: 16},
}

# AMB-57: games between two players; byes, missed and open games are none.
SCORES = {"FW": 1.0, "MW": 1.0, "TT": 0.5, "ML": 0.0, "FL": 0.0}

# REG-3 to REG-6.
NOTICE = {OPG5: timedelta(hours=24), OPG4: timedelta(days=6), DTG: timedelta(days=7)}
FEWEST_PLAYERS = {OPG5: 3, OPG4: 4, DTG: 8}
FEWEST_ROUNDS = {"1E": 3, "2E": 3, "TR": 5}
DEFAULT_ROUNDS = 4

# TRIB-16: five rounds are a match; App. B level 3 is as a concession (AMB-51).
MATCH = 5
CONCESSION = 3

Key = tuple[str, str, str]
Result = tuple[str, str, float, float]  # two players, the first's score, the weight


def rate(events: list[Event]) -> dict[str, Any]:
    """Return what `padd rate --json` prints for events of one publisher."""
    ratings: dict[Key, float] = {}
    games: dict[Key, int] = {}
    changes = []
    for event in sorted(events, key=_place):
        if not is_rated(event):
            continue
        results, counts = rated_results(event)
        for name in lists_of(event):
            # AMB-55: every player's rating before the event counts for all its games.
            gains = _gains(event["edition"], name, results, ratings)
            for key, gain in gains.items():
                before = ratings.get(key, START)
                after = min(max(before + gain, LEAST), MOST)
                ratings[key] = after
                games[key] = games.get(key, 0) + counts[key[0]]
                changes.append(
                    {
                        "event": event.get("name", ""),
                        "player": key[0].split("\n")[0],
                        "list": name,
                        "before": before,
                        "after": after,
                    }
                )
    rows = [
        {
            "player": player.split("\n")[0],
            "edition": edition,
            "list": name,
            "rating": rating,
            "games": games[player, edition, name],
        }
        for (player, edition, name), rating in ratings.items()
    ]
    return {"ratings": rows, "changes": changes}


def _gains(
    edition: str, name: str, results: list[Result], ratings: dict[Key, float]
) -> dict[Key, float]:
    """Return what an event adds to each rating of one list."""
    gains: dict[Key, float] = {}
    for first, second, score, weight in results:
        one, two = (first, edition, name), (second, edition, name)
        expected = _expected(ratings.get(one, START), ratings.get(two, START))
        gains[one] = gains.get(one, 0.0) + weight * (score - expected)
        gains[two] = gains.get(two, 0.0) - weight * (score - expected)
    return gains


def _place(event: Event) -> tuple[datetime, str]:
    """Return what orders events: start, then name (AMB-60); no start comes last."""
    starts = event.get("starts")
    if starts is None:
        return datetime.max.replace(tzinfo=UTC), event.get("name", "")
    return datetime.fromisoformat(starts), event.get("name", "")


def _expected(own: float, other: float) -> float:
    """Return the expected score (AMB-55)."""
    return 1 / (1 + 10 ** ((other - own) / 400))


def lists_of(event: Event) -> list[str]:
    """Return the ratings that an event's format counts in (RATE-17, AMB-58)."""
    format_ = event.get("format", "constructed")
    if event["rulebook"] == DTG:
        return [format_]
    return ["sealed" if format_ in ("draft", "sealed") else "constructed", "overall"]


def is_rated(event: Event) -> bool:
    """Return whether an event with settings that go together is rated (RATE-19)."""
    book = event["rulebook"]
    if book == DTR96 or event.get("scenario"):  # RATE-21, OPG5 §4.4
        return False
    starts, registered = event.get("starts"), event.get("registered")
    if not starts or not registered:  # AMB-148
        return False
    notice = datetime.fromisoformat(starts) - datetime.fromisoformat(registered)
    if notice < NOTICE[book] or not _is_over(event):
        return False
    style = event.get("pairing_style", "swiss")
    if style in ("simple-swiss", "elimination") or (book == DTG and style != "swiss"):
        return False
    if book in OPG and _rounds(event) < FEWEST_ROUNDS[event["edition"]]:
        return False
    return len(_who_played(event)) >= FEWEST_PLAYERS[book]


def _is_over(event: Event) -> bool:
    """Return whether no round and no result is still to come (AMB-147)."""
    rounds = event["rounds"]
    if event.get("pairing_style", "swiss") == "single-elimination":
        needed = (len(event["players"]) - 1).bit_length()
    elif event.get("reported") is not None:
        needed = 1  # closed by the director; `_rounds` knows the minimum
    else:
        needed = int(event.get("rounds_planned", DEFAULT_ROUNDS))
    final = event.get("final_confrontation")
    if len(rounds) < needed or (final and not final.get("winner")):
        return False
    for round_ in rounds:
        for match in round_.get("matches") or []:
            result = match.get("games") or match.get("ending")
            if not result or result == "delayed":
                return False
        if any(pod.get("scores") is None for pod in round_.get("pods") or []):
            return False
    return True


def _rounds(event: Event) -> int:
    """Return the rounds that count for the sanction (AMB-54, AMB-116)."""
    style = event.get("pairing_style", "swiss")
    if style == "single-elimination":  # a bracket has the rounds that its size needs
        return (len(event["players"]) - 1).bit_length()
    played = len(event["rounds"])
    if style == "swiss" and event.get("reported") is not None:
        return played
    return max(played, int(event.get("rounds_planned", DEFAULT_ROUNDS)))


def _who_played(event: Event) -> set[str]:
    """Return who took part in at least one round (AMB-116)."""
    found: set[str] = set()
    for round_ in event["rounds"]:
        for match in round_.get("matches") or []:
            found |= set(match["players"]) - set(match.get("absent") or [])
        for pod in round_.get("pods") or []:
            found |= set(pod["players"])
        found |= set(round_.get("byes") or []) | set(round_.get("earned_byes") or [])
    return found


def rated_results(event: Event) -> tuple[list[Result], dict[str, int]]:
    """Return the rated results of an event, and every player's number of games."""
    k = K[event["rulebook"]][event.get("level", 1)]
    if event["edition"] == "TR":
        return _tribbles_results(event, k)
    results: list[Result] = []
    counts: dict[str, int] = {}
    for round_ in event["rounds"]:
        for match in round_.get("matches") or []:
            score = _first_score(event, match)
            if score is None:
                continue
            first, second = (_known_as(event, one) for one in match["players"])
            results.append((first, second, score, float(k)))
            for one in (first, second):
                counts[one] = counts.get(one, 0) + 1
    return results, counts


def _known_as(event: Event, player: str) -> str:
    """Return a player's handle (RATE-24), else a person of this event (AMB-149)."""
    entry = next(p for p in event["players"] if p["id"] == player)
    return str(entry.get("handle") or f"{player}\n{event.get('name')}")


def _first_score(event: Event, match: dict[str, Any]) -> float | None:
    """Return the first player's score, or None for a match that is not rated."""
    if match.get("games"):
        return _match_play_score(event, match)
    code = match_results(event, match)[0]["code"]
    score = SCORES.get(code)
    if score == SCORES["TT"] and event.get("pairing_style", "swiss") != "swiss":
        return 1.0 if _higher_seed(event, match) == match["players"][0] else 0.0
    return score


def _match_play_score(event: Event, match: dict[str, Any]) -> float:
    """Return 1 or 0: a match has one result, and it is never a tie (BRKT-8, 9)."""
    first, second = match["players"]
    best = _higher_seed(event, match)
    winners = [game["winner"] for game in match["games"]]
    if event["rulebook"] == OPG5:  # BRKT-8: the tied game goes to the higher seed
        winners = [best if winner is None else winner for winner in winners]
    lead = winners.count(first) - winners.count(second)
    if lead == 0:
        return 1.0 if best == first else 0.0
    return 1.0 if lead > 0 else 0.0


def _higher_seed(event: Event, match: dict[str, Any]) -> str:
    """Return the player of a match with the better seed."""
    seeds = {player["id"]: player["seed"] for player in event["players"]}
    return str(min(match["players"], key=lambda one: int(seeds[one])))


def _tribbles_results(event: Event, k: int) -> tuple[list[Result], dict[str, int]]:
    """Compare each pair of a pod by the score of five rounds (AMB-59)."""
    results: list[Result] = []
    counts: dict[str, int] = {}
    for number, rounds in _matches_of(event).items():
        totals = _totals(event, rounds, first=number == 0)
        for pod in rounds[0]["pods"]:
            weight = k / (len(pod["players"]) - 1)
            for first, second in combinations(pod["players"], 2):
                lead = totals[first] - totals[second]
                score = 0.5 if lead == 0 else float(lead > 0)
                names = _known_as(event, first), _known_as(event, second)
                results.append((*names, score, weight))
            for one in pod["players"]:
                name = _known_as(event, one)
                counts[name] = counts.get(name, 0) + 1
    return results, counts


def _matches_of(event: Event) -> dict[int, list[dict[str, Any]]]:
    """Return the rounds of each five-round match."""
    found: dict[int, list[dict[str, Any]]] = {}
    for round_ in event["rounds"]:
        found.setdefault((round_["number"] - 1) // MATCH, []).append(round_)
    return found


def _totals(event: Event, rounds: list[dict[str, Any]], *, first: bool) -> dict[str, int]:
    """Return the match scores: a head start in the first, 0 for who conceded."""
    finals = event.get("pairing_style") == "tribbles-finals"
    seeded = any(player.get("seed") is not None for player in event["players"])
    totals = {
        player["id"]: player.get("head_start", 0) if first and not (finals and seeded) else 0
        for player in event["players"]
    }
    out: set[str] = set()
    for round_ in rounds:
        for pod in round_["pods"]:
            for one, points in pod["scores"].items():
                totals[one] += points
            out |= set(pod.get("conceded") or [])
            out |= {
                penalty["player"]
                for penalty in pod.get("penalties") or []
                if CONCESSION <= penalty["level"] <= DISQUALIFICATION
            }
    return {one: 0 if one in out else total for one, total in totals.items()}


def compare(events: list[Event], document: dict[str, Any]) -> list[str]:
    """Return where another program's `rate` document differs, in words."""
    wanted = rate(events)
    faults = []
    for part, names, figures in (
        ("ratings", ("player", "edition", "list"), ("rating", "games")),
        ("changes", ("event", "player", "list"), ("before", "after")),
    ):
        ours = {tuple(row[n] for n in names): row for row in wanted[part]}
        theirs = {tuple(row[n] for n in names): row for row in document[part]}
        if len(theirs) != len(document[part]):
            faults.append(f"{part}: something is there twice")
        for key in sorted(set(ours) | set(theirs)):
            if key not in ours or key not in theirs:
                faults.append(f"{part}: {key} is only in one of them")
                continue
            faults += [
                f"{part}: {key}: {figure} is {theirs[key][figure]}, not {ours[key][figure]}"
                for figure in figures
                if abs(ours[key][figure] - theirs[key][figure]) > 1e-6  # noqa: PLR2004
            ]
    return faults
