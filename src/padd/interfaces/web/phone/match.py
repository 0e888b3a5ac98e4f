"""My match: what a player sees of the current round."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

import msgspec
from django.http import HttpRequest, QueryDict

from padd.core.eventlog.actions.result_claims import DIRECTOR_SAYS
from padd.core.eventlog.state.actor import LogActor, Role
from padd.core.eventlog.state.event_state import Presence, RoundState, Stage
from padd.core.eventlog.state.table import (
    ResultClaim,
    ResultSource,
    SavedResult,
    TableState,
    outcome_of_match,
)
from padd.core.model import Match, PlayerId
from padd.core.online.open_games import game_timer
from padd.interfaces.web.layout.navigation import phase_colour
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.phone.pod import pod_context
from padd.interfaces.web.phone.result_text import claim_mark, preview_result_text, result_text
from padd.interfaces.web.phone.scenario_card import current_opponents, current_table, scenario_card
from padd.interfaces.web.request_actor import shared_address
from padd.interfaces.web.result_form import result_fields, result_form
from padd.presentation import page_words
from padd.presentation.eventlog.clock import clock_view
from padd.presentation.eventlog.progress import progress_segments
from padd.presentation.events.online_terms import OnlineTerm, event_online_terms
from padd.services import eventlog
from padd.services.eventlog import player_passes
from padd.services.local_time import format_date


class Moment(msgspec.Struct, frozen=True):
    """A moment for scripts, which know the reader's zone, and in words without them."""

    iso: str
    words: str


class OnlinePart(msgspec.Struct, frozen=True):
    """The deadline of an online game, and when the two began to play."""

    deadline: Moment | None
    started: Moment | None
    ends: Moment | None
    may_start: bool
    appointment: Moment | None
    waiting: tuple[tuple[str, Moment], ...]
    refused: tuple[str, ...]
    paused: bool
    played: int
    """Minutes played, without the pauses."""
    may_change: bool
    zone: str
    records: tuple[str, ...]
    """Where a record of the game lies, or the fingerprint of its file."""
    terms: tuple[OnlineTerm, ...]


def online_part(context: PlayerContext, round_: RoundState, table: TableState) -> OnlinePart | None:
    """Return what an online game shows beside its form; nothing in a room."""
    if not context.view.state.settings.online:
        return None
    until = table.deadline or round_.deadline
    minutes = round_.clock.minutes or context.view.state.minutes
    begun = table.started_at
    timer = game_timer(table, minutes=minutes, now=context.view.now)
    ends = timer.ends_at.isoformat() if timer and timer.ends_at else None
    name = context.view.name
    return OnlinePart(
        deadline=_moment(context, until),
        started=_moment(context, begun),
        ends=_moment(context, ends),
        may_start=begun is None and not (table.settled or table.claims),
        appointment=_moment(context, table.appointment),
        waiting=tuple(
            (name(player), waiting)
            for player, since in table.waiting.items()
            if (waiting := _moment(context, since)) is not None
        ),
        refused=tuple(map(name, table.refused_replay)),
        paused=table.paused,
        played=int(timer.elapsed.total_seconds()) // 60 if timer else 0,
        may_change=not (table.settled or table.claims),
        zone=context.view.calendar_event.time_zone,
        records=table.play_records,
        terms=event_online_terms(context.view, context.view.state.settings),
    )


def _moment(context: PlayerContext, iso: str | None) -> Moment | None:
    if iso is None:
        return None
    zone = context.view.calendar_event.zone
    there = datetime.fromisoformat(iso).astimezone(zone)
    place = context.view.calendar_event.time_zone
    return Moment(iso, f"{format_date(there, '%a %d %b, %H:%M')} ({place})")


Context = dict[str, Any]

GONE_TEXTS: Final = {
    Presence.DROPPED: "You have left the event after round {round}.",
    Presence.WITHDRAWN: "You are no longer in the event.",
    Presence.DISQUALIFIED: "You were disqualified. Ask the director what it means.",
}
SAVED_TEXTS: Final = {
    ResultSource.AGREED: "both agreed",
    ResultSource.ENTERED: "entered it",
    ResultSource.DECIDED: "decided it",
    ResultSource.CORRECTED: "corrected it",
    ResultSource.DROP: "left the game",
    ResultSource.PENALTY: "gave a penalty",
}
ROLES: Final = {
    Role.DIRECTOR: "The director",
    Role.SECONDARY: "The secondary director",
    Role.TERTIARY: "The tertiary director",
    Role.JUDGE: "A judge",
    Role.SCORE_KEEPER: "The scorekeeper",
}


class ClaimVersion(msgspec.Struct, frozen=True):
    """The report of one of the two, in the reader's words."""

    who: str
    at: str
    told: Any
    mark: str
    outcome: str
    """As the form sends it back, so that one agrees to what one saw."""


class ResultStep(msgspec.Struct, frozen=True, order=True):
    """One thing that happened to a result."""

    moment: str
    at: str
    text: str
    reason: str = ""


def phone_layout(context: PlayerContext, here: str) -> Context:
    """Return what every page of a phone shows around its own part."""
    table = context.table
    return {
        "player_context": context,
        "section": here,
        "segments": progress_segments(context.view),
        "table": table if context.playing else None,
        "sits_at": current_table(context),
        "clock": clock_view(context.view, context.round),
        "now": context.view.now.isoformat(),
        "sequence": context.view.sequence,
        "colour": phase_colour(context.view),
    }


def match_page(
    request: HttpRequest, context: PlayerContext, posted: QueryDict | None = None
) -> Context:
    """Return the page of the player's own match."""
    shown = {**phone_layout(context, "phone"), "state": _state(context)}
    entrant, round_, table = context.me, context.round, context.table
    shown["gone"] = GONE_TEXTS.get(entrant.presence, "").format(round=entrant.dropped_after)
    shown["changes"] = tuple(_changes(context))
    shown["planned"] = context.view.state.settings.rounds_planned
    shown["key"] = eventlog.new_command_key()
    shown["scenario"] = scenario_card(context)
    if round_ is None or table is None:
        return shown
    shown["opponents"] = tuple(
        context.name(opponent) for opponent in current_opponents(context, round_, table)
    )
    if table.pod is not None:
        return shown | pod_context(context, round_, table, posted)
    return shown | _game(request, context, round_, table, posted)


def _state(context: PlayerContext) -> str:
    """Return which part of the page there is to show."""
    round_, table = context.round, context.table
    if round_ is None:
        return "before"
    if table is None:
        resting = {"bye": round_.byes, "earned-bye": round_.earned_byes, "missed": round_.missed}
        if context.view.format_of_round(round_.number).has_bracket:
            resting["out"] = (*resting.pop("missed"), *_not_in_cut(context))
        words = (word for word, who in resting.items() if context.player in who)
        return next(words, "no-table")
    return "pod" if table.pod is not None else _game_state(context, round_, table)


def _not_in_cut(context: PlayerContext) -> tuple[PlayerId, ...]:
    """Return who has no more games because others play the cut."""
    state = context.view.state
    cut = {player for stage in state.settings.stages or () for player in stage.players}
    return tuple(player for player in state.players if cut and player not in cut)


def _game_state(context: PlayerContext, round_: RoundState, table: TableState) -> str:
    claimants = {claim.player for claim in table.claims}
    if table.settled:
        return "settled"
    if table.disputed:
        return "disputed"
    if round_.stage is Stage.CLOSED and not table.delayed:
        return "no-table"
    if claimants - {context.player}:
        return "theirs"
    return "mine" if claimants else "open"


def _game(
    request: HttpRequest,
    context: PlayerContext,
    round_: RoundState,
    table: TableState,
    posted: QueryDict | None,
) -> Context:
    mine, theirs = _claims(context, table)
    me_first = table.players[0] == context.player
    own, other = ("a", "b") if me_first else ("b", "a")
    shown: Context = {
        "round": round_,
        "mine": mine,
        "theirs": theirs,
        "own": own,
        "other": other,
        "me": context.player,
        "them": context.opponents(table)[0],
        "short": _short(context, context.opponents(table)[0]),
        "result": result_text(context, table.game) if table.settled else None,
        "steps": tuple(sorted(_steps(context, table))),
        "form": _form(context, round_, table, posted),
        "derived": None,
        "online": online_part(context, round_, table),
        "waits_for_staff": context.view.book.conduct.play.scores_by == "score-keeper",
    }
    if posted is not None and "ending" in posted:
        shown["derived"], _ = preview_result_text(context, round_, table, posted)
    if mine is not None:
        code = signing_code(context, round_, table, mine.mark)
        path = context.address("phone-sign-code", code)
        shown |= {"code": code, "code_address": shared_address(request, path)}
    return shown


def _short(context: PlayerContext, player: PlayerId) -> str:
    """Return a first name where room is scarce and it is unique."""
    first_name, _, rest = context.view.state.name(player).partition(" ")
    own = context.view.state.name(context.player).partition(" ")[0]
    return (
        context.name(player) if not rest or first_name == own else page_words.isolated(first_name)
    )


def _form(
    context: PlayerContext, round_: RoundState, table: TableState, posted: QueryDict | None
) -> Any:  # noqa: ANN401 -- a form of the console, with fewer endings
    form = result_form(context.view, round_, table, posted)
    own = next((c.said for c in table.claims if c.player == context.player), None)
    values = form.values
    if posted is None:
        values = {"ending": values["ending"], **result_fields(own)}
    others = tuple(choice for choice in form.others if choice.value not in DIRECTOR_SAYS)
    return msgspec.structs.replace(
        form,
        usual=tuple(choice for choice in form.usual if choice.value not in DIRECTOR_SAYS),
        others=others,
        values=values,
        more=values.get("ending", "") in {choice.value for choice in others},
        derived=None,
    )


def signing_code(context: PlayerContext, round_: RoundState, table: TableState, mark: str) -> str:
    """Return the code that the phone of the reporting player shows."""
    return player_passes.signing_code(context.id, round_.number, table.number, mark)


def _claims(
    context: PlayerContext, table: TableState
) -> tuple[ClaimVersion | None, ClaimVersion | None]:
    versions: list[ClaimVersion | None] = [None, None]
    for claim in table.claims:
        if claim.match is not None:
            versions[claim.player != context.player] = _version(context, claim, claim.match)
    return versions[0], versions[1]


def _version(context: PlayerContext, claim: ResultClaim, match: Match) -> ClaimVersion:
    return ClaimVersion(
        who="You" if claim.player == context.player else context.name(claim.player),
        at=context.view.clock(claim.at),
        told=result_text(context, match),
        mark=claim_mark(match),
        outcome=msgspec.json.encode(outcome_of_match(match)).decode(),
    )


def _steps(context: PlayerContext, table: TableState) -> Iterator[ResultStep]:
    """Yield everything that happened to a result, with who did it."""
    for claim in table.claims:
        who = "You" if claim.player == context.player else context.name(claim.player)
        title = result_text(context, claim.match).title if claim.match else ""
        clock = context.view.clock(claim.at)
        yield ResultStep(claim.at, clock, f"{who} reported: {title}")
    for saved in table.saved:
        yield _saved(context, saved)


def _saved(context: PlayerContext, saved: SavedResult) -> ResultStep:
    who = _actor_name(context, saved.by)
    text = f"{who} {SAVED_TEXTS[saved.how]}."
    if saved.how is ResultSource.AGREED:
        text = f"{who} confirmed. It counts."
    if isinstance(saved.before, Match) and saved.before.ending is not None:
        text += f" Before: {result_text(context, saved.before).title}."
    return ResultStep(saved.at, context.view.clock(saved.at), text, saved.reason)


def _actor_name(context: PlayerContext, by: LogActor) -> str:
    if by.role is not Role.PLAYER:
        return ROLES[by.role]
    if by.player is None or by.player == context.player:
        return "You"
    return context.name(by.player)


def _changes(context: PlayerContext) -> Iterator[ResultStep]:
    """Yield what was changed after it counted, in any round of the player."""
    for round_ in context.view.state.played:
        table = context.table_in(round_)
        if table is None or (round_ is context.round and table.match is not None):
            continue
        for saved in table.saved[1:]:
            step = _saved(context, saved)
            text = f"{context.view.round_title(round_.number)}: {step.text}"
            yield msgspec.structs.replace(step, text=text)
