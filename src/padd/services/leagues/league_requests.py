"""Start a league: the request, the desk's decision, and who runs it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.db import transaction

from padd.core.leagues.event_points import league_rules
from padd.core.messages import message
from padd.core.model import Edition
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook
from padd.rulebooks.schema import Rulebook, cite
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, require, roles_of
from padd.services.refusal import NotFound, Outdated, house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.leagues import League, LeagueState
from padd.store.models.people import Account, Area, Grant, Office, Person
from padd.store.writes.event_log import add_audit_entry

LONGEST_NAME: Final = 80
LONGEST_ANSWER: Final = 500


def request_league(
    *,
    by: Actor,
    now: datetime,
    name: str,
    director: str,
    committed: int,
    place: str = "",
    edition: str = Edition.SECOND,
    rulebook_id: str = "opg-5",
) -> str:
    """Ask for a league; return its public id. A laptop's own league starts at once."""
    name, place = normalize_line(name), normalize_line(place)
    book = rulebook(rulebook_id)
    rules = league_rules(book)
    with transaction.atomic():
        require(Permission.LEAGUE_FOUND, by)
        person = _director(director, by)
        refuse_all(_objections(name, place, committed, person, book))
        if person is None:
            raise NotFound("player")
        if League.objects.filter(name__iexact=name).exclude(state="refused").exists():
            taken = message("A league with that name already exists.")
            raise refusal_error("name-taken", taken, place="name")
        at_once = AccessRole.LAPTOP in roles_of(by)
        # The newer guide sends the request to the Director, the older one to any
        # member of the Department: there the desk of the area may answer (AMB-75).
        alone = rules.forming.contact == "director-of-organized-play"
        area = "" if alone else _area(person)
        league = League.objects.create(
            name=name,
            place=place,
            area=area,
            edition=edition,
            rulebook=book.id,
            state=LeagueState.ACTIVE if at_once else LeagueState.REQUESTED,
            director=person,
            committed=committed,
            requester_id=by.account_id,
            created_at=now,
        )
        add_audit_entry(
            Permission.LEAGUE_FOUND,
            by=by.label,
            subject=f"league:{league.public_id}",
            at=now,
            after={"name": name, "rulebook": book.id, "players": committed},
        )
    return league.public_id


def decide_league(
    *, by: Actor, now: datetime, league: str, approve: bool, answer: str = ""
) -> None:
    """Approve or refuse a league; its director then holds the office."""
    answer = normalize_line(answer)
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_DECIDE, by, area=row.area)
        if not approve and not answer:
            missing = message("Give the person who asked a reason.")
            raise refusal_error("missing", missing, place="answer")
        if refusal := text_refusal(answer, place="answer", most=LONGEST_ANSWER):
            raise RefusalError(refusal)
        state = LeagueState.ACTIVE if approve else LeagueState.REFUSED
        waiting = League.objects.filter(pk=row.pk, state=LeagueState.REQUESTED)
        written = waiting.update(
            state=state, decided_at=now, decided_by=by.account_id, answer=answer
        )
        if not written:
            raise Outdated("request")
        if approve:
            _grant_office(row, now)
        add_audit_entry(
            Permission.LEAGUE_DECIDE,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            before={"state": str(LeagueState.REQUESTED)},
            after={"state": str(state)},
            reason=answer,
        )


def name_deputies(*, by: Actor, now: datetime, league: str, handles: tuple[str, ...]) -> None:
    """Say who runs the league beside its director (LEAG-6)."""
    with transaction.atomic():
        row = league_row(league)
        require(Permission.LEAGUE_RUN, by, league=row)
        people = [person_by_handle(handle) for handle in map(normalize_line, handles) if handle]
        row.deputies.set(people)
        add_audit_entry(
            Permission.LEAGUE_RUN,
            by=by.label,
            subject=f"league:{row.public_id}",
            at=now,
            after={"deputies": [person.public_id for person in people]},
        )


def league_row(public_id: str) -> League:
    """Return a league by its id."""
    row = League.objects.filter(public_id=public_id).first()
    if row is None:
        raise NotFound("league")
    return row


def person_by_handle(handle: str) -> Person:
    """Return the person with a handle, or refuse an unknown handle."""
    person = Person.objects.filter(
        handle__iexact=handle, anonymised_at=None, merged_into=None
    ).first()
    if person is None:
        unknown = message('No player has the handle "{handle}".', handle=handle)
        raise refusal_error("player-unknown", unknown, place="handle")
    return person


def _director(handle: str, by: Actor) -> Person | None:
    if handle:
        return person_by_handle(normalize_line(handle))
    return Person.objects.filter(pk=by.person_id or 0).first()


def _objections(
    name: str, place: str, committed: int, person: Person | None, book: Rulebook
) -> Iterator[Refusal]:
    rules = league_rules(book)
    for text, field, needed in ((name, "name", True), (place, "place", False)):
        refusal = text_refusal(text, place=field, most=LONGEST_NAME, needed=needed)
        if refusal:
            yield refusal
    if person is None and "league-director-handle" in rules.forming.states:
        yield house_refusal(
            "missing",
            message("Name the League Director by handle."),
            place="handle",
            rule=cite(book, "leagues.forming.states"),
        )
    if committed < rules.forming.players:
        yield house_refusal(
            "too-few-players",
            message(
                "A league needs {least} players who promise to play.", least=rules.forming.players
            ),
            place="committed",
            rule=cite(book, "leagues.forming.players"),
        )


def _area(person: Person) -> str:
    area = person.region.area if person.region else ""
    return area if area in Area.values and area != Area.ELSEWHERE else ""


def _grant_office(row: League, now: datetime) -> None:
    account = Account.objects.filter(person=row.director).first()
    held = Grant.objects.filter(
        account=account, office=Office.LEAGUE_DIRECTOR, until=None, ended_at=None
    )
    if account is not None and not held.exists():
        Grant.objects.create(account=account, office=Office.LEAGUE_DIRECTOR, since=now.date())
