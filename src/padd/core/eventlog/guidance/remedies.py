"""What a player has to fix after an infraction, and by when (App. B)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from padd.core.eventlog.state.event_state import GivenPenalty, LogState
from padd.core.eventlog.state.rounds import next_number, player_names
from padd.core.messages import Message, message, sentences
from padd.core.model import PlayerId
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import Remedy

WHAT: Final = {
    "deck-legal": message("make deck and dilemma pile legal"),
    "deck-as-listed": message(
        "make the deck match the list (an illegal list is corrected with you first)"
    ),
    "backs-uniform": message(
        "make all card backs alike, with unmarked copies or by sleeving the whole deck "
        "or dilemma pile"
    ),
}


class DueRemedy(msgspec.Struct, frozen=True):
    """Something that a player has to fix."""

    player: PlayerId
    words: Message
    rule: str


def remedy_of(code: str | None, book: Rulebook) -> Remedy | None:
    """Return what an infraction asks the player to fix, if anything."""
    return next(
        (candidate for candidate in book.conduct.remedies or () if candidate.code == code), None
    )


def remedy_words(remedy: Remedy, number: int) -> Message:
    """Return what is corrected, and by the beginning of which round."""
    if not remedy.dated:
        return WHAT[remedy.what]
    return message(
        "{remedy} by the start of round {number}", remedy=WHAT[remedy.what], number=number
    )


def due_remedies(state: LogState, book: Rulebook) -> Iterator[DueRemedy]:
    """Yield what is to be corrected before the next round begins."""
    last = state.played[-1].published_at if state.played else None
    number = next_number(state)
    for sentence in state.penalties:
        remedy = remedy_of(sentence.infraction, book)
        if remedy is None or (last is not None and sentence.at < last):
            continue
        what = message(
            "{player}: {remedy}.",
            player=state.name(sentence.player),
            remedy=remedy_words(remedy, number),
        )
        yield DueRemedy(
            player=sentence.player,
            words=sentences(what, waiver_note(state, sentence, remedy)),
            rule=cite(book, "conduct.remedies"),
        )


def waiver_note(state: LogState, sentence: GivenPenalty, remedy: Remedy) -> Message | None:
    """Return who may have kept the player's cards, which would waive the remedy."""
    if remedy.waived_with is None:
        return None
    met = {
        round_.tables[round_.seats[sentence.player]].opponent_of(sentence.player)
        for round_ in state.played
        if sentence.player in round_.seats
    }
    players = [
        other.player
        for other in state.penalties
        if other.infraction == remedy.waived_with and other.player in met
    ]
    if not players:
        return None
    return message(
        "May be waived if {players} got the {infraction} for keeping these cards.",
        infraction=remedy.waived_with,
        players=player_names(state, players),
    )
