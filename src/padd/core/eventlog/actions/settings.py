"""Amend the settings of an event, and the number of its rounds."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.event_state import EventPlayer, LogState, Presence, RoundsChange
from padd.core.eventlog.state.round_checks import round_robin_objection
from padd.core.eventlog.state.rounds import player_names
from padd.core.eventlog.state.time_limits import limit_objection, minutes_of_round
from padd.core.formats.bracket.event import lock_objection
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Edition, Event, PairingStyle, PlayerId, RulesSet
from padd.core.refusal import Refusal, RefusalError
from padd.core.validation.consistency import check_facts
from padd.core.validation.sanction import implausible_date_message, is_plausible_date
from padd.rulebooks.schema import Rulebook, cite

MOST_BRACKET_ROUNDS: Final = 12
"""More rounds than any bracket here has; the facts keep those that there are."""


class EventAmended(Action, frozen=True, kw_only=True, tag="event.amended"):
    """Another name, start, time limit, game or style; what is not given stays."""

    name: Annotated[str | None, Meta(description="The name, for people.")] = None
    starts: Annotated[str | None, Meta(description="When it starts.")] = None
    minutes: Annotated[int | None, Meta(description="The time limit of a round, in minutes.")] = (
        None
    )
    edition: Annotated[Edition | None, Meta(description="The game: 1E, 2E or TR.")] = None
    pairing_style: Annotated[PairingStyle | None, Meta(description="How rounds are paired.")] = None
    rounds: Annotated[
        int | None,
        Meta(
            description="How many rounds the new game or style has; alone it is "
            "`event.rounds-changed`."
        ),
    ] = None
    heats_begun: Annotated[
        bool,
        Meta(description="Whether the first heat of a final day was under way when this was said."),
    ] = False
    round_robin: Annotated[
        bool | None, Meta(description="Whether everyone plays everyone, in unsanctioned play.")
    ] = None
    best_of: Annotated[
        int | None,
        Meta(description="The most games of a match, in every round of a bracket (BRKT-28)."),
    ] = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse another start or game too late, and limits that are too short."""
        if self.starts is not None and self.starts != state.settings.starts:
            late = self._start_objection(state, entry, book)
            if late is not None:
                return late
        if self._changes_game(state):
            refusal = self._game_objection(state, book)
            if refusal is not None:
                return refusal
        amended = self._event(state, book)
        if self.best_of is not None:
            refusal = _length_objection(state, amended, self.best_of, book)
            if refusal is not None:
                return refusal
        if self.round_robin:
            refusal = round_robin_objection(state, amended, book)
            if refusal is not None:
                return refusal
        try:
            check_facts(msgspec.structs.replace(amended, heats=()), book)
        except RefusalError as error:
            return error.refusal
        return limit_objection(amended, self._minutes(state, book), book)

    def change(self, state: LogState, _entry: LogEntry, book: Rulebook) -> LogState:
        """Change what is given; drafts of the old style go, seeds follow the list."""
        amended = msgspec.structs.replace(
            state, event=self._event(state, book), minutes=self._minutes(state, book)
        )
        circle = state.round_robin if self.round_robin is None else self.round_robin
        if circle is not state.round_robin:
            amended = msgspec.structs.replace(amended, round_robin=circle, rounds=amended.played)
        if not self._changes_style(state):
            return amended
        swiss = amended.settings.pairing_style is PairingStyle.SWISS
        return msgspec.structs.replace(
            amended,
            rounds=amended.played,
            final_planned=amended.final_planned and swiss,
            round_robin=amended.round_robin and swiss,
            players=_players_seeded(amended),
        )

    def _start_objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Hold a registered event to its date once the notice has begun (REG-38)."""
        if state.begun:
            reason = message("The event has started, so its start time can’t change.")
            return Refusal("already-begun", reason)
        today = datetime.fromisoformat(entry.at).date()
        day = datetime.fromisoformat(self.starts or entry.at).date()
        if not is_plausible_date(day, today=today):
            return Refusal("date-out-of-range", implausible_date_message(today=today))
        event, hours = state.settings, book.sanctioning.change_notice_hours
        if event.registered is None or event.starts is None or hours is None:
            return None
        left = datetime.fromisoformat(event.starts) - datetime.fromisoformat(entry.at)
        if left >= timedelta(hours=hours):
            return None
        return Refusal(
            "date-too-late",
            message(
                "Date and time can’t be changed later than {hours} hours before the start.",
                hours=hours,
            ),
            rule=cite(book, "sanctioning.change_notice_hours"),
        )

    def _game_objection(self, state: LogState, book: Rulebook) -> Refusal | None:
        """Keep game and style once there is a result, or a round of the old style."""
        locked = style_objection(state) if self._changes_style(state) else game_objection(state)
        if locked is not None:
            return locked
        if self._changes_style(state) and state.settings.heats:
            locked = lock_objection(book, heats_begun=self.heats_begun, event_begun=False)
            if locked is not None:
                return locked
        edition = self.edition or state.settings.edition
        if edition not in book.default_rules:
            return Refusal(
                "game",
                message("{title} does not cover {edition}.", title=book.title, edition=edition),
            )
        style = self._style(state.settings)
        if style not in book.pairing.system:
            return Refusal(
                "style-unknown",
                message(
                    "{title} has no pairing style {pairing_style}.",
                    title=book.title,
                    pairing_style=style,
                ),
                rule=cite(book, "pairing.system"),
            )
        return None

    def _changes_game(self, state: LogState) -> bool:
        other = self.edition not in {None, state.settings.edition}
        return other or self._changes_style(state)

    def _changes_style(self, state: LogState) -> bool:
        return self._style(state.settings) is not state.settings.pairing_style

    def _style(self, event: Event) -> PairingStyle:
        """Return the style; Tribbles has its own, and nothing else has that one."""
        if (self.edition or event.edition) is Edition.TRIBBLES:
            return PairingStyle.TRIBBLES
        style = self.pairing_style or event.pairing_style
        return PairingStyle.SWISS if style is PairingStyle.TRIBBLES else style

    def _minutes(self, state: LogState, book: Rulebook) -> int | None:
        """Return the limit: the one given, or the usual one of a new game."""
        if self.minutes is not None:
            return self.minutes
        usual = minutes_of_round(state.settings, book)
        if self._changes_game(state) and state.minutes == usual:
            return minutes_of_round(self._event(state, book), book)
        return state.minutes

    def _event(self, state: LogState, book: Rulebook) -> Event:
        event = state.settings
        edition, rules, rounds = event.edition, event.rules, event.rounds_planned
        if self.edition is not None and self.edition is not edition:
            edition = self.edition
            rules = RulesSet(book.default_rules[edition])
        if self._changes_game(state) and self.rounds is not None:
            rounds = self.rounds
        lengths = {} if self._changes_style(state) else event.best_of
        if self.best_of is not None:
            each = range(1, MOST_BRACKET_ROUNDS + 1) if self.best_of > 1 else ()
            lengths = dict.fromkeys(each, self.best_of)
        return msgspec.structs.replace(
            event,
            best_of=lengths,
            name=event.name if self.name is None else self.name,
            starts=event.starts if self.starts is None else self.starts,
            edition=edition,
            rules=rules,
            pairing_style=self._style(event),
            rounds_planned=rounds,
            bracket=None if self._changes_style(state) else event.bracket,
        )


def game_objection(state: LogState) -> Refusal | None:
    """Return why the game can’t change: there is a result."""
    tables = [table for round_ in state.rounds for table in round_.tables.values()]
    if any(table.saved or table.claims for table in tables):
        return Refusal(
            "results-entered",
            message("A result has been entered, so game and style can’t change."),
            way_out=message("Undo the results in the log, or start a new event."),
        )
    return None


def style_objection(state: LogState) -> Refusal | None:
    """Return why the pairing style can’t change: a round of the old one is out."""
    refusal = game_objection(state)
    if refusal is not None or not state.begun:
        return refusal
    return Refusal(
        "already-begun",
        message("Round {number} is published.", number=state.rounds[-1].number),
        way_out=message("Undo publishing it in the log first."),
    )


def _length_objection(
    state: LogState, amended: Event, length: int, book: Rulebook
) -> Refusal | None:
    """Refuse lengths that the rulebook does not name, and another one while it runs."""
    named = book.brackets.match_lengths
    if length not in named:
        return Refusal(
            "match-length",
            message("Matches are best of {lengths}.", lengths=" or ".join(map(str, named))),
            rule=cite(book, "brackets.match_lengths"),
        )
    if not format_of(amended).has_bracket and length > 1:
        return Refusal("no-bracket", message("Only matches of a bracket have several games."))
    if state.begun:
        return Refusal(
            "already-begun",
            message("Round {number} is published.", number=state.rounds[-1].number),
            way_out=message("Undo publishing it in the log first."),
        )
    return None


def _players_seeded(state: LogState) -> dict[PlayerId, EventPlayer]:
    """Return the entrants, seeded in the order of the list where a bracket asks it."""
    entrants = state.players
    unseeded = all(entrant.seed is None for entrant in entrants.values())
    if state.settings.pairing_style is not PairingStyle.SINGLE_ELIMINATION:
        return entrants
    if not unseeded:
        return entrants
    return {
        id_: msgspec.structs.replace(entrant, seed=seed)
        for seed, (id_, entrant) in enumerate(entrants.items(), start=1)
    }


MOST_ROUNDS: Final = 50
"""More rounds than any event has; a listing holds no more either."""


class RoundsChangeReason(StrEnum):
    """Why the number of rounds may change."""

    ALL_AGREE = "all-players-agree"
    EMERGENCY = "emergency"


class RoundsChanged(Action, frozen=True, kw_only=True, tag="event.rounds-changed"):
    """Another number of rounds, and the reason for it (§6, AMB-118)."""

    rounds: Annotated[int, Meta(description="The new number of rounds.")]
    ground: Annotated[RoundsChangeReason, Meta(description="The reason.")]
    agreed: Annotated[tuple[PlayerId, ...], Meta(description="Who agreed, by their ids.")] = ()

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for every player's word, or for an emergency with its reason."""
        played = state.rounds[-1].number if state.rounds else 0
        refusal = self._nothing_to_change(state)
        if refusal is not None:
            return refusal
        if not max(1, played) <= self.rounds <= MOST_ROUNDS:
            few = message(
                "Round {played} is already paired, so there can’t be fewer rounds.", played=played
            )
            many = message(
                "An event can have at most {most} rounds, not {rounds}.",
                most=MOST_ROUNDS,
                rounds=self.rounds,
            )
            too_many = self.rounds > MOST_ROUNDS
            return Refusal(
                "rounds-too-many" if too_many else "rounds-played", many if too_many else few
            )
        rules = book.sanctioning.rounds_change
        if rules.running is None:
            return None
        rule = cite(book, "sanctioning.rounds_change.running")
        if self.ground is RoundsChangeReason.EMERGENCY:
            return self._emergency_objection(state, entry, rule)
        present = [e.id for e in state.players.values() if e.presence is Presence.HERE]
        silent = [player for player in present if player not in self.agreed]
        if not silent:
            return None
        return Refusal(
            "not-all-agree",
            message(
                "{state} did not agree to {rounds} rounds.",
                state=player_names(state, silent),
                rounds=self.rounds,
            ),
            rule=rule,
            way_out=message(
                "Ask everyone still in the event, or declare an emergency and describe it."
            ),
        )

    def _nothing_to_change(self, state: LogState) -> Refusal | None:
        if state.cut_after is not None:
            return Refusal(
                "cut-started",
                message("The cut has started; the Swiss rounds are over."),
                way_out=message("Undo the start of the cut first."),
            )
        if self.rounds == state.settings.rounds_planned:
            reason = message("The event has {rounds} rounds already.", rounds=self.rounds)
            return Refusal("nothing-changes", reason)
        return None

    def _emergency_objection(self, state: LogState, entry: LogEntry, rule: str) -> Refusal | None:
        if not state.begun:
            return Refusal(
                "emergency-before-start",
                message("Before the start, the players present decide together."),
                rule=rule,
                way_out=message("Ask all players who are present."),
            )
        if not entry.reason.strip():
            return Refusal(
                "reason-missing",
                message("Describe the emergency for the record."),
                rule=rule,
                way_out=message("Describe it in a few words."),
            )
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Change the number and keep the record that the guide asks for."""
        event = state.settings
        record = RoundsChange(
            at=entry.at,
            by=entry.by,
            before=event.rounds_planned,
            after=self.rounds,
            ground=self.ground,
            agreed=self.agreed,
            reason=entry.reason,
        )
        return msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(event, rounds_planned=self.rounds),
            rounds_changes=(*state.rounds_changes, record),
        )
