"""Several people act at the same moment: one round, nobody twice, nobody misled."""

import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection, connections
from tests.reliability.crew import counted
from tests.reliability.crew_process import carry_out
from tests.services.eventlog.table_driver import AtTheTable, entered, p, timed

from padd.core.eventlog.actions.action import kind_of_action
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.log.action_kinds import action_payload
from padd.core.eventlog.log.chain import check_chain
from padd.core.eventlog.state.event_state import Presence, Stage
from padd.core.model import Ending, Match, Round
from padd.services import eventlog
from padd.services.eventlog import command_handler, log_cache
from padd.services.eventlog.log_cache import clear_logs
from padd.store.models.events import Event
from padd.store.writes.event_log import log_rows

PLAYERS = ("kirk", "khan", "spock", "gorn", "sulu", "uhura")
TRIED = 4
"""How often a director draws again when the field has changed meanwhile."""


def before_round_two():
    """Return a day whose second round is drawn and waits to be published."""
    pairs = zip(PLAYERS[::2], PLAYERS[1::2], strict=True)
    matches = tuple(
        Match(players=(p(one), p(two)), table=number, ending=Ending.TIME, scores=(60, 40 - number))
        for number, (one, two) in enumerate(pairs, start=1)
    )
    first = Round(number=1, matches=matches)
    day = AtTheTable((), players=entered(*PLAYERS), rounds=(first,))
    day.draw()
    return day


def in_flight():
    """Return what everybody does at once."""
    return {
        "primary": RoundPublished(number=2),
        "secondary": RoundPublished(number=2),
        "drop": Dropped(player=p("gorn")),
        "penalty": PenaltyGiven(player=p("khan"), level=4, what="Stacking"),
        "correction": ResultCorrected(number=1, table=1, outcome=timed(30, 70)),
    }


@pytest.mark.django_db
@pytest.mark.parametrize("name", in_flight())
def test_each_act_in_flight_is_let_through_when_it_comes_alone(name):
    day = before_round_two()
    before = eventlog.event_state(event_id=day.id)

    day.do(in_flight()[name], reason="as usual")

    assert eventlog.event_state(event_id=day.id) != before


def judge(day, answers):
    """Look at what came of it."""
    clear_logs()
    row = Event.objects.get(public_id=day.id)
    rows = log_rows(row.pk)
    assert check_chain(rows) is None
    published = [one for one in rows if one.kind == "round.published"]
    assert [one.payload["number"] for one in published] == [2]
    state = eventlog.event_state(event_id=day.id)
    (_, second) = state.played
    assert second.stage is Stage.PUBLISHED
    seated = [player for table in second.tables.values() for player in table.players]
    assert max(Counter((*seated, *second.byes)).values()) == 1
    for player, name in (("gorn", "drop"), ("khan", "penalty")):
        told = answers[name] == "done"
        gone = state.players[p(player)].presence is not Presence.HERE
        assert told == gone, (name, answers)
        before = any(
            one.payload.get("player") == player and one.sequence < published[-1].sequence
            for one in rows
            if one.kind in {"player.dropped", "penalty.given"}
        )
        assert not (before and player in second.named)
    publishing = Counter(answers[name] for name in ("primary", "secondary"))
    assert publishing["done"] == 1
    assert publishing["already-published"] == 1


def publish_or_redraw(day, name, action):
    """Publish; where the field has changed, draw again first, as a director would."""
    for number in range(TRIED):
        done = carry_out(day.id, action, f"{name}-{number}")
        if getattr(done, "code", "") != "draft-stale":
            break
        carry_out(day.id, None, f"{name}-redraw-{number}")
    return str(getattr(done, "code", "done"))


@pytest.fixture
def overtaking(monkeypatch):
    """Let nobody wait for a turn, so that the log alone decides who was first."""
    monkeypatch.setattr(
        command_handler, "stored_event", lambda event_id, **_: log_cache.stored_event(event_id)
    )


@pytest.mark.req("R7")
@pytest.mark.parametrize("trials", [10], indirect=True)
def test_a_round_published_by_two_directors_at_once_is_published_once(
    real_database, overtaking, trials
):
    for _ in counted(trials, "published by two threads"):
        day = before_round_two()
        acts = in_flight()
        start = Barrier(len(acts))

        def act(name):
            start.wait()  # noqa: B023 -- used within the trial
            try:
                return publish_or_redraw(day, name, acts[name])  # noqa: B023 -- same
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(acts)) as people:
            answers = dict(zip(acts, people.map(act, acts), strict=True))

        judge(day, answers)


@pytest.mark.req("R7")
@pytest.mark.parametrize("trials", [8], indirect=True)
def test_processes_that_share_only_the_database_publish_once(crew, trials):
    for _ in counted(trials, "published by two processes"):
        day = before_round_two()
        connection.close()
        at = time.time() + 0.02
        tasks = [
            {
                "event": day.id,
                "prefix": name,
                "kind": kind_of_action(action),
                "payload": action_payload(action),
                "tries": TRIED,
                "at": at,
            }
            for name, action in in_flight().items()
        ]

        said = list(crew.send(*tasks))

        assert not [line for line in said if "error" in line], said
        answers = {line["name"]: line["answer"] for line in said if "name" in line}
        judge(day, answers)


@pytest.mark.req("R6")
def test_many_acts_at_once_are_all_done_once_each(real_database):
    day = AtTheTable()
    before = day.sequence
    wishes = [(f"note {number % 30}", f"key {number % 30}") for number in range(60)]

    def write(wish):
        try:
            return carry_out(day.id, NoteAdded(text=wish[0]), wish[1])
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as people:
        done = list(people.map(write, wishes))

    clear_logs()
    assert all(isinstance(one, eventlog.Recorded) for one in done), done
    assert day.sequence == before + 30
    assert len(day.state.notes) == 30
    first, second = done[:30], done[30:]
    assert [one.sequence for one in first] == [one.sequence for one in second]
