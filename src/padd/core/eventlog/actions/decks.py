"""Decks of an event: registered, locked, reopened, corrected, accepted, checked."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec
from msgspec import Meta

from padd.core.decks.event_decks import DeckRecord, EventDecks
from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.state.actor import Role
from padd.core.eventlog.state.event_state import LogState
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.core.rng import Rng
from padd.rulebooks.schema import Rulebook, cite

DIGEST_LENGTH = 64
KEPT: Final = "The list itself is stored outside the log"


class DeckRegistered(Action, frozen=True, kw_only=True, tag="deck.registered"):
    """A player registers a deck, or the staff does for a player."""

    by_players: ClassVar[bool] = True
    lasting: ClassVar[str] = KEPT

    player: PlayerId
    digest: str
    verdict: str

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse strangers, other players' decks, and everything after the lock."""
        if self.player not in state.players:
            return _unknown_player(self.player)
        if entry.by.role is Role.PLAYER and entry.by.player != self.player:
            return Refusal("not-your-deck", message("Players can register only their own deck."))
        if len(self.digest) != DIGEST_LENGTH:
            return Refusal("bad-digest", message("That is not a fingerprint."))
        return _locked_refusal(self.player, state, book)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the fingerprint and the verdict."""
        before = _decks(state).records.get(self.player)
        record = DeckRecord(
            digest=self.digest,
            verdict=self.verdict,
            registered_at=entry.at,
            times=before.times + 1 if before else 1,
        )
        after = _with_deck(state, self.player, record)
        decks = _decks(after)
        opened = tuple(each for each in decks.opened if each != self.player)
        closed = msgspec.structs.replace(decks, opened=opened)
        return msgspec.structs.replace(after, decks=closed)


class DecksLocked(Action, frozen=True, kw_only=True, tag="deck.locked"):
    """The director locks all decks."""

    catalogue: Annotated[str, Meta(description="The card data it was checked with.")] = ""

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse to lock what is locked."""
        decks = _decks(state)
        if decks.locked_at is not None and not _reopened(decks):
            return Refusal("decks-locked", message("The decks are already locked."))
        return None

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Lock every deck."""
        decks = _decks(state)
        closed = {
            player: msgspec.structs.replace(record, reopened=False)
            for player, record in decks.records.items()
        }
        locked = msgspec.structs.replace(
            decks,
            locked_at=decks.locked_at or entry.at,
            catalogue=decks.catalogue or self.catalogue,
            records=closed,
            opened=(),
        )
        return msgspec.structs.replace(state, decks=locked)


class DeckReopened(Action, frozen=True, kw_only=True, tag="deck.reopened"):
    """The director lets one player register a deck after the lock."""

    needs_reason: ClassVar[str] = "opening a deck after the lock"

    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse strangers."""
        return None if self.player in state.players else _unknown_player(self.player)

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Open it until a deck is registered."""
        decks = _decks(state)
        record = decks.records.get(self.player)
        if record is not None:
            reopened = msgspec.structs.replace(record, reopened=True)
            return _with_deck(state, self.player, reopened)
        opened = tuple(dict.fromkeys((*decks.opened, self.player)))
        changed = msgspec.structs.replace(decks, opened=opened)
        return msgspec.structs.replace(state, decks=changed)


class DeckCorrected(Action, frozen=True, kw_only=True, tag="deck.corrected"):
    """The director puts the list of a player right, after the lock too."""

    needs_reason: ClassVar[str] = "correcting a deck list"
    lasting: ClassVar[str] = KEPT

    player: PlayerId
    digest: str
    verdict: str

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse players without a deck, and directors for their own."""
        if entry.by.player == self.player:
            return _not_own_deck()
        if len(self.digest) != DIGEST_LENGTH:
            return Refusal("bad-digest", message("That is not a fingerprint."))
        return _no_deck(self.player, state)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep the new fingerprint and verdict, and why."""
        corrected = msgspec.structs.replace(
            _decks(state).records[self.player],
            digest=self.digest,
            verdict=self.verdict,
            corrected=entry.reason,
            passed="",
        )
        return _with_deck(state, self.player, corrected)


class DeckPassed(Action, frozen=True, kw_only=True, tag="deck.passed"):
    """The director accepts a deck despite objections."""

    needs_reason: ClassVar[str] = "letting a deck pass"

    player: Annotated[PlayerId, Meta(description="The id of the player.")]

    def objection(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse players without a deck."""
        return _no_deck(self.player, state)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep why."""
        record = _decks(state).records[self.player]
        passed = msgspec.structs.replace(record, passed=entry.reason)
        return _with_deck(state, self.player, passed)


class DeckChecksDrawn(Action, frozen=True, kw_only=True, tag="deck.checks-drawn"):
    """Players are drawn for a deck check, from a seed that anyone can replay."""

    players: Annotated[tuple[PlayerId, ...], Meta(description="The players, by their ids.")]
    seed: Annotated[
        int | None, Meta(description="Null where a player was chosen, with the reason.")
    ] = None

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Require decks, and a reason if the players were not drawn."""
        missing = [x for x in self.players if x not in _decks(state).records]
        if missing or not self.players:
            return _no_deck(missing[0] if missing else PlayerId(""), state)
        if self.seed is None and not entry.reason:
            return Refusal(
                "reason-needed",
                message("Say why you are checking this player’s deck."),
                way_out=message("Give a reason, or draw players at random."),
            )
        if self.seed is not None and self.players != draw_players_for_check(
            state, len(self.players), self.seed
        ):
            return Refusal("not-drawn", message("The seed gives other players."))
        return None

    def change(self, state: LogState, _entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep whose deck is to be checked."""
        decks = _decks(state)
        waiting = dict.fromkeys((*decks.to_check, *self.players))
        changed = msgspec.structs.replace(decks, to_check=tuple(waiting))
        return msgspec.structs.replace(state, decks=changed)


class DeckChecked(Action, frozen=True, kw_only=True, tag="deck.checked"):
    """A deck was compared with its list, card by card."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    differences: Annotated[int, Meta(description="Cards missing and cards too many.")]

    def objection(self, state: LogState, entry: LogEntry, _book: Rulebook) -> Refusal | None:
        """Refuse players without a deck, and judges of their own deck."""
        if entry.by.player == self.player:
            return _not_own_deck()
        return _no_deck(self.player, state)

    def change(self, state: LogState, entry: LogEntry, _book: Rulebook) -> LogState:
        """Keep what was found."""
        record = _decks(state).records[self.player]
        found = msgspec.structs.replace(record, checked_at=entry.at, differences=self.differences)
        after = _with_deck(state, self.player, found)
        decks = _decks(after)
        waiting = tuple(each for each in decks.to_check if each != self.player)
        left = msgspec.structs.replace(decks, to_check=waiting)
        return msgspec.structs.replace(after, decks=left)


def draw_players_for_check(state: LogState, count: int, seed: int) -> tuple[PlayerId, ...]:
    """Return the players that a seed draws among those who registered a deck."""
    among = sorted(_decks(state).records)
    return tuple(Rng(seed, "deck check").shuffled(among)[:count])


def _decks(state: LogState) -> EventDecks:
    return state.decks or EventDecks()


def _reopened(decks: EventDecks) -> bool:
    return bool(decks.opened) or any(x.reopened for x in decks.records.values())


def _with_deck(state: LogState, player: PlayerId, record: DeckRecord) -> LogState:
    decks = _decks(state)
    changed = msgspec.structs.replace(decks, records={**decks.records, player: record})
    return msgspec.structs.replace(state, decks=changed)


def _unknown_player(player: PlayerId) -> Refusal:
    return Refusal("unknown-player", message("No player here is called {player}.", player=player))


def _not_own_deck() -> Refusal:
    return Refusal(
        "own-deck",
        message("You cannot check or correct your own deck."),
        way_out=message("Ask another judge."),
    )


def _no_deck(player: PlayerId, state: LogState) -> Refusal | None:
    if player in _decks(state).records:
        return None
    return Refusal(
        "no-deck",
        message("This player has no registered deck."),
        way_out=message("Ask the player to register one."),
    )


def _locked_refusal(player: PlayerId, state: LogState, book: Rulebook) -> Refusal | None:
    """Say that decks are locked: by the director, or because play has begun."""
    decks = _decks(state)
    record = decks.records.get(player)
    if player in decks.opened or (record is not None and record.reopened):
        return None
    changes = book.decks.changes or {}
    fixed = not changes.get(str(state.settings.format), False)
    if decks.locked_at is None and not (state.begun and fixed and record is not None):
        return None
    return Refusal(
        "decks-locked",
        message("The decks of this event are locked."),
        rule=cite(book, "decks.changes"),
        way_out=message("Ask the director to open yours."),
    )
