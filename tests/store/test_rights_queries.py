"""Rights are found by player, by where they were won and by what they are good for."""

from datetime import timedelta

from padd.core.championships.ledger import EntryKind
from padd.store.models.championships import Championship, Right, StageEvent
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.queries.championships.rights import find_rights
from padd.store.writes.right_ledger import add_right_entry


def championship(world, name):
    return Championship.objects.create(
        year=2026,
        kind="regional",
        edition="2E",
        place=name.lower(),
        area="europe",
        name=name,
        created_at=world.now,
    )


def bye(world, person, *, origin=None, days=0):
    right = Right.objects.create(
        person=Person.objects.get(public_id=person),
        edition="2E",
        rounds=[1, 2],
        target="continental",
        year=2026,
        origin=origin,
        won_at=world.now + timedelta(days=days),
    )
    add_right_entry(right, EntryKind.GRANTED, now=world.now)
    return right


def ids(*rights):
    return [right.public_id for right in rights]


def test_rights_are_found_by_person_origin_game_and_target(world):
    kirk, spock = world.person("kirk"), world.person("spock")
    rhine = championship(world, "Rhine")
    late = bye(world, kirk, days=2)
    early = bye(world, kirk, origin=rhine)
    other = bye(world, spock, days=1)

    def found(**asked):
        return [row.public_id for row in find_rights(**asked)]  # type: ignore[arg-type]

    assert found(people=[kirk]) == ids(early, late)
    assert found(people=[kirk, spock]) == ids(early, other, late)
    assert found(origins=[rhine.public_id]) == ids(early)
    assert found(edition="2E", target="continental", most=2) == ids(early, other)
    assert found(edition="1E") == found(target="world") == []
    assert found(people=[kirk], edition="1E") == []


def test_a_part_of_a_name_is_looked_for_as_it_is_typed(world):
    plain, odd = (world.person("kirk", name="James"), world.person("picard", name="100%_sure"))
    bye(world, plain)
    right = bye(world, odd)

    assert [row.person for row in find_rights(text="IRK")] == [plain]
    assert [row.person for row in find_rights(text="ame")] == [plain]
    for text in ("0%", "%_s", "_"):
        assert [row.public_id for row in find_rights(text=text)] == ids(right)
    assert find_rights(text="1%sure") == ()


def test_a_right_has_its_entries_with_event_and_championship(world):
    used_at = Event.objects.get(public_id=world.event(name="Continental"))
    title = championship(world, "Europe")
    StageEvent.objects.create(event=used_at, championship=title)
    right = bye(world, world.person("kirk"))
    add_right_entry(right, EntryKind.USED, now=world.now, event=used_at, reason="Seated")
    Event.objects.filter(pk=used_at.pk).update(deleted_at=world.now)

    (row,) = find_rights(people=[right.person.public_id])

    granted, used = row.entries
    assert (row.rounds, row.origin, row.origin_name) == ((1, 2), "", "")
    assert (granted.number, granted.kind, granted.event) == (1, "granted", "")
    assert (granted.championship, granted.event_name) == ("", "")
    # An event that was deleted was used all the same.
    assert (used.number, used.kind, used.event) == (2, "used", used_at.public_id)
    assert (used.championship, used.event_name) == (title.public_id, "Continental")
    assert (used.at, used.reason) == (world.now, "Seated")


def test_nobody_sees_the_rights_of_somebody_who_was_erased(world):
    right = bye(world, world.person("kirk"))
    Person.objects.filter(pk=right.person.pk).update(anonymised_at=world.now)

    assert find_rights(people=[right.person.public_id]) == ()
