"""Whoever is erased goes out of logs and files too; everything else stays (R23)."""

from datetime import UTC, datetime
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, models, transaction
from tests.services.eventlog.table_driver import AtTheTable, p, timed

from padd.core.event_file import read_event
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.finish import EventFinished, NoteAdded
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.log.file_log import verify_file_log
from padd.core.model import PlayerId
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access.actors import SYSTEM
from padd.services.people import personal_data
from padd.services.people.erasure_policy import IMPLIED, POLICY
from padd.store.models.eventlog import AuditEntry, EventAction, FinishedEvent, Placing
from padd.store.models.events import Event
from padd.store.models.people import Erasure, Person
from padd.store.models.reports import PlayerMatch

pytestmark = pytest.mark.req("R23")

SECRETS = ("benjamin", "sisko", "emissary")
NAME, HANDLE = "Benjamin Sisko", "Emissary"
LATER = datetime(2030, 1, 1, tzinfo=UTC)


def dumped():
    out = StringIO()
    call_command("dumpdata", stdout=out)
    return out.getvalue().lower()


def a_day(world, player):
    """Play an event to its end in which somebody is written about."""
    day = AtTheTable(())
    day.do(PlayerEntered(player=p(player), name=NAME, handle=HANDLE))
    for one in ("Kira Nerys", "Odo", "Benjamin Maxwell"):
        day.do(PlayerEntered(player=p(world.person(one)), name=one))
    day.do(CheckedIn(players=tuple(day.state.players)))
    day.do(NoteAdded(text="Sisko, that is Benjamin Sisko, was late."))
    day.play_round()
    number = next(iter(day.round.tables))
    day.do(
        ResultCorrected(number=1, table=number, outcome=timed(70, 10)),
        reason="The card of BENJAMIN SISKO was misread, said Emissary.",
    )
    for _ in range(2):
        day.play_round()
    day.do(EventFinished())
    return day


def order(player, instead):
    found = Placing.objects.values_list("player", flat=True)
    return [instead if one == player else one for one in found]


def intact(day):
    event = read_event(eventlog.export_event_file(event_id=day.id), book_of=rulebook)
    verdict = verify_file_log(event, rulebook("opg-5"))
    assert verdict is not None
    return verdict.intact and eventlog.snapshot_event(event_id=day.id).intact


def test_a_known_player_goes_out_of_the_log_and_its_file(world):
    own = world.person(HANDLE, name=NAME)
    day = a_day(world, own)
    before, head = order(own, own), EventAction.objects.last().hash  # type: ignore[union-attr]
    assert all(secret in dumped() for secret in SECRETS)

    personal_data.erase_person(by=SYSTEM, now=day.now, person=own)

    left = dumped()
    for other in ("benjamin maxwell", "benjaminmaxwell"):
        left = left.replace(other, "")
    assert [secret for secret in SECRETS if secret in left] == []
    assert order(own, own) == before
    assert intact(day)
    assert "emissary" not in eventlog.export_event_file(event_id=day.id).decode().lower()
    assert "Benjamin Maxwell" in eventlog.export_event_file(event_id=day.id).decode()
    told = AuditEntry.objects.get(act="person.erase").after["logs"][day.id]
    assert told == [head, FinishedEvent.objects.get().head]


def test_an_id_made_from_the_name_goes_too_and_the_places_stay(world):
    own = world.person(HANDLE, name=NAME)
    day = a_day(world, "benjamin-sisko")
    row = world.row(day.id)
    PlayerMatch.objects.create(
        event=row, player="benjamin-sisko", person_id=world_pk(own), how="name"
    )
    stand_in = f"former-player-{own}"
    before = order("benjamin-sisko", stand_in)

    personal_data.erase_person(by=SYSTEM, now=day.now, person=own)

    assert "benjamin-sisko" not in dumped()
    assert order("", "") == before
    assert PlayerId(stand_in) in day.state.players
    assert PlayerMatch.objects.get().player == stand_in
    assert intact(day)


def world_pk(public_id):
    return Person.objects.get(public_id=public_id).pk


def test_a_namesake_keeps_the_name(world):
    own, other = world.person("Emissary", name=NAME), world.person("Ben", name=NAME)
    day = AtTheTable(())
    for player in (own, other):
        day.do(PlayerEntered(player=p(player), name=NAME))
    Event.objects.update(state="results-entered")

    personal_data.erase_person(by=SYSTEM, now=day.now, person=own)

    entrants = day.state.players
    assert entrants[p(own)].name == f"former-player-{own}"
    assert entrants[p(other)].name == NAME


def test_nobody_is_erased_while_their_event_is_under_way(world):
    own = world.person(HANDLE, name=NAME)
    day = AtTheTable(())
    for player in (own, *(world.person(one) for one in ("Kira", "Odo", "Dax"))):
        day.do(PlayerEntered(player=p(player), name=player))
    day.do(CheckedIn(players=tuple(day.state.players)))
    day.publish()

    with pytest.raises(RefusalError) as refused:
        personal_data.erase_person(by=SYSTEM, now=day.now, person=own)

    assert refused.value.codes == ("event-under-way",)
    assert not Erasure.objects.exists()


def test_a_row_moves_for_nobody_and_changes_for_an_erasure_alone(world):
    AtTheTable()
    erasure = Erasure.objects.create(person_public_id="x", at=world.now)

    def change(**values):
        with transaction.atomic():
            EventAction.objects.filter(sequence=1).update(**values)

    with pytest.raises(DatabaseError):
        change(reason="because")
    erasure.under_way = True
    erasure.save()
    change(reason="because")
    for moved in ({"sequence": 99}, {"kind": "x"}, {"key": "x"}, {"at": LATER}):
        with pytest.raises(DatabaseError):
            change(**moved)
    with pytest.raises(DatabaseError), transaction.atomic():
        EventAction.objects.all()._raw_delete("default")  # type: ignore[attr-defined]


def test_every_field_that_can_hold_words_has_a_policy():
    missing = []
    for model in apps.get_app_config("store").get_models():
        known = POLICY.get(model._meta.model_name or "", {})
        for field in model._meta.concrete_fields:
            words = isinstance(
                field, models.CharField | models.TextField | models.JSONField | models.BinaryField
            )
            token = bool(field.choices) or field.name.endswith(IMPLIED)
            if words and not token and field.name not in known:
                missing.append(f"{model._meta.model_name}.{field.name}")

    assert not missing, (
        f"What does the erasure of a person do to {missing}? "
        "Say so in POLICY in services/people/erasure_policy.py."
    )
