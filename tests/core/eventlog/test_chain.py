from __future__ import annotations

import hashlib
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.eventlog.event_builder import day_of, p, timed

from padd.core.event_file import read_event, write_event
from padd.core.eventlog.actions.finish import NoteAdded
from padd.core.eventlog.log.action_kinds import UnknownActionError
from padd.core.eventlog.log.chain import NO_HASH, LogRow, check_chain, log_entry, log_rows, row_hash
from padd.core.eventlog.log.file_log import fold_file_log, verify_file_log, with_log
from padd.core.eventlog.log.log import Log
from padd.core.eventlog.state.facts import event_facts
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook


def a_day():
    day = day_of(["kirk", "khan", "spock", "gorn"]).publish()
    day.enter(1, 1, timed(60, 40))
    return day.do(NoteAdded(text="Umlaute: Jürgen", player=p("kirk")))


DAY = a_day()
ROWS = log_rows(DAY.log.entries)


def test_the_hash_can_be_worked_out_with_any_program():
    row = ROWS[0]
    content: dict[str, Any] = {
        "actor": row.actor,
        "at": row.at,
        "key": row.key,
        "kind": row.kind,
        "payload": row.payload,
        "reason": row.reason,
        "sequence": row.sequence,
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    digest = hashlib.sha256(f"padd-log/1\n{NO_HASH}\n{text}".encode()).hexdigest()

    assert digest == row.hash == row_hash(NO_HASH, row)


def test_a_log_as_it_was_written_is_whole():
    assert check_chain(ROWS) is None
    assert check_chain(ROWS, ROWS[-1].hash) is None
    assert check_chain(()) is None


def _changed(row, at):
    fields = ("kind", "actor", "at", "reason", "key", "hash", "previous_hash")
    name = fields[at % len(fields)]
    return msgspec.structs.replace(row, **{name: getattr(row, name) + "x"})


@pytest.mark.req("GOV-19")
@given(index=st.integers(0, len(ROWS) - 1), at=st.integers(0, 6))
def test_any_changed_row_is_found(index, at):
    rows = [*ROWS]
    rows[index] = _changed(rows[index], at)

    assert check_chain(rows, ROWS[-1].hash) == index


@given(index=st.integers(0, len(ROWS) - 1))
def test_any_changed_data_is_found(index):
    rows = [*ROWS]
    changed = {**rows[index].payload, "x": 1}
    rows[index] = msgspec.structs.replace(rows[index], payload=changed)

    assert check_chain(rows) == index


@given(index=st.integers(0, len(ROWS) - 1))
def test_any_deleted_row_is_found(index):
    rows = [*ROWS[:index], *ROWS[index + 1 :]]

    assert check_chain(rows, ROWS[-1].hash) == index


@given(one=st.integers(0, len(ROWS) - 1), other=st.integers(0, len(ROWS) - 1))
def test_rows_in_another_order_are_found(one, other):
    rows = [*ROWS]
    rows[one], rows[other] = rows[other], rows[one]

    found = check_chain(rows, ROWS[-1].hash)

    assert found == (None if one == other else min(one, other))


def test_entries_are_read_back_from_their_rows():
    through_json = msgspec.json.decode(msgspec.json.encode(ROWS), type=tuple[LogRow, ...])

    assert tuple(log_entry(row) for row in through_json) == DAY.log.entries
    strange = msgspec.structs.replace(ROWS[0], kind="event.dreamt")
    with pytest.raises(UnknownActionError):
        log_entry(strange)


def test_an_event_file_with_its_log_goes_on_where_it_stopped():
    written = write_event(with_log(event_facts(DAY.state), ROWS))

    event = read_event(written, book_of=rulebook)

    verdict = verify_file_log(event, DAY.book)
    assert verdict is not None
    assert verdict.intact
    log = fold_file_log(event, DAY.book)
    assert isinstance(log, Log)
    assert log == DAY.log
    assert log_rows(log.entries) == ROWS


def test_a_file_without_a_log_has_no_verdict():
    assert verify_file_log(event_facts(DAY.state), DAY.book) is None


def broken(change):
    event = with_log(event_facts(DAY.state), ROWS)
    log = json.loads(json.dumps(event.log))
    change(log)
    changed = msgspec.structs.replace(event, log=log)
    verdict = verify_file_log(changed, DAY.book)
    assert verdict is not None
    assert not verdict.intact
    assert isinstance(fold_file_log(changed, DAY.book), Refusal)
    return str(verdict.problem)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda log: log["rows"].pop(), "has been altered"),
        (lambda log: log["rows"].pop(3), "Entry 4"),
        (lambda log: log["rows"][2].update(at="x"), "Entry 3"),
        (lambda log: log.update(schema="padd-log/2"), "padd-log/2"),
        (lambda log: log.pop("head"), "cannot be read"),
        (lambda log: log["rows"][0].update(kind=7), "cannot be read"),
    ],
)
def test_a_log_that_was_touched_is_not_intact(change, problem):
    assert problem in broken(change)


def test_a_forged_log_of_an_unknown_kind_is_refused():
    rows = [*ROWS[:-1], msgspec.structs.replace(ROWS[-1], kind="event.dreamt")]
    rows[-1] = msgspec.structs.replace(rows[-1], hash=row_hash(rows[-1].previous_hash, rows[-1]))

    verdict = verify_file_log(with_log(event_facts(DAY.state), rows), DAY.book)

    assert verdict is not None
    assert "cannot be replayed" in str(verdict.problem)


def test_a_result_changed_beside_the_log_is_found():
    event = event_facts(DAY.state)
    match = msgspec.structs.replace(event.rounds[0].matches[0], scores=(0, 100))
    round_ = msgspec.structs.replace(event.rounds[0], matches=(match, *event.rounds[0].matches[1:]))
    forged = msgspec.structs.replace(event, rounds=(round_,))

    verdict = verify_file_log(with_log(forged, ROWS), DAY.book)

    assert verdict is not None
    assert str(verdict.problem) == "The log and the file disagree: rounds."


def test_a_log_that_opens_nothing_is_not_intact():
    verdict = verify_file_log(with_log(event_facts(DAY.state), ()), DAY.book)

    assert verdict is not None
    assert str(verdict.problem) == "The log does not open an event."


def test_a_wrong_number_is_found_though_every_hash_fits():
    rows = list(ROWS[:1])
    for row in ROWS[1:]:
        later = msgspec.structs.replace(row, sequence=row.sequence + 1, previous_hash=rows[-1].hash)
        linked = row_hash(rows[-1].hash, later)
        rows.append(msgspec.structs.replace(later, hash=linked))

    assert check_chain(rows) == 1
