"""Add, claim and correct people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q

from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.core.text import ignorable_character, look_alike_outline, visible_text
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require, roles_of
from padd.services.access.rate_limit import limit_creation
from padd.services.access.visibility import Audience, audiences, person_named
from padd.services.people.search import KnownPerson, hide_name, known_person, look_up
from padd.services.refusal import NotFound, house_refusal, refusal_error, refuse_all
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.people import LATEST_BIRTH_YEAR, OLDEST_BIRTH_YEAR, Account, Person, Region
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

LONGEST_HANDLE: Final = 40
LONGEST_NAME: Final = 100
LONGEST_CONTACT: Final = 200
MOST_LINES: Final = 500
PUNCTUATION: Final = frozenset("-_.' ’")


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonDetails:
    """What is known of a person, as a form gives it."""

    handle: str
    name: str = ""
    region: str = ""
    """The slug of a region, or nothing."""
    contact: str = ""
    birth_year: int | None = None
    hides_name: bool = False
    """Whether only officials and directors of their own events see the name."""

    def tidied(self) -> PersonDetails:
        """Return the same in one spelling."""
        return PersonDetails(
            handle=normalize_line(self.handle),
            name=normalize_line(self.name),
            region=self.region,
            contact=normalize_line(self.contact),
            birth_year=self.birth_year,
            hides_name=self.hides_name,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line of a pasted list and what it may mean."""

    text: str
    found: KnownPerson | None = None
    close: tuple[KnownPerson, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedList:
    """A pasted list, sorted out: known, perhaps known, not known."""

    found: tuple[PastedLine, ...]
    close: tuple[PastedLine, ...]
    unknown: tuple[PastedLine, ...]


def add_person(*, by: Actor, now: datetime, details: PersonDetails) -> str:
    """Add a person and return the public id."""
    require(Permission.PERSON_ADD, by)
    limit_creation(Permission.PERSON_ADD, by, now=now)
    tidy = details.tidied()
    refuse_all(person_objections(tidy))
    with transaction.atomic():
        person = Person(created_at=now)
        _write(person, tidy)
        add_audit_entry(
            Permission.PERSON_ADD,
            by=by.label,
            subject=f"person:{person.public_id}",
            at=now,
            after=_public_facts(person),
        )
    return person.public_id


def edit_person(*, by: Actor, now: datetime, person: str, details: PersonDetails) -> None:
    """Correct what is known of a person."""
    tidy = details.tidied()
    with transaction.atomic():
        row = find_person(person)
        require(
            Permission.PERSON_EDIT, by, person_id=row.pk, area=row.region.area if row.region else ""
        )
        refuse_all(person_objections(tidy))
        before = _public_facts(row)
        changed = _changed(row, tidy)
        _write(row, tidy)
        add_audit_entry(
            Permission.PERSON_EDIT,
            by=by.label,
            subject=f"person:{row.public_id}",
            at=now,
            before=before,
            after={**_public_facts(row), "changed": changed},
        )


def claim(*, by: Actor, now: datetime, details: PersonDetails) -> str:
    """Give a signed-in account its person, new, and return the public id."""
    require(Permission.PERSON_CLAIM, by)
    if by.account_id is None or by.person_id is not None:
        raise refusal_error("has-a-person", message("This account already has a player profile."))
    tidy = details.tidied()
    refuse_all(person_objections(tidy))
    with transaction.atomic():
        person = Person(created_at=now)
        _write(person, tidy)
        Account.objects.filter(pk=by.account_id, person=None).update(person=person)
        add_audit_entry(
            Permission.PERSON_CLAIM,
            by=by.label,
            subject=f"person:{person.public_id}",
            at=now,
            after=_public_facts(person),
        )
    return person.public_id


def find_person(public_id: str) -> Person:
    """Return the person of a public id; a duplicate leads to the one kept."""
    row = (
        Person.objects.select_related("region", "merged_into__region")
        .filter(public_id=public_id)
        .first()
    )
    if row is None or row.anonymised_at is not None:
        raise NotFound("person")
    return row.merged_into or row


def person_objections(details: PersonDetails) -> Iterator[Refusal]:
    """Give everything that is wrong with the details of a person."""
    yield from filter(
        None,
        (
            text_refusal(details.handle, place="handle", most=LONGEST_HANDLE, needed=True),
            text_refusal(details.name, place="name", most=LONGEST_NAME),
            text_refusal(details.contact, place="contact", most=LONGEST_CONTACT),
        ),
    )
    if not all(c.isalnum() or c in PUNCTUATION for c in details.handle):
        yield house_refusal(
            "handle-characters",
            message("A handle can contain only letters, digits, spaces and - _ . '"),
            place="handle",
        )
    if ignorable_character(details.handle) is not None:
        yield house_refusal(
            "hidden-character",
            message("It contains an invisible character. Type it again."),
            place="handle",
        )
    if details.region and not _known_region(details.region):
        yield house_refusal("region-unknown", message("There is no such region."), place="region")
    year = details.birth_year
    if year is not None and not OLDEST_BIRTH_YEAR <= year <= LATEST_BIRTH_YEAR:
        yield house_refusal(
            "birth-year", message("Enter the year with four digits."), place="birth_year"
        )


def _known_region(slug: str) -> bool:
    # PostgreSQL refuses to be asked for some characters, so they are not asked for.
    return slug.isprintable() and Region.objects.filter(slug=slug).exists()


def _write(person: Person, details: PersonDetails) -> None:
    person.handle = details.handle
    person.outline = look_alike_outline(details.handle)
    person.name = details.name
    person.name_outline = look_alike_outline(details.name)
    person.region = Region.objects.get(slug=details.region) if details.region else None
    person.contact = details.contact
    person.birth_year = details.birth_year
    person.hides_name = details.hides_name
    person.revision = next_number("person")
    try:
        with transaction.atomic():
            person.save()
    except IntegrityError as error:
        raise refusal_error(
            "handle-taken",
            message(
                "The handle “{handle}” is taken, or looks like one that is.", handle=details.handle
            ),
            place="handle",
        ) from error


def _public_facts(person: Person) -> dict[str, str | None]:
    """Return what the audit may keep: nothing that says who it is."""
    return {"region": person.region.slug if person.region else None}


def _changed(person: Person, details: PersonDetails) -> list[str]:
    return [
        name
        for name in ("handle", "name", "contact", "birth_year", "hides_name")
        if getattr(person, name) != getattr(details, name)
    ]


def sort_pasted_players(*, by: Actor, now: datetime, text: str) -> PastedList:
    """Sort a pasted list of names and handles out: known, close, not known.

    A name that is hidden from the public finds nobody, not even for the director of
    an event: anybody may list one.
    """
    require(Permission.PERSON_ADD, by)
    eyes = audiences(roles_of(by))
    lines = [line for line in map(normalize_line, map(visible_text, text.splitlines())) if line]
    if len(lines) > MOST_LINES:
        raise RefusalError(_too_many())
    texts = list(dict.fromkeys(lines))
    known = _known_exactly(
        {look_alike_outline(part) for text in texts for part in _readings(text)}, eyes, now=now
    )
    sorted_out = [_line(text, known, eyes, now=now) for text in texts]
    return PastedList(
        found=tuple(line for line in sorted_out if line.found),
        close=tuple(line for line in sorted_out if line.close and not line.found),
        unknown=tuple(line for line in sorted_out if not line.found and not line.close),
    )


def recognise_players(
    *, by: Actor, now: datetime, readings: Sequence[Sequence[str]]
) -> tuple[KnownPerson | None, ...]:
    """Return who is meant by each line; the first of its readings that is known."""
    require(Permission.PERSON_ADD, by)
    if len(readings) > MOST_LINES:
        raise RefusalError(_too_many())
    shapes = {look_alike_outline(text) for texts in readings for text in texts}
    known = _known_exactly(shapes, audiences(roles_of(by)), now=now)
    return tuple(
        next((known[shape] for shape in map(look_alike_outline, texts) if shape in known), None)
        for texts in readings
    )


def _too_many() -> Refusal:
    return house_refusal(
        "too-many",
        message("Paste at most {most_lines} lines at once.", most_lines=MOST_LINES),
        place="list",
    )


def _known_exactly(
    shapes: set[str], eyes: frozenset[Audience], *, now: datetime
) -> dict[str, KnownPerson]:
    """Return who has one of these handles, or alone has one of these names."""
    rows = Person.objects.select_related("region").filter(
        Q(outline__in=shapes) | Q(name_outline__in=shapes), merged_into=None, anonymised_at=None
    )
    persons: dict[str, KnownPerson] = {}
    namesakes: dict[str, list[Person]] = {}
    for row in rows:
        if person_named(row, eyes, now=now):
            namesakes.setdefault(row.name_outline, []).append(row)
    for shape, people in namesakes.items():
        if len(people) == 1:
            persons[shape] = known_person(people[0], 1.0)
    persons.update({row.outline: hide_name(known_person(row, 1.0), eyes, now=now) for row in rows})
    return persons


def _line(
    text: str, known: dict[str, KnownPerson], eyes: frozenset[Audience], *, now: datetime
) -> PastedLine:
    for reading in _readings(text):
        exact = known.get(look_alike_outline(reading))
        if exact is not None:
            return PastedLine(text=text, found=exact)
    return PastedLine(text=text, close=look_up(text=text, eyes=eyes, now=now, limit=3))


def _readings(text: str) -> Iterator[str]:
    """Give the parts of a line that may be a handle or a name."""
    yield text
    for mark in ("\t", ",", ";", "(", " - "):
        if mark in text:
            yield from (part.strip(" )") for part in text.split(mark) if part.strip())
