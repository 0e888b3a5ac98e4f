"""The sanction adviser in words: verdict, points, what to bring, what is pending."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterator
from datetime import date
from typing import Final

import msgspec

from padd.core.championships.season import Neighbour, ReleaseTiming
from padd.core.formats.format import Finding
from padd.presentation import page_words
from padd.presentation.events.event_rows import short_moment
from padd.presentation.messages import text
from padd.presentation.words import Chip
from padd.rulebooks.schema import Rulebook, cite
from padd.services.events.event_form import EventForm
from padd.services.events.sanction_adviser import ChampionshipSeason, SanctionAdvice

MARKS: Final = {
    "ok": ("good", "check"),
    "warning": ("advice", "lightbulb"),
    "error": ("stuck", "x"),
}
QUIET: Final = frozenset({"no-director"})
"""Points that the form itself asks for."""
RECOMMENDED: Final = "rounds-below-recommended"
LEVELS: Final = {1: "Local", 2: "Regional", 3: "National", 4: "Continental", 5: "World"}
DECIDERS: Final = {"coordinator": "the coordinator of the area"}
THINGS: Final = {
    "required-documents": "the rules documents",
    "guide-section-7": "the guide or its section 7",
    "code-of-conduct": "the Code of Conduct",
    "timepiece": "a timepiece",
    "writing-utensils": "pens",
    "deck-list-forms-if-required": "blank deck list forms if they are required",
    "deck-list-form-if-required": "a deck list form if it is required",
    "rules-booklet": "the rules booklet",
    "rules-supplements": "the supplements",
    "faq": "the FAQ",
    "scorecard-per-player": "a PADD Display card for every player",
    "one-deck": "one deck",
    "up-to-date-documents": "up-to-date documents",
    "forum-handle": "your handle",
    "valid-deck": "a valid deck",
    "outside-the-game-materials": "whatever your cards need from outside the game",
}


class AdviserPoint(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the adviser."""

    kind: str
    icon: str
    lead: str
    text: str
    cite: str
    path: str = ""
    """The value of the rulebook behind it."""
    rounds: int | None = None
    """The number of rounds that a button would set."""


class AdviserPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The whole adviser."""

    book: str
    title: str
    under: str
    chip: Chip
    points: tuple[AdviserPoint, ...]
    required: tuple[str, ...]
    recommended: tuple[str, ...]
    director_brings: tuple[str, ...]
    player_brings: tuple[str, ...]
    documents_cite: str


def adviser_panel(
    advice: SanctionAdvice,
    form: EventForm,
    book: Rulebook,
    *,
    settled: bool = False,
    waits: bool = False,
) -> AdviserPanel:
    """Return the adviser beside the form, or on the page of a registered event.

    An event that `waits` for an approval is registered, and not sanctioned yet.
    """
    papers = advice.documents
    verb = "Is" if settled else "Will be"
    outside = advice.season is not None and advice.season.inside is False
    if not advice.sanctioned:
        chip = Chip("Not sanctioned", "circle")
        title = "Not sanctioned" if settled else "Will not be sanctioned"
    elif outside and not settled:
        chip = Chip("Out of season", "triangle-alert", "orange")
        title = "Outside the season of this championship"
    elif waits or (advice.approvals and not settled):
        chip = Chip("Needs approval", "hourglass", "lavender")
        title = "Sanctioned only once it is approved"
    elif not advice.rated:
        chip = Chip("Sanctioned, unrated", "circle-slash", "lavender")
        title = f"{verb} sanctioned, not rated"
    else:
        chip = Chip("Sanctioned", "badge-check", "blue")
        title = f"{verb} sanctioned and rated"
    paths = {citation.cite: path for path, citation in reversed(book.citations.items())}
    return AdviserPanel(
        book=book.id,
        title=title if not settled else page_words.capitalised(title.removeprefix("Is ")),
        under=book.title if settled else "as it stands now",
        chip=chip,
        points=tuple(
            msgspec.structs.replace(point, path=paths.get(point.cite, ""))
            for point in _points(advice, form, book, settled=settled)
        ),
        required=papers.required,
        recommended=papers.recommended,
        director_brings=tuple(map(item_words, papers.director_brings)),
        player_brings=tuple(map(item_words, papers.player_brings)),
        documents_cite=papers.cite,
    )


def item_words(slug: str) -> str:
    """Return the words for something to bring."""
    return THINGS.get(slug, slug.replace("-", " "))


def _said(finding: Finding, form: EventForm, book: Rulebook, *, settled: bool) -> str:
    """Return a finding as the form says it, before there is an event."""
    rules = book.sanctioning
    if finding.code == "players-to-come":
        least = (rules.minimum_players or {}).get(form.edition)
        return f"On the day at least {least} players must take part."
    if finding.code == "notice-unknown" and not settled:
        missing = "the venue or the time zone" if form.starts else "the start"
        return f"Enter {missing}: the notice needed for sanctioning is counted back from the start."
    return text(finding.message)


def _points(
    advice: SanctionAdvice, form: EventForm, book: Rulebook, *, settled: bool
) -> Iterator[AdviserPoint]:
    for finding in _in_order(advice):
        kind, icon = MARKS[finding.severity]
        suggested = finding.code == RECOMMENDED and not settled
        yield AdviserPoint(
            kind=kind,
            icon=icon,
            lead="",
            text=_said(finding, form, book, settled=settled),
            cite=finding.rule,
            rounds=advice.recommended_rounds if suggested else None,
        )
    if not settled:
        yield from _deadlines(advice)
    if advice.level > 1 or advice.k is not None:
        yield _level(advice)
    if advice.season is not None:
        yield _season(advice.season)
    yield from (_conflict(one, book) for one in advice.conflicts)
    if advice.release is not None:
        yield _release(advice.release, book)
    if not settled:
        yield from _approvals(advice)
    if not advice.preregistration_possible:
        yield AdviserPoint(
            kind="",
            icon="users",
            lead="Players can’t register:",
            text="they come from a qualifying event.",
            cite="",
        )
    if advice.shown_twice and not form.second_time:
        yield AdviserPoint(
            kind="advice",
            icon="lightbulb",
            lead="The clocks show this time twice that day.",
            text="The first one is used unless you choose the second.",
            cite="",
        )


def _in_order(advice: SanctionAdvice) -> list[Finding]:
    rank = {"error": 0, "ok": 1, "warning": 2}
    shown = [finding for finding in advice.sanction.findings if finding.code not in QUIET]
    return sorted(shown, key=lambda finding: rank[finding.severity])


def _deadlines(advice: SanctionAdvice) -> Iterator[AdviserPoint]:
    if advice.last_moment is not None and (advice.seconds_left or 0) > 0:
        yield AdviserPoint(
            kind="",
            icon="hourglass",
            lead=f"Register by {short_moment(advice.last_moment)}.",
            text="If you register later, it won’t be sanctioned.",
            cite="",
        )
    if advice.last_change is not None and advice.last_change != advice.last_moment:
        yield AdviserPoint(
            kind="",
            icon="hourglass",
            lead=f"From {short_moment(advice.last_change)}",
            text="date and time can’t be changed.",
            cite="",
        )


def _level(advice: SanctionAdvice) -> AdviserPoint:
    worth = f"k-value {advice.k}." if advice.k is not None else ""
    return AdviserPoint(
        kind="",
        icon="scale",
        lead=f"Level {advice.level}, {LEVELS[advice.level]}.",
        text=page_words.capitalised(worth),
        cite="",
    )


def _season(season: ChampionshipSeason) -> AdviserPoint:
    months = f"{month_name[season.first_month]} to {month_name[season.last_month]}"
    outside = season.inside is False
    return AdviserPoint(
        kind="advice" if outside else "",
        icon="lightbulb" if outside else "calendar",
        lead=f"{season.title}: season {months}.",
        text="The date is outside it." if outside else "",
        cite=season.cite,
    )


def _conflict(near: Neighbour, book: Rulebook) -> AdviserPoint:
    """Say what the guide has against the weekend of another championship."""
    never = near.answer == "never"
    path = "same_weekend" if never else "next_weekend"
    kind, icon = MARKS["error" if never else "warning"]
    return AdviserPoint(
        kind=kind,
        icon=icon,
        lead=f"{near.other.name} is on "
        + ("this weekend." if never else "the weekend before or after."),
        text="Choose another one." if never else "Decided case by case.",
        cite=cite(book, f"championships.conflict.{path}"),
    )


def _release(timing: ReleaseTiming, book: Rulebook) -> AdviserPoint:
    """Say how close a release tournament is to the release of its set."""
    lead, said = "Release tournament:", "the date is close to the release."
    if timing.released is None:
        said = "the set is not in the card data, so its date can’t be checked."
    elif timing.days < 0:
        said = f"the set comes out later, on {_day(timing.released)}."
    elif not timing.close:
        days = timing.days
        said = f"the set came out {days} days before, on {_day(timing.released)}."
    return AdviserPoint(
        kind="" if timing.close else "advice",
        icon="calendar" if timing.close else "lightbulb",
        lead=lead,
        text=said if timing.close else f"{said} It should be held soon after.",
        cite=cite(book, "championships.release.close_days"),
    )


def _day(day: date) -> str:
    return f"{day.day} {month_name[day.month]} {day.year}"


def _approvals(advice: SanctionAdvice) -> Iterator[AdviserPoint]:
    for approval in advice.approvals:
        who = DECIDERS.get(approval.decides, "the Department of Organized Play")
        yield AdviserPoint(
            kind="advice",
            icon="hourglass",
            lead=f"{approval.asked}:",
            text=f"approved by {who} before it is listed.",
            cite=approval.cite,
        )
