"""Random Tribbles events played to the end, checked by adding up."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any, Final

from padd.interfaces.cli.simulation.server import Facts, GrowingEvent, Trial

ROUNDS: Final = 5
LARGEST: Final = 8
SMALLEST: Final = 3
SEED_BITS: Final = 32
POINTS: Final = (0, 1, 5, 10, 100, 1_000, 10_000, 100_000)


def simulate_tribbles(
    seed: int, players: int, rulebook: str = "opg-5", *, finals: bool = True
) -> Trial:
    """Play one random Tribbles event of ten rounds and check what came out."""
    chance = Random(seed)  # noqa: S311 -- replayable chance, nothing secret
    table = GrowingEvent(_entries(chance, players, rulebook, finals=finals))
    counted = _PodCount(table, finals=finals)
    for number in range(1, 2 * ROUNDS + 1):
        counted.play(table.pair(chance.getrandbits(SEED_BITS)), number, chance)
    counted.judge(table.standings(seed), table.score())
    return Trial(
        seed=seed,
        rulebook=rulebook,
        style=table.facts["pairing_style"],
        players=players,
        rounds=2 * ROUNDS,
        problems=tuple(table.problems),
        facts=table.facts,
    )


def _entries(chance: Random, players: int, rulebook: str, *, finals: bool) -> Facts:
    ids = [f"p{number:03}" for number in range(players)]
    chance.shuffle(ids)
    return {
        "schema": "padd-event/1",
        "rulebook": rulebook,
        "name": "Simulated Tribbles",
        "edition": "TR",
        "pairing_style": "tribbles-finals" if finals else "tribbles",
        "rounds_planned": 2 * ROUNDS,
        "players": [{"id": id_, "head_start": chance.choice((0, 0, 0, 100_000))} for id_ in ids],
        "rounds": [],
    }


class _PodCount:
    """Totals, rounds won and tables, added up by hand."""

    def __init__(self, table: GrowingEvent, *, finals: bool) -> None:
        self.table = table
        self.finals = finals
        self.starts = {p["id"]: p["head_start"] for p in table.facts["players"]}
        self.halves: list[Counter[str]] = [Counter(), Counter()]
        self.won: list[Counter[str]] = [Counter(), Counter()]
        self.gone: set[str] = set()
        self.void: set[tuple[str, int]] = set()
        self.tables: dict[str, int] = {}
        self.pods: list[list[str]] = []

    def play(self, drawn: Facts, number: int, chance: Random) -> None:
        """Check the pods of a round, throw their scores and write them down."""
        half = (number - 1) // ROUNDS
        self._check(drawn, number)
        if number % ROUNDS == 1:
            self._check_forming(drawn, half)
            self.tables = {p: pod["table"] for pod in drawn["pods"] for p in pod["players"]}
        self.pods = [list(pod["players"]) for pod in drawn["pods"]]
        pods = [self._pod(pod, half, chance) for pod in drawn["pods"]]
        self.table.facts["rounds"].append(
            {"number": number, "pods": pods, "missed": drawn["missed"]}
        )

    def _check(self, drawn: Facts, number: int) -> None:
        expect = self.table.expect
        seated = [player for pod in drawn["pods"] for player in pod["players"]]
        expect(drawn["round"] == number, f"round {number} is called {drawn['round']}")
        expect(
            sorted([*seated, *drawn["missed"]]) == sorted(self.starts),
            f"round {number} does not name everybody once",
        )
        expect(set(drawn["missed"]) == self.gone, f"round {number}: the wrong ones miss")
        if number % ROUNDS != 1:
            stay = [[p for p in pod if p not in self.gone] for pod in self.pods]
            now = [list(pod["players"]) for pod in drawn["pods"]]
            expect(now == [pod for pod in stay if pod], f"round {number}: pods changed")

    def _check_forming(self, drawn: Facts, half: int) -> None:
        expect = self.table.expect
        sizes = [len(pod["players"]) for pod in drawn["pods"]]
        expect(max(sizes) - min(sizes) <= 1, f"pods of {sizes}")
        expect(min(sizes) >= SMALLEST and max(sizes) <= LARGEST, f"pods of {sizes}")
        if half == 0:
            return
        totals = self._totals(half=None)
        best = [self._best(pod, totals) for pod in self.pods]
        top = set(drawn["pods"][0]["players"])
        if len(best) <= sizes[0]:
            expect(
                all(top & names for names in best if names),
                "the best of a pod is not at the top table",
            )
        lower = [[totals[p] for p in pod["players"]] for pod in drawn["pods"][1:]]
        expect(
            all(min(a) >= max(b) for a, b in pairwise(lower)), "pods are not in the order of points"
        )

    def _best(self, pod: list[str], totals: dict[str, int]) -> set[str]:
        here = [player for player in pod if player not in self.gone]
        most = max((totals[player] for player in here), default=0)
        return {player for player in here if totals[player] == most}

    def _pod(self, pod: Facts, half: int, chance: Random) -> dict[str, Any]:
        players = pod["players"]
        scores = {p: chance.choice(POINTS) * chance.randint(0, 3) for p in players}
        conceded: list[str] = []
        if len(players) > SMALLEST + 1 and chance.random() < 0.02:  # noqa: PLR2004 -- rare
            conceded = [chance.choice(players)]
            self.gone.update(conceded)
            self.void.add((conceded[0], half))
        for player in players:
            self.halves[half][player] += scores[player]
        playing = [p for p in players if p not in conceded]
        facts = {"table": pod["table"], "players": players, "scores": scores}
        timed = chance.random() < 0.1  # noqa: PLR2004 -- one in ten
        out = [] if timed else [chance.choice(playing)]
        self.won[half].update(out)
        return {**facts, "went_out": out, "conceded": conceded}

    def _totals(self, half: int | None) -> dict[str, int]:
        """Return points of one half, or of both with the head start."""
        totals = {}
        for player, start in self.starts.items():
            sums = [
                0 if (player, at) in self.void else points[player]
                for at, points in enumerate(self.halves)
            ]
            if half is not None:
                totals[player] = sums[half]
                continue
            totals[player] = sum(sums) + (0 if (player, 0) in self.void else start)
        return totals

    def judge(self, standings: Facts, score: Facts) -> None:
        """Check totals, rounds won, order and what decided it."""
        expect, rows = self.table.expect, standings["standings"]
        expect(standings["final"], "the standings are not final after ten rounds")
        expect(
            [row["place"] for row in rows] == list(range(1, len(self.starts) + 1)),
            "the places have gaps",
        )
        expect(
            sorted(row["player"] for row in rows) == sorted(self.starts), "somebody has no place"
        )
        totals = self._totals(1 if self.finals else None)
        won = self.won[1] if self.finals else self.won[0] + self.won[1]
        for row in rows:
            player = row["player"]
            expect(row["points"] == totals[player], f"{player} has other points")
            expect(row["rounds_won"] == won[player], f"{player} won other rounds")
        for above, below in pairwise(rows):
            self._judge_pair(above, below)
        self._judge_score(score)
        expect(self.table.reads_back(), "the file does not read back")
        last = rows[-1]["player"]
        expect(bool(self.table.explain(last, 0)), "the last place is unexplained")

    def _judge_pair(self, above: Facts, below: Facts) -> None:
        expect, reason = self.table.expect, below["decided_by"]
        none = len(self.starts) + 1
        tables = [
            self.tables.get(row["player"], none) if self.finals else 0 for row in (above, below)
        ]
        if tables[0] != tables[1]:
            expect(tables[0] < tables[1], f"{below['player']} is at a better table")
            expect(reason is None, "a table is called a tiebreak")
            return
        figures = [(row["points"], row["rounds_won"]) for row in (above, below)]
        expect(figures[0] >= figures[1], f"{below['player']} is better")
        tied = figures[0][0] == figures[1][0]
        by = "cut" if figures[0] == figures[1] else "rounds-won" if tied else None
        expect(reason == by, f"{below['player']} is decided by {reason}, not {by}")

    def _judge_score(self, score: Facts) -> None:
        sums: Counter[str] = Counter()
        for round_ in score["rounds"]:
            results = round_["results"]
            named = sorted(result["player"] for result in results)
            self.table.expect(named == sorted(self.starts), "a result is missing")
            sums.update({result["player"]: result["points"] for result in results})
        totals = self._totals(half=None)
        self.table.expect(
            all(sums[player] == total for player, total in totals.items()),
            "the rounds do not add up",
        )
