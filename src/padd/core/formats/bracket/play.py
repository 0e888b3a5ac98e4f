"""From an event's facts to its current bracket."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from padd.core.formats.bracket.match_winner import (
    DecidedBy,
    Deciding,
    Decision,
    match_decision,
    refuse_match,
)
from padd.core.formats.bracket.tree import Bracket, BracketMatch, Bye, Seed, Side, WinnerOf
from padd.core.messages import message
from padd.core.model import Event, Match, MatchId, PlayerId, Round, StrictStruct
from padd.rulebooks.sections.play import BracketRules

BEST_OF: Final = "best-of"
"""The code of the refusal of a match length, which no later player puts right."""


class MatchState(StrEnum):
    """How far a match is."""

    WAITING = "waiting"
    READY = "ready"
    UNDER_WAY = "under-way"
    DECIDED = "decided"


class Slot(StrictStruct, frozen=True):
    """Who is on a side: a player, nobody yet, or nobody ever."""

    player: PlayerId | None = None
    known: bool = True


UNKNOWN: Final = Slot(known=False)
VACANT: Final = Slot()


class PlayedMatch(StrictStruct, frozen=True):
    """One match of the bracket with what happened in it."""

    match: BracketMatch
    round: int
    slots: tuple[Slot, Slot]
    state: MatchState
    how: DecidedBy | None = None
    winner: PlayerId | None = None
    loser: PlayerId | None = None
    wins: tuple[int, int] | None = None
    """Games won, in the order of the slots."""
    record: Match | None = None

    @property
    def id(self) -> MatchId:
        """The name of the match."""
        return self.match.id

    @property
    def players(self) -> tuple[PlayerId, ...]:
        """The players known to be in this match."""
        return tuple(slot.player for slot in self.slots if slot.player is not None)


class PlayedBracket(StrictStruct, frozen=True):
    """A bracket as it stands after the rounds on record."""

    bracket: Bracket
    seeds: Mapping[PlayerId, int]
    matches: Mapping[MatchId, PlayedMatch]
    rounds_played: int

    @property
    def winner(self) -> PlayerId | None:
        """The winner of the final, once there is one."""
        return self.matches[self.bracket.final.id].winner

    @property
    def final(self) -> bool:
        """Whether every match is decided."""
        return all(match.state is MatchState.DECIDED for match in self.matches.values())

    def of_round(self, number: int) -> tuple[PlayedMatch, ...]:
        """Return the matches of one round."""
        return tuple(m for m in self.matches.values() if m.round == number)


def play_bracket(
    event: Event,
    bracket: Bracket,
    seeds: Mapping[PlayerId, int],
    rules: BracketRules,
    *,
    judge: Callable[[Match], PlayerId | None],
    best_of: Mapping[int, int] | None = None,
) -> PlayedBracket:
    """Return the bracket as it stands; best_of is the length by bracket round."""
    if bracket.players != len(seeds):
        reason = message(
            "The bracket is for {players} players; the event has {number}.",
            players=bracket.players,
            number=len(seeds),
        )
        refuse_match("bracket-size", reason, "players")
    deciding = Deciding(rules=rules, seeds=seeds, judge=judge)
    return _Play(event, bracket, deciding, best_of or {}).run()


def empty_bracket(bracket: Bracket) -> PlayedBracket:
    """Return the bracket without players."""
    return PlayedBracket(
        bracket=bracket,
        seeds={},
        matches={
            match.id: PlayedMatch(
                match=match,
                round=round_.number,
                slots=(_empty_slot(match.sides[0]), _empty_slot(match.sides[1])),
                state=MatchState.WAITING,
            )
            for round_ in bracket.rounds
            for match in round_.matches
        },
        rounds_played=0,
    )


def _empty_slot(side: Side) -> Slot:
    return VACANT if isinstance(side, Bye) else UNKNOWN


class _Play:
    """One walk through the bracket, round by round, beside the rounds on record."""

    def __init__(
        self, event: Event, bracket: Bracket, deciding: Deciding, best_of: Mapping[int, int]
    ) -> None:
        self.event = event
        self.bracket = bracket
        self.deciding = deciding
        self.best_of = best_of
        self.by_seed = {seed: player for player, seed in deciding.seeds.items()}
        self.players = {player.id: player for player in event.players}
        self.rounds = {r.number: (i, r) for i, r in enumerate(event.rounds)}
        self.last = max(self.rounds, default=0)
        self.done: dict[MatchId, PlayedMatch] = {}

    def run(self) -> PlayedBracket:
        for number, length in self.best_of.items():
            if length < 1 or length % 2 == 0:
                reason = message("A match is best of 1, 3, 5 …, not of {length}.", length=length)
                refuse_match(BEST_OF, reason, f"best_of[{number}]")
            if not 1 <= number <= len(self.bracket.rounds):
                reason = message(
                    "The bracket has only {rounds} rounds; there is no round {number}.",
                    rounds=len(self.bracket.rounds),
                    number=number,
                )
                refuse_match(BEST_OF, reason, f"best_of[{number}]")
        for round_ in self.bracket.rounds:
            self._play_round(round_.number, round_.matches)
        if self.last > len(self.bracket.rounds):
            reason = message(
                "The bracket ends with round {rounds}.", rounds=len(self.bracket.rounds)
            )
            index = self.rounds[self.last][0]
            refuse_match("round-beyond-bracket", reason, f"rounds[{index}]")
        return PlayedBracket(
            bracket=self.bracket,
            seeds=self.deciding.seeds,
            matches=self.done,
            rounds_played=self.last,
        )

    def _play_round(self, number: int, matches: tuple[BracketMatch, ...]) -> None:
        index, round_ = self.rounds.get(number, (-1, Round(number=number)))
        open_records = {
            frozenset(record.players): (f"rounds[{index}].matches[{at}]", record)
            for at, record in enumerate(round_.matches)
        }
        for match in matches:
            slots = (self._slot(match.sides[0]), self._slot(match.sides[1]))
            pair = frozenset(slot.player for slot in slots if slot.player is not None)
            on_record = open_records.pop(pair, None) if len(pair) > 1 else None
            self.done[match.id] = self._played(match, round_, slots, on_record)
        for place, record in open_records.values():
            self._refuse_record(record, place, number)

    def _slot(self, side: Side) -> Slot:
        if isinstance(side, Seed):
            return Slot(player=self.by_seed[side.seed])
        if isinstance(side, Bye):
            return VACANT
        winners = isinstance(side, WinnerOf)
        source = self.done[side.winner if isinstance(side, WinnerOf) else side.loser]
        if source.state is not MatchState.DECIDED:
            return UNKNOWN
        return Slot(player=source.winner if winners else source.loser)

    def _played(
        self,
        match: BracketMatch,
        round_: Round,
        slots: tuple[Slot, Slot],
        on_record: tuple[str, Match] | None,
    ) -> PlayedMatch:
        if not (slots[0].known and slots[1].known):
            return PlayedMatch(
                match=match, round=round_.number, slots=slots, state=MatchState.WAITING
            )
        if on_record is None:
            return self._without_game(match, round_, slots)
        place, record = on_record
        decided = match_decision(
            record,
            place,
            self.deciding,
            best_of=self.best_of.get(round_.number),
            over=round_.number < self.last,
        )
        return _recorded_match(match, round_.number, slots, record, decided)

    def _without_game(
        self, match: BracketMatch, round_: Round, slots: tuple[Slot, Slot]
    ) -> PlayedMatch:
        players = [slot.player for slot in slots if slot.player is not None]
        there = [player for player in players if self._is_there(player, round_)]
        winner = there[0] if len(there) == 1 else None
        if len(there) > 1:
            self._refuse_bye(match, round_, there)
            state, how = MatchState.READY, None
        elif winner is None:
            state, how = MatchState.DECIDED, DecidedBy.NOBODY
        else:
            state, how = (
                MatchState.DECIDED,
                DecidedBy.ABSENCE if len(players) > 1 else DecidedBy.BYE,
            )
        loser = next((player for player in players if player != winner), None)
        return PlayedMatch(
            match=match,
            round=round_.number,
            slots=slots,
            state=state,
            how=how,
            winner=winner,
            loser=loser if how is DecidedBy.ABSENCE else None,
        )

    def _refuse_bye(self, match: BracketMatch, round_: Round, there: list[PlayerId]) -> None:
        """Refuse a bye on record for a player with an opponent."""
        for player in there:
            if player in round_.byes:
                opponent = next(other for other in there if other != player)
                refuse_match(
                    "bye-with-opponent",
                    message(
                        '"{player}" meets "{opponent}" in {id} and has no bye.',
                        player=player,
                        opponent=opponent,
                        id=match.id,
                    ),
                    f"rounds[{self.event.rounds.index(round_)}].byes",
                )

    def _is_there(self, player: PlayerId, round_: Round) -> bool:
        plays = self.players[player].plays_in(round_.number)
        return plays and player not in round_.missed

    def _refuse_record(self, record: Match, place: str, number: int) -> None:
        first, second = record.players
        for match in self.done.values():
            early = match.round == number and match.state is MatchState.WAITING
            if early and set(match.players) & set(record.players):
                waits = next(
                    name
                    for name in match.match.feeders
                    if self.done[name].state is not MatchState.DECIDED
                )
                reason = message(
                    '"{id}" depends on "{waits}", which is not decided yet.',
                    id=match.id,
                    waits=waits,
                )
                refuse_match("before-feeder", reason, place)
        reason = message(
            'The bracket has no match between "{first}" and "{second}" in round {number}.',
            first=first,
            second=second,
            number=number,
        )
        rule = "brackets.eliminated_result"
        refuse_match("pair-not-in-bracket", reason, place, rule=rule)


def _recorded_match(
    match: BracketMatch, number: int, slots: tuple[Slot, Slot], record: Match, decided: Decision
) -> PlayedMatch:
    wins = decided.wins
    if wins and record.players[0] != slots[0].player:
        wins = wins[1], wins[0]
    winner = decided.winner
    return PlayedMatch(
        match=match,
        round=number,
        slots=slots,
        state=MatchState.DECIDED if decided.how else MatchState.UNDER_WAY,
        how=decided.how,
        winner=winner,
        loser=record.opponent_of(winner) if winner is not None else None,
        wins=wins,
        record=record,
    )
