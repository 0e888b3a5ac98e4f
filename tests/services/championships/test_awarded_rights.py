"""The ledger follows the reports: granted, used, returned, withdrawn, moved."""

from datetime import timedelta

import pytest
from tests.services.championships.championship_builder import championship, continental, winner_of
from tests.world import NOW

from padd.core.championships.ledger import EntryKind, RightState
from padd.core.model import Edition
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.championships import stage_records
from padd.services.championships.awarded_rights import (
    book_all_rights,
    book_event_rights,
    spent_without_award,
)
from padd.services.championships.masters import masters_season
from padd.services.championships.right_ledger import record_expired_rights
from padd.services.people import merge
from padd.store.models.championships import Championship, Right, RightEntry, StageEvent
from padd.store.models.eventlog import Placing
from padd.store.writes.event_log import TakenError
from padd.store.writes.right_ledger import add_right_entry, fold_right, rights_with_entries

pytestmark = pytest.mark.usefixtures("data_folder")


def states():
    return [str(fold_right(right).state) for right in rights_with_entries()]


@pytest.mark.req("CHAMP-13", "CHAMP-35")
def test_a_processed_regional_grants_its_winner_a_bye(world):
    event = championship("regional", 2)

    right = Right.objects.get()

    assert right.person.public_id == winner_of(event)
    assert (right.rounds, right.target, right.year) == ([1], "continental", 2026)
    assert right.cite == "OPG5 §11.1.1"
    assert states() == ["open"]
    assert StageEvent.objects.get().stage == "whole"


@pytest.mark.req("CHAMP-35")
def test_booking_again_changes_nothing(world):
    championship("continental", 4)
    book_all_rights(now=NOW)
    before = list(RightEntry.objects.values_list("right", "number", "kind"))

    book_all_rights(now=NOW)

    assert len(before) == 4
    assert list(RightEntry.objects.values_list("right", "number", "kind")) == before


@pytest.mark.req("CHAMP-35")
def test_a_voided_report_takes_its_byes_back_and_a_reinstated_one_returns_them(world):
    event = championship("regional", 2)

    reports.void_event(event=event, by=SYSTEM, now=NOW, reason="Never played")
    voided = states()
    reports.reinstate_event(event=event, by=SYSTEM, now=NOW, reason="It was played")

    assert voided == ["withdrawn"]
    assert states() == ["open"]
    kinds = RightEntry.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["granted", "withdrawn", "granted"]


@pytest.mark.req("CHAMP-35")
def test_what_was_spent_stays_spent_and_the_desk_is_told(world):
    event = championship("regional", 2)
    (right,) = rights_with_entries()
    add_right_entry(right, EntryKind.USED, now=NOW, event=world.row(world.event()))

    reports.void_event(event=event, by=SYSTEM, now=NOW, reason="Never played")

    assert [fold_right(one).state for one in rights_with_entries()] == [RightState.USED]
    assert [one.pk for one in spent_without_award()] == [right.pk]


@pytest.mark.req("CHAMP-24")
def test_of_two_who_write_at_once_one_is_told(world):
    championship("regional", 2)
    (right,) = rights_with_entries()
    add_right_entry(right, EntryKind.USED, now=NOW, after=1)

    with pytest.raises(TakenError):
        add_right_entry(right, EntryKind.USED, now=NOW, after=1)

    assert states() == ["used"]


def test_a_merge_takes_byes_along(world):
    event = championship("regional", 2)
    kept, won = world.person("Odo"), winner_of(event)

    merged = merge.merge_people(by=SYSTEM, now=NOW, keep=kept, duplicate=won, reason="")
    moved = Right.objects.get().person.public_id
    merge.undo_merge(by=SYSTEM, now=NOW, merge_id=merged, reason="")

    assert moved == kept
    assert Right.objects.get().person.public_id == won
    assert states() == ["open"]


def test_a_local_event_grants_nothing(world):
    championship("other", 1)

    assert not Right.objects.exists()
    assert not StageEvent.objects.exists()


@pytest.mark.req("AMB-63")
def test_a_bye_that_nobody_used_expires_with_its_season_and_may_come_back(world):
    championship("regional", 2)
    Right.objects.update(won_at=NOW - timedelta(days=180))

    noted = record_expired_rights(now=NOW)
    expired = states()
    again = record_expired_rights(now=NOW)
    continental(20)
    back = record_expired_rights(now=NOW)

    assert (noted, expired, again) == (1, ["expired"], 0)
    assert (back, states()) == (1, ["open"])


@pytest.mark.req("AMB-131")
def test_the_title_is_of_whoever_stands_first_and_goes_with_the_report(world):
    event = championship("regional", 2)
    title = Championship.objects.get()
    champion = title.champion
    reports.void_event(event=event, by=SYSTEM, now=NOW, reason="Never played")

    title.refresh_from_db()

    assert champion is not None
    assert champion.public_id == winner_of(event)
    assert title.champion is None


@pytest.mark.req("AMB-145")
def test_a_winner_who_holds_a_bye_and_declines_it_passes_nothing_down(world):
    first = championship("regional", 2)
    (held,) = rights_with_entries()
    add_right_entry(held, EntryKind.DECLINED, now=NOW, event=world.row(world.event()))
    for placing in Placing.objects.filter(place__gt=1):
        held.pk, held.origin, held.person_id = None, None, placing.person_id
        held.public_id = f"held{placing.place}"
        held.save()
        add_right_entry(held, EntryKind.GRANTED, now=NOW)

    second = championship("regional", 2, days=7)

    won = rights_with_entries().exclude(origin=None)
    owners = [right.person.public_id for right in won]
    assert owners == [winner_of(first), winner_of(second)]
    assert {right.place for right in won} == {1}


@pytest.mark.req("AMB-76", "CHAMP-32")
def test_masters_points_are_kept_by_game_and_summed_over_all_games(world):
    one = championship("masters", 3)
    two = championship("masters", 3, days=7, edition=Edition.FIRST)
    merge.merge_people(by=SYSTEM, now=NOW, keep=winner_of(one), duplicate=winner_of(two), reason="")

    second, first, both = (
        masters_season(year=NOW.year, edition=edition) for edition in ("2E", "1E", "")
    )

    assert [line.total for line in second.standings] == [12, 8, 6, 6]
    assert [line.total for line in first.standings] == [12, 8, 6, 6]
    assert [line.total for line in both.standings] == [24, 8, 8, 6, 6, 6, 6]
    assert [one.edition for one in both.standings[0].events] == ["2E", "1E"]
    assert (both.line, len(both.played)) == (None, 2)


@pytest.mark.req("CHAMP-35")
def test_a_corrected_event_gives_its_byes_to_others(world):
    event = championship("continental", 4)
    before = set(Right.objects.values_list("person", flat=True))
    row = world.row(event)
    facts = row.finished.facts
    for match in (one for played in facts["rounds"] for one in played["matches"]):
        match["scores"].reverse()
    row.finished.save()

    book_event_rights(row, now=NOW)

    open_now = {one.person_id for one in rights_with_entries() if fold_right(one).state == "open"}
    title = Championship.objects.get()
    assert open_now
    assert open_now != before
    assert title.champion_id in open_now
    assert title.champion_id not in before


def test_a_new_version_of_the_program_makes_the_record_of_a_stage_anew(world, monkeypatch):
    event = championship("continental", 4)
    stage = StageEvent.objects.get(event=world.row(event))
    kept = stage_records.stage_record(stage, 3)
    stage_records.store_stage_record(stage, 3)
    stage.record = b"what another version kept"

    monkeypatch.setattr(stage_records, "__version__", "another")

    assert kept is not None
    assert stage_records.stage_record(stage, 3) == kept


@pytest.mark.req("CHAMP-24", "CHAMP-35")
def test_a_report_spends_the_bye_it_shows_and_a_voided_one_returns_it(world):
    event = championship("continental", 4)
    row = world.row(event)
    player, person = Placing.objects.filter(place=1).values_list("player", "person")[0]
    right = Right.objects.create(
        person_id=person,
        edition="2E",
        rounds=[1],
        target="continental",
        year=NOW.year,
        won_at=NOW - timedelta(days=60),
    )
    add_right_entry(right, EntryKind.GRANTED, now=NOW, by="desk")
    first = row.finished.facts["rounds"][0]
    (match,) = [one for one in first["matches"] if player in one["players"]]
    first["matches"].remove(match)
    first["byes"] = [one for one in match["players"] if one != player]
    first["earned_byes"] = [player]
    row.finished.save()

    book_event_rights(row, now=NOW)
    spent = fold_right(rights_with_entries().get(pk=right.pk)).state
    reports.void_event(event=event, by=SYSTEM, now=NOW, reason="Never played")

    assert spent is RightState.USED
    assert fold_right(rights_with_entries().get(pk=right.pk)).state is RightState.OPEN
