"""The sanction adviser: what the rulebook says about an event as it is entered.

Pure: a draft, its rulebook and the time go in, advice comes out; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from padd.core.championships.season import Neighbour, ReleaseTiming, needs_special_approval
from padd.core.messages import Message, message, verbatim
from padd.core.model import (
    DeckFormat,
    DeckTheme,
    Edition,
    Event,
    PairingStyle,
    Player,
    PlayerId,
    RulesSet,
)
from padd.core.refusal import RefusalError
from padd.core.text import slug
from padd.core.validation.sanction import Sanction, check_sanction, recommended_rounds
from padd.rulebooks.schema import Rulebook
from padd.services.events.event_form import EventForm
from padd.services.local_time import (
    format_date,
    hours_before,
    is_ambiguous_time,
    local_time,
    moment,
)

MOST_IMAGINED: Final = 500
CHAMPIONSHIP: Final = "championship"
"""The approval to hold a championship."""
CHAMPIONSHIPS: Final = ("regional", "national", "masters", "continental", "world")


@dataclass(frozen=True, slots=True, kw_only=True)
class FormChoice:
    """One thing that a form may offer, under the name the rulebook gives it."""

    value: str
    title: str
    default: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the rulebook lets one choose for an edition: nothing else is taken."""

    editions: tuple[FormChoice, ...]
    formats: tuple[FormChoice, ...]
    card_pools: tuple[FormChoice, ...]
    rules: tuple[FormChoice, ...]
    scenarios: tuple[FormChoice, ...]
    styles: tuple[FormChoice, ...]
    kinds: tuple[FormChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChampionshipSeason:
    """The months of a kind of championship, and whether the date lies in them."""

    title: str
    first_month: int
    last_month: int
    inside: bool | None
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededApproval:
    """An approval that a listing needs."""

    kind: str
    decides: str
    asked: Message
    cite: str
    blocks: bool = True
    """Whether the event stays hidden until it is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Documents:
    """What to bring."""

    required: tuple[str, ...]
    recommended: tuple[str, ...]
    director_brings: tuple[str, ...]
    player_brings: tuple[str, ...]
    cite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SanctionAdvice:
    """Everything the form says beside its fields."""

    sanction: Sanction
    level: int
    k: int | None
    last_moment: datetime | None
    """The last moment to register for sanctioning, in the event's own time."""
    last_change: datetime | None
    """The last moment to change date and time, in the event's own time."""
    seconds_left: int | None
    recommended_rounds: int | None
    season: ChampionshipSeason | None
    approvals: tuple[NeededApproval, ...]
    documents: Documents
    shown_twice: bool
    """Whether the clocks show the chosen time twice on that day."""
    preregistration_possible: bool
    conflicts: tuple[Neighbour, ...] = ()
    """Championships on the same or a neighboring weekend that stand in the way."""
    release: ReleaseTiming | None = None
    """How close a release tournament is to the release of its set."""

    @property
    def sanctioned(self) -> bool:
        """Whether the event would be sanctioned."""
        return self.sanction.sanctioned

    @property
    def rated(self) -> bool:
        """Whether the event would be rated."""
        return self.sanction.rated


def form_choices(book: Rulebook, edition: str) -> Choices:
    """Return what the matrices of a rulebook allow for an edition."""
    formats = book.formats
    editions = [e for e in Edition if any(e in of for of in formats.formats.values())]
    return Choices(
        editions=tuple(
            FormChoice(value=str(e), title=str(e), default=e == edition) for e in editions
        ),
        formats=_offered(formats.formats, edition, "constructed"),
        card_pools=_offered(
            formats.card_pools, edition, formats.default_card_pool.get("constructed")
        ),
        rules=_offered(formats.rules, edition, formats.preferred_rules.get(edition)),
        scenarios=tuple(
            FormChoice(value=name, title=scenario.title)
            for name, scenario in formats.scenarios.items()
            if edition in scenario.editions
        ),
        styles=tuple(
            FormChoice(value=style, title=style, default=number == 0)
            for number, style in enumerate(pairing_styles(book, edition))
        ),
        kinds=tuple(_kinds(book)),
    )


def _offered(
    matrix: dict[str, tuple[str, ...]], edition: str, usual: str | None
) -> tuple[FormChoice, ...]:
    return tuple(
        FormChoice(value=name, title=name, default=name == usual)
        for name, editions in matrix.items()
        if edition in editions
    )


def pairing_styles(book: Rulebook, edition: str) -> tuple[str, ...]:
    """Return the pairing styles that a rulebook has for an edition, usual first."""
    known = dict.fromkeys((*book.pairing.system, *book.sanctioning.styles))
    pods = edition == Edition.TRIBBLES
    return tuple(style for style in known if style.startswith("tribbles") == pods)


def _kinds(book: Rulebook) -> Iterator[FormChoice]:
    yield FormChoice(value="other", title="Local event", default=True)
    if book.championships is None:
        return
    for kind in CHAMPIONSHIPS:
        championship = getattr(book.championships.events, kind)
        if championship is not None:
            yield FormChoice(value=kind, title=championship.title)


def event_level(book: Rulebook, kind: str) -> int:
    """Return the level of a kind of event."""
    if book.championships is None or kind not in CHAMPIONSHIPS:
        return 1
    levels = book.championships.levels.items()
    return next((level for level, kinds in levels if kind in kinds), 1)


def sanction_advice(
    form: EventForm,
    book: Rulebook,
    *,
    now: datetime,
    registered: datetime | None = None,
    conflicts: tuple[Neighbour, ...] = (),
    release: ReleaseTiming | None = None,
    agreed: bool = False,
) -> SanctionAdvice:
    """Return what the rulebook says of a draft registered now, or when it was.

    `conflicts` are the championships near it, from the calendar; `release` tells how
    close a release tournament is to its set, from the card data. To a championship
    that the desk has `agreed` to needs no second approval.
    """
    starts = start_moment(form)
    level = event_level(book, form.kind)
    last_moment = _before(starts, book.sanctioning.notice_hours, form)
    event = imagined_event(form, book, starts=starts, registered=registered or now)
    return SanctionAdvice(
        sanction=check_sanction(event, book),
        level=level,
        k=book.ratings.k.get(level) if book.ratings else None,
        last_moment=last_moment,
        last_change=_before(starts, book.sanctioning.change_notice_hours, form),
        seconds_left=int((last_moment - now).total_seconds()) if last_moment else None,
        recommended_rounds=recommended_rounds(book, form.expected_players or 0),
        season=_season(form, book),
        approvals=tuple(
            needed
            for needed in approvals_needed(form, book)
            if not (agreed and needed.kind == CHAMPIONSHIP)
        ),
        documents=required_documents(form, book),
        shown_twice=_shown_twice(form),
        preregistration_possible=form.pairing_style not in book.sanctioning.no_preregistration,
        conflicts=conflicts,
        release=release,
    )


def start_moment(form: EventForm) -> datetime | None:
    """Return the moment of the start, if date, time and zone make one."""
    if form.starts is None or not form.time_zone:
        return None
    try:
        return moment(form.starts, form.time_zone, second_time=form.second_time)
    except RefusalError:
        return None


def _shown_twice(form: EventForm) -> bool:
    if form.starts is None or start_moment(form) is None:
        return False
    return is_ambiguous_time(form.starts, form.time_zone)


def _before(starts: datetime | None, hours: int | None, form: EventForm) -> datetime | None:
    if starts is None or hours is None:
        return None
    return local_time(hours_before(starts, hours), form.time_zone)


def imagined_event(
    form: EventForm, book: Rulebook, *, starts: datetime | None, registered: datetime
) -> Event:
    """Return the event that a draft describes, with as many players as expected."""
    edition = Edition(form.edition)
    expected = min(form.expected_players or 0, MOST_IMAGINED)
    rules = form.rules or book.formats.preferred_rules.get(edition, "")
    return Event(
        schema="padd-event/1",
        rulebook=book.id,
        name=form.name,
        edition=edition,
        format=DeckFormat(form.format),
        card_pool=form.card_pool,
        rules=RulesSet(rules) if rules else None,
        scenario=form.scenario or None,
        theme=DeckTheme(text=form.theme) if form.theme else None,
        level=event_level(book, form.kind),
        online=form.online,
        pairing_style=PairingStyle(form.pairing_style),
        rounds_planned=form.rounds_planned,
        starts=starts.isoformat() if starts else None,
        registered=registered.astimezone(UTC).isoformat(),
        directors=form.directors,
        players=tuple(Player(id=PlayerId(f"expected-{number}")) for number in range(expected)),
        rounds=(),
    )


def _season(form: EventForm, book: Rulebook) -> ChampionshipSeason | None:
    if book.championships is None or form.kind not in CHAMPIONSHIPS:
        return None
    championship = getattr(book.championships.events, form.kind)
    if championship is None:
        return None
    inside = (
        championship.first_month <= form.starts.month <= championship.last_month
        if form.starts
        else None
    )
    cite = book.citations[f"championships.events.{form.kind}"].cite
    return ChampionshipSeason(
        title=championship.title,
        first_month=championship.first_month,
        last_month=championship.last_month,
        inside=inside,
        cite=cite,
    )


def approvals_needed(form: EventForm, book: Rulebook) -> Iterator[NeededApproval]:
    """Yield every approval that the listing needs."""
    decides = book.roles.decides
    if needs_pool_approval(form, book):
        yield NeededApproval(
            kind="special-card-pool",
            decides=decides.get("special-card-pool", "department"),
            asked=message("Card pool “{pool}” at a championship", pool=form.card_pool),
            cite=book.citations["formats.approval.card_pools"].cite,
        )
    if book.sanctioning.approved_director:
        yield NeededApproval(
            kind="director",
            decides=decides.get("director-approval", "department"),
            asked=message("Director of a sanctioned event"),
            cite=book.citations["sanctioning.approved_director"].cite,
            blocks=False,
        )
    if book.championships is None or form.kind not in CHAMPIONSHIPS:
        return
    yield NeededApproval(
        kind=CHAMPIONSHIP,
        decides=decides.get(form.kind, "department"),
        asked=verbatim(getattr(book.championships.events, form.kind).title),
        cite=book.citations["championships.allocation"].cite,
    )
    if form.starts is not None and needs_special_approval(
        book.championships, form.kind, form.starts.date()
    ):
        yield NeededApproval(
            kind="conflicting-season",
            decides=decides.get("conflicting-season", "department"),
            asked=message(
                "Date during the championship season: {day}",
                day=format_date(form.starts, "%d %B %Y"),
            ),
            cite=book.citations["championships.conflict.kinds"].cite,
        )


def needs_pool_approval(form: EventForm, book: Rulebook) -> bool:
    """Tell whether the card pool needs approval at the level of the event."""
    rules, pool = book.formats.approval, slug(form.card_pool)
    if rules.from_level is None or event_level(book, form.kind) < rules.from_level:
        return False
    only_constructed = pool in rules.constructed_only
    return pool in rules.card_pools and (
        form.format == DeckFormat.CONSTRUCTED or not only_constructed
    )


def required_documents(form: EventForm, book: Rulebook) -> Documents:
    """Return the documents of the rules set and scenario, and what to bring."""
    papers = book.formats.documents
    rules = form.rules or book.formats.preferred_rules.get(form.edition, "")
    required = papers.required.get(rules, {}).get(form.edition, ())
    return Documents(
        required=(*required, *papers.scenario.get(slug(form.scenario), ())),
        recommended=papers.recommended.get(rules, {}).get(form.edition, ()),
        director_brings=book.sanctioning.director_brings,
        player_brings=book.sanctioning.player_brings,
        cite=book.citations["formats.documents.required"].cite,
    )
