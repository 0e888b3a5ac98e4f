"""Both phones of every match at once: nothing lost, nothing twice, no dispute hidden.

The real server runs in two processes on one database. A taps twice, B answers from
a page that has not seen A's report: with the same result, or with another one.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from tests.interfaces.web.served import Served
from tests.reliability.phoning import (
    LOOKING,
    OPENING,
    TABLES,
    BadNetwork,
    Phone,
    Tally,
    run,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator
    from pathlib import Path

MATCHES_PER_TRIAL = 5
PHONES_AT_ONCE = 12
MOST_SECONDS = 1.0
WHILE_OTHERS_TEST = 5.0
"""A short run shares its machine with the other tests; the long one measures."""


@pytest.fixture(scope="module")
def servers(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Path, list[str]]]:
    """Start two processes that share nothing but the database."""
    data = tmp_path_factory.mktemp("hall") / "data"
    started = [Served(data, "--port", "0") for _ in range(2)]
    yield data, [one.address.rstrip("/") for one in started]
    for one in started:
        with suppress(ProcessLookupError):
            one.stop()


def play(
    match: dict[str, Any], addresses: list[str], tally: Tally, at: int
) -> dict[str, Any]:
    """Let both players of a match report at the same moment."""
    scores = (60 + at % 7, 40)
    agreed = at % 3 != 0
    theirs = scores if agreed else (40, 60 + at % 7)
    (_, one), (_, two) = match["players"]
    first = Phone(addresses[at % 2], match["event"], one, tally)
    second = Phone(addresses[(at + 1) % 2], match["event"], two, tally)
    table = {"table": match["table"]}

    with ThreadPoolExecutor(3) as hands:
        taps = [hands.submit(first.report, f"a-{at}", scores, **table) for _ in "12"]
        other = hands.submit(second.report, f"b-{at}", theirs, **table)
        answers = [tap.result() for tap in taps]
        answer = other.result()
    return {**match, "agreed": agreed, "a": answers, "b": answer, "at": at}


def judge(played: list[dict[str, Any]], found: dict[str, Any], tally: Tally) -> None:
    """Compare what the phones were told with what the log says."""
    assert all(one["sound"] for one in found.values())
    for event, seen in found.items():
        assert len(seen["keys"]) == len(set(seen["keys"])), "applied twice"
        missing = tally.done.get(event, set()) - set(seen["keys"])
        assert missing <= absorbed(played, event), f"lost: {missing}"
    silent = []
    for match in played:
        table = found[match["event"]]["tables"][str(match["table"])]
        if match["agreed"]:
            assert table["settled"], match
            assert not table["disputed"], match
        elif table["settled"] or not table["disputed"] or table["claims"] != 2:
            silent.append(match)
    assert silent == []
    assert [status for status in tally.statuses if status >= 500] == []


def absorbed(played: list[dict[str, Any]], event: str) -> set[str]:
    """Return the wishes that came when the same result counted already."""
    counts = "It counts as you sent it."
    return {
        f"{side}-{match['at']}"
        for match in played
        if match["event"] == event
        for side, answers in (("a", match["a"]), ("b", [match["b"]]))
        if any(answer.get("message") == counts for answer in answers)
    }


def report_all(
    data: Path, addresses: list[str], matches: int
) -> tuple[Tally, list[dict[str, Any]]]:
    to_play = run(data, OPENING, str(matches), str(TABLES))
    for address in addresses:  # the first page of a process loads what it needs
        match = to_play[0]
        phone = Phone(address, match["event"], match["players"][0][1], Tally())
        phone.send("GET", f"/play/{match['event']}/")
        phone.report("", (1, 2), table=match["table"])
    tally = Tally()
    with ThreadPoolExecutor(PHONES_AT_ONCE // 2) as hall:
        played = list(
            hall.map(
                lambda pair: play(pair[1], addresses, tally, pair[0]),
                enumerate(to_play),
            )
        )
    events = sorted({match["event"] for match in to_play})
    judge(played, run(data, LOOKING, given=json.dumps(events)), tally)
    return tally, played


@pytest.mark.req("R6", "SWISS-39")
@pytest.mark.parametrize("trials", [4], indirect=True)
def test_every_match_reported_by_both_phones_at_once_ends_well(
    servers: tuple[Path, list[str]], trials: int, record_property: Any
) -> None:
    data, addresses = servers

    tally, played = report_all(data, addresses, trials * MATCHES_PER_TRIAL)

    p99 = tally.slowest(0.99)
    figures = f"{len(played)} matches, {len(tally.statuses)} answers, p99 {p99:.3f} s"
    print(figures)
    record_property("figures", figures)
    assert p99 <= (MOST_SECONDS if os.environ.get("PADD_TRIALS") else WHILE_OTHERS_TEST)


@pytest.mark.req("R8")
@pytest.mark.parametrize("trials", [3], indirect=True)
def test_over_a_bad_network_nothing_is_lost_and_nothing_counts_twice(
    servers: tuple[Path, list[str]], trials: int, chance: random.Random
) -> None:
    data, addresses = servers
    networks = [BadNetwork(address, chance) for address in addresses]

    tally, played = report_all(
        data, [one.address for one in networks], trials * MATCHES_PER_TRIAL
    )
    for one in networks:
        one.stop()

    dropped = sum(one.dropped for one in networks)
    repeated = sum(one.repeated for one in networks)
    print(f"{len(played)} matches, {dropped} answers lost, {repeated} requests twice")
    assert dropped > 0
    assert tally.lost > 0
