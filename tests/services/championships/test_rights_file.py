"""A laptop takes the byes of its event along; an altered file is found."""

import json

import pytest
from tests.services.championships.championship_builder import bye_of, continental
from tests.world import NOW

from padd.core.eventlog.actions.players import PlayerEntered
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.services.access.actors import SYSTEM
from padd.services.championships.check_in import rights_at_check_in, use_right
from padd.services.championships.rights_file import export_rights, import_rights
from padd.services.eventlog.log_cache import clear_logs
from padd.store.models.championships import Championship, Right, RightEntry, StageEvent
from padd.store.models.events import Event
from padd.store.models.people import Person

pytestmark = pytest.mark.usefixtures("data_folder")


def packed(world):
    """Return an event, the owner of a bye, and the file of the event."""
    kirk = world.person("Kirk")
    day = continental(20, kirk, world.person("Khan"))
    bye_of(kirk)
    return day, kirk, export_rights(by=SYSTEM, now=NOW, event_id=day.id)


def move_to_another_laptop(day):
    """Forget everything but the event itself."""
    RightEntry.objects.all().delete()
    Right.objects.all().delete()
    StageEvent.objects.all().delete()
    Championship.objects.all().delete()
    Event.objects.filter(public_id=day.id).update(kind="other")
    clear_logs()


@pytest.mark.req("CHAMP-24")
def test_a_bye_is_used_on_a_laptop_that_knows_only_the_file(world):
    day, kirk, file = packed(world)
    move_to_another_laptop(day)

    new = import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=file)
    again = import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=file)
    (right,) = rights_at_check_in(event_id=day.id, player=kirk, now=NOW)
    use_right(event_id=day.id, player=kirk, right=right.id, by=SYSTEM, now=NOW)

    assert (new, again) == (1, 0)
    assert day.state.players[PlayerId(kirk)].rights == (right.id,)


def test_a_player_of_the_laptop_is_found_by_the_handle(world):
    day, kirk, file = packed(world)
    move_to_another_laptop(day)
    Person.objects.filter(public_id=kirk).update(public_id="another-id")
    day.do(PlayerEntered(player=PlayerId("p9"), name="James", handle="KIRK"))

    import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=file)

    assert len(rights_at_check_in(event_id=day.id, player="p9", now=NOW)) == 1


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda file: {**file, "list": file["list"].replace("[1]", "[1,2]")}, "altered"),
        (lambda file: {**file, "signature": "00" * 64}, "altered"),
        (lambda file: {**file, "key": "zz"}, "altered"),
        (lambda file: {"list": file["list"]}, "not-rights"),
    ],
)
def test_an_altered_file_is_found(world, change, code):
    day, _, file = packed(world)
    altered = json.dumps(change(json.loads(file))).encode()  # type: ignore[operator]

    with pytest.raises(RefusalError) as refused:
        import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=altered)

    assert refused.value.codes == (code,)


def test_a_file_of_another_headquarters_is_refused(world, settings):
    day, _, file = packed(world)
    import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=file)
    settings.SECRET_KEY = "another headquarters"  # type: ignore[attr-defined]  # noqa: S105 -- made up
    other = export_rights(by=SYSTEM, now=NOW, event_id=day.id)

    with pytest.raises(RefusalError) as refused:
        import_rights(by=SYSTEM, now=NOW, event_id=day.id, data=other)

    assert refused.value.codes == ("other-headquarters",)
