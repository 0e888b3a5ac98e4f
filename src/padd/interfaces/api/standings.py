"""API of standings with reasons: the documents that `padd` prints."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from ninja import Router

from padd.core.messages import message
from padd.core.model import Event
from padd.interfaces.api.event_view import seen
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import AnyRulebook, EventId, PlayerId
from padd.interfaces.api.refusals import missing, refuse
from padd.presentation.formats.presenter import presenter_of, rescored_view, standings_with_rulings
from padd.presentation.formats.reasons import Sum, why_document
from padd.presentation.formats.standings import rescored_document, standings_document
from padd.rulebooks.loader import rulebook_ids

router = Router(tags=["Standings"])


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings, with the fields that its kind of play has."""

    place: int
    player: str
    decided_by: str | None
    vp: int | None = None
    sos: int | None = None
    differential: int | None = None
    cvp: int | None = None
    results: tuple[str, ...] | None = None
    points: int | None = None
    rounds_won: int | None = None
    table: int | None = None
    disqualified: bool = False


class StandingsRead(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, exactly as `padd standings --json` prints them."""

    event: str
    rulebook: str
    final: bool
    standings: tuple[Line, ...]
    rulings: tuple[dict[str, Any], ...] | None = None
    compared_with: str | None = None
    moved: tuple[dict[str, Any], ...] | None = None


@operation(router, "GET", "/events/{event}/standings", answer=StandingsRead, statuses=(*READS, 422))
def standings(request: ApiRequest, event: EventId, *, rulebook: AnyRulebook = "") -> object:
    """Read the standings, under the event's rulebook or another one."""
    known = seen(request, event)
    if rulebook and rulebook not in rulebook_ids():
        raise refuse(422, "unknown-rulebook", message("There is no such rulebook."))
    if request.unchanged(known.version("standings", rulebook)):
        return NOT_CHANGED
    view = known.view
    what = ("standings document", rulebook)
    return view.once(what, lambda: _encoded(view.facts, rulebook))


def _encoded(event: Event, rulebook: str) -> bytes:
    """Return what `padd standings --json` prints of an event as it stands."""
    if rulebook:
        return msgspec.json.encode(rescored_document(rescored_view(event, rulebook)))
    return msgspec.json.encode(standings_document(standings_with_rulings(event)))


class ChainLine(msgspec.Struct, frozen=True):
    """One rule that was tried, with its mark: tied, does not apply, decides."""

    mark: str
    text: str
    cite: str


class WhyRead(msgspec.Struct, frozen=True):
    """Why a player has this place, as `padd explain` shows it."""

    question: str
    answer: str
    chain: tuple[ChainLine, ...]
    sums: tuple[Sum, ...]
    player: str = ""


@operation(
    router, "GET", "/events/{event}/standings/{player}", answer=WhyRead, statuses=(*READS, 422)
)
def standings_why(request: ApiRequest, event: EventId, player: PlayerId) -> object:
    """Read why a player has this place, with every sum behind it."""
    known = seen(request, event)
    book, view = known.book, known.view
    facts = view.facts
    who = next((one.id for one in facts.players if one.id == player), None)
    if who is None:
        raise missing()
    if request.unchanged(known.version("why", sha256(player.encode()).hexdigest()[:8])):
        return NOT_CHANGED
    reason = presenter_of(facts).reasons(facts, book, view.ranking)(who)
    return why_document(who, reason)
