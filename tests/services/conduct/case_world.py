"""An event with a disqualification, and everybody who has to do with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from tests.services.eventlog.table_driver import AtTheTable
from tests.world import NOW

from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.model import PlayerId
from padd.services.access.actors import Actor
from padd.services.conduct import cases
from padd.store.models.conduct import Case
from padd.store.models.events import Directorship, Event
from padd.store.models.people import Region

WHAT = "Result slip of round 2 changed after both had signed."


@dataclass(frozen=True, kw_only=True)
class CaseWorld:
    """A case, and who is who in it."""

    case: str
    event: str
    ada: Actor
    """Directed the event and gave the penalty."""
    corin: Actor
    """Was disqualified."""
    pavel: Actor
    """Played in the event, and is coordinator of Europe."""
    desk: Actor
    """Coordinator of Europe, who was not there."""
    head: Actor
    chair: Actor
    far: Actor
    """Coordinator of Australia."""
    admin: Actor
    member: Actor
    day: AtTheTable

    @property
    def row(self):
        return Case.objects.get(public_id=self.case)


def disqualified(world, again=""):
    """Disqualify Corin at an event in Europe; the case opens when that is saved.

    `again` tells everybody apart from those of a case before.
    """
    ada, corin = world.member(f"Ada{again}"), world.member(f"Corin{again}")
    pavel = world.official("coordinator", "europe")
    others = [world.person() for _ in range(2)]
    ids = (corin.person, pavel.person, *others)
    day = AtTheTable(ids, starts=(NOW - timedelta(hours=1)).isoformat())
    row = Event.objects.get(public_id=day.id)
    Event.objects.filter(pk=row.pk).update(region=Region.objects.get(slug="germany"))
    Directorship.objects.create(event=row, person_id=ada.person_id, rank=1)
    day.publish()
    day.do(PenaltyGiven(player=PlayerId(corin.person), level=4, infraction="C1", what=WHAT), by=ada)
    return CaseWorld(
        case=Case.objects.get(event=row).public_id,
        event=day.id,
        ada=ada,
        corin=corin,
        pavel=pavel,
        desk=world.official("coordinator", "europe"),
        head=world.official("director-of-organized-play"),
        chair=world.official("chair"),
        far=world.official("coordinator", "australia"),
        admin=world.official("administrator"),
        member=world.member(f"Kira{again}"),
        day=day,
    )


NEXT_MONTH = (NOW + timedelta(days=30)).date()


def heard(there):
    """Bring a case to where it can be decided."""
    on = {"now": NOW, "case": there.case}
    cases.open_case(by=there.ada, letter="Dear coordinator", **on)
    cases.ask_for_answer(by=there.desk, until=NEXT_MONTH, question="Why?", **on)
    cases.answer_case(by=there.corin, text="It was added up wrong.", **on)


def suspended(there, **days):
    """Let the Director suspend Corin between two days."""
    heard(there)
    cases.decide_case(
        by=there.head, now=NOW, case=there.case, outcome="suspension", reason="Twice.", **days
    )
