"""Who runs organized play: the offices, who holds them, and who to contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from padd.presentation import words
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.store.queries.people.facts import HeldOffice, office_holders

HEAD: Final = "director-of-organized-play"
COORDINATOR: Final = "coordinator"
WORDS_OF_CODES: Final = {
    HEAD: "the Director of Organized Play",
    COORDINATOR: "the coordinator of the area",
    "department": "the Department of Organized Play",
    "any-member-of-the-department": "any member of the department",
    "chair": "the Chair of the Board",
    "tournament-director": "any tournament director",
    "tournament-coordinator": "the tournament coordinator",
    "rules-committee": "the Rules Committee",
    "publisher": "the publisher",
    "as-needed": "as needed",
    "after-each-expansion": "after each expansion",
    "e-mail": "by e-mail",
    "private-message": "by private message in the forum",
    "mail": "by letter",
    "telephone": "by telephone",
    "special-card-pool": "A special card pool at a championship",
    "conflicting-season": "A date inside the championship season",
    "chairs-challenge": "A Chair's Challenge",
    "release-tournament": "A release tournament",
    "director-approval": "Directors of sanctioned events",
    "regional": "A Regional Championship",
    "national": "A National Championship",
    "continental": "A Continental Championship",
    "world": "The World Championships",
    "masters": "A Trek Masters Championship",
    "league": "A league",
    "sponsorship": "Sponsorship of an event",
    "hall-of-fame-committee": "Hall of Fame selection committee",
    "chair-office": "Chair of the Board",
    "achievement-master": "Achievement Master",
    "chief-ambassador": "Chief Ambassador",
    "social-media-manager": "Social Media Manager",
    "allocate-higher-level-events": "allocate events of higher levels",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfficeHolder:
    """An office that the rulebook names, and who holds it today."""

    title: str
    does: str
    holders: tuple[HeldOffice, ...]
    stands_in: str
    """Who does the work while the office is vacant."""
    cite: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DepartmentAnswer:
    """One question that people have, and whom the rulebook names for it."""

    question: str
    answer: str
    cite: str
    path: str


@require_safe
def show_department(request: HttpRequest) -> HttpResponse:
    """Show who runs organized play by the newest rulebook, and whom to ask."""
    book = rulebook(rulebook_ids()[0])
    today = timezone.now().date()
    offices = [office for office in office_holders() if office.in_force(today)]
    context = {
        "section": "department",
        "book": book,
        "governs": words.join_names(list(book.roles.governs or ())),
        "posts": tuple(department_posts(book, offices)),
        "others": tuple(map(_office, book.roles.other_offices)),
        "decided": tuple(department_decisions(book)),
        "asked": tuple(department_contacts(book)),
        "cite": {
            name: book.citations[f"roles.{name}"].cite
            for name in ("governed_by", "other_offices", "decides")
        },
    }
    return render(request, "people/department.html", context)


def department_posts(book: Rulebook, offices: Iterable[HeldOffice]) -> Iterator[OfficeHolder]:
    """Give the head and the coordinators of a rulebook, with who holds each post."""
    roles, known = book.roles, list(offices)
    if roles.head is not None:
        yield OfficeHolder(
            title=_office(roles.head),
            does=_tasks(roles.head_does),
            holders=tuple(office for office in known if office.office == roles.head),
            stands_in="",
            cite=book.citations["roles.head"].cite,
            path="roles.head",
        )
    for number, scope in enumerate(roles.coordinators):
        area = scope.casefold().replace(" ", "-")
        yield OfficeHolder(
            title=f"Coordinator, {scope[0].upper()}{scope[1:]}",
            does="" if number else _tasks(roles.coordinators_do),
            holders=tuple(
                office for office in known if (office.office, office.area) == (COORDINATOR, area)
            ),
            stands_in=_code_words(roles.vacant_falls_to or ""),
            cite=book.citations["roles.coordinators"].cite,
            path="roles.coordinators",
        )


def department_decisions(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Give who decides on what."""
    for request, decider in book.roles.decides.items():
        yield _code_words(request), _code_words(decider)


def department_contacts(book: Rulebook) -> Iterator[DepartmentAnswer]:
    """Give whom to turn to with what, and how."""
    roles = book.roles
    for name, question, answer in (
        ("questions_to", "Questions and comments", _code_words(roles.questions_to)),
        ("contact", "How to reach them", _listed(roles.contact, "or")),
        ("concerns_to", "A complaint about a director", _listed(roles.concerns_to or (), "or")),
        ("new_versions", "New versions of the guide", _code_words(roles.new_versions or "")),
        ("suggestions_to", "Suggestions for them", _code_words(roles.suggestions_to or "")),
        ("interim_rulings", "Rulings between versions", _code_words(roles.interim_rulings or "")),
        ("final_authority", "Rulings in play", "the director of the event"),
    ):
        if answer:
            path = f"roles.{name}"
            cite = book.citations[path].cite
            yield DepartmentAnswer(question=question, answer=answer, cite=cite, path=path)


def _code_words(code: str) -> str:
    return WORDS_OF_CODES.get(code, code.replace("-", " "))


def _listed(codes: Iterable[str], last: str = "and") -> str:
    return words.join_names([_code_words(code) for code in codes]).replace(" and ", f" {last} ")


def _tasks(codes: Iterable[str] | None) -> str:
    text = words.join_names([_code_words(code) for code in codes or ()])
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _office(code: str) -> str:
    """Return the name of an office as it stands over it."""
    if code == HEAD:
        return "Director of Organized Play"
    name = (
        WORDS_OF_CODES.get(f"{code}-office") or WORDS_OF_CODES.get(code) or code.replace("-", " ")
    )
    return f"{name[0].upper()}{name[1:]}"
