"""Online games: two proposals accepted at once, two servers that remind, and kills."""

from __future__ import annotations

import os
import signal
import threading
from datetime import timedelta

import pytest
from django.db import connections
from tests.reliability.child_process import in_a_child
from tests.services.online.online_event import EARLY, EVENING, OnlineEvent

from padd.core.refusal import RefusalError
from padd.services.online import proposals, reminders
from padd.store.models.delivery import QueuedEmail
from padd.store.models.online import GameProposal, SentReminder
from padd.store.models.people import Account

SERVERS = 4
STEPS = ("player_emails", "_row", "_mail")


def at_once(*works):
    """Do some things at the same moment, each with a connection of its own."""
    start = threading.Barrier(len(works), timeout=60)

    def do(work):
        try:
            start.wait()
            work()
        finally:
            connections.close_all()

    crowd = [threading.Thread(target=do, args=(work,)) for work in works]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join(timeout=120)
        assert not one.is_alive()


@pytest.mark.req("ONL-24")
@pytest.mark.parametrize("trials", [5], indirect=True)
def test_of_two_proposals_accepted_at_once_one_wins(real_world, trials):
    for _ in range(trials):
        day = OnlineEvent()
        later = EVENING + timedelta(days=1)
        offered = {
            day.two: proposals.propose_time(**day.place(day.one), starts_at=EVENING),
            day.one: proposals.propose_time(**day.place(day.two), starts_at=later),
        }
        won: list[str] = []
        lost: list[str] = []

        def accept(player):
            asked = day.asked(player)  # noqa: B023 -- done before the next trial
            try:
                proposals.accept_proposal(**asked, proposal=offered[player])  # noqa: B023
            except RefusalError as refused:
                lost.append(refused.refusal.code)  # noqa: B023
            else:
                won.append(player)  # noqa: B023

        at_once(lambda: accept(day.one), lambda: accept(day.two))  # noqa: B023

        assert (len(won), lost) == (1, ["proposal-closed"])
        accepted = GameProposal.objects.get(event__public_id=day.id, state="accepted")
        assert accepted.public_id == offered[won[0]]
        assert day.round.tables[1].appointment == accepted.starts_at.isoformat()


@pytest.fixture
def reachable(real_world, settings):
    """Return an online event whose players can be reached by e-mail."""
    settings.MAIL_QUEUED = True
    day = OnlineEvent()
    for player in day.state.players:
        made = real_world.member(player.title())
        account = Account.objects.get(pk=made.account_id)
        assert account.person is not None
        account.person.public_id = player
        account.person.save(update_fields=["public_id"])
        Account.objects.filter(pk=account.pk).update(email=f"{player}@example.org")
    return day


def assert_each_reminded_once(day):
    rows = SentReminder.objects.filter(event__public_id=day.id)
    assert sorted(rows.values_list("player", flat=True)) == sorted(day.state.players)
    assert set(rows.values_list("outcome", flat=True)) == {"sent"}
    queued = QueuedEmail.objects.values_list("pk", flat=True)
    assert len(queued) == rows.count()
    assert rows.exclude(mail=None).values("mail").distinct().count() == rows.count()


def test_of_several_servers_one_sends_each_reminder(reachable):
    at_once(*[lambda: reminders.send_reminders(now=EARLY)] * SERVERS)

    assert_each_reminded_once(reachable)


@pytest.mark.django_db
def test_every_place_of_a_kill_is_a_step_of_reminding():
    assert all(callable(getattr(reminders, step)) for step in STEPS)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", STEPS)
def test_a_server_that_is_killed_has_neither_claimed_nor_sent(reachable, step, after):
    def dies():
        known = getattr(reminders, step)

        def last_act(*args, **kwargs):
            if after:
                known(*args, **kwargs)
            os.kill(os.getpid(), signal.SIGKILL)

        setattr(reminders, step, last_act)
        reminders.send_reminders(now=EARLY)

    ended = in_a_child(dies)
    claimed = SentReminder.objects.count()
    reminders.send_reminders(now=EARLY + timedelta(minutes=1))

    assert (ended, claimed) == (-signal.SIGKILL, 0)
    assert_each_reminded_once(reachable)
