"""The paper of a round on the disk: when, where, whole, and what if it fails."""

from __future__ import annotations

import errno
import os

import pytest
from tests.services.eventlog.table_driver import FOUR, AtTheTable, entered

from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.eventlog.state.event_state import Stage
from padd.core.refusal import RefusalError
from padd.interfaces.printing.round_sets import print_round_set
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.delivery import printouts
from padd.services.eventlog import automatic_backup

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(settings, tmp_path, monkeypatch):
    """Keep everything in a folder of its own, and print nothing afterwards.

    The copy of the database would wait for the transaction around each test.
    """
    monkeypatch.setattr(automatic_backup.upgrade, "copy_sqlite_database", lambda *_, **__: None)
    settings.DATA, settings.BACKUP = tmp_path / "data", str(tmp_path / "stick")
    yield tmp_path
    printouts.stop_printing()
    printouts._unsaid.clear()


def played(printing, committed):
    """Return an event whose first round is published, and printed by a printer."""
    printouts.print_after_rounds(printing)
    day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=3)
    with committed(execute=True):
        day.publish()
    printouts.wait_for_printing()
    return day


def files_in(folder):
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


@pytest.mark.req("R25")
def test_a_published_round_lies_in_both_places(place, django_capture_on_commit_callbacks):
    day = played(print_round_set, django_capture_on_commit_callbacks)
    first = place / "data" / "paper" / day.id / "round-1"
    second = place / "stick" / "paper" / day.id / "round-1"

    assert {"pairings-by-table.csv", "pairings-by-name.html", "slips.pdf"} <= files_in(first)
    assert files_in(first) == files_in(second)
    found = printouts.printouts_on_disk(day.id)
    assert found is not None
    assert (found.round, found.faults) == (1, ())


@pytest.mark.req("R25")
def test_a_printer_that_fails_stops_nothing_and_is_told(place, django_capture_on_commit_callbacks):
    def broken(order):
        raise RuntimeError(f"no ink for {order.round}")

    day = played(broken, django_capture_on_commit_callbacks)
    found = printouts.printouts_on_disk(day.id)

    assert place.exists()
    assert found is not None
    assert found.faults == ("Nothing was printed: no ink for 1",)


@pytest.mark.req("R25", "R12")
def test_what_is_taken_back_and_put_back_is_printed_at_once(
    place, django_capture_on_commit_callbacks
):
    made = printouts.PrintedSet(files={"a.txt": b"1"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)
    published, folder = day.sequence, place / "data" / "paper" / day.id
    stick = place / "stick" / "paper" / day.id
    seen = []

    for action in (ActionUndone, ActionRedone):
        with django_capture_on_commit_callbacks(execute=True):
            day.do(action(sequences=(published,)))
        printouts.wait_for_printing()
        found = printouts.printouts_on_disk(day.id)
        assert found is not None
        rounds = sorted(one.name for one in folder.glob("round-*"))
        assert rounds == sorted(one.name for one in stick.glob("round-*"))
        seen.append((found.round, found.sequence - published, rounds))

    assert seen == [(0, 1, ["round-0"]), (1, 2, ["round-0", "round-1"])]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EROFS, "PADD has no permission to write there"),
        (errno.EIO, "Input/output error"),
    ],
)
@pytest.mark.req("R18", "R25")
def test_a_disk_that_takes_nothing_is_told_and_the_event_goes_on(
    place, django_capture_on_commit_callbacks, monkeypatch, code, words
):
    def refuse(*_):
        raise OSError(code, os.strerror(code))

    made = printouts.PrintedSet(files={"a.txt": b"1"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)
    monkeypatch.setattr(printouts, "_write", refuse)
    monkeypatch.setattr(printouts.sqlite_copies, "write_file_atomically", refuse)

    with django_capture_on_commit_callbacks(execute=True):
        day.enter_all()
        day.do(RoundClosed(number=1))
    printouts.wait_for_printing()
    found = printouts.printouts_on_disk(day.id)

    assert day.state.round(1).stage is Stage.CLOSED  # type: ignore[union-attr]
    assert found is not None
    assert [words in fault for fault in found.faults] == [True, True]
    assert found.sequence == day.sequence
    old = place / "data" / "paper" / day.id / "round-1"
    assert files_in(old) == {"a.txt"}, "what lay there stays"
    with pytest.raises(RefusalError) as refused:
        printouts.choose_paper_size(by=SYSTEM, event_id=day.id, size="us-letter")
    assert words in str(refused.value.refusals[0].message)

    monkeypatch.undo()
    printouts.reprint(by=SYSTEM, event_id=day.id)
    printouts.wait_for_printing()
    assert printouts.printout_faults(day.id) == ()


def test_an_earlier_set_never_takes_the_place_of_a_later_one(
    place, django_capture_on_commit_callbacks
):
    orders: list[printouts.PrintOrder] = []

    def printing(order):
        orders.append(order)
        return printouts.PrintedSet(files={"a.txt": str(order.sequence).encode()})

    day = played(printing, django_capture_on_commit_callbacks)
    with django_capture_on_commit_callbacks(execute=True):
        day.enter_all()
        day.do(RoundClosed(number=1))
    printouts.wait_for_printing()

    # Another process was slower with the set before.
    printouts._write_set(orders[0], printouts.PrintedSet(files={"a.txt": b"late"}))

    lies = place / "data" / "paper" / day.id / "round-1" / "a.txt"
    assert lies.read_text() == str(orders[-1].sequence)


def test_an_event_that_is_brought_has_its_paper_at_once(place, django_capture_on_commit_callbacks):
    made = printouts.PrintedSet(files={"a.txt": b"1"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)
    carried = eventlog.export_event_file(event_id=day.id)
    printouts.delete_printouts([day.id])

    eventlog.import_event_file(data=carried, by=SYSTEM, now=day.now)
    printouts.wait_for_printing()

    assert files_in(place / "data" / "paper" / day.id / "round-1") == {"a.txt"}


def test_a_folder_is_replaced_as_a_whole(place):
    folder = place / "there"

    printouts.replace_folder(folder, "round-1", {"a.txt": b"1", "old.txt": b"1"})
    (folder / "round-1.new").mkdir()
    (folder / "round-1.new" / "left by a kill").write_bytes(b"")
    printouts.replace_folder(folder, "round-1", {"a.txt": b"2"})

    assert files_in(folder) == {"round-1"}
    assert files_in(folder / "round-1") == {"a.txt"}
    assert (folder / "round-1" / "a.txt").read_bytes() == b"2"


def test_the_paper_of_a_round_taken_back_is_gone(place):
    folder = place / "there"
    for number in (1, 2, 3):
        printouts.replace_folder(folder, f"round-{number}", {"a.txt": b"1"})

    printouts.remove_later_rounds(folder, 2)

    assert files_in(folder) == {"round-1", "round-2"}


def test_a_place_that_cannot_be_written_is_named(place, django_capture_on_commit_callbacks):
    (place / "stick").write_bytes(b"a file where a folder should be")

    made = printouts.PrintedSet(files={"a.txt": b"1"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)
    found = printouts.printouts_on_disk(day.id)

    assert found is not None
    assert len(found.faults) == 1
    assert str(place / "stick") in found.faults[0]
    assert files_in(place / "data" / "paper" / day.id / "round-1") == {"a.txt"}


@pytest.mark.req("R23")
def test_paper_with_a_name_that_must_go_is_thrown_away(place, django_capture_on_commit_callbacks):
    made = printouts.PrintedSet(files={"a.txt": b"Kirk"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)

    printouts.delete_printouts([day.id])

    assert not list(place.rglob("a.txt"))
    assert printouts.printouts_on_disk(day.id) is None
