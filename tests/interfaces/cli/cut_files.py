"""Cut files."""

from __future__ import annotations

from typing import Any


def game(table, winner, loser, score=0):
    return {
        "table": table,
        "players": [winner, loser],
        "ending": "complete",
        "winner": winner,
        "scores": [100, score],
    }


SWISS: dict[str, Any] = {
    "schema": "padd-event/1",
    "rulebook": "opg-5",
    "name": "Two rounds and a cut",
    "edition": "2E",
    "rounds_planned": 2,
    "starts": "2026-03-14T10:00:00-05:00",
    "registered": "2026-03-01T09:00:00-05:00",
    "reported": "2026-03-15T09:00:00-05:00",
    "directors": ["scotty"],
    "players": [{"id": p, "name": p.upper(), "handle": f"h{p}"} for p in "abcdef"],
    "rounds": [
        {"number": 1, "matches": [game(1, "a", "b"), game(2, "c", "d", 10), game(3, "e", "f", 20)]},
        {
            "number": 2,
            "matches": [game(1, "a", "c", 50), game(2, "e", "b", 60), game(3, "d", "f", 90)],
        },
    ],
}

SEMIFINALS: dict[str, Any] = {
    "number": 3,
    "matches": [game(1, "d", "a", 70), game(2, "c", "e", 80)],
}

FINAL: dict[str, Any] = {"number": 4, "matches": [game(1, "d", "c", 95)]}


def with_cut(*rounds, **changed):
    cut = {
        "pairing_style": "single-elimination",
        "players": ["a", "e", "c", "d"],
        "rounds": list(rounds),
        **changed,
    }
    return {**SWISS, "stages": [cut]}
