"""A disqualification opens a case at the desk of the area, once (App. B, COND-63)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from padd.core.conduct.case import CaseEntry, CaseReported, CaseSource, Part
from padd.core.eventlog.actions.penalties import DISQUALIFICATION
from padd.core.eventlog.state.event_state import GivenPenalty, LogState
from padd.services.access.permissions import area_of
from padd.store.models.conduct import Case
from padd.store.models.events import Event
from padd.store.models.people import Account, Person
from padd.store.models.reports import PlayerMatch
from padd.store.writes.case_log import create_case


def open_disqualification_cases(
    row: Event, state: LogState, *, account_id: int | None
) -> list[Case]:
    """Open a case for each disqualification that has none yet; return them.

    Players without a known person get theirs when the report names the person.
    """
    given = [one for one in state.penalties if one.level >= DISQUALIFICATION]
    if not given:
        return []
    there = set(Case.objects.filter(event=row).values_list("penalty", flat=True))
    people = _people(row, given)
    return [
        _opened(row, one, people[one.player], account_id=account_id)
        for one in given
        if one.sequence not in there and one.player in people
    ]


def _people(row: Event, given: Iterable[GivenPenalty]) -> dict[str, Person]:
    players = [one.player for one in given]
    matched = PlayerMatch.objects.filter(event=row, player__in=players)
    found = {
        one.player: one.person for one in matched.select_related("person") if one.person is not None
    }
    known = Person.objects.filter(public_id__in=players, anonymised_at=None)
    return {person.public_id: person for person in known} | found


def _opened(row: Event, given: GivenPenalty, person: Person, *, account_id: int | None) -> Case:
    reporter = Account.objects.filter(pk=account_id or 0, local=False).first()
    entry = CaseEntry(
        sequence=1,
        at=datetime.fromisoformat(given.at),
        by=f"account:{reporter.public_id}" if reporter else "system",
        part=Part.REPORTER,
        act=CaseReported(
            source=CaseSource.DISQUALIFICATION,
            text=given.what,
            infraction=given.infraction or "",
            level=given.level,
            round=given.round,
        ),
    )
    case = Case(
        person=person.merged_into or person,
        event=row,
        penalty=given.sequence,
        reporter=reporter,
        area=area_of(row),
        source=CaseSource.DISQUALIFICATION.value,
    )
    return create_case(case, entry)
