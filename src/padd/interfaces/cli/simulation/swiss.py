"""One random Swiss event: every round, score and place checked by the oracle."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from padd.core.event_file import read_event
from padd.core.model import Event
from padd.core.pairing.next_round import pair_next
from padd.core.pairing.verification import verify_rounds
from padd.presentation.documents import pairing_document
from padd.presentation.formats.presenter import results_view, standings_view
from padd.presentation.formats.results import results_document
from padd.presentation.formats.standings import standings_document
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.rulebooks.loader import rulebook
from padd_oracle import scoring, standings
from padd_oracle.generate import Chances, random_event
from padd_oracle.pairing import check_round

SEED_BITS = 32
JUDGED = (
    "rematches",
    "byes",
    "second_byes",
    "bye_vp",
    "distant_pairs",
    "unequal_pairs",
    "total_difference",
    "future_rounds",
)


class SwissPlan(msgspec.Struct, frozen=True):
    """What kind of events to play."""

    least: int
    most: int
    rounds: int | None
    rulebooks: tuple[str, ...]
    chances: Chances
    scenario: str | None = None


class SimulatedEvent(msgspec.Struct, frozen=True):
    """One event played, and everything that the oracle objected to."""

    seed: int
    rulebook: str
    players: int
    rounds: int
    second_byes: int
    extra_byes: int
    missed_games: int
    """Games to which one or both players did not come."""
    problems: tuple[str, ...]


def play_swiss(seed: int, plan: SwissPlan) -> SimulatedEvent:
    """Play the event that a seed gives and judge it."""
    rng = Random(seed)  # noqa: S311 -- replayable, not secret
    book = rng.choice(plan.rulebooks)
    editions = [game for game in rulebook(book).games if game != "TR"]
    judged = OracleCheck()
    facts = random_event(
        rng,
        players=rng.randint(plan.least, plan.most),
        rounds=plan.rounds or rng.randint(2, 8),
        scenario=plan.scenario,
        rulebook=book,
        edition=rng.choice(editions),
        pair=lambda event: judged.pair(event, rng.getrandbits(SEED_BITS)),
        watch=judged.watch,
        chances=plan.chances,
    )
    return SimulatedEvent(
        seed=seed,
        rulebook=book,
        players=len(facts["players"]),
        rounds=len(facts["rounds"]),
        second_byes=judged.second_byes,
        extra_byes=judged.extra_byes,
        missed_games=sum(
            match.get("ending") == "missed"
            for round_ in facts["rounds"]
            for match in round_["matches"]
        ),
        problems=(*judged.problems, *_final_problems(facts, seed)),
    )


class OracleCheck:
    """Pairs the rounds of one event and lets the oracle look at each."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.second_byes = 0
        self.extra_byes = 0
        self._audit: dict[str, Any] = {}

    def pair(self, facts: dict[str, Any], seed: int) -> dict[str, Any]:
        """Return the engine's next round, as a program would get it."""
        event = _read(facts)
        paired = pairing_document(pair_next(event, book_for(event), seed=seed))
        self._audit = paired["audit"]
        return paired

    def watch(self, facts: dict[str, Any], index: int) -> None:
        """Let the oracle judge the round just paired, and the figures given."""
        verdict = check_round(facts, index)
        where = f"round {index + 1}"
        self.problems += [f"{where}: {problem}" for problem in verdict.problems]
        self.second_byes += self._audit["second_byes"]
        self.extra_byes += max(0, self._audit["byes"] - 1)
        for name in JUDGED if verdict.figures else ():
            right = (verdict.figures or {})[name]
            if right is not None and self._audit[name] != right:
                self.problems.append(f"{where}: {name} is {right}, not {self._audit[name]}")


def _final_problems(facts: dict[str, Any], seed: int) -> list[str]:
    """Compare every score and every place, and replay the draws on record."""
    event = _read(facts)
    book = book_for(event)
    scored = results_document(results_view(event, book))
    table = standings_document(standings_view(event, book, seed=seed))
    return [
        *scoring.compare(facts, msgspec.to_builtins(scored)),
        *standings.compare(facts, msgspec.to_builtins(table)["standings"]),
        *(
            f"round {verdict.number}: {problem}"
            for verdict in verify_rounds(event, book)
            for problem in verdict.problems
        ),
    ]


def _read(facts: dict[str, Any]) -> Event:
    return read_event(msgspec.json.encode(facts), book_of=rulebook_named)
