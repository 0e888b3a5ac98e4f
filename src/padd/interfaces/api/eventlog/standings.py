"""API of standings with reasons: the documents that `padd` prints."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from padd.core.messages import message
from padd.interfaces.api.eventlog.context import event_for_visitor
from padd.interfaces.api.operation import ApiRequest, Router
from padd.interfaces.api.parameters import AnyRulebook, EventId, PlayerId
from padd.interfaces.api.refusals import not_found, status_refusal
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.formats.presenter import presenter_of, rescored_view, standings_with_rulings
from padd.presentation.formats.reasons import Sum, why_document
from padd.presentation.formats.standings import rescored_document, standings_document
from padd.rulebooks.loader import rulebook_ids

router = Router("Standings")


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the standings, with the fields that its kind of play has."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    player: Annotated[str, Meta(description="The id of the player.")]
    decided_by: Annotated[
        str | None,
        Meta(description="What put the player below the one above, where they were tied."),
    ]
    vp: Annotated[int | None, Meta(description="The victory points.")] = None
    sos: Annotated[int | None, Meta(description="Strength of schedule.")] = None
    differential: Annotated[int | None, Meta(description="The differential.")] = None
    cvp: Annotated[int | None, Meta(description="Cumulative victory points.")] = None
    results: Annotated[tuple[str, ...] | None, Meta(description="The results.")] = None
    points: Annotated[int | None, Meta(description="The points.")] = None
    rounds_won: Annotated[int | None, Meta(description="How many rounds were won.")] = None
    table: Annotated[int | None, Meta(description="The number of the table.")] = None
    disqualified: Annotated[bool, Meta(description="Whether the player was disqualified.")] = False


class StandingsRead(msgspec.Struct, frozen=True, kw_only=True):
    """The standings, exactly as `padd standings --json` prints them."""

    event: Annotated[str, Meta(description="The id of the event.")]
    rulebook: Annotated[str, Meta(description="The id of the rulebook.")]
    final: Annotated[bool, Meta(description="Whether the standings are final.")]
    standings: Annotated[tuple[Line, ...], Meta(description="The standings.")]
    rulings: Annotated[
        tuple[dict[str, Any], ...] | None, Meta(description="The interim rulings in force.")
    ] = None
    compared_with: Annotated[str | None, Meta(description="The rulebook it is compared with.")] = (
        None
    )
    moved: Annotated[
        tuple[dict[str, Any], ...] | None,
        Meta(description="The players who change place under the other rulebook."),
    ] = None


class ChainLine(msgspec.Struct, frozen=True):
    """One rule that was tried, with its mark: tied, does not apply, decides."""

    mark: Annotated[str, Meta(description="The mark.")]
    text: Annotated[str, Meta(description="The words.")]
    cite: Annotated[str, Meta(description="The section of the rulebook.")]


class WhyRead(msgspec.Struct, frozen=True):
    """Why a player has this place, as `padd explain` shows it."""

    question: Annotated[str, Meta(description="The question.")]
    answer: Annotated[str, Meta(description="The answer.")]
    chain: Annotated[tuple[ChainLine, ...], Meta(description="The steps, in order.")]
    sums: Annotated[tuple[Sum, ...], Meta(description="How the figures come about.")]
    player: Annotated[str, Meta(description="The id of the player.")] = ""


@router.get("/events/{event}/standings", statuses=(422,), answer=StandingsRead)
def standings(request: ApiRequest, event: EventId, *, rulebook: AnyRulebook = "") -> object:
    """Read the standings, under the event's rulebook or another one."""
    context = event_for_visitor(request, event)
    if rulebook and rulebook not in rulebook_ids():
        raise status_refusal(422, "unknown-rulebook", message("There is no such rulebook."))
    request.check_etag(context.version("standings", rulebook))
    view = context.view
    what = ("standings document", rulebook)
    return view.once(what, lambda: _standings_json(view, rulebook))


def _standings_json(view: EventView, rulebook: str) -> bytes:
    """Return the standings of an event as `padd standings --json` prints them."""
    if rulebook:
        return msgspec.json.encode(rescored_document(rescored_view(view.facts, rulebook)))
    standings = standings_with_rulings(view.facts, places=view.ranking)
    return msgspec.json.encode(standings_document(standings))


@router.get("/events/{event}/standings/{player}", statuses=(422,), answer=WhyRead)
def standings_why(request: ApiRequest, event: EventId, player: PlayerId) -> object:
    """Read why a player has this place, with every sum behind it."""
    context = event_for_visitor(request, event)
    book, view = context.book, context.view
    facts = view.facts
    who = next((one.id for one in facts.players if one.id == player), None)
    if who is None:
        raise not_found()
    request.check_etag(context.version("why", sha256(player.encode()).hexdigest()[:8]))
    reason = presenter_of(facts).reasons(facts, book, view.ranking)(who)
    return why_document(who, reason)
