"""The final confrontation after Swiss rounds: who plays it, and why."""

from __future__ import annotations

import msgspec

from padd.core.formats.heats import final_confrontation_players
from padd.core.formats.ranking import ranking_of
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message
from padd.core.model import Event, FinalConfrontation
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.presentation.formats.presenter import CommandAnswer
from padd.presentation.names import event_title, player_names
from padd.presentation.rulebooks.event_rulebook import book_for
from padd.presentation.tables import TextTable


class ConfrontationAnswer(msgspec.Struct, frozen=True):
    """An event with the two players of its deciding game."""

    event: Event
    answer: CommandAnswer


def final_confrontation(event: Event, seed: int = 0) -> ConfrontationAnswer:
    """Return the two best ranked, or the two announced, once the rounds are over."""
    book = book_for(event)
    rule = book.citations["standings.final_confrontation_loser"].cite
    if not format_of(event).gives_victory_points:
        reason = message("A final confrontation of its own follows Swiss rounds only.")
        raise _refused("not-swiss", reason, "pairing_style", rule)
    swiss = msgspec.structs.replace(event, final_confrontation=None)
    ranking = ranking_of(swiss, book, seed=seed)
    if not ranking.final:
        reason = message("The final confrontation is waiting for rounds or results.")
        raise _refused("round-open", reason, "rounds", rule)
    announced = event.final_confrontation
    with cite_refusals(book):
        players = final_confrontation_players(
            ranking.order, announced.players if announced else None
        )
    winner = announced.winner if announced else None
    final = FinalConfrontation(players=players, winner=winner)
    names = player_names(event)
    how = "as announced" if announced else "the two best ranked"
    sheet = TextTable(
        title=f"{event_title(event)}: final confrontation",
        columns=("Player", "", "Player "),
        rows=((names[players[0]], "–", names[players[1]]),),
        lines=(f"Who plays: {how}. The winner wins the event.",),
    )
    document = {
        "final_confrontation": {"players": list(players), "winner": winner},
        "announced": announced is not None,
    }
    return ConfrontationAnswer(
        msgspec.structs.replace(event, final_confrontation=final), CommandAnswer(document, (sheet,))
    )


def _refused(code: str, message: Message, place: str, rule: str) -> RefusalError:
    return RefusalError(Refusal(code=code, message=message, rule=rule, place=place))
