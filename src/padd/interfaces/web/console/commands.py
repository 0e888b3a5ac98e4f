"""From a form of the console to an action of the event's log.

Most forms have the fields of their action. The others have a parser here, or beside the
results in `result_commands`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.finish import TieTossed
from padd.core.eventlog.actions.players import ArrivedLate
from padd.core.eventlog.actions.rounds import RoundChanged, Seating
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged, RoundsChangeReason
from padd.core.eventlog.actions.stages import BracketPosted, CutStarted
from padd.core.eventlog.guidance.cut import cut_players
from padd.core.eventlog.state.pods import last_round_of_match
from padd.core.formats.bracket.bracket_text import parse_bracket
from padd.core.messages import message, sentences
from padd.core.model import PairingStyle, PlayerId
from padd.core.people.pasted_players import new_player_id
from padd.core.refusal import Refusal, RefusalError
from padd.core.scenarios.round_blocks import block_length, block_start
from padd.core.scoring.standings import toss_order
from padd.interfaces.web.console.result_commands import (
    RESULT_PARSERS,
    FormParser,
    decode_form,
    required_number,
)
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.events.quick_start import ROUND_ROBIN, usual_rounds
from padd.services.eventlog.action_decoder import FieldError, incomplete, parse_moment

BYE: Final = "bye"
MOST_NAMED: Final = 5
"""Lines of a bracket that a refusal names."""
DECODED_ACTIONS: Final = frozenset(
    {
        *("action.redone", "action.undone", "clock.ended", "clock.extended", "clock.paused"),
        *("clock.resumed", "clock.started", "clock.warned", "director.play-approved"),
        *("event.finished", "event.reopened", "filming.agreed", "filming.allowed"),
        *("final.decided", "final.set", "finals.planned", "juniors.confirmed", "note.added"),
        *("online.announced", "penalty.given", "player.check-in-withdrawn", "player.checked-in"),
        *("player.dropped", "player.readmitted", "player.reinstated", "player.table-fixed"),
        *("pod.keeper-named", "prize.given", "result.delayed", "round.closed"),
        *("round.deadline-extended", "round.unpublished", "scenario.age-confirmed"),
        *("scenario.award-given", "scenario.card-noted", "scenario.deck-returned"),
        *("scenario.items-brought", "scenario.items-spent", "scenario.lines-listed"),
        *("scenario.lots-redrawn", "scenario.points-noted", "scenario.rule-rejected"),
        *("scenario.seats-moved", "scenario.totals-noted", "staff.noted", "table.extra-time"),
        "trouble.turned",
    }
)
"""Actions whose forms have the fields of their struct."""


def action_from_form(kind: str, form: QueryDict, view: EventView) -> Action:
    """Return the action that a form asks for; refuse what is missing or wrong."""
    parser = FORM_PARSERS.get(kind)
    try:
        if parser is not None:
            return parser(form, view)
    except FieldError as wrong:
        raise RefusalError(incomplete(wrong.reason)) from None
    if kind not in DECODED_ACTIONS:
        reason = message("The console has no action “{kind}”.", kind=kind)
        raise RefusalError(Refusal("no-such-act", reason))
    return decode_form(kind, form, view)


def _parse_event_amended(form: QueryDict, view: EventView) -> EventAmended:
    """Read the settings; what is as before is no change."""
    state, settings = view.state, view.state.settings
    style = form.get("pairing_style", "")
    circle = style == ROUND_ROBIN
    starts = form.get("starts", "").strip()
    same_start = settings.starts is not None and settings.starts.startswith(starts)
    zone = view.calendar_event.time_zone
    known: dict[str, Any] = {"starts": None if same_start else parse_moment(starts, zone)}
    if circle:
        known["pairing_style"] = PairingStyle.SWISS
    amended = decode_form("event.amended", form, view, rounds=None, heats_begun=False, **known)
    assert isinstance(amended, EventAmended)  # noqa: S101 -- its kind
    game = (amended.edition or settings.edition, amended.pairing_style or settings.pairing_style)
    same = {
        "name": amended.name or None,
        "edition": None if game[0] is settings.edition else game[0],
        "pairing_style": None if game[1] is settings.pairing_style else game[1],
        "best_of": None if amended.best_of == settings.best_of.get(1, 1) else amended.best_of,
        "round_robin": circle if style and circle is not state.round_robin else None,
    }
    amended = msgspec.structs.replace(amended, **same)
    if amended.edition is None and amended.pairing_style is None:
        return amended
    return msgspec.structs.replace(
        amended,
        # Minutes that stand there unchanged are those of the game before.
        minutes=None if amended.minutes == state.minutes else amended.minutes,
        rounds=usual_rounds(len(state.players), *game, view.book),
    )


def _parse_rounds_changed(form: QueryDict, view: EventView) -> RoundsChanged:
    agree = bool(form.get("all-agree"))
    return RoundsChanged(
        rounds=required_number(form, "rounds", "The number of rounds"),
        ground=RoundsChangeReason.ALL_AGREE if agree else RoundsChangeReason.EMERGENCY,
        agreed=tuple(view.state.players) if agree else (),
    )


def _parse_bracket_posted(form: QueryDict, _view: EventView) -> BracketPosted:
    """Read a custom bracket, or go back to the usual one."""
    if form.get("usual"):
        return BracketPosted()
    try:
        return BracketPosted(matches=parse_bracket(form.get("matches", "")))
    except RefusalError as unclear:
        lines = (refusal.message for refusal in unclear.refusals[:MOST_NAMED])
        raise FieldError(sentences(*lines, unclear.refusal.way_out)) from None


def _parse_tie_tossed(form: QueryDict, view: EventView) -> TieTossed:
    """Read the order that was tossed by hand, or draw it by chance."""
    players = tuple(PlayerId(player) for player in form.getlist("order") if player)
    if form.get("by") == "chance":
        seed = int(view.now.timestamp() * 1_000_000)
        return TieTossed(order=tuple(toss_order(players, seed)), seed=seed)
    places = {
        player: required_number(form, f"place-{player}", f"The place of {view.name(player)}")
        for player in players
    }
    if len(set(places.values())) < len(places):
        raise FieldError(message("Two of them have the same place."))
    return TieTossed(order=tuple(sorted(players, key=places.__getitem__)))


def _parse_cut_started(form: QueryDict, view: EventView) -> CutStarted:
    """Read how many play on, and who of the best declined."""
    declined = tuple(PlayerId(player) for player in form.getlist("declined") if player)
    size = required_number(form, "size", "The size of the cut")
    players = cut_players(view.state, view.book, size, declined)
    return CutStarted(players=players, declined=declined)


def _parse_arrived_late(form: QueryDict, view: EventView) -> ArrivedLate:
    """Read who came late, into which round, and against whom."""
    into, _, against = form.get("into", "").partition(":")
    first, name = parse_int(into), form.get("name", "").strip()
    if first is None:
        raise FieldError(message("Enter the first round it applies to."))
    player = view.state.players.get(PlayerId(form.get("player", "")))
    if player is None and not name:
        raise FieldError(message("Enter the late player’s name."))
    return ArrivedLate(
        player=player.id if player else new_player_id(name, view.state.players),
        name=player.name if player else name,
        handle=player.handle if player else form.get("handle", "").strip(),
        into_round=first,
        against=PlayerId(against) if against else None,
    )


def _parse_player_amended(form: QueryDict, view: EventView) -> Action:
    """Read the new facts; a blank handle removes it, a blank name changes nothing."""
    name = form.get("name", "").strip() or None
    return decode_form("player.amended", form, view, name=name, handle=form.get("handle"))


def _bye_parser(kind: str) -> FormParser:
    def parse(form: QueryDict, view: EventView) -> Action:
        """Read a bye, which lasts as long as a pairing."""
        settings, first = view.state.settings, required_number(form, "number", "The round")
        start = block_start(settings, view.book, first)
        block = range(start, start + block_length(settings, view.book))
        return decode_form(kind, form, view, rounds=tuple(block))

    return parse


def _parse_round_changed(form: QueryDict, view: EventView) -> RoundChanged:
    """Read who sits where: one field for each player, with a table or a bye."""
    round_ = view.current
    if round_ is None:
        raise FieldError(message("No round is paired."))
    seats: dict[int, list[PlayerId]] = {}
    byes = []
    for player in (*round_.seats, *round_.byes):
        if form.get(f"seat-{player}", "").strip() == BYE:
            byes.append(player)
        else:
            table = required_number(form, f"seat-{player}", f"The table of {view.name(player)}")
            seats.setdefault(table, []).append(player)
    return RoundChanged(
        number=round_.number,
        tables=tuple(
            Seating(table=table, players=tuple(players)) for table, players in sorted(seats.items())
        ),
        byes=tuple(byes),
        even_begun=form.get("sure") == "yes",
    )


def _parse_round_published(form: QueryDict, view: EventView) -> Action:
    number = required_number(form, "number", "The round")
    through = last_round_of_match(view.state, number, view.book)
    return decode_form("round.published", form, view, through=through)


FORM_PARSERS: Final[Mapping[str, FormParser]] = {
    "event.amended": _parse_event_amended,
    "event.rounds-changed": _parse_rounds_changed,
    "bracket.posted": _parse_bracket_posted,
    "tie.tossed": _parse_tie_tossed,
    "cut.started": _parse_cut_started,
    "player.amended": _parse_player_amended,
    "player.arrived-late": _parse_arrived_late,
    "player.earned-bye-declared": _bye_parser("player.earned-bye-declared"),
    "player.earned-bye-forfeited": _bye_parser("player.earned-bye-forfeited"),
    "round.changed": _parse_round_changed,
    "round.published": _parse_round_published,
    **RESULT_PARSERS,
}
"""The parsers of forms that differ from their action, by its kind."""
FORM_ACTIONS: Final = DECODED_ACTIONS | FORM_PARSERS.keys()
"""Every action that a form of the console can ask for, by its name in the log."""
