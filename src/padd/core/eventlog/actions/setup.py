"""Open an event; name its staff; allow filming."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.decks.event_decks import DeckRecord, EventDecks, HandedInDeck
from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.players import own_act_only_objection, unknown_player_objection
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.director_plays import (
    director_may_not_play_refusal,
    director_objection,
)
from padd.core.eventlog.state.event_state import (
    DirectorPlayApproval,
    EventPlayer,
    LogState,
    Phase,
    Presence,
    Staff,
)
from padd.core.eventlog.state.rounds import rounds_from_file
from padd.core.eventlog.state.table import TableState
from padd.core.eventlog.state.time_limits import limit_objection, minutes_of_round
from padd.core.messages import message
from padd.core.model import Event, Player, PlayerId, RulesSet
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.standings import disqualified_players
from padd.core.validation.consistency import check_facts
from padd.rulebooks.schema import Rulebook, cite


class EventOpened(Action, frozen=True, kw_only=True, tag="event.opened"):
    """The event with its settings and the rules that hold to its end."""

    during: ClassVar[frozenset[Phase]] = frozenset({Phase.NEW})

    event: Event
    """Players and rounds may be there already: an event taken over from a file."""
    rulings: tuple[str, ...] = ()
    """The interim rulings in force, pinned for good (§13.2, AMB-123)."""
    minutes: int | None = None
    final_confrontation: bool = False
    staff: tuple[Staff, ...] = ()
    pins: dict[str, str] = msgspec.field(default_factory=dict)
    """Fingerprints of the rulebook and the card data with its bans (§13.2)."""
    catalogue: str = ""
    """The fingerprint of the card data that holds to its end."""
    decks: tuple[HandedInDeck, ...] = ()
    """What players registered before the day."""

    def objection(self, _state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse settings that the rulebook does not know."""
        event = self.event
        if event.rulebook != book.id:
            reason = message(
                "The event uses {rulebook}, not {id}.", rulebook=event.rulebook, id=book.id
            )
            return Refusal("wrong-rulebook", reason)
        if self.rulings != tuple(ruling.id for ruling in book.rulings):
            return Refusal(
                "rulings-differ",
                message("The interim rulings of the event differ from those given here."),
                way_out=message("Use the rulebook as it was when the event started."),
            )
        if event.pairing_style not in book.pairing.system:
            known = ", ".join(book.pairing.system)
            return Refusal(
                "style-unknown",
                message(
                    "{title} has no pairing style {pairing_style}.",
                    title=book.title,
                    pairing_style=event.pairing_style,
                ),
                rule=cite(book, "pairing.system"),
                way_out=message("Choose one of {known}.", known=known),
            )
        try:
            check_facts(event, book)
        except RefusalError as error:
            return error.refusal
        return limit_objection(event, self.minutes, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Open the event with its players and rounds so far."""
        event = self.event
        cut_rounds = tuple(
            msgspec.structs.replace(round_, number=len(event.rounds) + at)
            for cut in event.stages or ()
            for at, round_ in enumerate(cut.rounds, start=1)
        )
        rounds = (*event.rounds, *cut_rounds)
        out = disqualified_players(msgspec.structs.replace(event, rounds=rounds))
        begun = bool(event.rounds)
        players = [_event_player(p, begun=begun, out=p.id in out) for p in event.players]
        return msgspec.structs.replace(
            state,
            event=msgspec.structs.replace(
                event,
                rules=event.rules or RulesSet(book.default_rules[event.edition]),
                players=(),
                rounds=(),
                stages=event.stages
                and tuple(msgspec.structs.replace(c, rounds=()) for c in event.stages),
                log=None,
            ),
            rulings=self.rulings,
            minutes=self.minutes or minutes_of_round(event, book),
            final_planned=self.final_confrontation,
            players={player.id: player for player in players},
            staff=self.staff,
            pins=self.pins,
            rounds=rounds_from_file(rounds, at=entry.at),
            cut_after=len(event.rounds) if event.stages else None,
            decks=self._decks({player.id for player in players}),
        )

    def _decks(self, players: set[PlayerId]) -> EventDecks | None:
        """Return the card data that is pinned and the decks that came before."""
        handed_in = {
            deck.player: DeckRecord(digest=deck.digest, verdict=deck.verdict, registered_at=deck.at)
            for deck in self.decks
        }
        if not handed_in and not self.catalogue:
            return None
        decks = EventDecks(catalogue=self.catalogue, waiting=handed_in)
        for player in players:
            decks = decks.with_seat(player)
        return decks


def _event_player(player: Player, *, begun: bool, out: bool) -> EventPlayer:
    presence = Presence.HERE if begun else Presence.ENTERED
    if out:
        presence = Presence.DISQUALIFIED
    elif begun and player.dropped_after is not None:
        presence = Presence.DROPPED
    return EventPlayer(
        id=player.id,
        name=player.name or player.id,
        handle=player.handle,
        seed=player.seed,
        earned_byes=player.earned_byes,
        head_start=player.head_start,
        joined_round=player.joined_round,
        dropped_after=player.dropped_after,
        presence=presence,
    )


DIRECTORS: Final = (Role.DIRECTOR, Role.SECONDARY, Role.TERTIARY)


class StaffNoted(Action, frozen=True, kw_only=True, tag="staff.noted"):
    """Who runs the event in which part, and who that is among the players."""

    role: Annotated[Role, Meta(description="In which role.")]
    person: Annotated[str, Meta(description="The id of the person.")]
    player: Annotated[PlayerId | None, Meta(description="The id of the player.")] = None

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a director who may not play, and players who are unknown."""
        if self.role is Role.PLAYER:
            return Refusal("not-staff", message("Add players on the check-in page, not as staff."))
        if self.player is None:
            return None
        if self.player not in state.players:
            return Refusal(
                "unknown-player", message("No player here is called {player}.", player=self.player)
            )
        forbids = book.roles.director_plays.allowed == "no"
        if self.role is Role.DIRECTOR and forbids:
            return director_may_not_play_refusal(book)
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Put the person into the part; each of the three directors is one person."""
        noted = Staff(role=self.role, person=self.person, player=self.player)
        single = self.role in DIRECTORS
        others = tuple(
            staff
            for staff in state.staff
            if staff.person != self.person and not (single and staff.role is self.role)
        )
        staff = (*others, noted)
        return msgspec.structs.replace(
            state,
            staff=staff,
            event=msgspec.structs.replace(state.settings, directors=_directors(staff)),
        )


def _directors(staff: tuple[Staff, ...]) -> tuple[str, ...]:
    by_role = {person.role: person.person for person in staff}
    return tuple(by_role[role] for role in DIRECTORS if role in by_role)


class DirectorPlayApproved(Action, frozen=True, kw_only=True, tag="director.play-approved"):
    """The other players agree that the director plays."""

    approved_by: Annotated[tuple[PlayerId, ...], Meta(description="Who approved it.")]

    def objection(self, state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for more than half of the others, and for both deputies."""
        player = state.director_playing()
        if player is None:
            return Refusal(
                "director-not-playing",
                message("The primary director is not among the players."),
                way_out=message("Record which player the director is."),
            )
        return director_objection(state, player, self.approved_by, book)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep who approved."""
        player = state.director_playing()
        if player is None:
            reason = message("The director is not among the players.")
            raise LookupError(reason)
        approval = DirectorPlayApproval(player=player, approved_by=self.approved_by, at=entry.at)
        return msgspec.structs.replace(state, approval=approval)


class FilmingAllowed(Action, frozen=True, kw_only=True, tag="filming.allowed"):
    """The director allows matches to be filmed and published, or no longer."""

    allowed: Annotated[bool, Meta(description="Whether it is allowed.")] = True

    def objection(self, _state: LogState, _entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it where the guide has no policy on video."""
        return _no_policy(book)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note it."""
        return msgspec.structs.replace(state, filming=self.allowed)


class FilmingAgreed(Action, frozen=True, kw_only=True, tag="filming.agreed"):
    """A player agrees to be filmed and published, or withdraws that.

    Players who have not agreed leave no trace, so no one can read who refused.
    """

    by_players: ClassVar[bool] = True

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    agrees: Annotated[bool, Meta(description="Whether they agree.")] = True

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse strangers, and players who agree for others."""
        return (
            unknown_player_objection(state, (self.player,))
            or own_act_only_objection(entry, (self.player,))
            or _no_policy(book)
        )

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Note who agrees."""
        others = tuple(one for one in state.film_agreed if one != self.player)
        agreed = (*others, self.player) if self.agrees else others
        return msgspec.structs.replace(state, film_agreed=agreed)


def is_filmed(state: LogState, table: TableState) -> bool:
    """Tell whether a match may be filmed: director and all its players agree."""
    return state.filming and set(table.players) <= set(state.film_agreed)


def _no_policy(book: Rulebook) -> Refusal | None:
    if book.roles.video.allowed_by:
        return None
    return Refusal(
        "no-video-policy",
        message("This rulebook has no policy on filming."),
        rule=cite(book, "roles.video.allowed_by"),
        way_out=message("Settle it with the players."),
    )
