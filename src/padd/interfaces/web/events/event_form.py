"""The registration form: from what was typed to a draft, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any, Final

from django.http import QueryDict

from padd.core.messages import Message, message, sentences
from padd.core.refusal import Refusal
from padd.core.text import look_alike_outline
from padd.interfaces.web.events.forms import zones_by_continent
from padd.presentation import page_words
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.access.actors import Actor
from padd.services.events import venues
from padd.services.events.event_form import EventForm, RoundsChangeForm
from padd.services.events.regions import zone_of_region
from padd.services.events.sanction_adviser import Choices, FormChoice, form_choices
from padd.services.people import people
from padd.services.refusal import house_refusal
from padd.store.queries.events.facts import EventFacts
from padd.store.queries.events.venues import VenueFacts, find_venues, list_regions, venue_facts

TEXTS: Final = (
    "name",
    "time_zone",
    "pool_note",
    "theme",
    "theme_cards",
    "release_set",
    "contact_name",
    "contact_email",
    "contact_phone",
    "discussion_thread",
    "entry_fee",
    "prizes",
    "special_rules",
)
TICKS: Final = (
    "final_confrontation",
    "league_event",
    "online",
    "second_time",
    "deck_lists_required",
    "preregistration_required",
)
FROM_MATRIX: Final = {
    "format": "formats",
    "card_pool": "card_pools",
    "rules": "rules",
    "scenario": "scenarios",
    "pairing_style": "styles",
    "kind": "kinds",
}
LABELS: Final = {
    "format": "format",
    "card_pool": "card pool",
    "rules": "rules set",
    "scenario": "scenario",
    "pairing_style": "pairing style",
    "kind": "kind of event",
}
OWN_FIELDS: Final = ("date", "time", "ends_on", "where", "expected", "rounds", "seats")
DIRECTORS: Final = ("director_1", "director_2", "director_3")
NEW_VENUE: Final = ("venue_street", "venue_postcode", "venue_town", "venue_region")
_A_NUMBER: Final = message("Enter a whole number, such as 12.")
UNREADABLE: Final = {
    "date": message("Enter the date as 2026-05-17."),
    "time": message("Enter the time as 10:30."),
    "ends_on": message("Enter the date as 2026-05-17."),
    "rounds": _A_NUMBER,
    "expected": _A_NUMBER,
    "seats": _A_NUMBER,
}
MOST_DIGITS: Final = 5


@dataclass(slots=True, kw_only=True)
class FilledForm:
    """A form as it was filled in: the draft, the typed words, what is wrong."""

    draft: EventForm
    typed: dict[str, str] = field(default_factory=dict)
    wrong: dict[str, Refusal] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)
    """Choices that the chosen game does not have, and what stands there now."""

    def refuse(self, refusals: Iterable[Refusal]) -> None:
        """Put each reason beside its field, unless it is there already."""
        for refusal in refusals:
            if refusal in self.wrong.values():
                continue
            self.wrong.setdefault(FIELDS.get(refusal.place, refusal.place) or "form", refusal)


FIELDS: Final = {
    "starts": "date",
    "venue": "where",
    "region": "where",
    "directors": "director_1",
    "rounds_planned": "rounds",
    "expected_players": "expected",
    "capacity": "seats",
}
"""Where the form shows what the service says of a field."""


def read_form(posted: QueryDict) -> FilledForm:
    """Return what was typed as a draft; a choice that is not offered is replaced."""
    book = posted.get("rulebook", "")
    book = book if book in rulebook_ids() else rulebook_ids()[0]
    games = rulebook(book).games
    edition = posted.get("edition", "")
    edition = edition if edition in games else games[min(1, len(games) - 1)]
    starts = _moment(posted.get("date", ""), posted.get("time", ""))
    values: dict[str, Any] = {name: posted.get(name, "") for name in TEXTS}
    values |= {name: bool(posted.get(name)) for name in TICKS}
    filled = FilledForm(
        draft=EventForm(
            **values,
            rulebook=book,
            edition=edition,
            starts=starts,
            ends_on=_day(posted.get("ends_on", "")),
            deck_deadline=_clock_time(posted.get("deck_deadline", "")),
            rounds_planned=_number(posted.get("rounds", "")) or 0,
            expected_players=_number(posted.get("expected", "")),
            capacity=_number(posted.get("seats", "")),
        ),
        typed={
            name: posted.get(name, "")
            for name in (*OWN_FIELDS, *DIRECTORS, *NEW_VENUE, "rounds_ground", "reason")
        },
    )
    _apply_choices(filled, posted)
    _refuse_unreadable(filled)
    return filled


def _refuse_unreadable(filled: FilledForm) -> None:
    """Name what was typed and cannot be read, rather than taking something else."""
    draft, typed = filled.draft, filled.typed
    if typed["date"] and draft.starts is None:
        place = "date" if _day(typed["date"]) is None else "time"
        filled.wrong[place] = house_refusal("unreadable", UNREADABLE[place], place=place)
    read = {
        "ends_on": draft.ends_on,
        "rounds": _number(typed["rounds"]),
        "expected": draft.expected_players,
        "seats": draft.capacity,
    }
    for name, value in read.items():
        if typed[name].strip() and value is None:
            filled.wrong[name] = house_refusal("unreadable", UNREADABLE[name], place=name)


def _apply_choices(filled: FilledForm, posted: Mapping[str, str]) -> None:
    """Take the choices of the matrices; what is not offered becomes the usual."""
    offered = form_choices(rulebook(filled.draft.rulebook), filled.draft.edition)
    chosen: dict[str, str] = {}
    for name, where in FROM_MATRIX.items():
        options: tuple[FormChoice, ...] = getattr(offered, where)
        value = posted.get(name, "")
        known = {option.value for option in options}
        if value in known or (name == "scenario" and not value):
            chosen[name] = value
            continue
        chosen[name] = "" if name == "scenario" else _usual(options)
        if value:
            filled.replaced.append(
                f"The {LABELS[name]} “{value}” can’t be chosen for "
                f"{page_words.EDITIONS[filled.draft.edition]} here."
            )
    filled.draft = replace(filled.draft, **chosen)  # type: ignore[arg-type]


def _usual(options: tuple[FormChoice, ...]) -> str:
    usual = next((option.value for option in options if option.default), "")
    return usual or (options[0].value if options else "")


def _moment(date_: str, time: str) -> datetime | None:
    return _clock_time(f"{date_}T{time or '10:00'}")


def _clock_time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        return None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _number(text: str) -> int | None:
    text = text.strip()
    plain = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if plain else None


def blank_form(*, time_zone: str = "") -> FilledForm:
    """Return the form as it opens."""
    form = EventForm(time_zone=time_zone)
    offered = form_choices(rulebook(form.rulebook), form.edition)
    filled = FilledForm(draft=replace(form, rules=_usual(offered.rules)))
    filled.typed = field_values(filled.draft)
    return filled


def field_values(
    form: EventForm, *, where: str = "", handles: Iterable[str] = ()
) -> dict[str, str]:
    """Return the words that stand in the fields for a draft."""
    typed = dict.fromkeys((*OWN_FIELDS, *DIRECTORS, *NEW_VENUE), "")
    typed |= {"rounds_ground": "", "reason": "", "where": where}
    if form.starts is not None:
        typed["date"] = f"{form.starts:%Y-%m-%d}"
        typed["time"] = f"{form.starts:%H:%M}"
    typed["ends_on"] = form.ends_on.isoformat() if form.ends_on else ""
    typed["rounds"] = str(form.rounds_planned)
    typed["expected"] = str(form.expected_players or "")
    typed["seats"] = str(form.capacity or "")
    typed |= dict(zip(DIRECTORS, handles, strict=False))
    return typed


def form_from_draft(form: EventForm, facts: EventFacts | None = None) -> FilledForm:
    """Return the form filled with a draft that was kept."""
    venue = venue_facts(form.venue) if form.venue else None
    handles = [director.handle for director in facts.directors] if facts else []
    where = venue_line(venue) if venue else ""
    return FilledForm(draft=form, typed=field_values(form, where=where, handles=handles))


def resolve_directors(filled: FilledForm, *, by: Actor, now: datetime, adding: bool) -> None:
    """Find the directors by handle or name; add one that is not known if asked."""
    ids: list[str] = []
    for name in DIRECTORS:
        text = filled.typed.get(name, "").strip()
        if not text:
            continue
        sorted_out = people.sort_pasted_players(by=by, now=now, text=text)
        if sorted_out.found and (known := sorted_out.found[0].found):
            ids.append(known.public_id)
        elif adding:
            details = people.PersonDetails(handle=text)
            ids.append(people.add_person(by=by, now=now, details=details))
        else:
            filled.wrong[name] = house_refusal("person-unknown", _unknown(text, sorted_out))
    if not ids and by.person_id is None and "director_1" not in filled.wrong:
        filled.wrong["director_1"] = house_refusal("missing", message("Name the director."))
    filled.draft = replace(filled.draft, directors=tuple(ids))


def _unknown(name: str, sorted_out: people.PastedList) -> Message:
    near = [person.handle for line in sorted_out.close for person in line.close]
    return sentences(
        message("No player here is called “{name}”.", name=name),
        message("Did you mean {near}?", near=" or ".join(near)) if near else None,
        message("To add a new person, check the box below and save again."),
    )


def draft_at_venue(filled: FilledForm) -> EventForm:
    """Return the draft at its venue, if that is known; nothing is added."""
    text = filled.typed.get("where", "").strip()
    known = venue_named(text) if text and not filled.draft.online else None
    if known is None:
        return filled.draft
    zone = filled.draft.time_zone or known.time_zone
    return replace(filled.draft, venue=known.public_id, region="", time_zone=zone)


def resolve_venue(filled: FilledForm, *, by: Actor, now: datetime) -> None:
    """Find the venue by name and town, or add it with the address given."""
    text = filled.typed.get("where", "").strip()
    if filled.draft.online or not text:
        return
    known = draft_at_venue(filled)
    if known.venue:
        filled.draft = known
        return
    town, region = filled.typed["venue_town"], filled.typed["venue_region"]
    if not town.strip() or not region:
        filled.wrong["where"] = house_refusal(
            "venue-unknown",
            message(
                "“{text}” is not known yet. Enter its town and country below to add it.", text=text
            ),
        )
        return
    details = venues.VenueDetails(
        name=text,
        town=town,
        region=region,
        time_zone=filled.draft.time_zone or zone_of_region(region),
        street=filled.typed["venue_street"],
        postcode=filled.typed["venue_postcode"],
    )
    added = venues.add_venue(by=by, now=now, details=details)
    zone = details.time_zone
    filled.draft = replace(filled.draft, venue=added, region="", time_zone=zone)


def venue_line(venue: VenueFacts) -> str:
    """Return a venue as it is chosen in the form: name and town."""
    return f"{venue.name}, {venue.town}"


def venue_named(text: str) -> VenueFacts | None:
    """Return the one venue of that name and town, or of that name alone."""
    plain = text.replace(",", " ")
    venues = find_venues(plain)
    shape = look_alike_outline(plain)
    exact = [
        venue
        for venue in venues
        if look_alike_outline(venue_line(venue).replace(",", " ")) == shape
        or look_alike_outline(venue.name.replace(",", " ")) == shape
    ]
    return exact[0] if len(exact) == 1 else None


def rounds_change_from_form(posted: QueryDict) -> RoundsChangeForm | None:
    """Return why the number of rounds changes, if the form says so."""
    ground = posted.get("rounds_ground", "")
    if not ground:
        return None
    return RoundsChangeForm(
        ground=ground, agreed=tuple(posted.getlist("agreed")), description=posted.get("reason", "")
    )


MOST_VENUES: Final = 500


def form_context(filled: FilledForm) -> dict[str, Any]:
    """Return what the template of the form needs beside the values."""
    book = rulebook(filled.draft.rulebook)
    offered = form_choices(book, filled.draft.edition)
    return {
        "filled": filled,
        "draft": filled.draft,
        "typed": filled.typed,
        "wrong": filled.wrong,
        "books": [rulebook(name) for name in rulebook_ids()],
        "book": book,
        "offered": titled_choices(offered, book.rules_sets),
        "zones": zones_by_continent(),
        "regions": list_regions(),
        "known_venues": find_venues("", limit=MOST_VENUES),
    }


def titled_choices(offered: Choices, rules_sets: Mapping[str, str]) -> dict[str, list[FormChoice]]:
    """Return the choices under words for people."""
    return {
        name: [
            replace(choice, title=_title(name, choice, rules_sets))
            for choice in getattr(offered, name)
        ]
        for name in FROM_MATRIX.values()
    }


def _title(name: str, choice: FormChoice, rules_sets: Mapping[str, str]) -> str:
    if name == "rules":
        return rules_sets.get(choice.value, choice.title)
    if name == "styles":
        return page_words.capitalised(page_words.STYLES[choice.value])
    if name in {"formats", "card_pools"}:
        return page_words.capitalised(choice.title.replace("-", " "))
    return choice.title
