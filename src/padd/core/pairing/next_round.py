"""From an event's record to the field of a round, and from a draw to the round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from padd.core.messages import message
from padd.core.model import Ending, Event, Match, Player, PlayerId, Round
from padd.core.pairing.circle import BACK_TO_SWISS, CIRCLE, circle_round, circle_seats
from padd.core.pairing.criteria.figures import figures_of
from padd.core.pairing.criteria.future_rounds import future_after
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.field import Pair, PairingField
from padd.core.pairing.round import NoLegalPairing, Pairing
from padd.core.pairing.systems import SYSTEMS
from padd.core.refusal import Refusal, RefusalError
from padd.core.scenarios.round_blocks import (
    block_start,
    blocks_after,
    continues_block,
    is_covered_by_byes,
)
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import disqualified_players, players_who_quit
from padd.core.scoring.terms import Code
from padd.rulebooks.schema import Rulebook, cite

BEST: Final = "best-pairings"
PENDING: Final = Code.PENDING


class PairedRound(msgspec.Struct, frozen=True):
    """A round that was drawn, or repeats another one, with every player in it."""

    number: int
    draw: Pairing
    earned_byes: tuple[PlayerId, ...]
    missed: tuple[PlayerId, ...]
    repeats: int | None = None
    """The round whose tables and byes this one takes over."""
    numbers: tuple[int, ...] = ()
    """The tables' numbers where they do not simply count up."""
    circle: tuple[PlayerId, ...] = ()
    """The seats of a round robin."""

    @property
    def tables(self) -> Iterator[tuple[int, Pair]]:
        """Each table with its number."""
        counted = range(1, len(self.draw.tables) + 1)
        return zip(self.numbers or counted, self.draw.tables, strict=True)


def next_round_number(event: Event) -> int:
    """Return the number of the round that comes next."""
    return max((round_.number for round_ in event.rounds), default=0) + 1


def pair_next(event: Event, book: Rulebook, *, seed: int) -> PairedRound:
    """Draw the next round of a Swiss event, or refuse with the reason."""
    number = next_round_number(event)
    _wait_for_results(event, book)
    field = pairing_field(event, book, number)
    if continues_block(event, book, number):
        return _repeat_round(event, book, field, seed=seed)
    drawn = SYSTEMS[book.pairing.system[event.pairing_style]](field, seed=seed)
    if isinstance(drawn, NoLegalPairing):
        raise _no_draw_error(drawn, number, book)
    return PairedRound(
        number=number, draw=drawn, earned_byes=field.resting, missed=_absent_players(event, field)
    )


def pair_in_circle(event: Event, book: Rulebook, *, seed: int) -> PairedRound:
    """Return the next round of a round robin, or refuse with the reason."""
    number = next_round_number(event)
    _wait_for_results(event, book)
    field = pairing_field(event, book, number)
    seats = circle_seats(event.rounds, field, seed)
    if not field.players:
        raise _no_draw_error(NoLegalPairing("no-players"), number, book)
    drawn = circle_round(field, seats, seed)
    if drawn.figures.rematches:
        raise RefusalError(
            Refusal(
                code="circle-broken",
                message=message(
                    "The next round of the round robin pairs players who have met: "
                    "a round was changed by hand."
                ),
                rule=cite(book, "pairing.rematches"),
                place="rounds",
                way_out=BACK_TO_SWISS,
            )
        )
    return PairedRound(
        number=number,
        draw=drawn,
        earned_byes=field.resting,
        missed=_absent_players(event, field),
        circle=seats,
    )


def pairing_field(event: Event, book: Rulebook, number: int) -> PairingField:
    """Return who is to be paired in a round, and all that happened before it.

    Opponents and byes of a block count once it is over: within it the same two play
    again, and no player joins them.
    """
    start = block_start(event, book, number)
    before = tuple(round_ for round_ in event.rounds if round_.number < number)
    past = msgspec.structs.replace(event, rounds=before)
    out = disqualified_players(past) | players_who_quit(past, book)
    active = [p for p in event.players if p.plays_in(number) and p.id not in out]
    resting = tuple(p.id for p in active if is_covered_by_byes(p.earned_byes, event, book, number))
    if start != number:
        opening = before[start - 1]
        there = _players_in_round(opening)
        active = [player for player in active if player.id in there]
        resting = tuple(p.id for p in active if p.id in opening.earned_byes)
    at_rest = frozenset(resting)
    playing = tuple(p.id for p in active if p.id not in at_rest)
    totals, differentials = _sums(past, book)
    return PairingField(
        players=playing,
        totals={player: totals[player] for player in playing},
        met=meetings(
            match.players
            for round_ in before
            if round_.number < start
            for match in round_.matches
            if match.is_meeting
        ),
        had_bye=frozenset(
            player
            for round_ in before
            if round_.number < start and not continues_block(event, book, round_.number)
            for player in round_.byes
        ),
        differentials={player: differentials[player] for player in playing},
        round_number=number,
        rounds_after=len(blocks_after(event, book, number)),
        resting=resting,
        away_later=_away_later(active, number, event, book),
    )


def _players_in_round(round_: Round) -> set[PlayerId]:
    seated = (player for match in round_.matches for player in match.players)
    return {*seated, *round_.byes, *round_.earned_byes}


def _repeat_round(event: Event, book: Rulebook, field: PairingField, *, seed: int) -> PairedRound:
    """Return the next round of a block: the tables and byes of its first (AMB-109)."""
    number = field.round_number
    start = block_start(event, book, number)
    opening = event.rounds[start - 1]
    tables, byes = repeated_seats(opening, field)
    pairs = tuple(pair for _, pair in tables)
    best = book.pairing.system[event.pairing_style] == BEST
    return PairedRound(
        number=number,
        draw=Pairing(
            tables=pairs,
            byes=byes,
            figures=figures_of(field, pairs, byes, future_after(field, pairs, byes)),
            seed=seed,
            # The only round that there is, is the best one.
            optimal=True if best else None,
        ),
        earned_byes=field.resting,
        missed=_absent_players(event, field),
        repeats=start,
        numbers=tuple(table for table, _ in tables),
    )


def repeated_seats(
    opening: Round, field: PairingField
) -> tuple[list[tuple[int, Pair]], tuple[PlayerId, ...]]:
    """Return the tables and byes that a block's first round leaves to the others.

    Whose opponent has left has a bye, which does not count as one by a pairing.
    """
    here = set(field.players)
    numbered = [
        (place if match.table is None else match.table, match.players)
        for place, match in enumerate(opening.matches, start=1)
    ]
    alone = (p for _, pair in numbered if not here.issuperset(pair) for p in pair)
    byes = tuple(player for player in (*opening.byes, *alone) if player in here)
    return [table for table in numbered if here.issuperset(table[1])], byes


def _away_later(
    active: Iterable[Player], number: int, event: Event, book: Rulebook
) -> tuple[frozenset[PlayerId], ...]:
    """Return who will use an earned bye in each round still planned to be drawn."""
    players = list(active)
    return tuple(
        frozenset(p.id for p in players if is_covered_by_byes(p.earned_byes, event, book, later))
        for later in blocks_after(event, book, number)
    )


def _sums(past: Event, book: Rulebook) -> tuple[dict[PlayerId, int], dict[PlayerId, int]]:
    """Return victory points, provisional ones included, and differentials."""
    provisional = book.pairing.provisional_points or 0
    names = [player.id for player in past.players]
    points, margins = [[0] * len(names)], [[0] * len(names)]
    for round_ in score_event(past, book).rounds:
        points.append(
            [provisional if award.code is PENDING else award.vp for award in round_.awards]
        )
        margins.append(round_.margins)
    return _sum_columns(names, points), _sum_columns(names, margins)


def _sum_columns(names: list[PlayerId], columns: list[list[int]]) -> dict[PlayerId, int]:
    return dict(zip(names, map(sum, zip(*columns, strict=True)), strict=True))


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
                            next=next_round_number(event),
                            table=table,
                            number=round_.number,
                            player=match.players[0],
                            opponent=match.players[1],
                        ),
                        rule=cite(book, "pairing.provisional_points"),
                        place=f"rounds[{index}].matches[{place}].ending",
                    )
                )


def _absent_players(event: Event, field: PairingField) -> tuple[PlayerId, ...]:
    there = {*field.players, *field.resting}
    return tuple(player.id for player in event.players if player.id not in there)


REASONS: Final = {"no-players": message("No players are left to pair.")}


def _no_draw_error(drawn: NoLegalPairing, number: int, book: Rulebook) -> RefusalError:
    other = message("No round can be paired: {reason}.", reason=drawn.reason)
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


def round_on_file(paired: PairedRound, event: Event, *, redraws: int = 0) -> Round:
    """Return a drawn round as it stands in the event file, without results."""
    open_games = [
        list(match.players)
        for round_ in event.rounds
        for match in round_.matches
        if match.ending is Ending.DELAYED
    ]
    draw: dict[str, Any] = {"seed": paired.draw.seed, "redraws": redraws}
    if paired.repeats is not None:
        draw = {"repeats": paired.repeats}
    if paired.circle:
        draw[CIRCLE] = list(paired.circle)
    if open_games:
        # A replay of the draw must count these games as open, as the draw did.
        draw["open"] = open_games
    return Round(
        number=paired.number,
        matches=tuple(Match(players=pair, table=table) for table, pair in paired.tables),
        byes=paired.draw.byes,
        earned_byes=paired.earned_byes,
        missed=paired.missed,
        draw=draw,
    )
