"""Advice about an application by the guide, while it is written and at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.text import slugify

from padd.core.championships.season import (
    Neighbour,
    needs_special_approval,
    neighbours,
    outside_season,
    unstated,
)
from padd.core.messages import Message, message
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import cite
from padd.store.models.people import Region
from padd.store.queries.championships.championships import other_championships

if TYPE_CHECKING:  # breaks a cycle of imports
    from padd.services.championships.applications import ApplicationForm


@dataclass(frozen=True, slots=True)
class ApplicationAdvice:
    """A note of the adviser, with its rule."""

    words: Message
    cite: str


def neighbours_of(form: ApplicationForm) -> tuple[Neighbour, ...]:
    """Return the championships of the same game close to the days of a form."""
    rules = rulebook(rulebook_ids()[0]).championships
    if form.first_day is None or rules is None:
        return ()
    last = max(form.last_day or form.first_day, form.first_day)
    years = {form.first_day.year, last.year}
    others = other_championships(years=years, edition=form.edition)
    return neighbours(form.kind, form.first_day, last, others, rules)


def advice_of(form: ApplicationForm) -> tuple[ApplicationAdvice, ...]:
    """Return what the guide says about an application that can be sent."""
    book = rulebook(rulebook_ids()[0])
    rules, first = book.championships, form.first_day
    if rules is None:
        return ()
    found = []
    if first is not None and outside_season(rules, form.kind, first):
        found.append(
            ApplicationAdvice(
                message("This is outside the usual months, so it needs an official’s approval."),
                cite(book, f"championships.events.{form.kind}"),
            )
        )
    if first is not None and needs_special_approval(rules, form.kind, first):
        found.append(
            ApplicationAdvice(
                message(
                    "This falls in the season of Continentals and Worlds, so it "
                    "needs approval from the Department of Organized Play."
                ),
                cite(book, "championships.conflict.kinds"),
            )
        )
    if form.kind == "national":
        stated = {"games", *(["dates"] if first else [])}
        stated |= {name for name in ("times", "location") if getattr(form, name)}
        found += [
            ApplicationAdvice(
                message("The guide requires {field}.", field=field),
                cite(book, "championships.application_states"),
            )
            for field in unstated(rules, stated)
        ]
    area = Region.objects.filter(slug=form.region).values_list("area", flat=True)
    continents = {slugify(name) for name in rules.continents}
    if form.kind == "continental" and not continents.issuperset(area):
        found.append(
            ApplicationAdvice(
                message(
                    "Continentals are held in {continents}; anywhere else needs "
                    "an official’s approval.",
                    continents=tuple(rules.continents),
                ),
                cite(book, "championships.continents"),
            )
        )
    return tuple(found)
