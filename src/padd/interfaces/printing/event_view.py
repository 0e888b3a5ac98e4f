"""An event as the documents need it: facts, place, time, and more."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from typing import Final

import msgspec

from padd.core.eventlog.guidance.checklist import open_points, undecided_ties
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.time_limits import minutes_of_round
from padd.core.formats.registry import format_of
from padd.core.limited.event_state import LimitedState
from padd.core.model import Event, Match, PlayerId, Pod, Round
from padd.core.refusal import RefusalError
from padd.core.scoring.results import ScoredEvent, score_event
from padd.interfaces.printing.glyphs import shorten_name
from padd.presentation.formats.presenter import standings_view
from padd.presentation.formats.scenario_rounds import scenario_rounds
from padd.presentation.formats.standings import StandingsView
from padd.presentation.messages import text
from padd.presentation.names import player_names, sort_key
from padd.presentation.page_words import count
from padd.presentation.words import join_names
from padd.rulebooks.schema import Rulebook

ABSENT: Final = frozenset({Presence.WITHDRAWN})


class PhoneCode(msgspec.Struct, frozen=True, kw_only=True):
    """The access of a player's phone: an address for the code, and a PIN."""

    address: str
    pin: str = ""


class CardNote(msgspec.Struct, frozen=True):
    """A note on a scorecard beside the games."""

    round: int | None
    text: str


class PrintView(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An event as it is printed."""

    event: Event
    """With the rounds that the room knows of."""
    book: Rulebook
    people: tuple[tuple[PlayerId, str, str], ...]
    """All players: id, name, handle; also those not yet checked in."""
    where: str = ""
    minutes: int | None = None
    printed: str = ""
    sequence: int | None = None
    notes: Mapping[PlayerId, tuple[CardNote, ...]] = {}
    doors: Mapping[PlayerId, PhoneCode] = {}
    join: str = ""
    """The address that the code on the wall opens."""
    prizes: tuple[tuple[PlayerId, str], ...] = ()
    """What was handed out, to whom."""
    limited: LimitedState | None = None
    """How far the limited play is, in a draft or sealed event."""
    still_open: tuple[str, ...] = ()
    """What is missing before the standings are final, after the last result."""

    @property
    def name(self) -> str:
        """What people call the event."""
        return shorten_name(self.event.name or "Event")

    @cached_property
    def names(self) -> dict[PlayerId, str]:
        """What people call the players, short enough for a form."""
        known = {player.id: player.name or player.id for player in self.event.players}
        known |= {player: name or player for player, name, _ in self.people}
        return {player: shorten_name(name) for player, name in known.items()}

    @cached_property
    def handles(self) -> dict[PlayerId, str]:
        """The forum handles, where they are known."""
        return {player: shorten_name(handle) for player, _, handle in self.people}

    @cached_property
    def number_of(self) -> dict[PlayerId, int]:
        """The number of each player, as some forms ask for it."""
        return {player: at for at, (player, _, _) in enumerate(self.people, start=1)}

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds so far."""
        return self.event.every_round

    def round(self, number: int | None = None) -> Round | None:
        """Return a round, or the latest one."""
        if number is None:
            return self.rounds[-1] if self.rounds else None
        return next((round_ for round_ in self.rounds if round_.number == number), None)

    @property
    def planned(self) -> int:
        """How many rounds a form has room for."""
        return max(self.event.swiss_rounds, len(self.event.every_round))

    @cached_property
    def scored(self) -> ScoredEvent:
        """Every result so far (Swiss)."""
        return score_event(self.event, self.book)

    @cached_property
    def standings(self) -> StandingsView | None:
        """The order so far, of any format; None before the first round."""
        return standings_view(self.event, self.book) if self.rounds else None

    @property
    def when(self) -> str:
        """The day of the event, as on a wall calendar."""
        if not self.event.starts:
            return ""
        at = datetime.fromisoformat(self.event.starts)
        return f"{at:%a} {at.day} {at:%B %Y}"

    @property
    def game(self) -> str:
        """What is played, and how: edition, rules, rounds, minutes."""
        event = self.event
        rules = event.rules or self.book.default_rules.get(event.edition, "")
        words = [event.edition.full_name, self.book.rules_sets.get(rules, rules)]
        length = count(event.rounds_planned, "round")
        if self.minutes:
            length += f", {self.time_limit}" if self.match else f" of {self.time_limit}"
        return ", ".join(part for part in (*words, length) if part)

    @property
    def match(self) -> int | None:
        """How many rounds one time limit is for; None if each has its own."""
        pods = format_of(self.event).in_pods and self.book.tribbles is not None
        return self.book.tribbles.rounds_per_match if pods and self.book.tribbles else None

    @property
    def time_limit(self) -> str:
        """The time limit in words: 60 minutes, in Tribbles for a match."""
        limit = f"{self.minutes} minutes"
        return f"{limit} for {self.match} rounds" if self.match else limit

    @property
    def place_and_day(self) -> str:
        """The line below the title: event, day, place."""
        return ", ".join(part for part in (self.name, self.when, self.where) if part)

    @property
    def directors(self) -> str:
        """Who directs, in a line."""
        return ", ".join(shorten_name(name) for name in self.event.directors)

    @property
    def foot(self) -> str:
        """What stands below every page: when and from what it was printed."""
        words = [self.name]
        if self.printed:
            words.append(f"printed {self.printed}")
        if self.sequence is not None:
            words.append(f"log entry {self.sequence}")
        return ", ".join(words) + "."

    def check(self, *parts: object) -> str:
        """Return four figures that change when what is printed changes."""
        text = "\n".join(map(str, (self.event.name, *parts)))
        return sha256(text.encode("utf-8", "replace")).hexdigest()[:4].upper()


def table_number(game: Match | Pod, index: int) -> int:
    """Return the table of a game; without a number, its place in the list."""
    return game.table if game.table is not None else index + 1


def print_view(
    state: LogState,
    book: Rulebook,
    *,
    where: str = "",
    printed: str = "",
    sequence: int | None = None,
    doors: Mapping[PlayerId, PhoneCode] | None = None,
    join: str = "",
) -> PrintView:
    """Return an event as it stands in its log."""
    people = tuple(
        (person.id, person.name, person.handle)
        for person in sorted(state.players.values(), key=lambda entrant: sort_key(entrant.name))
        if person.presence not in ABSENT
    )
    event = event_facts(state)
    return PrintView(
        event=event,
        book=book,
        people=people,
        where=where,
        minutes=state.minutes or minutes_of_round(state.settings, book),
        printed=printed,
        sequence=sequence,
        notes=_with_scenario(_notes(state, book), event, book),
        doors=doors or {},
        join=join,
        prizes=tuple((prize.player, prize.what) for prize in state.prizes),
        limited=state.limited,
        still_open=_open_points(state, book),
    )


def print_view_of_file(event: Event, book: Rulebook, *, printed: str = "") -> PrintView:
    """Return an event as its file has it, without a log."""
    people = sorted(event.players, key=lambda player: sort_key(player.name or player.id))
    notes: dict[PlayerId, list[CardNote]] = {}
    for round_ in event.every_round:
        games: tuple[Match | Pod, ...] = (*round_.matches, *round_.pods)
        for game in games:
            for penalty in game.penalties:
                text = _penalty(penalty.level, penalty.infraction, penalty.note, book)
                notes.setdefault(penalty.player, []).append(CardNote(round_.number, text))
    return PrintView(
        event=event,
        book=book,
        people=tuple((player.id, player.name or player.id, player.handle) for player in people),
        minutes=minutes_of_round(event, book),
        printed=printed,
        still_open=_undecided_ties(event, book),
        notes=_with_scenario({player: tuple(own) for player, own in notes.items()}, event, book),
    )


def _open_points(state: LogState, book: Rulebook) -> tuple[str, ...]:
    """Return the open points before the event can be finished."""
    if state.finished_at is not None:
        return ()
    try:
        points = open_points(state, book)
    except RefusalError:  # standings that can’t be made say so themselves
        return ()
    return tuple(text(one.message) for one in points if one.level is Level.REFUSED)


def _undecided_ties(event: Event, book: Rulebook) -> tuple[str, ...]:
    """Return the places in a file that nothing on record decides."""
    try:
        ties = undecided_ties(event, book) if event.every_round else ()
    except RefusalError:  # standings that can’t be made say so themselves
        return ()
    names = player_names(event)
    named = ([shorten_name(names[player]) for player in tie.players] for tie in ties)
    return tuple(f"{join_names(tied)} are tied on every tiebreak." for tied in named)


def _with_scenario(
    notes: dict[PlayerId, tuple[CardNote, ...]], event: Event, book: Rulebook
) -> dict[PlayerId, tuple[CardNote, ...]]:
    """Return the notes with whose deck or which rule a player had in each round."""
    kept = scenario_rounds(event, book)
    if kept is None:
        return notes
    return {
        player.id: (
            *notes.get(player.id, ()),
            *(
                CardNote(round_.number, f"{kept.word}: {said}")
                for round_ in kept.rounds
                if (said := round_.by_player.get(player.id, ""))
            ),
        )
        for player in event.players
    } | {player: own for player, own in notes.items() if player not in player_names(event)}


def _notes(state: LogState, book: Rulebook) -> dict[PlayerId, tuple[CardNote, ...]]:
    """Return what stands on the scorecards: penalties, and extra time."""
    notes: dict[PlayerId, list[CardNote]] = {}
    for penalty in state.penalties:
        if penalty.level > 0:
            text = _penalty(penalty.level, penalty.infraction, penalty.what, book)
            notes.setdefault(penalty.player, []).append(CardNote(penalty.round, text))
    for round_ in state.played:
        for table in round_.tables.values():
            if table.extra_minutes:
                text = f"{table.extra_minutes} minutes of extra time"
                for player in table.players:
                    notes.setdefault(player, []).append(CardNote(round_.number, text))
    return {player: tuple(own) for player, own in notes.items()}


def _penalty(level: int, infraction: str | None, what: str | None, book: Rulebook) -> str:
    names = {penalty_level.level: penalty_level.name for penalty_level in book.conduct.levels or ()}
    text = f"{names.get(level, 'penalty')} (level {level})"
    parts = (text, infraction or "", shorten_name(what or ""))
    return ", ".join(part for part in parts if part)
