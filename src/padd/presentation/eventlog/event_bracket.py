"""The bracket of an event: as a drawing, and in words."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from padd.core.eventlog.state.facts import event_facts
from padd.core.formats.bracket.bracket_text import bracket_text
from padd.core.formats.bracket.custom import bracket_size
from padd.core.formats.bracket.event import bracket_for, bracket_of_event, lock_objection
from padd.core.formats.bracket.match_winner import Deciding, first_turn
from padd.core.formats.bracket.play import MatchState, PlayedBracket, PlayedMatch
from padd.core.messages import Message
from padd.core.model import Event
from padd.core.refusal import Refusal, RefusalError
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.formats.bracket_view import BracketView, bracket_view
from padd.presentation.names import event_title, player_names
from padd.presentation.svg.bracket import PAGE, Frame, bracket_svg
from padd.rulebooks.schema import Rulebook, cite


def bracket_drawing(view: EventView, frame: Frame = PAGE) -> Markup | None:
    """Return the bracket as it stands, for its frame; other events have none."""
    if not view.format.has_bracket:
        return None
    return view.once(("bracket drawing", frame), lambda: _drawing(view, frame))


def _drawing(view: EventView, frame: Frame) -> Markup | None:
    event: Event = event_facts(view.state, draft=True)
    try:
        played = bracket_of_event(event, view.book)
    except RefusalError:
        return None
    return Markup(  # noqa: S704 -- drawn here; names are escaped by the drawing
        bracket_svg(played, view.names, best_of=event.best_of, frame=frame)
    )


class Drawing(msgspec.Struct, frozen=True):
    """A bracket as a picture, and the same in words for phones and readers."""

    svg: Markup
    view: BracketView


def finished_drawing(event: Event, book: Rulebook) -> Drawing:
    """Return the bracket of an event file or of a finished event."""
    played, names = bracket_of_event(event, book), player_names(event)
    lengths = event.best_of or None
    svg = bracket_svg(played, names, title=event_title(event), best_of=lengths, frame=PAGE)
    # The drawing escapes every name that it writes.
    return Drawing(
        Markup(svg),  # noqa: S704
        bracket_view(played, names, best_of=lengths),
    )


class PostedBracket(msgspec.Struct, frozen=True, kw_only=True):
    """The bracket of an event before it is played, and its changes."""

    text: str
    """One match a line; empty while no player is checked in."""
    own: bool
    """Whether the director posted it instead of the one of the style."""
    fault: Message | None
    """Why it does not fit the players who are here."""
    locked: Refusal | None
    """Why it cannot be changed any more."""
    may_differ: bool
    """Whether the rulebook knows other brackets."""


def posted_bracket(view: EventView, *, heats_begun: bool) -> PostedBracket:
    """Return the bracket as it is posted (BRKT-4, BRKT-27)."""
    event = event_facts(view.state)
    drawn, fault, text = event.bracket, None, ""
    try:
        lines = bracket_size(drawn) if drawn else len(event.players)
        text = bracket_text(bracket_for(event, lines))
        bracket_for(event)
    except RefusalError as wrong:
        fault = wrong.refusal.message if drawn and event.players else None
    return PostedBracket(
        text=text,
        own=drawn is not None,
        fault=fault,
        locked=lock_objection(view.book, heats_begun=heats_begun, event_begun=view.state.begun),
        may_differ=view.book.brackets.other_brackets,
    )


class MatchFirstTurn(msgspec.Struct, frozen=True):
    """The player with the first turn in the next game of a match."""

    match: str
    words: str
    rule: str


def first_turns(view: EventView) -> tuple[MatchFirstTurn, ...]:
    """Return the first turn of each match that can be played now (BRKT-10, BRKT-11)."""
    rules = view.book.brackets
    if rules.first_turn.first_game is None:
        return ()
    try:
        played = bracket_of_event(event_facts(view.state, draft=True), view.book)
    except RefusalError:
        return ()
    now = {MatchState.READY, MatchState.UNDER_WAY}
    return tuple(
        _begins(match, played, view) for match in played.matches.values() if match.state in now
    )


def _begins(match: PlayedMatch, played: PlayedBracket, view: EventView) -> MatchFirstTurn:
    record = match.record
    games = len(record.games or ()) if record is not None else 0
    if record is None or not games:
        rule = cite(view.book, "brackets.first_turn.first_game")
        return MatchFirstTurn(match.id, "draw at random who takes the first turn", rule)
    deciding = Deciding(
        rules=view.book.brackets, seeds=played.seeds, judge=lambda match: match.winner
    )
    start = first_turn(record, games + 1, deciding)
    name = view.name(start.chooser) if start.chooser else ""
    chosen = f"{name} chooses who starts game {start.game}"
    drawn = f"draw at random who starts game {start.game}"
    tied = start.reason in {"tied", "tie-went-to-opponent"}
    value = "after_tie" if tied else "later_games"
    rule = cite(view.book, f"brackets.first_turn.{value}")
    return MatchFirstTurn(match.id, chosen if name else drawn, rule)


def bracket_in_words(view: EventView) -> BracketView | None:
    """Return the bracket without a draft as a list, for phones and readers."""
    try:
        played = bracket_of_event(view.facts, view.book)
    except RefusalError:
        return None
    return bracket_view(played, view.names, best_of=view.facts.best_of or None)
