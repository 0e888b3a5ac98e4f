"""The stages of an event: a posted bracket, the cut, heats, finals."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import unknown_player_objection
from padd.core.eventlog.guidance.cut import CUT_SIZES, cut_objection, cut_players
from padd.core.eventlog.state.event_state import EventPlayer, LogState, Presence
from padd.core.eventlog.state.pods import needs_finals
from padd.core.eventlog.state.rounds import player_names
from padd.core.eventlog.state.time_limits import minutes_of_round
from padd.core.formats.bracket.custom import bracket_size, custom_bracket
from padd.core.formats.bracket.event import lock_objection
from padd.core.formats.heats import HeatPlan, check_heat_plan, seeds_from
from padd.core.formats.registry import format_of
from padd.core.messages import message, plural
from padd.core.model import Cut, DrawnMatch, Heat, PairingStyle, Player, PlayerId
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.rulebooks.schema import Rulebook, cite


class BracketPosted(Action, frozen=True, kw_only=True, tag="bracket.posted"):
    """Another bracket than that of the pairing style, or that one again."""

    matches: Annotated[
        tuple[DrawnMatch, ...] | None,
        msgspec.Meta(description="Nothing: the bracket of the pairing style."),
    ] = None
    heats_begun: Annotated[
        bool, msgspec.Meta(description="Whether the first heat was under way when this was said.")
    ] = False

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it too late, and matches that make no bracket."""
        if state.settings.stages or not format_of(state.settings).has_bracket:
            return Refusal(
                "not-a-bracket",
                message("This event is played without a bracket of its own."),
                way_out=message("Choose single elimination in the settings."),
            )
        locked = lock_objection(book, heats_begun=self.heats_begun, event_begun=state.begun)
        if locked is not None:
            return locked
        if self.matches == state.settings.bracket:
            reason = message("This bracket is posted already.")
            return Refusal("nothing-changes", reason)
        return None if self.matches is None else _bracket_objection(self.matches, book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the bracket; a draft of the bracket before goes."""
        event = msgspec.structs.replace(
            state.settings, bracket=self.matches, rounds_planned=self._rounds(state)
        )
        return msgspec.structs.replace(state, event=event, rounds=state.played)

    def _rounds(self, state: LogState) -> int:
        """Return how many rounds the bracket has, as far as it is known."""
        if self.matches is not None:
            try:
                return len(custom_bracket(bracket_size(self.matches), self.matches).rounds)
            except RefusalError:
                return state.settings.rounds_planned
        away = {Presence.WITHDRAWN, Presence.DISQUALIFIED}
        field = sum(e.presence not in away for e in state.players.values())
        return (field - 1).bit_length() if field > 1 else state.settings.rounds_planned


def _bracket_objection(matches: tuple[DrawnMatch, ...], book: Rulebook) -> Refusal | None:
    if not book.brackets.other_brackets:
        reason = message("{title} allows only its own brackets.", title=book.title)
        rule = cite(book, "brackets.other_brackets")
        return Refusal("other-bracket", reason, rule=rule)
    try:
        with cite_refusals(book):
            custom_bracket(bracket_size(matches), matches)
    except RefusalError as wrong:
        return wrong.refusal
    return None


class CutStarted(Action, frozen=True, kw_only=True, tag="cut.started"):
    """The best play on in a bracket, seeded by the standings of the Swiss rounds."""

    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]
    declined: Annotated[
        tuple[PlayerId, ...], Meta(description="Who declined a place in the cut, by their ids.")
    ] = ()

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it too early, and players who are not next by the standings."""
        refusal = cut_objection(state, book) or unknown_player_objection(
            state, (*self.players, *self.declined)
        )
        if refusal is not None:
            return refusal
        size = len(self.players)
        if size not in CUT_SIZES:
            return Refusal(
                "cut-size",
                plural(
                    "A cut has 4, 8 or 16 players, not {count}.",
                    "A cut has 4, 8 or 16 players, not {count}.",
                    count=size,
                ),
                way_out=message("Choose 4, 8 or 16."),
            )
        best = cut_players(state, book, size, self.declined)
        if best != self.players:
            return Refusal(
                "not-the-best",
                message(
                    "By the standings, the cut is played by {players}.",
                    players=player_names(state, best, most=size),
                ),
                way_out=message("Name the player who declines; the next best plays instead."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, book: Rulebook) -> LogState:
        """Close the Swiss rounds and open the bracket."""
        event = state.settings
        started = msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(event, stages=(Cut(players=self.players),)),
            cut_after=len(state.played),
        )
        minutes = state.minutes
        if minutes == minutes_of_round(event, book):
            in_cut = started.settings_of(len(state.played) + 1)
            minutes = minutes_of_round(in_cut, book)
        return msgspec.structs.replace(started, minutes=minutes)


class FinalsPlanned(Action, frozen=True, kw_only=True, tag="finals.planned"):
    """The first five rounds are heats; five rounds of finals follow (App. A)."""

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse finals of a field that fits one table, and planned ones."""
        if needs_finals(state, book):
            return None
        return Refusal(
            "no-finals",
            message("Heats and finals are not possible here, or are planned already."),
            rule=cite(book, "tribbles.finals.players_above")
            if book.tribbles is not None
            else book.document,
            way_out=message("With one table, Tribbles is played in five rounds."),
        )

    def change(self, state: LogState, _entry: LogEntry, book: Rulebook) -> LogState:
        """Plan the rounds of the finals; tables rank above points in them."""
        rules = book.tribbles
        if rules is None:
            return state
        event = msgspec.structs.replace(
            state.settings,
            pairing_style=PairingStyle.TRIBBLES_FINALS,
            rounds_planned=rules.finals.final_rounds[1],
        )
        return msgspec.structs.replace(state, event=event)


def _final_day_objection(state: LogState) -> Refusal | None:
    """Refuse what is no final day, and one that has begun."""
    if not format_of(state.settings).has_bracket:
        return Refusal(
            "not-a-bracket",
            message("Heats lead to a bracket; this event is played without seeds."),
            way_out=message("Open the final day as single elimination."),
        )
    if state.begun:
        reason = message("The final day has started, so its seeds can’t change.")
        return Refusal("already-begun", reason)
    return None


def seed_group_size(book: Rulebook, heats: int) -> int | None:
    """Return in groups of how many the seeds go round; None without heats."""
    group = book.brackets.heats.seed_group
    return group or (1 if heats == 1 else None)


class HeatsPlanned(Action, frozen=True, kw_only=True, tag="heats.planned"):
    """The heats of a final day and how many advance from each, as announced."""

    heats: Annotated[tuple[Heat, ...], Meta(description="The heats.")]
    begun: Annotated[
        bool, msgspec.Meta(description="Whether the first heat was under way when this was said.")
    ] = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse another plan once the first heat has begun (BRKT-21)."""
        refusal = _final_day_objection(state)
        if refusal is not None:
            return refusal
        rule = cite(book, "brackets.heats.announced")
        group = seed_group_size(book, len(self.heats))
        if group is None:
            reason = message(
                "{title} has no heats; seed the bracket from one event.", title=book.title
            )
            return Refusal("no-heats", reason, rule=rule)
        try:
            with cite_refusals(book):
                check_heat_plan(HeatPlan(heats=self.heats, in_groups_of=group))
        except RefusalError as wrong:
            return wrong.refusal
        return self._late_objection(state, entry, rule) if self.begun else None

    def _late_objection(self, state: LogState, entry: LogEntry, rule: str) -> Refusal | None:
        if state.settings.heats:
            return Refusal(
                "plan-locked",
                message("The first heat has started, so heats and qualifiers can’t change."),
                rule=rule,
            )
        if not entry.reason.strip():
            return Refusal(
                "reason-missing",
                message("Heats must be announced before the first one starts."),
                rule=rule,
                way_out=message("Say where it was announced."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Store the plan without qualifiers."""
        heats = tuple(msgspec.structs.replace(h, qualified=()) for h in self.heats)
        event = msgspec.structs.replace(state.settings, heats=heats)
        return msgspec.structs.replace(state, event=event)


class HeatsSeeded(Action, frozen=True, kw_only=True, tag="heats.seeded"):
    """Everyone who qualified, entered with the seed they won."""

    heats: Annotated[tuple[Heat, ...], Meta(description="The heats.")]
    players: Annotated[
        tuple[Player, ...], Meta(description="Everyone who qualified, with the seeds they won.")
    ]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse seeds that do not follow from the announced heats."""
        refusal = _final_day_objection(state)
        if refusal is not None:
            return refusal
        rule = cite(book, "brackets.heats.announced")
        if _heat_plan(self.heats) != _heat_plan(state.settings.heats):
            return Refusal(
                "plan-missing",
                message("These heats are not the ones announced for this final day."),
                rule=rule,
                way_out=message("Announce the heats first."),
            )
        group = seed_group_size(book, len(self.heats)) or 1
        won = {row.player: row.seed for row in seeds_from(self.heats, group)}
        if won != {player.id: player.seed for player in self.players}:
            reason = message("The seeds do not follow from the places in the heats.")
            return Refusal("seeds-differ", reason, rule=rule)
        strangers = [e.name for e in state.players.values() if e.id not in won]
        if strangers:
            return Refusal(
                "not-qualified",
                message("{strangers} did not come from a heat.", strangers=", ".join(strangers)),
                rule=rule,
                way_out=message("Undo their entry first."),
            )
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Enter the qualifiers; who is here already stays here, with the new seed."""
        entrants = dict(state.players)
        for player in self.players:
            known = entrants.get(player.id)
            entrants[player.id] = (
                EventPlayer(id=player.id, name=player.name, handle=player.handle, seed=player.seed)
                if known is None
                else msgspec.structs.replace(known, seed=player.seed)
            )
        event = msgspec.structs.replace(state.settings, heats=self.heats)
        return msgspec.structs.replace(state, event=event, players=entrants)


def _heat_plan(heats: tuple[Heat, ...]) -> list[tuple[str, int, str | None]]:
    return [(heat.name, heat.qualifiers, heat.event) for heat in heats]
