"""Whether a round was paired as its rulebook asks."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from padd_oracle.blocks import opening_of, repeat_faults
from padd_oracle.field import Field, active_in, declared_byes, field_of
from padd_oracle.future import LookAhead
from padd_oracle.optimum import (
    FIGURES,
    FUTURE_JUDGED,
    Drawn,
    all_best,
    best_of,
    figures_of,
    one_best,
)
from padd_oracle.ranked import ranked_faults
from padd_oracle.rules import DTR96, OPG, Event, player_ids

Round = dict[str, Any]
Figures = dict[str, int | bool | None]

# What a pairing is called that is worse in a figure than it could have been.
WORSE = {
    "rematches": "rematch",
    "byes": "byes-not-needed",
    "second_byes": "second-bye-avoidable",
    "bye_vp": "bye-not-to-the-lowest",
    "distant_pairs": "paired-down-more-than-once",
    "unequal_pairs": "totals-do-not-match",
    "total_difference": "totals-not-similar",
    "future_rounds": "dead-end",
}


@dataclass(frozen=True)
class Verdict:
    """What the oracle says of one round."""

    number: int
    legal: bool
    optimal: bool | None  # None where the rulebook knows no best pairing
    problems: tuple[str, ...]  # each begins with its name and a colon
    figures: Figures | None = None
    best: Figures | None = None
    proved: tuple[str, ...] = field(default=())  # what looks odd and had to be

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the problems."""
        return tuple(problem.split(":")[0] for problem in self.problems)

    @property
    def good(self) -> bool:
        """Return whether nothing was found."""
        return not self.problems


def best_figures(event: Event, next_round: int) -> Figures:
    """Return the figures of the best pairing of a round (contract: criteria 1 to 8)."""
    paired = field_of(event, next_round)
    best = best_of(paired)
    return _named(best, _best_future(paired, LookAhead(paired)))


def check_round(event: Event, round_index: int) -> Verdict:
    """Return whether a round of the event is legal and the best there was.

    Results entered since then change the totals: a round is judged by the games of
    earlier rounds as the file holds them, so a delayed game is judged while it is open.
    """
    round_ = event["rounds"][round_index]
    number = round_["number"]
    problems = seating_faults(event, round_)
    if problems:
        return Verdict(number, legal=False, optimal=None, problems=tuple(problems))
    paired = field_of(event, number)
    if opening_of(event, number) != number:
        problems = repeat_faults(event, round_, set(paired.pool))
        optimal = not problems if event["rulebook"] in OPG else None
        return Verdict(number, not problems, optimal, tuple(problems))
    drawn = Drawn(
        tuple((a, b) for a, b in (m["players"] for m in round_.get("matches", []))),
        tuple(round_.get("byes", [])),
    )
    if event.get("pairing_style", "swiss") == "simple-swiss":
        return _simple_verdict(event, paired, drawn)
    if event["rulebook"] not in OPG:
        problems = ranked_faults(event, paired, drawn)
        return Verdict(number, legal=not problems, optimal=None, problems=tuple(problems))
    return _opg_verdict(paired, drawn)


def seating_faults(event: Event, round_: Round) -> list[str]:
    """Return why a round does not hold every active player exactly once."""
    number = round_["number"]
    seats = [one for match in round_.get("matches", []) for one in match["players"]]
    seats += round_.get("byes", [])
    earned = list(round_.get("earned_byes", []))
    known, active = set(player_ids(event)), set(active_in(event, number))
    named = Counter(seats + earned + list(round_.get("missed", [])))
    # AMB-10: an earned bye is used in the round it was declared for, and only there.
    declared = declared_byes(event, number) & active
    return [
        *(f"unknown-player: {one}" for one in named if one not in known),
        *(f"named-twice: {one}" for one, times in named.items() if times > 1),
        *(
            f"not-taking-part: {one} is paired in round {number}"
            for one in seats + earned
            if one in known and one not in active
        ),
        *(
            f"left-out: {one} has neither opponent nor bye"
            for one in sorted(active - set(seats) - set(earned))
        ),
        *(f"earned-bye-not-declared: {one}" for one in earned if one not in declared),
        *(f"earned-bye-not-used: {one}" for one in sorted(declared - set(earned))),
    ]


def _opg_verdict(paired: Field, drawn: Drawn) -> Verdict:
    """Return the verdict on a pairing of OPG5 or OPG4."""
    own = figures_of(paired, drawn)
    best = best_of(paired)
    ahead = LookAhead(paired)
    own_future, best_future = ahead.open_after(drawn), None
    problems = [
        f"rematch: {a} and {b} have met" for a, b in drawn.pairs if frozenset({a, b}) in paired.met
    ]
    if not problems and own != best:
        worse = next(name for name, a, b in zip(FIGURES, own, best, strict=True) if a != b)
        at = FIGURES.index(worse)
        problems.append(f"{WORSE[worse]}: {worse} is {own[at]}, {best[at]} is possible")
    # Round 1 is random (SWISS-7), later ones keep the way open where they can.
    elif not problems and own_future is False and paired.number > 1:
        best_future = _best_future(paired, ahead)
        if best_future:
            problems.append(f"{WORSE['future_rounds']}: other pairings keep a way open")
    return Verdict(
        paired.number,
        legal=own[0] == 0,
        optimal=not problems,
        problems=tuple(problems),
        figures=_named(own, own_future),
        best=_named(best, best_future if own_future is False else own_future),
        proved=tuple(_proved(paired, own) if not problems else ()),
    )


def _proved(paired: Field, own: list[int]) -> list[str]:
    """Return the exceptions of SWISS-73 that were shown to be needed."""
    said = []
    if own[1] > len(paired.pool) % 2:
        said.append(f"{own[1]} byes: every pairing with fewer holds a repeat")
    if own[2]:
        said.append(f"{own[2]} second byes: no legal pairing has fewer")
    return said


def _best_future(paired: Field, ahead: LookAhead) -> bool | None:
    """Return whether one of the best pairings keeps the rounds to come open."""
    if paired.rounds_left == 0:
        return True
    if len(paired.active) > FUTURE_JUDGED:
        return None
    answers = set()
    for drawn in all_best(paired)[1]:
        answer = ahead.open_after(drawn)
        if answer:
            return True
        answers.add(answer)
    return None if None in answers else False


def _simple_verdict(event: Event, paired: Field, drawn: Drawn) -> Verdict:
    """Return the verdict on a random round (FMT-52, FMT-55): legality only."""
    problems = []
    repeats = [pair for pair in drawn.pairs if frozenset(pair) in paired.met]
    if len(drawn.byes) != len(paired.pool) % 2 and event["rulebook"] not in OPG:
        problems.append(f"byes-not-needed: {len(drawn.byes)} byes")
    # DTR96 Simple-Swiss and OPG forbid repeats; DTG only shifts (AMB-34, AMB-36).
    avoidable = event["rulebook"] in OPG or (
        event["rulebook"] == DTR96 and repeats and one_best(paired)[0][1] == len(paired.pool) % 2
    )
    if avoidable:
        problems += [f"rematch: {a} and {b} have met" for a, b in repeats]
    return Verdict(paired.number, legal=not problems, optimal=None, problems=tuple(problems))


def _named(figures: list[int], future: bool | None) -> Figures:  # noqa: FBT001 -- a figure
    """Return figures under the names that the contract gives them."""
    named: Figures = dict(zip(FIGURES, figures, strict=True))
    named["future_rounds"] = future
    return named
