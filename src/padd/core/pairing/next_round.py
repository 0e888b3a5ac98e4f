"""From an event's record to the field of a round, and from a draw to the round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from padd.core.messages import message
from padd.core.model import Ending, Event, Match, PlayerId, Round
from padd.core.pairing import SYSTEMS, NoLegalPairing, Pairing, PairingField, meetings
from padd.core.refusal import Refusal, RefusalError
from padd.core.scoring.results import Code, score_event
from padd.core.scoring.standings import disqualified, quitters
from padd.rulebooks.schema import cite

if TYPE_CHECKING:
    from collections.abc import Iterable

    from padd.core.model import Player
    from padd.rulebooks.schema import Rulebook


class PairedRound(msgspec.Struct, frozen=True):
    """A round that was drawn, with everybody in it."""

    number: int
    draw: Pairing
    earned_byes: tuple[PlayerId, ...]
    missed: tuple[PlayerId, ...]


def next_number(event: Event) -> int:
    """Return the number of the round that comes next."""
    return max((round_.number for round_ in event.rounds), default=0) + 1


def pair_next(event: Event, book: Rulebook, *, seed: int) -> PairedRound:
    """Draw the next round of a Swiss event, or refuse with the reason."""
    number = next_number(event)
    _wait_for_results(event, book)
    field = field_of(event, book, number)
    drawn = SYSTEMS[book.pairing.system[event.pairing_style]](field, seed=seed)
    if isinstance(drawn, NoLegalPairing):
        raise _no_draw(drawn, number, book)
    return PairedRound(
        number=number,
        draw=drawn,
        earned_byes=field.resting,
        missed=_not_there(event, field),
    )


def field_of(event: Event, book: Rulebook, number: int) -> PairingField:
    """Return who is to be paired in a round, and all that happened before it."""
    before = tuple(round_ for round_ in event.rounds if round_.number < number)
    past = msgspec.structs.replace(event, rounds=before)
    out = disqualified(past) | quitters(past, book)
    active = [p for p in event.players if p.plays_in(number) and p.id not in out]
    resting = tuple(p.id for p in active if _rests(p, number, book))
    playing = tuple(p.id for p in active if p.id not in set(resting))
    totals, differentials = _sums(past, book)
    return PairingField(
        players=playing,
        totals={player: totals[player] for player in playing},
        met=meetings(
            match.players
            for round_ in before
            for match in round_.matches
            if match.is_meeting
        ),
        had_bye=frozenset(player for round_ in before for player in round_.byes),
        differentials={player: differentials[player] for player in playing},
        round_number=number,
        rounds_after=max(0, event.rounds_planned - number),
        resting=resting,
        away_later=_away_later(active, number, event, book),
    )


def _rests(player: Player, number: int, book: Rulebook) -> bool:
    return book.scoring.points.earned_bye is not None and number in player.earned_byes


def _away_later(
    active: Iterable[Player], number: int, event: Event, book: Rulebook
) -> tuple[frozenset[PlayerId], ...]:
    """Return who will use an earned bye in each round still planned."""
    players = list(active)
    return tuple(
        frozenset(p.id for p in players if _rests(p, later, book))
        for later in range(number + 1, event.rounds_planned + 1)
    )


def _sums(
    past: Event, book: Rulebook
) -> tuple[dict[PlayerId, int], dict[PlayerId, int]]:
    """Return victory points, provisional ones included, and differentials."""
    provisional = book.pairing.provisional_points or 0
    totals = dict.fromkeys((player.id for player in past.players), 0)
    differentials = dict(totals)
    for round_ in score_event(past, book).rounds:
        for result in round_.results:
            open_game = result.code is Code.PENDING
            totals[result.player] += provisional if open_game else result.vp
            differentials[result.player] += result.differential
    return totals, differentials


def _wait_for_results(event: Event, book: Rulebook) -> None:
    """Refuse to pair on a result that is neither known nor marked delayed."""
    for index, round_ in enumerate(event.rounds):
        for place, match in enumerate(round_.matches):
            if match.ending is None:
                table = match.table if match.table is not None else place + 1
                raise RefusalError(
                    Refusal(
                        code="result-missing",
                        message=message(
                            "Round {next} waits for table {table} of round "
                            "{number}: {player} against {opponent}. Enter the "
                            "result, or mark the game delayed.",
                            next=next_number(event),
                            table=table,
                            number=round_.number,
                            player=match.players[0],
                            opponent=match.players[1],
                        ),
                        rule=cite(book, "pairing.provisional_points"),
                        place=f"rounds[{index}].matches[{place}].ending",
                    )
                )


def _not_there(event: Event, field: PairingField) -> tuple[PlayerId, ...]:
    there = {*field.players, *field.resting}
    return tuple(player.id for player in event.players if player.id not in there)


REASONS: Final = {
    "no-players": message("Nobody is left to be paired."),
}


def _no_draw(drawn: NoLegalPairing, number: int, book: Rulebook) -> RefusalError:
    other = message("No round can be drawn: {reason}.", reason=drawn.reason)
    return RefusalError(
        Refusal(
            code=drawn.reason,
            message=message(
                "Round {number} cannot be paired. {reason}",
                number=number,
                reason=REASONS.get(drawn.reason, other),
            ),
            rule=cite(book, "pairing.rematches"),
            place="players",
        )
    )


def round_from(paired: PairedRound, event: Event, *, redraws: int = 0) -> Round:
    """Return a drawn round as it stands in the event file, without results."""
    open_games = [
        list(match.players)
        for round_ in event.rounds
        for match in round_.matches
        if match.ending is Ending.DELAYED
    ]
    draw: dict[str, Any] = {"seed": paired.draw.seed, "redraws": redraws}
    if open_games:
        # Whoever replays the draw must count these games as open, as it did.
        draw["open"] = open_games
    return Round(
        number=paired.number,
        matches=tuple(
            Match(players=pair, table=table)
            for table, pair in enumerate(paired.draw.tables, start=1)
        ),
        byes=paired.draw.byes,
        earned_byes=paired.earned_byes,
        missed=paired.missed,
        draw=draw,
    )
