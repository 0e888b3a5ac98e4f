"""From results to a ranked table, with the tiebreak that decided each place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, count, pairwise, repeat
from operator import add
from typing import Final

import msgspec

from padd.core.model import Ending, Event, PlayerId
from padd.core.rng import Rng
from padd.core.scenarios.orbit import OrbitPoints, orbit_points
from padd.core.scoring.results import Result, ScoredEvent, ScoredRound
from padd.core.scoring.terms import DELAYED, LOSSES, WINS, Code
from padd.rulebooks.schema import Rulebook, StandingsRules

HEAD_TO_HEAD: Final = "head-to-head"
STRENGTH_OF_SCHEDULE: Final = "strength-of-schedule"
DIFFERENTIAL: Final = "differential"
CUMULATIVE: Final = "cumulative-victory-points"
COIN_TOSS: Final = "coin-toss"
TIE_BREAKER_GAME: Final = "tie-breaker-game"
OWN_POINTS: Final = "own-points"
VICTORY_POINTS: Final = "victory-points"
LEADING: Final = "leading"
LEFT_TO_CHANCE: Final = frozenset({COIN_TOSS, TIE_BREAKER_GAME})
DISQUALIFICATION: Final = 4
BYE, EARNED_BYE, MISSED_GAME = Code.BYE, Code.EARNED_BYE, Code.MISSED_GAME


class Record(msgspec.Struct, frozen=True, gc=False):
    """One player's event in figures."""

    player: PlayerId
    seat: int
    """Where the player stands in the order of the event's players."""
    rounds: tuple[ScoredRound, ...]
    entries: list[int]
    """What each player in that order adds to the opponents' strength of schedule; then
    nobody, and the opponent of an earned bye."""
    vp: int
    differential: int
    cvp: int
    sos: int
    orbit: OrbitPoints | None = None
    """What ranks in a Standard Orbit, instead of victory points."""

    @property
    def results(self) -> tuple[Result, ...]:
        """The player's results, round by round."""
        return tuple(round_.results[self.seat] for round_ in self.rounds)

    def result_in(self, index: int) -> Result:
        """Return the player's result in one of the rounds."""
        return self.rounds[index].results[self.seat]

    @property
    def schedule(self) -> tuple[int, ...]:
        """What each round adds to strength of schedule, before the lowest is struck."""
        return tuple(self.entries[round_.faced[self.seat]] for round_ in self.rounds)

    @property
    def leading(self) -> int:
        """The figure that ranks first."""
        return self.vp if self.orbit is None else self.orbit.total


class StandingsRow(msgspec.Struct, frozen=True, gc=False):
    """One line of the standings."""

    place: int
    record: Record
    decided_by: str | None
    disqualified: bool = False

    @property
    def player(self) -> PlayerId:
        """The player of this line."""
        return self.record.player


class Standings(msgspec.Struct, frozen=True):
    """The ranked table of an event."""

    event: Event
    rulebook: str
    rows: tuple[StandingsRow, ...]
    final: bool
    seed: int
    has_schedule: bool
    """Whether the rulebook ranks by strength of schedule and running totals."""

    @property
    def in_orbit(self) -> bool:
        """Whether points of players and their decks rank, not victory points."""
        return any(row.record.orbit is not None for row in self.rows)


class Ranked(msgspec.Struct, frozen=True, gc=False):
    """A player in order, and the step that put the player below the one above."""

    record: Record
    below_by: str | None = None
    depth: int = 0
    """How many steps had been tried when the two were parted."""
    shares_place: bool = False


def swiss_standings(scored: ScoredEvent, book: Rulebook, *, seed: int = 0) -> Standings:
    """Return the standings of a scored Swiss event."""
    event = scored.event
    rules = book.standings
    records = _ranked_records(scored, book)
    expelled = disqualified_players(event)
    ties = Ties(rules, seed, event.tossed)
    ordered = [
        *_order_records([r for r in records if r.player not in expelled], ties),
        *_order_records([r for r in records if r.player in expelled], ties),
    ]
    ordered = _with_final_confrontation(ordered, event, rules)
    return Standings(
        event=event,
        rulebook=book.id,
        rows=tuple(_rows(ordered, expelled)),
        final=is_final(scored),
        seed=seed,
        has_schedule=STRENGTH_OF_SCHEDULE in rules.tiebreaks,
    )


def _ranked_records(scored: ScoredEvent, book: Rulebook) -> list[Record]:
    """Return every player's figures, with those that rank in an orbit."""
    records = records_of(scored, book)
    points = orbit_points(scored.event, book)
    if points is None:
        return records
    return [msgspec.structs.replace(r, orbit=points[r.player]) for r in records]


def tiebreaks_of(records: Sequence[Record], rules: StandingsRules) -> tuple[str, ...]:
    """Return the steps that part players whose leading figure is the same."""
    if not records or records[0].orbit is None:  # in an orbit, every player has points
        return tuple(rules.tiebreaks)
    chance = (step for step in rules.tiebreaks if step in LEFT_TO_CHANCE)
    return (OWN_POINTS, *chance)


def is_final(scored: ScoredEvent) -> bool:
    """Tell whether the event is closed or played as planned, and every game known."""
    event = scored.event
    final = event.final_confrontation
    return (
        (event.is_closed or len(scored.rounds) >= event.rounds_planned)
        and (final is None or final.winner is not None)
        and not any(
            {match.ending for match in round_.matches} & {None, DELAYED} for round_ in event.rounds
        )
    )


def disqualified_players(event: Event) -> frozenset[PlayerId]:
    """Return the players whose record holds a disqualification."""
    return frozenset(
        penalty.player
        for round_ in event.rounds
        for tables in (round_.matches, round_.pods)
        for table in tables
        if table.penalties
        for penalty in table.penalties
        if penalty.level >= DISQUALIFICATION
    )


def players_who_quit(event: Event, book: Rulebook) -> frozenset[PlayerId]:
    """Return who quit a game and so plays no more, unless readmitted (AMB-23)."""
    if not book.conduct.quitter_excluded:
        return frozenset()
    quit_games = (
        match.opponent_of(match.winner)
        for round_ in event.rounds
        for match in round_.matches
        if match.ending is Ending.QUIT and match.winner is not None
    )
    return frozenset(quit_games).difference(event.readmitted)


def records_of(scored: ScoredEvent, book: Rulebook) -> list[Record]:
    """Return every player's figures, in the order of the event's players.

    They are added up a column at a time for every player at once, which costs half of
    going from player to player.
    """
    players = [player.id for player in scored.event.players]
    rounds = scored.rounds
    if not rounds:
        return [Record(p, at, (), [], 0, 0, 0, 0) for at, p in enumerate(players)]
    running = list(accumulate((round_.points for round_ in rounds), _add_columns))
    margins = [round_.margins for round_ in rounds]
    points = running[-1]
    entries = _schedule_entries(scored, points, book)
    schedules = [[entries[other] for other in round_.faced] for round_ in rounds]
    struck = book.standings.schedule_strikes_lowest
    return list(
        map(
            Record,
            players,
            count(),
            repeat(rounds),
            repeat(entries),
            points,
            map(sum, zip(*margins, strict=True)),
            map(sum, zip(*running, strict=True)),
            _strengths(schedules, struck),
        )
    )


def _add_columns(column: list[int], other: list[int]) -> list[int]:
    return list(map(add, column, other))


def _schedule_entries(scored: ScoredEvent, totals: list[int], book: Rulebook) -> list[int]:
    """Return what each player adds to an opponent's strength of schedule."""
    most = book.scoring.points.full_win * scored.event.swiss_rounds
    earned_bye = most if book.standings.earned_bye_opponent is not None else 0
    return [*totals, 0, earned_bye]


def _strengths(schedules: list[list[int]], struck: int) -> list[int]:
    """Return every player's entries added up, so many of the lowest left out."""
    entries = zip(*schedules, strict=True)
    if struck == 1:  # the usual, at two thirds of the cost
        return [sum(added) - min(added) for added in entries]
    return [sum(sorted(added)[struck:]) for added in entries]


def _order_records(records: list[Record], ties: Ties) -> Iterator[Ranked]:
    steps = tiebreaks_of(records, ties.rules)
    figure = FIGURES[LEADING if OWN_POINTS in steps else VICTORY_POINTS]
    for tied in _levels(records, figure):
        yield from _break_ties(tied, steps, ties, depth=1)


def _levels(records: list[Record], figure: Callable[[Record], int]) -> list[list[Record]]:
    """Return those whose figure is the same together, the highest first."""
    levels: dict[int, list[Record]] = {}
    for record in records:
        levels.setdefault(figure(record), []).append(record)
    return [levels[figure] for figure in sorted(levels, reverse=True)]


class Ties(msgspec.Struct, frozen=True):
    """What breaking a tie needs to know besides the players."""

    rules: StandingsRules
    seed: int
    tossed: tuple[PlayerId, ...] = ()


def _break_ties(tied: list[Record], steps: Sequence[str], ties: Ties, depth: int) -> list[Ranked]:
    """Order players with equal points; the first has no player above."""
    if len(tied) == 1 or not steps:
        return [Ranked(record) for record in tied]
    step, later = steps[0], steps[1:]
    if step == HEAD_TO_HEAD:
        decided = head_to_head(*tied) if len(tied) == 2 else None  # noqa: PLR2004
        if decided is None:
            return _break_ties(tied, later, ties, depth + 1)
        return [Ranked(decided[0]), Ranked(decided[1], step, depth)]
    if step == COIN_TOSS:
        first, *others = _order_by_toss(tied, ties)
        return [Ranked(first), *(Ranked(r, step, depth) for r in others)]
    if step == TIE_BREAKER_GAME:
        first, *others = sorted(tied, key=lambda record: record.player)
        shared = (Ranked(r, step, depth, shares_place=True) for r in others)
        return [Ranked(first), *shared]
    return _split(tied, step, later, ties, depth)


def _split(
    tied: list[Record], step: str, later: Sequence[str], ties: Ties, depth: int
) -> list[Ranked]:
    """Order by the figure of one step; players still tied go on to the next."""
    retested = ties.rules.head_to_head_retested and step != OWN_POINTS
    ordered: list[Ranked] = []
    for still in _levels(tied, FIGURES[step]):
        if len(still) == 1:
            ordered.append(Ranked(still[0], step, depth))
            continue
        again = retested and len(still) == 2  # noqa: PLR2004 -- a pair
        steps = (HEAD_TO_HEAD, *later) if again else later
        first, *others = _break_ties(still, steps, ties, depth + 1)
        ordered += Ranked(first.record, step, depth), *others
    ordered[0] = Ranked(ordered[0].record)
    return ordered


# Functions of Python's, which cost less to call from Python than `attrgetter`.
FIGURES: Final[dict[str, Callable[[Record], int]]] = {
    LEADING: lambda record: record.leading,
    VICTORY_POINTS: lambda record: record.vp,
    STRENGTH_OF_SCHEDULE: lambda record: record.sos,
    DIFFERENTIAL: lambda record: record.differential,
    CUMULATIVE: lambda record: record.cvp,
    OWN_POINTS: lambda record: 0 if record.orbit is None else record.orbit.own,
}


def head_to_head(first: Record, second: Record) -> tuple[Record, Record] | None:
    """Return winner and loser of the games between two players, if decided."""
    balance = 0
    for round_ in first.rounds:
        if round_.opponents[first.seat] == second.seat:
            code = round_.awards[first.seat].code
            balance += (code in WINS) - (code in LOSSES)
    if balance == 0:
        return None
    return (first, second) if balance > 0 else (second, first)


def _order_by_toss(tied: list[Record], ties: Ties) -> list[Record]:
    """Order by the toss on record; players not in it are drawn by the seed."""
    order = toss_order((record.player for record in tied), ties.seed)
    entered = {player: at for at, player in enumerate(ties.tossed)}
    place = {p: (entered.get(p, len(entered)), at) for at, p in enumerate(order)}
    return sorted(tied, key=lambda record: place[record.player])


def toss_order(players: Iterable[PlayerId], seed: int) -> list[PlayerId]:
    """Toss for the order; the same seed gives the same toss to the same players."""
    tied = sorted(players)
    return Rng(seed, f"coin-toss:{','.join(tied)}").shuffled(tied)


def _with_final_confrontation(
    ordered: list[Ranked], event: Event, rules: StandingsRules
) -> list[Ranked]:
    """Put the winner of the final confrontation first, whatever the scores."""
    final = event.final_confrontation
    if final is None or final.winner is None:
        return ordered
    loser = next(player for player in final.players if player != final.winner)
    front = [final.winner]
    # A winner from outside the two best moves up alone; the others shift down.
    best = {ranked.record.player for ranked in ordered[:2]}
    if rules.final_confrontation_loser == "second" and final.winner in best:
        front.append(loser)
    by_player = {ranked.record.player: ranked for ranked in ordered}
    moved = [
        *(by_player[player] for player in front),
        *(ranked for ranked in ordered if ranked.record.player not in front),
    ]
    played_off = loser if TIE_BREAKER_GAME in rules.tiebreaks else None
    return list(_deciding_steps(ordered, moved, played_off))


def _deciding_steps(
    before: list[Ranked], after: list[Ranked], played_off: PlayerId | None
) -> Iterator[Ranked]:
    """Name for each pair of neighbors the step that parts them, if one does."""
    position = {ranked.record.player: i for i, ranked in enumerate(before)}
    yield Ranked(after[0].record)
    for above, below in pairwise(after):
        high, low = position[above.record.player], position[below.record.player]
        parted = before[high + 1 : low + 1]
        if below.record.player == played_off:
            tied = are_equal_records(above.record, below.record)
            yield Ranked(below.record, TIE_BREAKER_GAME if tied else None)
        elif not parted or any(ranked.below_by is None for ranked in parted):
            yield Ranked(below.record)
        else:
            earliest = min(parted, key=lambda ranked: ranked.depth)
            shares = all(ranked.shares_place for ranked in parted)
            yield Ranked(below.record, earliest.below_by, shares_place=shares)


def are_equal_records(first: Record, second: Record) -> bool:
    """Tell whether only a tie-breaker game can part two players."""
    if first.orbit is not None or second.orbit is not None:
        return first.orbit == second.orbit
    return (first.vp, first.differential) == (second.vp, second.differential)


def _rows(ordered: list[Ranked], expelled: frozenset[PlayerId]) -> Iterator[StandingsRow]:
    place = 0
    for number, ranked in enumerate(ordered, start=1):
        if not ranked.shares_place:
            place = number
        player = ranked.record.player
        yield StandingsRow(place, ranked.record, ranked.below_by, player in expelled)


def participants(event: Event) -> set[PlayerId]:
    """Return who took part in at least one round, by a game or a bye."""
    players: set[PlayerId] = set()
    for round_ in event.rounds:
        for match in round_.matches:
            players.update(match.there)
        for pod in round_.pods:
            players.update(pod.players)
        players.update(round_.byes, round_.earned_byes)
    return players
