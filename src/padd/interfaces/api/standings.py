"""API of standings with reasons: the documents that `padd` prints."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import msgspec
from ninja import Router

from padd.core.formats.registry import format_of
from padd.interfaces.api.event_view import (
    EventContext,
    seen,
)
from padd.interfaces.api.operation import NOT_CHANGED, READS, ApiRequest, operation
from padd.interfaces.api.parameters import AnyRulebook, EventId, PlayerId
from padd.interfaces.api.refusals import (
    missing,
    refuse,
)
from padd.presentation.format_registry import presenter_of
from padd.presentation.reasons import Sum, why_document
from padd.presentation.standings import (
    rescored_document,
    rescored_view,
    standings_document,
    standings_with_rulings,
)
from padd.rulebooks.loader import rulebook_ids

if TYPE_CHECKING:
    from padd.core.eventlog.state import LogState

router = Router(tags=["Standings"])
MOST_KEPT: Final = 64
_kept: Final[OrderedDict[tuple[str, str, bool], tuple[LogState, bytes]]] = OrderedDict()
_lock: Final = Lock()


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings; what a kind of play does not have is left out."""

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


@operation(
    router,
    "GET",
    "/events/{event}/standings",
    answer=StandingsRead,
    statuses=(*READS, 422),
)
def standings(
    request: ApiRequest,
    event: EventId,
    *,
    rulebook: AnyRulebook = "",
) -> object:
    """Read the standings, under the event's rulebook or another one."""
    known = seen(request, event)
    if rulebook and rulebook not in rulebook_ids():
        raise refuse(422, "unknown-rulebook", "There is no such rulebook.")
    if request.unchanged(known.version("standings", rulebook)):
        return NOT_CHANGED
    return _made_once(known, rulebook)


def _made_once(known: EventContext, rulebook: str) -> bytes:
    """Return the document of this very state, made when it is first asked for."""
    name = (known.id, rulebook, known.sees_all)
    with _lock:
        cached = _kept.get(name)
    if cached is not None and cached[0] is known.state:
        return cached[1]
    encoded = msgspec.json.encode(document_of(known, rulebook))
    with _lock:
        _kept[name] = (known.state, encoded)
        _kept.move_to_end(name)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return encoded


def document_of(known: EventContext, rulebook: str = "") -> dict[str, Any]:
    """Return what `padd standings --json` prints of an event as it stands."""
    if rulebook:
        return rescored_document(rescored_view(known.facts, rulebook))
    return standings_document(standings_with_rulings(known.facts))


class ChainLine(msgspec.Struct, frozen=True):
    """One rule that was tried, with its mark: tied, does not apply, decides."""

    mark: str
    text: str
    cite: str


class WhyRead(msgspec.Struct, frozen=True):
    """Why a player stands where he or she stands, as `padd explain` has it."""

    question: str
    answer: str
    chain: tuple[ChainLine, ...]
    sums: tuple[Sum, ...]
    player: str = ""


@operation(
    router,
    "GET",
    "/events/{event}/standings/{player}",
    answer=WhyRead,
    statuses=(*READS, 422),
)
def standings_why(request: ApiRequest, event: EventId, player: PlayerId) -> object:
    """Read why a player stands at this place, with every sum behind it."""
    known = seen(request, event)
    book, facts = known.book, known.facts
    who = next((one.id for one in facts.players if one.id == player), None)
    if who is None:
        raise missing()
    if request.unchanged(known.version("why", sha256(player.encode()).hexdigest()[:8])):
        return NOT_CHANGED
    places = format_of(facts).standings(facts, book)
    reason = presenter_of(facts).reasons(facts, book, places)(who)
    return why_document(who, reason)
