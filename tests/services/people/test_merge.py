"""Two records of one person become one, with a preview and a way back."""

import pytest

from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.events import registrations
from padd.services.people import merge, people
from padd.services.refusal import NotAllowed, NotFound
from padd.store.models.eventlog import FinishedEvent, Placing
from padd.store.models.events import Registration
from padd.store.models.people import Account, Person


def test_a_merge_shows_first_then_moves_then_can_be_undone(world):
    kept = world.person("Odo")
    double = world.person("Constable", name="Odo'ital", region="germany")
    first, second = world.event(), world.event()
    for event, who in ((first, kept), (first, double), (second, double)):
        registrations.enter_person(by=SYSTEM, now=world.now, event=event, person=who)

    shown = merge.preview_merge(by=SYSTEM, keep=kept, duplicate=double)
    merged = merge.merge_people(
        by=SYSTEM, now=world.now, keep=kept, duplicate=double, reason="same person"
    )

    assert (shown.entries, shown.collisions) == (1, (world.row(first).name,))
    assert shown.fills == ("name", "region_id")
    row = Person.objects.get(public_id=kept)
    assert (row.name, row.entries.count()) == ("Odo'ital", 2)
    assert people.find_person(double).public_id == kept
    assert [known.handle for known in world.found("constable")] == []

    merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="two people")

    row = Person.objects.get(public_id=kept)
    assert (row.name, row.region, row.entries.count()) == ("", None, 1)
    assert Registration.objects.filter(person__public_id=double).count() == 2
    assert world.found("constable")[0].public_id == double


def test_the_account_moves_if_only_the_duplicate_has_one(world):
    kept, odo = world.person("Odo"), world.member("Constable")
    double = Person.objects.get(pk=odo.person_id).public_id

    merged = merge.merge_people(by=SYSTEM, now=world.now, keep=kept, duplicate=double, reason="")
    assert Account.objects.get(pk=odo.account_id).person == Person.objects.get(public_id=kept)
    merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="")

    assert Account.objects.get(pk=odo.account_id).person_id == odo.person_id


def test_a_merge_is_undone_once(world):
    merged = merge.merge_people(
        by=SYSTEM, now=world.now, keep=world.person(), duplicate=world.person(), reason=""
    )
    merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="")

    with pytest.raises(NotFound):
        merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="")


def test_nobody_is_merged_with_themselves_or_twice(world):
    one, two, three = world.person(), world.person(), world.person()
    merge.merge_people(by=SYSTEM, now=world.now, keep=one, duplicate=two, reason="")

    with pytest.raises(RefusalError) as refused:
        merge.merge_people(by=SYSTEM, now=world.now, keep=one, duplicate=one, reason="")
    assert refused.value.codes == ("same-person",)
    with pytest.raises(NotFound):
        merge.merge_people(by=SYSTEM, now=world.now, keep=three, duplicate=two, reason="")
    with pytest.raises(RefusalError) as refused:
        merge.merge_people(by=SYSTEM, now=world.now, keep=three, duplicate=one, reason="")
    assert refused.value.codes == ("has-duplicates",)


def test_players_do_not_merge(world):
    with pytest.raises(NotAllowed):
        merge.preview_merge(by=world.member(), keep=world.person(), duplicate=world.person())


def test_places_in_finished_events_move_and_return(world):
    kept, double = world.person("Odo"), world.person("Constable")
    finished = FinishedEvent.objects.create(
        event=world.row(world.event()), sequence=0, head="", finished_at=world.now, facts={}
    )
    Placing.objects.create(
        finished=finished, player=double, person=Person.objects.get(public_id=double), place=1
    )

    shown = merge.preview_merge(by=SYSTEM, keep=kept, duplicate=double)
    merged = merge.merge_people(by=SYSTEM, now=world.now, keep=kept, duplicate=double, reason="")
    after = Placing.objects.get().person
    merge.undo_merge(by=SYSTEM, now=world.now, merge_id=merged, reason="")

    assert shown.placings == 1
    assert after is not None
    assert after.public_id == kept
    assert Placing.objects.get().person == Person.objects.get(public_id=double)
