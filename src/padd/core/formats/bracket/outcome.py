"""What follows from the current bracket: next round, places, records, reasons."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from padd.core.formats.bracket.match_winner import DecidedBy, refuse_match
from padd.core.formats.bracket.play import MatchState, PlayedBracket, PlayedMatch
from padd.core.formats.bracket.tree import Side
from padd.core.messages import message
from padd.core.model import Match, MatchId, PlayerId, Round, StrictStruct


class BracketPairing(StrictStruct, frozen=True):
    """One match to play now."""

    table: int
    match: MatchId
    players: tuple[PlayerId, PlayerId]


class NextRound(StrictStruct, frozen=True):
    """The round to play now, with every player in one of its lists."""

    number: int
    name: str
    matches: tuple[BracketPairing, ...]
    walkovers: tuple[PlayerId, ...]
    """Players who advance without a game: a bye, or no opponent."""
    waiting: tuple[PlayerId, ...]
    """Players who go on in a later round (Modified McIntyre)."""
    out: tuple[PlayerId, ...]
    """Players who are out, or not there."""


def round_to_play(played: PlayedBracket) -> NextRound | None:
    """Return the round after the last one on record, or nothing after the final."""
    number = played.rounds_played + 1
    if number > len(played.bracket.rounds):
        return None
    _refuse_open_matches(played, number)
    matches = played.of_round(number)
    ready = [match for match in matches if match.state is MatchState.READY]
    walkovers = tuple(m.winner for m in matches if m.winner is not None)
    playing = {player for match in ready for player in match.players}
    here = {player for match in matches for player in match.players}
    waiting = tuple(
        player
        for match in played.matches.values()
        if match.round > number
        for player in match.players
        if player not in here
    )
    named = playing.union(walkovers, waiting)
    return NextRound(
        number=number,
        name=played.bracket.rounds[number - 1].name,
        matches=tuple(_pairings(ready)),
        walkovers=walkovers,
        waiting=waiting,
        out=tuple(player for player in _by_seed(played) if player not in named),
    )


def bracket_round_on_file(ahead: NextRound, *, seed: int | None = None) -> Round:
    """Return a round as it stands in the event file, without results.

    The seed is that of the draw of an unseeded elimination.
    """
    return Round(
        number=ahead.number,
        matches=tuple(
            Match(players=pairing.players, table=pairing.table) for pairing in ahead.matches
        ),
        byes=(*ahead.walkovers, *ahead.waiting),
        missed=ahead.out,
        draw=None if seed is None else {"seed": seed, "redraws": 0},
    )


def _pairings(ready: list[PlayedMatch]) -> Iterator[BracketPairing]:
    for table, match in enumerate(ready, start=1):
        first, second = match.players
        yield BracketPairing(table=table, match=match.id, players=(first, second))


def _refuse_open_matches(played: PlayedBracket, number: int) -> None:
    still_open = [
        f'"{match.id}"'
        for match in played.matches.values()
        if match.round < number and match.state is not MatchState.DECIDED
    ]
    if still_open:
        reason = message(
            "Round {number} is waiting for {still_open}.",
            number=number,
            still_open=", ".join(still_open),
        )
        refuse_match("round-open", reason, f"rounds[{number - 2}]")


def _by_seed(played: PlayedBracket) -> list[PlayerId]:
    return sorted(played.seeds, key=lambda player: played.seeds[player])


class PlaceReason(StrEnum):
    """What gave a player the place below the one above."""

    WON_FINAL = "won-final"
    STILL_IN = "still-in"
    ROUND = "round"
    SEED = "seed"
    DISQUALIFIED = "disqualified"


class BracketPlace(StrictStruct, frozen=True):
    """A player's place and what gave it."""

    place: int
    player: PlayerId
    seed: int
    out_in: int | None
    """The round of elimination; None for the winner and players still in."""
    because: PlaceReason

    @property
    def decided_by(self) -> None:
        """Nothing: places of a bracket are not ties broken."""

    @property
    def disqualified(self) -> bool:
        """Whether the player was expelled and stands last."""
        return self.because is PlaceReason.DISQUALIFIED


class BracketStandings(StrictStruct, frozen=True):
    """The places of an event in match play, and the bracket they follow from."""

    rows: tuple[BracketPlace, ...]
    final: bool
    played: PlayedBracket


def bracket_places(
    played: PlayedBracket, *, expelled: frozenset[PlayerId] = frozenset()
) -> tuple[BracketPlace, ...]:
    """Rank by round of elimination, later is better, then by seed (AMB-42).

    Players expelled from the event stand at the end.
    """
    out_in = _rounds_of_elimination(played)
    beyond = len(played.bracket.rounds) + 1

    def depth(player: PlayerId) -> int:
        return beyond + 1 if player == played.winner else out_in.get(player, beyond)

    def reason(player: PlayerId, above: PlayerId | None) -> PlaceReason:
        if player in expelled:
            return PlaceReason.DISQUALIFIED
        if player == played.winner:
            return PlaceReason.WON_FINAL
        if player not in out_in:
            return PlaceReason.STILL_IN
        tied = above is not None and depth(above) == depth(player)
        return PlaceReason.SEED if tied else PlaceReason.ROUND

    order = sorted(played.seeds, key=lambda p: (p in expelled, -depth(p), played.seeds[p]))
    return tuple(
        BracketPlace(
            place=number,
            player=player,
            seed=played.seeds[player],
            out_in=out_in.get(player),
            because=reason(player, order[number - 2] if number > 1 else None),
        )
        for number, player in enumerate(order, start=1)
    )


def _rounds_of_elimination(played: PlayedBracket) -> dict[PlayerId, int]:
    """Return the round in which each player left; later matches win over earlier."""
    left: dict[PlayerId, int] = {}
    for match in played.matches.values():
        for player in match.players:
            left.pop(player, None)
            if match.state is MatchState.DECIDED and player != match.winner:
                left[player] = match.round
    return left


class RoundRecord(StrEnum):
    """What a player's record says for a bracket round."""

    WON = "won"
    LOST = "lost"
    BYE = "bye"
    WAITING = "waiting"
    OPEN = "open"
    MISSED_GAME = "MG"


def bracket_records(played: PlayedBracket) -> dict[PlayerId, tuple[RoundRecord, ...]]:
    """Return every player's record for the rounds played (BRKT-12)."""
    on_the_way: dict[PlayerId, dict[int, PlayedMatch]] = {p: {} for p in played.seeds}
    for match in played.matches.values():
        for player in match.players:
            on_the_way[player][match.round] = match
    numbers = range(1, played.rounds_played + 1)
    return {
        player: tuple(_record(on_the_way[player], player, n) for n in numbers)
        for player in _by_seed(played)
    }


def _record(matches: dict[int, PlayedMatch], player: PlayerId, number: int) -> RoundRecord:
    if number in matches:
        return _record_in(matches[number], player)
    ahead = any(later > number for later in matches)
    return RoundRecord.WAITING if ahead else RoundRecord.MISSED_GAME


def _record_in(match: PlayedMatch, player: PlayerId) -> RoundRecord:
    if match.state is not MatchState.DECIDED:
        return RoundRecord.OPEN
    if match.how in {DecidedBy.ABSENCE, DecidedBy.BYE, DecidedBy.NOBODY}:
        won = player == match.winner
        return RoundRecord.BYE if won else RoundRecord.MISSED_GAME
    return RoundRecord.WON if player == match.winner else RoundRecord.LOST


class BracketStep(StrictStruct, frozen=True):
    """One match on a player's way, and why the player was in it."""

    round: int
    match: MatchId
    side: Side
    opponent: PlayerId | None
    opponent_side: Side
    outcome: RoundRecord
    how: DecidedBy | None


def player_way(played: PlayedBracket, player: PlayerId) -> tuple[BracketStep, ...]:
    """Return a player's matches in order: why this opponent, why this place."""
    return tuple(
        _step(match, player) for match in played.matches.values() if player in match.players
    )


def _step(match: PlayedMatch, player: PlayerId) -> BracketStep:
    mine = 0 if match.slots[0].player == player else 1
    return BracketStep(
        round=match.round,
        match=match.id,
        side=match.match.sides[mine],
        opponent=match.slots[1 - mine].player,
        opponent_side=match.match.sides[1 - mine],
        outcome=_record_in(match, player),
        how=match.how,
    )
