"""Who is to be paired in a round, and what everybody carries into it."""

from dataclasses import dataclass

from padd_oracle.rules import (
    OPG,
    PROVISIONAL,
    Event,
    disqualified_in,
    quitters_in,
    rounds_planned,
)
from padd_oracle.scoring import score

Pair = tuple[str, str]


@dataclass(frozen=True)
class Field:
    """The players of one round and their history before it."""

    number: int
    active: tuple[str, ...]
    earned: frozenset[str]  # active players who use an earned bye in this round
    totals: dict[str, int]  # victory points, provisional ones included
    differential: dict[str, int]
    met: frozenset[frozenset[str]]
    had_bye: frozenset[str]
    rounds_left: int  # planned after this one
    rests_later: bool = False  # somebody will use an earned bye in a later round

    @property
    def pool(self) -> tuple[str, ...]:
        """Return the players who get an opponent or a normal bye."""
        return tuple(one for one in self.active if one not in self.earned)


def field_of(event: Event, number: int) -> Field:
    """Return the field of the round with this number."""
    past = [r for r in event.get("rounds", []) if r["number"] < number]
    totals, differential = _carried({**event, "rounds": past})
    active = active_in(event, number)
    return Field(
        number=number,
        active=active,
        earned=declared_byes(event, number) & set(active),
        totals=totals,
        differential=differential,
        # SWISS-69, AMB-146: a game begun or still to come is a meeting; one that was
        # missed or never played is none.
        met=frozenset(
            frozenset(match["players"])
            for r in past
            for match in r.get("matches", [])
            if match.get("ending") not in ("missed", "unplayed")
        ),
        # AMB-4: only byes given by a pairing.
        had_bye=frozenset(one for r in past for one in r.get("byes", [])),
        rounds_left=max(rounds_planned(event) - number, 0),
        rests_later=any(
            declared_byes(event, later) & set(active)
            for later in range(number + 1, rounds_planned(event) + 1)
        ),
    )


def active_in(event: Event, number: int) -> tuple[str, ...]:
    """Return who takes part in a round (SWISS-98 step 1, AMB-7)."""
    out = disqualified_in(event) | quitters_in(event)
    return tuple(
        player["id"]
        for player in event["players"]
        if player.get("joined_round", 1) <= number
        and (player.get("dropped_after") is None or player["dropped_after"] >= number)
        and out.get(player["id"], number) >= number
    )


def declared_byes(event: Event, number: int) -> frozenset[str]:
    """Return who declared an earned bye for a round (AMB-10); Decipher has none."""
    if event["rulebook"] not in OPG:
        return frozenset()
    return frozenset(
        player["id"]
        for player in event["players"]
        if number in player.get("earned_byes", [])
    )


def _carried(event: Event) -> tuple[dict[str, int], dict[str, int]]:
    """Return points for pairing and differential after the rounds of an event."""
    totals = {player["id"]: 0 for player in event["players"]}
    differential = dict(totals)
    for round_ in score(event)["rounds"]:
        for result in round_["results"]:
            totals[result["player"]] += result["vp"]
            differential[result["player"]] += result["differential"]
            if result["code"] == "PENDING":  # SWISS-76, ONL-14
                totals[result["player"]] += PROVISIONAL[event["rulebook"]]
    return totals, differential
