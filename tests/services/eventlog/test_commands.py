"""Acting in an event: one entry each, once, by whoever may, on what one has seen."""

from dataclasses import replace

import msgspec
import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import FOUR, AtTheTable, p, settings, timed

from padd.core.eventlog.actions.clock import ClockStarted, ExtraTimeGiven
from padd.core.eventlog.actions.director_results import ResultCorrected, ResultEntered
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished, EventReopened, EventReported, NoteAdded
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.settings import RoundsChanged, RoundsChangeReason
from padd.core.eventlog.log.chain import check_chain
from padd.core.eventlog.log.preview import Consequences
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import Presence, Stage
from padd.core.refusal import Refusal
from padd.services import eventlog
from padd.services.access import event_helpers
from padd.services.access.actors import VISITOR, actor_for_invite
from padd.services.eventlog import log_cache
from padd.services.events import lifecycle, registrations
from padd.services.people import people
from padd.services.people.people import PersonDetails
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.eventlog import EventAction
from padd.store.models.events import EventState
from padd.store.writes.event_log import log_rows

NOTE = NoteAdded(text="The lights went out.")


def rows_of(world, day):
    kinds = EventAction.objects.filter(event=world.row(day.id))
    return list(kinds.values_list("kind", flat=True))


def helper(world, event, role):
    made = event_helpers.invite_helper(by=world.laptop(), now=world.now, event=event, role=role)
    event_helpers.redeem_invite(by=VISITOR, now=world.now, token=made.token)
    return actor_for_invite(invite=made.public_id, now=world.now)


@pytest.mark.req("R13")
def test_a_day_at_the_table_leaves_one_chained_row_for_each_act(world):
    day = AtTheTable()

    day.play_round()

    assert rows_of(world, day) == [
        "event.opened",
        *["player.entered"] * 4,
        *("player.checked-in", "round.drafted", "round.published"),
        *["result.entered"] * 2,
        "round.closed",
    ]
    assert check_chain(log_rows(world.row(day.id).pk)) is None
    assert world.row(day.id).state == EventState.RUNNING


def test_what_is_refused_leaves_no_row(world):
    day = AtTheTable()
    before = rows_of(world, day)

    said = day.refused(RoundPublished(number=1))

    assert said.code == "no-draft"
    assert said.way_out
    assert rows_of(world, day) == before


@pytest.mark.req("R6")
def test_the_same_wish_sent_twice_is_done_once(world):
    day = AtTheTable()
    first = day.do(NOTE, key="a wish")
    day.do(NoteAdded(text="And on again."))

    second = day.do(NOTE, key="a wish")

    assert second.again
    assert second.sequence == first.sequence
    assert len(day.state.notes) == 2


@pytest.mark.req("R6")
@pytest.mark.parametrize("other", ["body", "reason", "kind"])
def test_another_wish_under_a_used_key_is_refused(world, other):
    day = AtTheTable()
    done = day.do(NOTE, key="a wish")
    sent = {
        "body": (NoteAdded(text="Lights on."), ""),
        "reason": (NOTE, "a storm"),
        "kind": (Dropped(player=p("kirk")), ""),
    }
    action, reason = sent[other]

    said = day.refused(action, key="a wish", reason=reason)

    assert said.code == "key-used"
    assert said.actions == (done.sequence,)
    assert len(day.state.notes) == 1


@pytest.mark.req("R6")
def test_a_draw_sent_twice_is_drawn_once(world):
    day = AtTheTable()
    first = day.draw(key="pair")

    second = day.draw(key="pair")

    assert (second.again, second.sequence) == (True, first.sequence)
    assert rows_of(world, day)[-1] == "round.drafted"


@pytest.mark.req("R7")
def test_an_act_on_an_older_state_is_refused_with_what_changed_and_by_whom(world):
    day = AtTheTable()
    seen = day.sequence
    keeper = helper(world, day.id, "scorekeeper")
    day.do(NOTE, by=keeper)
    day.do(Dropped(player=p("gorn")))

    said = day.refused(Dropped(player=p("khan")), expected=seen)

    assert said.code == "changed-meanwhile"
    assert said.actions == (seen + 1, seen + 2)
    assert "note added (Scorekeeper)" in str(said.message)
    assert "player dropped (the command line)" in str(said.message)
    assert day.state.players[p("khan")].presence is Presence.HERE


def test_an_act_on_the_state_that_was_seen_is_done(world):
    day = AtTheTable()

    done = day.do(NOTE, expected=day.sequence)

    assert done.sequence == day.sequence


@pytest.mark.req("R6", "R7")
def test_an_act_sent_again_is_answered_as_before_whatever_happened_since(world):
    day = AtTheTable()
    seen = day.sequence
    first = day.do(Dropped(player=p("gorn")), expected=seen, key="a wish")
    day.do(NOTE)

    second = day.do(Dropped(player=p("gorn")), expected=seen, key="a wish")

    assert (second.again, second.sequence) == (True, first.sequence)
    assert rows_of(world, day)[-2:] == ["player.dropped", "note.added"]


def test_without_a_number_an_act_counts_if_it_still_makes_sense(world):
    day = AtTheTable()
    day.publish()
    number = day.round.number
    entered = ResultEntered(number=number, table=1, outcome=timed(60, 40))
    day.do(entered)

    said = day.refused(ResultEntered(number=number, table=1, outcome=timed(10, 20)))
    day.do(ResultEntered(number=number, table=2, outcome=timed(10, 20)))

    assert said.code == "already-saved"


def test_undo_and_redo_are_entries_too(world):
    day = AtTheTable()
    dropped = day.do(Dropped(player=p("gorn"))).sequence

    day.do(ActionUndone(sequences=(dropped,)), reason="Still in")
    here = day.state.players[p("gorn")].presence
    day.do(ActionRedone(sequences=(dropped,)), reason="Gone")

    assert here is Presence.HERE
    assert day.state.players[p("gorn")].presence is not Presence.HERE
    assert rows_of(world, day)[-2:] == ["action.undone", "action.redone"]


def test_any_moment_of_the_day_can_be_looked_at_again(world):
    day = AtTheTable()
    stood = {day.sequence: day.state}
    day.play_round()
    stood[day.sequence] = day.state
    day.publish()

    for sequence, state in stood.items():
        assert eventlog.event_state(event_id=day.id, at=sequence) == state
    assert eventlog.event_state(event_id=day.id, at=0).event is None
    assert eventlog.event_state(event_id=day.id) == day.state


def test_a_preview_says_what_would_follow_and_changes_nothing(world):
    day = AtTheTable()
    day.play_round()
    day.publish()
    day.do(ClockStarted(number=2))
    before = day.sequence
    action = ResultCorrected(number=1, table=1, outcome=timed(40, 60))

    found = eventlog.preview_action(
        event_id=day.id, action=action, by=day.by, now=day.now, reason="Misread"
    )

    assert isinstance(found, Consequences)
    assert found.moves
    assert found.playing
    assert day.sequence == before


def test_the_history_says_who_did_what_when_and_why(world):
    day = AtTheTable()
    keeper = helper(world, day.id, "scorekeeper")
    day.do(NOTE, by=keeper, reason="A storm")
    undone = day.do(Dropped(player=p("gorn"))).sequence
    eventlog.record_action(
        event_id=day.id, action=ActionUndone(sequences=(undone,)), by=world.laptop(), now=day.now
    )

    *_, noted, dropped, taken_back = eventlog.event_history(event_id=day.id)

    assert (noted.who, noted.reason) == ("Scorekeeper", "A storm")
    assert (dropped.kind, dropped.undone) == ("player.dropped", True)
    assert (taken_back.who, taken_back.at) == ("the director", day.now)
    assert eventlog.event_history(event_id=day.id, since=taken_back.sequence) == ()


def test_a_listing_is_opened_with_whoever_has_entered(world):
    director = world.member("Scotty")
    event = world.event(by=director, directors=(), rounds_planned=3)
    player = world.member("Nog", name="Nog of Ferenginar")
    registrations.enter_person(by=player, now=world.now, event=event)

    opened = eventlog.open_event(listing_id=event, by=director, now=world.now)

    assert opened == event
    state = eventlog.event_state(event_id=event)
    (entrant,) = state.players.values()
    assert (entrant.handle, entrant.name) == ("Nog", "Nog of Ferenginar")
    assert entrant.presence is Presence.ENTERED
    assert state.settings.rounds_planned == 3
    assert state.settings.commitment
    assert state.settings.secret is None
    assert world.row(event).state == EventState.RUNNING


def test_an_event_is_opened_once(world):
    event = world.event()
    eventlog.open_event(listing_id=event, by=world.laptop(), now=world.now, key="open")

    again = eventlog.open_event(listing_id=event, by=world.laptop(), now=world.now, key="open")
    other = answer(eventlog.open_event, listing_id=event, by=world.laptop(), now=world.now)

    assert again == event
    assert isinstance(other, Refusal)
    assert EventAction.objects.filter(event__public_id=event).count() == 1


def test_a_draft_of_a_listing_is_not_opened(world):
    made = lifecycle.register_event(
        by=world.laptop(), now=world.now, form=world.draft(), publish=False
    )

    said = answer(eventlog.open_event, listing_id=made.public_id, by=world.laptop(), now=world.now)

    assert isinstance(said, Refusal)
    assert said.code == "not-listed"


def test_settings_that_the_rulebook_does_not_know_leave_no_listing(world):
    for wrong in (settings(rulebook="opg-9"), settings(rounds_planned=-1)):
        said = answer(eventlog.open_event, facts=wrong, by=world.laptop(), now=world.now)

        assert isinstance(said, Refusal)
    assert not EventAction.objects.exists()


def test_the_secret_is_revealed_at_the_end_and_fits_every_draw(world):
    day = AtTheTable(rounds_planned=1)
    day.play_round()

    day.do(EventFinished())

    event = day.state.settings
    assert event.secret
    assert world.row(day.id).state == EventState.RESULTS_ENTERED
    day.do(EventReopened(), reason="A score was misread")
    assert world.row(day.id).state == EventState.RUNNING


@pytest.mark.req("R11")
@pytest.mark.parametrize(
    ("role", "may_score", "may_run"),
    [
        ("director", True, True),
        ("scorekeeper", True, False),
        ("judge", False, False),
        ("display", False, False),
    ],
)
def test_helpers_do_what_their_part_lets_them(world, role, *, may_score, may_run):
    day = AtTheTable()
    by = helper(world, day.id, role)
    entered = PlayerEntered(player=p("sulu"), name="Sulu")

    for action, may in ((entered, may_score), (Dropped(player=p("gorn")), may_run)):
        if may:
            day.do(action, by=by)
        else:
            with pytest.raises(NotAllowed):
                day.say(action, by=by)


@pytest.mark.req("R11")
def test_strangers_and_helpers_of_another_event_may_do_nothing(world):
    day, other = AtTheTable(), AtTheTable()
    strangers = [VISITOR, world.member(), helper(world, other.id, "director")]

    for by in strangers:
        with pytest.raises(NotAllowed):
            day.say(NOTE, by=by)
        with pytest.raises(NotAllowed):
            day.say(CheckedIn(players=(p("kirk"),)), by=by)
    with pytest.raises(NotFound):
        eventlog.event_state(event_id="nowhere")


@pytest.mark.req("R6")
def test_a_player_with_an_account_reports_for_the_own_table_alone(world):
    nog = world.member("Nog")
    own = people_id(world, nog)
    day = AtTheTable((*FOUR[:3], own))
    day.publish()
    seat = day.round.seats[p(own)]
    other = next(number for number in day.round.tables if number != seat)
    said = timed(60, 40)

    day.do(ResultReported(number=1, table=seat, outcome=said), by=nog)
    refused = day.refused(ResultReported(number=1, table=other, outcome=said), by=nog)

    assert refused.code
    with pytest.raises(NotAllowed):
        day.say(RoundClosed(number=1), by=nog)
    (*_, line) = eventlog.event_history(event_id=day.id)
    assert (line.role, line.who) == ("player", own.title())


@pytest.mark.req("R6")
def test_a_report_that_says_what_it_saw_is_told_of_another_one(world):
    nog, rom = world.member("Nog"), world.member("Rom")
    seated = people_id(world, nog), people_id(world, rom)
    day = AtTheTable(seated)
    day.publish()
    first, second = day.round.tables[1].players
    by = {p(person): actor for person, actor in zip(seated, (nog, rom), strict=True)}
    day.do(ResultReported(number=1, table=1, outcome=timed(60, 40)), by=by[first])
    mine = ResultReported(number=1, table=1, outcome=timed(10, 70), seen=())

    unseen = day.refused(mine, by=by[second])
    day.do(msgspec.structs.replace(mine, seen=(timed(60, 40),)), by=by[second])

    assert unseen.code == "they-reported"
    assert "reported: 60" in str(unseen.message)
    assert day.round.tables[1].disputed


def people_id(world, actor):
    from padd.store.models.people import Person

    assert actor.person_id is not None
    return Person.objects.get(pk=actor.person_id).public_id


def test_a_reason_that_is_too_long_or_hides_something_is_refused(world):
    day = AtTheTable()

    long = day.refused(NOTE, reason="x" * 501)
    hidden = day.refused(NOTE, reason="a\u202eb")
    empty = day.refused(NoteAdded(text="nul\x00l"))
    key = day.refused(NOTE, key="x" * 65)

    assert [said.code for said in (long, hidden, empty, key)] == [
        *("too-long", "hidden-character", "hidden-character", "too-long")
    ]


def test_one_spelling_of_a_name_is_kept_whatever_is_typed(world):
    day = AtTheTable()

    day.do(PlayerEntered(player=p("bjork"), name="Bjo\u0308rk"))

    assert day.state.players[p("bjork")].name == "Bj\u00f6rk"


@pytest.mark.req("R13")
@pytest.mark.parametrize("what", ["changed", "reordered", "removed", "forged"])
def test_a_log_that_was_tampered_with_goes_no_further(world, what, unguarded):
    day = AtTheTable()
    day.play_round()
    log = EventAction.objects.filter(event=world.row(day.id))
    match what:
        case "changed":
            log.filter(sequence=3).update(reason="I was never here")
        case "reordered":
            first, second = log.get(sequence=2), log.get(sequence=3)
            log.filter(pk=first.pk).update(sequence=1000)
            log.filter(pk=second.pk).update(sequence=2)
            log.filter(pk=first.pk).update(sequence=3)
        case "removed":
            log.filter(sequence=5).delete()
        case _:
            log.filter(sequence=4).update(actor="judge:nobody")
    log_cache.clear_logs()

    said = day.refused(NOTE)

    assert said.code == "log-broken"
    assert said.actions
    assert not eventlog.snapshot_event(event_id=day.id).intact


@pytest.mark.req("R13")
def test_what_another_process_added_is_found_and_checked(world):
    day = AtTheTable()
    known = log_cache.cached_log(world.row(day.id))
    day.publish()
    log_cache.clear_logs()
    log_cache.store_log(known)

    state = eventlog.event_state(event_id=day.id)

    assert state.played[-1].stage is Stage.PUBLISHED
    log_cache.store_log(replace(known, head="f" * 64))
    assert eventlog.event_state(event_id=day.id) == state


def test_acting_costs_the_same_queries_however_long_the_log(world, django_assert_max_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    day = AtTheTable()
    for _ in range(3):
        with CaptureQueriesContext(connection) as asked:
            day.do(NOTE)
        counts.append(len(asked))
        day.play_round()

    assert len(set(counts)) == 1
    assert counts[0] <= 10


def test_people_who_are_merged_or_renamed_are_named_as_now(world):
    director = world.member("Scotty")
    event = world.event(by=director, directors=())
    eventlog.open_event(listing_id=event, by=director, now=world.now)
    people.edit_person(
        by=director,
        now=world.now,
        person=people_id(world, director),
        details=PersonDetails(handle="Montgomery"),
    )

    (line,) = eventlog.event_history(event_id=event)

    assert line.who == "Montgomery"


RULING = """
title = "A bye is worth three"
about = "Byes earn what a modified win earns."
cite = "Article of 1 May 2026"
rulebook = "opg-5"
in_force = 2026-05-01
[values."scoring.points.bye"]
value = 3
"""


@pytest.mark.req("GOV-18", "AMB-123")
def test_a_ruling_that_comes_later_does_not_touch_an_event_that_has_begun(
    world, tmp_path, monkeypatch
):
    day = AtTheTable(starts="2026-06-01T10:00:00+00:00")
    (tmp_path / "bye.toml").write_text(RULING, encoding="utf-8")
    monkeypatch.setenv("PADD_RULINGS", str(tmp_path))
    log_cache.clear_logs()

    begun = eventlog.snapshot_event(event_id=day.id).book
    later = eventlog.snapshot_event(event_id=AtTheTable(starts="2026-06-01T10:00:00+00:00").id).book

    assert begun is not None
    assert later is not None
    assert begun.scoring.points.bye != later.scoring.points.bye == 3


@pytest.mark.req("GOV-5", "COND-30")
def test_a_judge_warns_and_gives_time_but_decides_no_game(world):
    day = AtTheTable()
    day.publish()
    judge = helper(world, day.id, "judge")
    warned = PenaltyGiven(player=p("khan"), infraction="B1", level=1)

    day.do(warned, by=judge)
    day.do(ExtraTimeGiven(number=1, table=1, minutes=5), by=judge)
    day.do(NOTE, by=judge)

    for beyond in (
        PenaltyGiven(player=p("khan"), infraction="B3", level=3),
        ResultEntered(number=1, table=1, outcome=timed(60, 40)),
        RoundClosed(number=1),
    ):
        with pytest.raises(NotAllowed):
            day.say(beyond, by=judge)
    keeper = helper(world, day.id, "scorekeeper")
    with pytest.raises(NotAllowed):
        day.say(warned, by=keeper)


def test_players_are_called_by_name_in_the_history(world):
    member = world.member("Nog", name="Nog of Ferenginar")
    day = AtTheTable()
    day.do(PlayerEntered(player=p(member.person), name="Nog of Ferenginar"))
    day.do(CheckedIn(players=(p(member.person),)))

    day.do(Dropped(player=p(member.person)), by=member)

    assert eventlog.event_history(event_id=day.id)[-1].who == "Nog of Ferenginar"


def test_nobody_makes_an_event_of_a_thousand_rounds(world):
    day = AtTheTable()

    said = day.refused(
        RoundsChanged(rounds=51, ground=RoundsChangeReason.ALL_AGREE, agreed=tuple(map(p, FOUR)))
    )

    assert said.code == "rounds-too-many"


def test_an_event_is_not_marked_as_reported_without_its_report(world):
    day = AtTheTable(FOUR)
    before = day.sequence

    said = answer(
        eventlog.record_action,
        event_id=day.id,
        action=EventReported(),
        by=world.laptop(),
        now=world.now,
    )

    assert isinstance(said, Refusal)
    assert said.code == "report-is-filed"
    assert "padd report" in str(said.way_out)
    assert day.sequence == before
