"""An event leaves as a file, is checked as a file, and goes on elsewhere."""

import json

import pytest
from click.testing import CliRunner
from django.db import transaction
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.finish import EventFinished, NoteAdded
from padd.core.eventlog.log.undo import ActionUndone
from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.registry import ranking_of
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.main import main
from padd.services import eventlog
from padd.services.access.actors import VISITOR
from padd.services.refusal import NotAllowed
from padd.store.models.eventlog import EventAction, FinishedEvent, Placing


def padd(*arguments):
    done = CliRunner().invoke(main, [*arguments, "--json"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def a_whole_day():
    """Play three rounds with a drop, a correction, an undo and an accent."""
    day = AtTheTable(("kirk", "khan", "spock", "gorn", "sulu"))
    day.play_round()
    dropped = day.do(Dropped(player=p("gorn"))).sequence
    eventlog.record_action(
        event_id=day.id, action=ActionUndone(sequences=(dropped,)), by=day.by, now=day.now
    )
    day.do(ResultCorrected(number=1, table=1, outcome=timed(31, 70)), reason="Misread")
    day.do(NoteAdded(text="Bj\u00f6rk looks on."))
    day.play_round()
    day.do(Dropped(player=p("gorn")))
    day.play_round()
    return day


@pytest.mark.req("R13", "R14")
def test_the_exported_file_is_found_in_order_and_gives_the_same_table(world, tmp_path):
    day = a_whole_day()
    day.do(EventFinished())
    file = tmp_path / "day.event.json"
    file.write_bytes(eventlog.export_event_file(event_id=day.id))

    verdict = padd("verify", str(file))
    table = padd("standings", str(file))

    assert verdict["log_intact"] is True
    assert verdict["commitment_holds"] is True
    assert all(round_["legal"] for round_ in verdict["rounds"])
    assert all(round_["drawn_by_seed"] for round_ in verdict["rounds"])
    look = eventlog.snapshot_event(event_id=day.id)
    assert look.book is not None
    order = ranking_of(event_facts(look.state), look.book).order
    assert [row["player"] for row in table["standings"]] == list(order)


@pytest.mark.req("R13")
@pytest.mark.parametrize("how", ["changed", "removed", "last removed", "swapped"])
def test_any_tampered_entry_of_the_file_shows(world, tmp_path, how):
    day = AtTheTable()
    day.play_round()
    whole = json.loads(eventlog.export_event_file(event_id=day.id))
    file = tmp_path / "day.event.json"
    for index in range(len(whole["log"]["rows"])):
        event = json.loads(json.dumps(whole))
        rows = event["log"]["rows"]
        match how:
            case "changed":
                rows[index]["at"] = rows[index]["at"].replace("2026", "2025")
            case "removed":
                del rows[index]
            case "last removed":
                del rows[-1 - index :]
            case _:
                rows[index], rows[index - 1] = rows[index - 1], rows[index]
        file.write_text(json.dumps(event), encoding="utf-8")

        verdict = padd("verify", str(file))

        assert verdict["log_intact"] is False, index
        assert verdict["log_problem"]


@pytest.mark.req("R13")
def test_facts_that_the_log_does_not_give_show(world, tmp_path):
    day = AtTheTable()
    day.play_round()
    event = json.loads(eventlog.export_event_file(event_id=day.id))
    event["rounds"][0]["matches"][0]["scores"] = [100, 0]
    file = tmp_path / "day.event.json"
    file.write_text(json.dumps(event), encoding="utf-8")

    verdict = padd("verify", str(file))

    assert verdict["log_intact"] is False
    assert "rounds" in verdict["log_problem"]


def elsewhere(data, world):
    """Bring a file to another laptop, whose database knows nothing of the event."""
    brought = eventlog.import_event_file(data=data, by=world.laptop(), now=world.now)
    assert isinstance(brought, eventlog.ImportedEvent), brought
    return brought


@pytest.mark.req("R14")
def test_an_event_goes_on_on_another_laptop_and_comes_back(world):
    day = a_whole_day()
    taken_along = eventlog.export_event_file(event_id=day.id)
    before = day.state

    with transaction.atomic():
        mark = transaction.savepoint()
        forget_event(day.id)
        there = elsewhere(taken_along, world)
        again = AtTheTable.__new__(AtTheTable)
        again.id, again.by, again.now = there.event_id, day.by, day.now
        assert again.state == before
        again.do(EventFinished())
        finished, sent_back = again.state, eventlog.export_event_file(event_id=again.id)
        transaction.savepoint_rollback(mark)

    back = elsewhere(sent_back, world)

    assert (back.event_id, back.added) == (day.id, 1)
    assert day.state == finished
    assert elsewhere(sent_back, world).added == 0
    assert elsewhere(taken_along, world).added == 0


def forget_event(event_id):
    """Let the event be unknown here, as on another laptop."""
    from django.db import connection

    row = EventAction.objects.filter(event__public_id=event_id).first()
    assert row is not None
    on = " ON store_eventaction" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER store_eventaction_no_DELETE{on}")
        cursor.execute("DELETE FROM store_eventaction WHERE event_id = %s", [row.event_id])


@pytest.mark.req("R14")
def test_two_logs_that_went_apart_are_not_mixed(world):
    day = AtTheTable()
    copy = eventlog.export_event_file(event_id=day.id)
    seen = day.sequence
    with transaction.atomic():
        mark = transaction.savepoint()
        forget_event(day.id)
        there = elsewhere(copy, world)
        eventlog.record_action(
            event_id=there.event_id, action=NoteAdded(text="There"), by=day.by, now=day.now
        )
        theirs = eventlog.export_event_file(event_id=there.event_id)
        transaction.savepoint_rollback(mark)
    day.do(NoteAdded(text="Here"))

    said = answer(eventlog.import_event_file, data=theirs, by=world.laptop(), now=world.now)

    assert isinstance(said, Refusal)
    assert said.code == "logs-differ"
    assert said.actions == (seen + 1,)


def test_a_file_without_a_sound_log_is_not_taken_over(world):
    day = AtTheTable()
    event = json.loads(eventlog.export_event_file(event_id=day.id))
    event["log"]["rows"][2]["reason"] = "forged"
    without = {key: value for key, value in event.items() if key != "log"}
    files = [b"", b"{}", json.dumps(event).encode(), json.dumps(without).encode()]

    for data in files:
        said = answer(eventlog.import_event_file, data=data, by=world.laptop(), now=world.now)

        assert isinstance(said, Refusal)
        assert said.message


def test_only_whoever_runs_events_here_takes_them_over(world):
    data = eventlog.export_event_file(event_id=AtTheTable().id)

    for by in (VISITOR, world.member()):
        with pytest.raises(NotAllowed):
            eventlog.import_event_file(data=data, by=by, now=world.now)


def test_an_event_that_is_not_opened_has_no_file(world):
    with pytest.raises(RefusalError):
        eventlog.export_event_file(event_id=world.event())


def test_a_finished_event_is_read_from_ordinary_tables(world):
    nog = world.person("Nog")
    day = AtTheTable(("kirk", "khan", "spock", nog), rounds_planned=1)
    day.play_round()
    day.do(EventFinished())

    (finished,) = FinishedEvent.objects.all()
    look = eventlog.snapshot_event(event_id=day.id)
    assert look.book is not None
    order = ranking_of(event_facts(look.state), look.book).order
    placed = [one.player for one in finished.placings.all()]
    assert placed == list(order)
    assert Placing.objects.get(player=nog).person is not None
    assert finished.sequence == look.sequence
    assert all(not one.get("name") for one in finished.facts["players"])
    assert len(finished.facts["rounds"]) == 1


def test_the_tables_of_finished_events_are_made_anew_from_the_logs(world):
    for rounds in (1, 2):
        day = AtTheTable(rounds_planned=rounds)
        for _ in range(rounds):
            day.play_round()
        day.do(EventFinished())
    AtTheTable()
    before = list(Placing.objects.values_list("player", "place"))
    FinishedEvent.objects.all().delete()

    made = eventlog.rebuild_finished_events()

    assert made == 2
    assert list(Placing.objects.values_list("player", "place")) == before


def test_an_event_that_is_opened_again_is_finished_no_longer(world):
    day = AtTheTable(rounds_planned=1)
    day.play_round()
    done = day.do(EventFinished())

    eventlog.record_action(
        event_id=day.id, action=ActionUndone(sequences=(done.sequence,)), by=day.by, now=day.now
    )

    assert not FinishedEvent.objects.exists()
