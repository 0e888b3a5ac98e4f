"""Two players find an hour: free hours, proposals, messages, reminders."""

from datetime import timedelta

import pytest
from django.core import mail
from tests.services.eventlog.table_driver import p
from tests.services.online.online_event import DEADLINE, EARLY, EVENING, OnlineEvent
from tests.world import NOW, World

from padd.core.eventlog.actions.clock import DeadlineExtended
from padd.core.eventlog.actions.finish import EventFinished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.online.common_hours import Interval
from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.online import free_hours, game_records, messages, own_game, proposals, reminders
from padd.services.refusal import NotFound
from padd.store.models.events import Event
from padd.store.models.online import GameProposal, OnlinePlayer, SentReminder
from padd.store.models.people import Account

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    """Return the event."""
    return OnlineEvent()


def game_of(day, player):
    return own_game.own_game(event_id=day.id, by=day.as_player(player), number=1, table=1)


def free(day, player, start, hours):
    until = start + timedelta(hours=hours)
    free_hours.save_free_hours(**day.asked(player), hours=[Interval(start, until)])


def test_only_the_overlap_of_free_hours_is_known_to_both(day):
    free(day, day.one, EVENING, 6)
    before = free_hours.shared_hours(game_of(day, day.two), now=EARLY)
    free(day, day.two, EVENING + timedelta(hours=2), 9)

    shared = free_hours.shared_hours(game_of(day, day.two), now=EARLY)

    assert before.best == ()
    assert set(before.missing) == {day.two}
    assert shared.best == (Interval(EVENING + timedelta(hours=2), EVENING + timedelta(hours=6)),)
    assert shared.mine != ()


def test_a_proposal_that_is_accepted_becomes_the_appointment(day):
    id_ = proposals.propose_time(**day.place(day.one), starts_at=EVENING)

    own = day.asked(day.one) | {"proposal": id_}
    with pytest.raises(RefusalError) as mine:
        proposals.accept_proposal(**own)
    proposals.accept_proposal(**day.asked(day.two), proposal=id_)

    assert mine.value.refusal.code == "own-proposal"
    assert day.round.tables[1].appointment == EVENING.isoformat()


def test_of_two_proposals_one_wins_and_the_other_closes(day):
    first = proposals.propose_time(**day.place(day.one), starts_at=EVENING)
    second = proposals.propose_time(**day.place(day.two), starts_at=EVENING + timedelta(days=1))

    proposals.accept_proposal(**day.asked(day.two), proposal=first)
    with pytest.raises(RefusalError) as late:
        proposals.accept_proposal(**day.asked(day.one), proposal=second)

    assert late.value.refusal.code == "proposal-closed"
    assert day.round.tables[1].appointment == EVENING.isoformat()
    assert set(GameProposal.objects.values_list("state", flat=True)) == {"accepted", "closed"}


def test_a_proposal_lies_between_now_and_the_deadline(day):
    codes = []
    for at in (EARLY, DEADLINE + timedelta(seconds=1)):
        with pytest.raises(RefusalError) as refused:
            proposals.propose_time(**day.place(day.one), starts_at=at)
        codes.append(refused.value.refusal.code)

    assert codes == ["appointment-past", "after-deadline"]


def test_nobody_else_finds_what_two_players_arrange(day):
    id_ = proposals.propose_time(**day.place(day.one), starts_at=EVENING)
    stranger = next(player for player in day.state.players if player not in {day.one, day.two})

    for attempt in (
        lambda: proposals.accept_proposal(**day.asked(stranger), proposal=id_),
        lambda: proposals.decline_proposal(**day.asked(stranger), proposal=id_),
        lambda: messages.send_message(**day.place(stranger), text="Hello"),
        lambda: proposals.propose_time(**day.place("nobody"), starts_at=EVENING),
        lambda: own_game.own_game(event_id=day.id, by=SYSTEM, number=1, table=1),
    ):
        with pytest.raises(NotFound):
            attempt()
    assert GameProposal.objects.get().state == "open"


def test_five_messages_a_day_are_the_most(day):
    for at in range(5):
        messages.send_message(**day.place(day.one), text=f"Message {at}")

    with pytest.raises(RefusalError) as sixth:
        messages.send_message(**day.place(day.one), text="Once more")
    tomorrow = day.place(day.one) | {"now": EARLY + timedelta(days=1, seconds=1)}
    messages.send_message(**tomorrow, text="Good morning")

    assert sixth.value.refusal.code == "too-many-messages"
    assert len(messages.game_messages(game_of(day, day.two))) == 6


def test_what_was_written_elsewhere_is_kept_as_said(day):
    messages.record_contact_elsewhere(**day.place(day.one), text="I wrote on Discord")

    lines = game_records.game_records(event_id=day.id, by=SYSTEM)[1, 1]

    assert messages.game_messages(game_of(day, day.two)) == ()
    assert [(line.player, line.said) for line in lines] == [(day.one, True)]


def test_each_reminder_is_claimed_once(day):
    first = reminders.send_reminders(now=EARLY)
    again = reminders.send_reminders(now=EARLY + timedelta(minutes=1))
    soon = reminders.send_reminders(now=DEADLINE - timedelta(hours=70))
    day.do(DeadlineExtended(number=1, until=(DEADLINE + timedelta(days=7)).isoformat(), table=1))
    later = reminders.send_reminders(now=DEADLINE + timedelta(days=5))

    assert (first.unreachable, again, soon.unreachable) == (4, reminders.SentReminders(), 4)
    assert later.unreachable == 3  # two of the longer game, and an overdue table
    assert SentReminder.objects.filter(player="").count() == 1


def test_somebody_with_an_address_is_reminded_unless_switched_off(
    day, django_capture_on_commit_callbacks
):
    uhura = World().member("uhura")
    Account.objects.filter(pk=uhura.account_id).update(email="uhura@example.org")
    event = Event.objects.get(public_id=day.id)
    addresses = own_game.player_emails(event, [uhura.person, day.one])
    due = [
        reminders.Reminder(
            round=1,
            table=1,
            player=p(uhura.person),
            kind=reminders.ReminderKind.ONE_DAY,
            due=moment.isoformat(),
        )
        for moment in (DEADLINE, DEADLINE + timedelta(days=1))
    ]

    with django_capture_on_commit_callbacks(execute=True):
        sent = reminders._send(event, due[:1], now=EARLY)
    OnlinePlayer.objects.create(event=event, player=uhura.person, reminded=False)
    off = reminders._send(event, due[1:], now=EARLY)

    assert addresses == {uhura.person: "uhura@example.org"}
    assert (sent.sent, off.sent, off.off) == (1, 0, 1)
    assert [one.to for one in mail.outbox] == [["uhura@example.org"]]
    assert "24 Dec" in mail.outbox[0].body


def test_what_players_arranged_goes_after_thirty_days(day):
    proposals.propose_time(**day.place(day.one), starts_at=EVENING)
    messages.send_message(**day.place(day.one), text="Hello")
    day.enter_all()
    day.do(RoundClosed(number=1))
    day.play_round()
    day.play_round()
    day.do(EventFinished())

    kept = reminders.delete_old_arrangements(now=day.now + timedelta(days=29))
    gone = reminders.delete_old_arrangements(now=day.now + timedelta(days=31))

    assert kept == 0
    assert gone == 3  # a proposal, what was told of it, a message
    assert day.now > NOW
