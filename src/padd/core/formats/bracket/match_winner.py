"""Who wins a match: its games, its ties, and who was not there (§10, §10.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Literal, NoReturn

from padd.core import refusal
from padd.core.messages import Message, message
from padd.core.model import Ending, Game, Match, PlayerId, StrictStruct
from padd.rulebooks.sections.play import BracketRules

BY_ABSENCE: Final = frozenset({Ending.MISSED, Ending.UNPLAYED})


class DecidedBy(StrEnum):
    """What decided a match."""

    GAMES = "games"
    RESULT = "result"
    HIGHER_SEED = "higher-seed"
    ABSENCE = "absence"
    BYE = "bye"
    NOBODY = "nobody"


class Decision(StrictStruct, frozen=True):
    """How a match stands: its winner, once there is one, and why."""

    how: DecidedBy | None
    winner: PlayerId | None = None
    wins: tuple[int, int] | None = None
    """Games won by the first and the second player of the match as recorded."""


class Start(StrictStruct, frozen=True):
    """Who takes the first turn: drawn at random, or as the chooser wants it."""

    game: int
    chooser: PlayerId | None
    reason: Literal["first-game", "lost-previous", "tie-went-to-opponent", "tied"]


class Deciding(StrictStruct, frozen=True):
    """All that is needed to decide the matches of one event."""

    rules: BracketRules
    seeds: Mapping[PlayerId, int]
    judge: Callable[[Match], PlayerId | None]
    """The winner of a match of one game; None is a tie."""

    def higher_seed(self, match: Match) -> PlayerId:
        """Return the player with the better original seed."""
        return min(match.players, key=lambda player: self.seeds[player])

    def game_winner(self, game: Game, match: Match) -> PlayerId | None:
        """Return the player a game counts for; None if a tie stays a tie."""
        if game.winner is None and self.rules.tied_game == "higher-seed":
            return self.higher_seed(match)
        return game.winner


def match_decision(
    match: Match, place: str, deciding: Deciding, *, best_of: int | None, over: bool
) -> Decision:
    """Return how a recorded match stands.

    Without a known length the games on record are the whole match. A match of
    known length is open until its outcome is certain, unless its round is over.
    """
    if match.ending in BY_ABSENCE:
        return _by_absence(match)
    if match.games is not None:
        return _by_games(match, place, deciding, best_of, over=over)
    if match.winner is None and match.ending in {None, Ending.DELAYED}:
        return Decision(how=None)
    winner = deciding.judge(match)
    if winner is not None:
        return Decision(how=DecidedBy.RESULT, winner=winner)
    return _tied_decision(match, place, deciding, wins=None)


def _by_absence(match: Match) -> Decision:
    if match.there:
        return Decision(how=DecidedBy.ABSENCE, winner=match.there[0])
    return Decision(how=DecidedBy.NOBODY)


def _by_games(
    match: Match, place: str, deciding: Deciding, best_of: int | None, *, over: bool
) -> Decision:
    games = match.games or ()
    length = best_of or len(games) + 1 - len(games) % 2
    _check_games(match, place, deciding, length)
    wins = _wins(match, games, deciding)
    if match.winner is not None:
        return _named_winner(match, match.winner, place, wins)
    left = length - len(games)
    complete = bool(games) and (best_of is None or over)
    if not complete and not _is_settled(match, wins, left, deciding):
        return Decision(how=None, wins=wins)
    if wins[0] == wins[1]:
        return _tied_decision(match, place, deciding, wins=wins)
    winner = match.players[0 if wins[0] > wins[1] else 1]
    return Decision(how=DecidedBy.GAMES, winner=winner, wins=wins)


def _named_winner(match: Match, winner: PlayerId, place: str, wins: tuple[int, int]) -> Decision:
    """Take the director's word, unless the games alone say otherwise."""
    at = match.players.index(winner)
    if wins[at] < wins[1 - at] and match.ending is None:
        reason = message(
            '"{leader}" won more games. Give an "ending" if "{winner}" advances anyway.',
            leader=match.players[1 - at],
            winner=winner,
        )
        refuse_match("winner-contradicted", reason, f"{place}.winner")
    how = DecidedBy.GAMES if wins[at] > wins[1 - at] else DecidedBy.RESULT
    return Decision(how=how, winner=winner, wins=wins)


def _check_games(match: Match, place: str, deciding: Deciding, length: int) -> None:
    games = match.games or ()
    for number, game in enumerate(games):
        where = f"{place}.games[{number}]"
        if game.winner is not None and game.winner not in match.players:
            reason = message('"{winner}" is not in this match.', winner=game.winner)
            refuse_match("winner-not-in-match", reason, f"{where}.winner")
        if number >= length:
            reason = message("A match of this round has at most {length} games.", length=length)
            refuse_match("too-many-games", reason, where)
        first, second = _wins(match, games[:number], deciding)
        if abs(first - second) > length - number:
            reason = message(
                "The match was decided {more} to {fewer} before this game.",
                more=max(first, second),
                fewer=min(first, second),
            )
            refuse_match("game-after-decision", reason, where)


def _wins(match: Match, games: Sequence[Game], deciding: Deciding) -> tuple[int, int]:
    winners = [deciding.game_winner(game, match) for game in games]
    first, second = match.players
    return winners.count(first), winners.count(second)


def _is_settled(match: Match, wins: tuple[int, int], left: int, deciding: Deciding) -> bool:
    """Tell whether the games still to play cannot change who goes on."""
    if left <= 0:
        return True
    leader = match.players[0 if wins[0] > wins[1] else 1]
    lead = abs(wins[0] - wins[1])
    ties_help = deciding.rules.tied_match == "higher-seed" and leader == deciding.higher_seed(match)
    return lead > left or (ties_help and lead >= left)


def _tied_decision(
    match: Match, place: str, deciding: Deciding, *, wins: tuple[int, int] | None
) -> Decision:
    if deciding.rules.tied_match == "named-winner":
        first, second = match.players
        reason = message(
            'The match between "{first}" and "{second}" is tied and one '
            "must advance: name the winner.",
            first=first,
            second=second,
        )
        refuse_match("tied-match", reason, f"{place}.winner")
    winner = deciding.higher_seed(match)
    return Decision(how=DecidedBy.HIGHER_SEED, winner=winner, wins=wins)


def first_turn(match: Match, number: int, deciding: Deciding) -> Start:
    """Return who decides about the first turn of a game, counted from 1."""
    if number == 1:
        return Start(game=number, chooser=None, reason="first-game")
    previous = (match.games or ())[number - 2]
    if previous.winner is not None:
        loser = match.opponent_of(previous.winner)
        return Start(game=number, chooser=loser, reason="lost-previous")
    if deciding.rules.first_turn.after_tie != "lower-seed-chooses":
        return Start(game=number, chooser=None, reason="tied")
    lower = match.opponent_of(deciding.higher_seed(match))
    return Start(game=number, chooser=lower, reason="tie-went-to-opponent")


def refuse_match(
    code: str, message: Message, place: str, *, rule: str = "brackets.seeded_by"
) -> NoReturn:
    """Refuse a record of match play."""
    refusal.refuse(code, message, place, rule)
