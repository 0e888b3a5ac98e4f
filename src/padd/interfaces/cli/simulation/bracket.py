"""Random brackets played to the end, checked by counting alone.

Nothing here knows how a bracket is built. The winner of each match is random, recorded
in one of the ways an event file allows, and the rounds that come back must fit.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, Final

from padd.interfaces.cli.simulation.server import Facts, GrowingEvent, Trial

SECOND_CHANCES: Final = frozenset({"modified-mcintyre"})
MATCHES: Final = {("modified-mcintyre", 8): 9, ("modified-mcintyre", 16): 19}
TIES_GO_UP: Final = frozenset({"opg-5", "opg-4.1"})
MOST_ROUNDS: Final = 12
SEED_BITS: Final = 32


def simulate_bracket(seed: int, style: str, players: int, rulebook: str = "opg-5") -> Trial:
    """Play one random bracket through the commands and check what came out."""
    chance = Random(seed)  # noqa: S311 -- replayable chance, nothing secret
    table = GrowingEvent(_entries(chance, style, players, rulebook))
    counted = _BracketCount(table, style)
    while counted.matches < counted.to_play and counted.rounds < MOST_ROUNDS:
        counted.play(table.pair(chance.getrandbits(SEED_BITS)), chance)
    counted.judge(table.standings(seed), table.score())
    return Trial(
        seed=seed,
        rulebook=rulebook,
        style=style,
        players=players,
        rounds=counted.rounds,
        problems=tuple(table.problems),
        facts=table.facts,
    )


def _entries(chance: Random, style: str, players: int, rulebook: str) -> Facts:
    order = list(range(1, players + 1))
    chance.shuffle(order)
    seeded = style != "elimination" or chance.random() < 0.5  # noqa: PLR2004 -- half
    return {
        "schema": "padd-event/1",
        "rulebook": rulebook,
        "name": "Simulated bracket",
        "edition": "1E",
        "pairing_style": style,
        "players": [
            {"id": f"p{number:03}", "seed": number if seeded else None} for number in order
        ],
        "rounds": [],
    }


class _BracketCount:
    """What follows from the results that were thrown, counted by hand."""

    def __init__(self, table: GrowingEvent, style: str) -> None:
        self.table = table
        self.style = style
        self.everybody = [player["id"] for player in table.facts["players"]]
        self.seeds = {p["id"]: p["seed"] for p in table.facts["players"]}
        self.lives = 2 if style in SECOND_CHANCES else 1
        self.losses: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()
        self.last_loss: dict[str, int] = {}
        self.out: set[str] = set()
        self.matches = 0
        size = len(self.everybody)
        self.to_play = MATCHES.get((style, size), size - 1)
        self.rounds = 0
        self.last_pair: tuple[str, str] | None = None

    def play(self, drawn: Facts, chance: Random) -> None:
        """Check a round as it was drawn, throw its results and write them down."""
        self.rounds += 1
        self._check(drawn)
        matches = [self._match(match, chance) for match in drawn["matches"]]
        self.table.facts["rounds"].append(
            {
                "number": drawn["round"],
                "matches": matches,
                "byes": drawn["byes"],
                "missed": drawn["missed"],
            }
        )
        self.out.update(drawn["missed"])

    def _check(self, drawn: Facts) -> None:
        expect, number = self.table.expect, drawn["round"]
        named = [p for match in drawn["matches"] for p in match["players"]]
        named += [*drawn["byes"], *drawn["missed"]]
        expect(number == self.rounds, f"round {number} is called {self.rounds}")
        expect(
            sorted(named) == sorted(self.everybody), f"round {number} does not name everybody once"
        )
        expect(bool(drawn["matches"]), f"round {number} has no match")
        for match in drawn["matches"]:
            for player in match["players"]:
                expect(
                    self.losses[player] < self.lives and player not in self.out,
                    f"{player} plays in round {number} after losing for good",
                )
        for player in drawn["missed"]:
            expect(self.losses[player] > 0, f"{player} is out without a loss")
        tables = [match["table"] for match in drawn["matches"]]
        expect(len(set(tables)) == len(tables), f"round {number}: a table is taken twice")

    def _match(self, match: Facts, chance: Random) -> Facts:
        first, second = match["players"]
        winner, loser = (first, second) if chance.random() < 0.5 else (second, first)  # noqa: PLR2004 -- half
        self.wins[winner] += 1
        self.losses[loser] += 1
        self.last_loss[loser] = self.rounds
        self.matches += 1
        self.last_pair = winner, loser
        facts = {"table": match["table"], "players": [first, second]}
        return {**facts, **self._told(winner, loser, [first, second], chance)}

    def _told(self, winner: str, loser: str, players: list[str], chance: Random) -> dict[str, Any]:
        """Return a result that makes the winner go on, in some way of writing it."""
        at = players.index(winner)
        scores = [100, 35] if at == 0 else [35, 100]
        ways: list[dict[str, Any]] = [
            {"ending": "complete", "winner": winner, "scores": scores},
            {"ending": "time", "scores": scores},
            {"games": [{"winner": winner}, {"winner": loser}, {"winner": winner}]},
            {"games": [{"winner": winner}, {"winner": winner}]},
        ]
        if self.table.facts["rulebook"] in TIES_GO_UP:
            ways += [
                {"ending": "concession", "winner": winner},
                {"ending": "missed", "absent": [loser]},
            ]
            seeds = self.seeds[winner], self.seeds[loser]
            if None not in seeds and seeds[0] < seeds[1]:
                ways += [{"games": [{"winner": None}]}, {"ending": "time", "scores": [5, 5]}]
        return chance.choice(ways)

    def judge(self, standings: Facts, score: Facts) -> None:
        """Check places, results and the number of matches at the end."""
        expect, rows = self.table.expect, standings["standings"]
        players = len(self.everybody)
        expect(standings["final"], "the standings are not final after the final")
        expect(
            [row["place"] for row in rows] == list(range(1, players + 1)), "the places have gaps"
        )
        order = [row["player"] for row in rows]
        expect(sorted(order) == sorted(self.everybody), "somebody has no place")
        if self.last_pair:
            expect(tuple(order[:2]) == self.last_pair, "the finalists are not on top")
        expect(self.matches == self.to_play, f"{self.matches} matches for {players} players")
        self._judge_order(order)
        for row in rows:
            codes = Counter(row["results"])
            won = codes["FW"] + codes["BYE"]
            expect(won >= self.wins[row["player"]], f"{row['player']} lacks a win")
            expect(len(row["results"]) == self.rounds, f"{row['player']} lacks a round")
        for round_ in score["rounds"]:
            named = [result["player"] for result in round_["results"]]
            expect(sorted(named) == sorted(self.everybody), "a result is missing")
        expect(self.table.reads_back(), "the file does not read back")
        expect(bool(self.table.explain(order[-1], 0)), "the last place is unexplained")

    def _judge_order(self, order: list[str]) -> None:
        """Later losses rank higher; within a round the better seed does."""
        for above, below in pairwise(order[1:]):
            high, low = self.last_loss[above], self.last_loss[below]
            seeds = self.seeds[above], self.seeds[below]
            fits = high > low or (high == low and (None in seeds or seeds[0] < seeds[1]))
            self.table.expect(fits, f"{below} should not be below {above}")
