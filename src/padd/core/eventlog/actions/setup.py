"""Open an event with its settings, or from a file."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from padd.core.decks.event_decks import DeckRecord, EventDecks, HandedInDeck
from padd.core.eventlog.action import Action, LogEntry, Phase
from padd.core.eventlog.rounds import rounds_taken_over
from padd.core.eventlog.state import EventPlayer, LogState, Presence, Staff
from padd.core.eventlog.time_limits import limit_objection, minutes_of_round
from padd.core.messages import message
from padd.core.model import Event, Player, PlayerId, RulesSet
from padd.core.refusal import Refusal, RefusalError, refused, refused_as
from padd.core.scoring.standings import disqualified
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

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse settings that the rulebook does not know."""
        del state, entry
        event = self.event
        if event.rulebook != book.id:
            reason = message(
                "The event uses {rulebook}, not {id}.", rulebook=event.rulebook, id=book.id
            )
            return refused("wrong-rulebook", reason)
        if self.rulings != tuple(ruling.id for ruling in book.rulings):
            return refused(
                "rulings-differ",
                message("The interim rulings of the event differ from those given here."),
                way_out=message("Use the rulebook as it was when the event started."),
            )
        if event.pairing_style not in book.pairing.system:
            known = ", ".join(book.pairing.system)
            return refused(
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
            return refused_as(error)
        return limit_objection(event, self.minutes, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Open the event, with whoever and whatever is in it already."""
        event = self.event
        cut_rounds = tuple(
            msgspec.structs.replace(round_, number=len(event.rounds) + at)
            for cut in event.stages or ()
            for at, round_ in enumerate(cut.rounds, start=1)
        )
        rounds = (*event.rounds, *cut_rounds)
        out = disqualified(msgspec.structs.replace(event, rounds=rounds))
        begun = bool(event.rounds)
        players = [_player_of(p, begun=begun, out=p.id in out) for p in event.players]
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
            rounds=rounds_taken_over(rounds, at=entry.at),
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


def _player_of(player: Player, *, begun: bool, out: bool) -> EventPlayer:
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
