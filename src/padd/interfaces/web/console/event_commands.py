"""What a form says about the event: its settings, its end, what is undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeVar

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action
from padd.core.eventlog.actions.finish import (
    EventFinished,
    EventReopened,
    FinalDecided,
    FinalSet,
    NoteAdded,
    PrizeGiven,
    TieTossed,
)
from padd.core.eventlog.actions.online import OnlinePlayAnnounced
from padd.core.eventlog.actions.settings import EventAmended, RoundsChanged, RoundsChangeReason
from padd.core.eventlog.actions.stages import BracketPosted, CutStarted, FinalsPlanned
from padd.core.eventlog.guidance.cut import who_makes_the_cut
from padd.core.eventlog.log.undo import ActionRedone, ActionUndone
from padd.core.formats.bracket.bracket_text import read_matches
from padd.core.messages import message, sentences
from padd.core.model import Edition, PairingStyle
from padd.core.refusal import RefusalError
from padd.core.scoring.standings import toss_order
from padd.interfaces.web.console.form_fields import (
    FormParser,
    MissingError,
    moment_of,
    optional_int,
    player_of,
    players_of,
    required_int,
    text_of,
)
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.events.quick_start import ROUND_ROBIN, usual_rounds

MOST_NAMED: Final = 5
Choice = TypeVar("Choice", Edition, PairingStyle)


def _amended(typed: QueryDict, view: EventView) -> Action:
    now = view.state.settings
    edition = _one_of(Edition, typed.get("game", ""), "game")
    chosen = typed.get("style", "")
    circle = chosen == ROUND_ROBIN
    chosen = PairingStyle.SWISS if circle else chosen
    style = _one_of(PairingStyle, chosen, "pairing style")
    amended = EventAmended(
        name=text_of(typed, "name") or None,
        starts=_start(typed, view),
        minutes=optional_int(typed, "minutes", "The minutes"),
        edition=None if edition is now.edition else edition,
        pairing_style=None if style is now.pairing_style else style,
        best_of=_match_length(typed, view),
        round_robin=circle if chosen and circle is not view.state.round_robin else None,
    )
    if amended.edition is None and amended.pairing_style is None:
        return amended
    if amended.minutes == view.state.minutes:  # that of the game before
        amended = msgspec.structs.replace(amended, minutes=None)
    rounds = usual_rounds(
        len(view.state.players), edition or now.edition, style or now.pairing_style, view.book
    )
    return msgspec.structs.replace(amended, rounds=rounds)


def _match_length(typed: QueryDict, view: EventView) -> int | None:
    """Return how long matches are, if it is another length than before."""
    length = optional_int(typed, "best-of", "The number of games")
    return None if length == view.state.settings.best_of.get(1, 1) else length


def _start(typed: QueryDict, view: EventView) -> str | None:
    """Return the start that was typed, if it is another one than before."""
    typed_start = text_of(typed, "starts")
    before = view.state.settings.starts
    if before is not None and before.startswith(typed_start):
        return None
    return moment_of(typed_start, view)


def _one_of(kind: type[Choice], value: str, what: str) -> Choice | None:
    if not value:
        return None
    try:
        return kind(value)
    except ValueError:
        raise MissingError(message("Choose the {what}.", what=what)) from None


def _rounds_changed(typed: QueryDict, view: EventView) -> Action:
    everybody = bool(typed.get("all-agree"))
    here = tuple(view.state.players) if everybody else ()
    rounds = required_int(typed, "rounds", "The number of rounds")
    return RoundsChanged(
        rounds=rounds,
        ground=RoundsChangeReason.ALL_AGREE if everybody else RoundsChangeReason.EMERGENCY,
        agreed=here,
    )


def _posted(typed: QueryDict, view: EventView) -> Action:
    """Take the bracket that was typed, or go back to the usual one."""
    del view
    if typed.get("usual"):
        return BracketPosted()
    try:
        return BracketPosted(matches=read_matches(typed.get("bracket", "")))
    except RefusalError as unclear:
        lines = (refusal.message for refusal in unclear.refusals[:MOST_NAMED])
        reason = sentences(*lines, unclear.refusal.way_out)
        raise MissingError(reason) from None


def _tossed(typed: QueryDict, view: EventView) -> Action:
    """Take the order that was tossed by hand, or draw it by chance."""
    players = players_of(typed)
    if typed.get("by") == "chance":
        seed = int(view.now.timestamp() * 1_000_000)
        return TieTossed(order=tuple(toss_order(players, seed)), seed=seed)
    places = {
        player: required_int(typed, f"place-{player}", f"The place of {view.name(player)}")
        for player in players
    }
    if len(set(places.values())) < len(places):
        raise MissingError(message("Two of them have the same place."))
    return TieTossed(order=tuple(sorted(players, key=places.__getitem__)))


def _cut(typed: QueryDict, view: EventView) -> Action:
    """Take the best who want to play on."""
    declined = players_of(typed, "declined")
    size = required_int(typed, "size", "The size of the cut")
    players = who_makes_the_cut(view.state, view.book, size, declined)
    return CutStarted(players=players, declined=declined)


def _finals(typed: QueryDict, view: EventView) -> Action:
    del view
    return FinalSet(players=(player_of(typed, "one"), player_of(typed, "other")))


def _sequences(typed: QueryDict) -> tuple[int, ...]:
    numbers = [parse_int(part.strip()) for part in typed.get("sequences", "").split(",")]
    if None in numbers:
        raise MissingError(message("Choose the log entries."))
    return tuple(number for number in numbers if number is not None)


def _announced(typed: QueryDict, view: EventView) -> Action:
    """Read how an online event is played."""
    del view
    return OnlinePlayAnnounced(
        software=text_of(typed, "software"),
        plugin=text_of(typed, "plugin"),
        version=text_of(typed, "version"),
        voice=text_of(typed, "voice"),
        round_days=optional_int(typed, "round_days", "The number of days"),
        no_extensions=bool(typed.get("no_extensions")),
    )


EVENT_ACTIONS: Final[Mapping[str, FormParser]] = {
    "event.amended": _amended,
    "event.rounds-changed": _rounds_changed,
    "event.finished": lambda _typed, _view: EventFinished(),
    "event.reopened": lambda _typed, _view: EventReopened(),
    "bracket.posted": _posted,
    "tie.tossed": _tossed,
    "finals.planned": lambda _typed, _view: FinalsPlanned(),
    "cut.started": _cut,
    "final.set": _finals,
    "final.decided": lambda typed, _view: FinalDecided(winner=player_of(typed)),
    "online.announced": _announced,
    "prize.given": lambda typed, _view: PrizeGiven(
        player=player_of(typed), what=text_of(typed, "what")
    ),
    "note.added": lambda typed, _view: NoteAdded(text=text_of(typed, "text")),
    "action.undone": lambda typed, _view: ActionUndone(sequences=_sequences(typed)),
    "action.redone": lambda typed, _view: ActionRedone(sequences=_sequences(typed)),
}
