"""Who is to be paired in a round, and everyone's record before it."""

from dataclasses import dataclass

from padd_oracle.blocks import in_it, later_openings, opening_of, with_the_rest
from padd_oracle.rules import OPG, PROVISIONAL, Event, disqualified_in, quitters_in, rounds_planned
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
    rests_later: bool = False  # a player will use an earned bye in a later round

    @property
    def pool(self) -> tuple[str, ...]:
        """Return the players who get an opponent or a normal bye."""
        return tuple(one for one in self.active if one not in self.earned)


def field_of(event: Event, number: int) -> Field:
    """Return the field of the round with this number."""
    past = [r for r in event.get("rounds", []) if r["number"] < number]
    totals, differential = _carried({**event, "rounds": past})
    active = active_in(event, number)
    opening, planned = opening_of(event, number), rounds_planned(event)
    # AMB-109: what happened in the block itself keeps no players apart.
    before = [r for r in past if r["number"] < opening]
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
            for r in before
            for match in r.get("matches", [])
            if match.get("ending") not in ("missed", "unplayed")
        ),
        # AMB-4: only byes given by a pairing, each once for its block.
        had_bye=frozenset(
            one
            for r in before
            if opening_of(event, r["number"]) == r["number"]
            for one in r.get("byes", [])
        ),
        rounds_left=len(later_openings(event, number, planned)),
        rests_later=any(
            declared_byes(event, later) & set(active)
            for later in later_openings(event, number, planned)
        ),
    )


def active_in(event: Event, number: int) -> tuple[str, ...]:
    """Return who takes part in a round (SWISS-98 step 1, AMB-7)."""
    out = disqualified_in(event) | quitters_in(event)
    opening = opening_of(event, number)
    drawn = [r for r in event.get("rounds", []) if r["number"] == opening < number]
    return tuple(
        player["id"]
        for player in event["players"]
        if player.get("joined_round", 1) <= number
        and (player.get("dropped_after") is None or player["dropped_after"] >= number)
        and out.get(player["id"], number) >= number
        and all(player["id"] in in_it(r) for r in drawn)
    )


def declared_byes(event: Event, number: int) -> frozenset[str]:
    """Return who declared an earned bye for a round (AMB-10); Decipher has none."""
    if event["rulebook"] not in OPG:
        return frozenset()
    return frozenset(
        player["id"]
        for player in event["players"]
        if all(
            covered in player.get("earned_byes", [])
            for covered in with_the_rest(event, number, rounds_planned(event))
        )
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
