"""Both phones of every match at once: nothing lost, nothing twice, no dispute hidden.

The real server runs in two processes on one database. A taps twice, B answers from
a page that has not seen A's report: with the same result, or with another one. At
every fourth table the director writes a result down at the same moment, decides or
corrects it. Servers with a planted fault show that the test would see it.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from tests.interfaces.web.served_pages import Served
from tests.reliability.marks import tell
from tests.reliability.phones import TABLES, BadNetwork, Crooked, Director, Phone, Tally

Hall = tuple[Director, list[str]]

MATCHES_PER_TRIAL = 5
PHONES_AT_ONCE = 12
CORRECTED = 4
"""At every which table the director has the last word."""
LONGEST_DELAY = 5.0 if os.environ.get("PADD_TRIALS") else 0.4
MOST_SECONDS = 1.0
"""A long run has the machine to itself and measures; a short one does not."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """Start two processes that share nothing but the database, and a director."""
    data = tmp_path_factory.mktemp("hall") / "data"
    started = [Served(data, "--port", "0") for _ in range(2)]
    director = Director(data)
    yield director, [one.address.rstrip("/") for one in started]
    director.rest()
    for one in started:
        with suppress(ProcessLookupError):
            one.stop()


def play(match, addresses, tally, director, at):
    """Let both players of a match report at the same moment, and the director."""
    scores = (60 + at % 7, 40)
    agreed = at % 3 != 0
    theirs = scores if agreed else (40, 60 + at % 7)
    (_, one), (_, two) = match["players"]
    first = Phone(addresses[at % 2], match["event"], one, tally)
    second = Phone(addresses[(at + 1) % 2], match["event"], two, tally)
    table = {"table": match["table"]}

    with ThreadPoolExecutor(4) as hands:
        taps = [hands.submit(first.report, f"a-{at}", scores, **table) for _ in "12"]
        other = hands.submit(second.report, f"b-{at}", theirs, **table)
        word = None
        if at % CORRECTED == 1:
            given = match["event"], match["table"], f"d-{at}", [99, at % 90]
            word = hands.submit(director.ask, "correct", *given)
        answers = [tap.result() for tap in taps]
        answer = other.result()
    found = {**match, "agreed": agreed, "a": answers, "b": answer, "at": at}
    if word is not None:
        found |= {"word": word.result(), "scores": given[-1]}
        tally.send(match["event"], found["word"]["key"])
        tally.acknowledge(match["event"], found["word"]["key"])
    return found


def judge(played, found, tally):
    """Compare what the phones were told with what the log says."""
    assert all(one["sound"] for one in found.values())
    for event, seen in found.items():
        assert len(seen["keys"]) == len(set(seen["keys"])), "applied twice"
        unasked = set(seen["keys"]) - tally.sent[event]
        assert not unasked, f"applied twice: {unasked}"
        missing = tally.done.get(event, set()) - set(seen["keys"])
        assert missing <= absorbed(played, event), f"lost: {missing}"
    silent = [
        match
        for match in played
        if not ended_well(match, found[match["event"]]["tables"][str(match["table"])])
    ]
    assert silent == [], f"silent: {silent}"
    assert [status for status in tally.statuses if status >= 500] == []


def ended_well(match, table):
    """Tell whether a table ended as its three people can know it did."""
    answers = [*match["a"], match["b"]]
    if not all(one.get("done") or one.get("message") for one in answers):
        return False
    if "word" in match:
        last = table["settled"] and table["scores"] == match["scores"]
        return bool(match["word"]["key"] and last and not table["disputed"])
    if match["agreed"]:
        return bool(table["settled"] and not table["disputed"])
    return bool(not table["settled"] and table["disputed"] and table["claims"] == len("ab"))


def absorbed(played, event):
    """Return the wishes that came when the same result counted already."""
    counts = "It counts as you sent it."
    return {
        f"{side}-{match['at']}"
        for match in played
        if match["event"] == event
        for side, answers in (("a", match["a"]), ("b", [match["b"]]))
        if any(answer.get("message") == counts for answer in answers)
    }


def report_all(hall, addresses, matches):
    director, _ = hall
    to_play = director.ask("open", matches, TABLES)
    for address in addresses:  # the first page of a process loads what it needs
        match = to_play[0]
        phone = Phone(address, match["event"], match["players"][0][1], Tally())
        phone.send("GET", f"/play/{match['event']}/")
        phone.report("", (1, 2), table=match["table"])
    tally = Tally()
    with ThreadPoolExecutor(PHONES_AT_ONCE // 2) as tables:
        played = list(
            tables.map(
                lambda pair: play(pair[1], addresses, tally, director, pair[0]), enumerate(to_play)
            )
        )
    events = sorted({match["event"] for match in to_play})
    judge(played, director.ask("look", events), tally)
    return tally, played


@pytest.mark.req("R6", "SWISS-39")
@pytest.mark.parametrize("trials", [4], indirect=True)
def test_every_match_reported_by_both_phones_at_once_ends_well(hall, trials, record_property):
    tally, played = report_all(hall, hall[1], trials * MATCHES_PER_TRIAL)

    p99 = tally.slowest(0.99)
    tell(record_property, matches=len(played), answers=len(tally.statuses), p99_s=round(p99, 3))
    if os.environ.get("PADD_TRIALS"):
        assert p99 <= MOST_SECONDS


@pytest.mark.req("R8")
@pytest.mark.parametrize("trials", [3], indirect=True)
def test_over_a_bad_network_nothing_is_lost_and_nothing_counts_twice(
    hall, trials, chance, record_property
):
    networks = [BadNetwork(one, chance, LONGEST_DELAY) for one in hall[1]]

    tally, played = report_all(hall, [one.address for one in networks], trials * MATCHES_PER_TRIAL)
    for one in networks:
        one.stop()

    dropped = sum(one.dropped for one in networks)
    repeated = sum(one.repeated for one in networks)
    slow = sum(one.slow for one in networks)
    tell(
        record_property,
        matches=len(played),
        answers_lost=dropped,
        requests_twice=repeated,
        delayed=slow,
        by_at_most_s=LONGEST_DELAY,
    )
    assert dropped > 0
    assert slow > 0
    assert tally.lost > 0


@pytest.mark.req("R6")
@pytest.mark.parametrize(
    ("fault", "seen"), [("twice", "applied twice"), ("lost", "lost"), ("silent", "silent")]
)
def test_a_server_with_a_planted_fault_is_found_out(hall, fault, seen):
    crooked = Crooked(hall[1][0], fault)

    with pytest.raises(AssertionError, match=seen):
        report_all(hall, [crooked.address] * 2, MATCHES_PER_TRIAL)
    crooked.stop()
