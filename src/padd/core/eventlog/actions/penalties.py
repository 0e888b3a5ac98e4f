"""Penalties: which level the code of conduct gives, and what it does (App. B)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.action import Action, LogEntry
from padd.core.eventlog.actions.drops import leave_game, open_game, player_after_drop
from padd.core.eventlog.actions.players import unknown_player_objection
from padd.core.eventlog.state.event_state import (
    Effect,
    GivenPenalty,
    LogState,
    Presence,
    RoundState,
    pending_losses,
    with_player,
    with_table,
)
from padd.core.eventlog.state.pods import reseat_match
from padd.core.eventlog.state.table import (
    GameOutcome,
    ResultSource,
    SavedResult,
    TableState,
    match_with_outcome,
    save_to_table,
)
from padd.core.messages import message
from padd.core.model import Ending, Game, Match, PlayerId, StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.play import Infraction

TURN_LOSS: Final = 2
GAME_LOSS: Final = 3
DISQUALIFICATION: Final = 4


class PenaltyAdvice(StrictStruct, frozen=True, kw_only=True):
    """The level that the code gives, and what it is made of."""

    listed: int
    level: int
    most: int
    """The highest level, where the director decides between two."""
    intent: int = 0
    repeats: int = 0
    before_start: bool = False

    @property
    def levels(self) -> range:
        """The levels among which no reason is asked for."""
        return range(self.level, self.most + 1)


def infraction_of(code: str, book: Rulebook) -> Infraction | None:
    """Return an infraction of the code of conduct."""
    return next((i for i in book.conduct.infractions or () if i.code == code), None)


def advised_level(
    infraction: Infraction,
    book: Rulebook,
    *,
    repeats: int = 0,
    intent: bool = False,
    before_start: bool = False,
) -> PenaltyAdvice:
    """Return the level of an infraction (COND-57).

    Intent raises it unless it is part of the infraction; each earlier one of the
    same kind raises it; before the start it is the level for that.
    """
    rules = book.conduct
    if before_start:
        least = rules.before_event_level or 0
        return PenaltyAdvice(listed=infraction.level, level=least, most=least, before_start=True)
    raised = (rules.intent_raises or 0) if intent and not infraction.intentional else 0
    again = repeats * (rules.repeat_raises or 0)
    top = highest_level(book)
    most = infraction.most or infraction.level
    return PenaltyAdvice(
        listed=infraction.level,
        level=min(infraction.level + raised + again, top),
        most=min(most + raised + again, top),
        intent=raised,
        repeats=again,
    )


def penalty_advice(
    state: LogState,
    player: PlayerId,
    code: str,
    book: Rulebook,
    *,
    intent: bool = False,
    before_start: bool = False,
    elsewhere: int = 0,
) -> PenaltyAdvice | None:
    """Return the level for a player of the event, if the rulebook knows the code.

    `elsewhere` are the penalties for it in other days and heats (AMB-78).
    """
    infraction = infraction_of(code, book)
    if infraction is None:
        return None
    earlier = elsewhere + sum(
        sentence.player == player and sentence.infraction == code for sentence in state.penalties
    )
    return advised_level(
        infraction, book, repeats=earlier, intent=intent, before_start=before_start
    )


def covering_infraction(state: LogState, player: PlayerId, code: str, book: Rulebook) -> str | None:
    """Return the infraction already punished that covers the same error (COND-52)."""
    infraction = infraction_of(code, book)
    other = None if infraction is None else infraction.not_beside
    earlier = {penalty.infraction for penalty in state.penalties if penalty.player == player}
    return other if other in earlier else None


def highest_level(book: Rulebook) -> int:
    """Return the highest level; where the rulebook is silent, disqualification."""
    top = book.conduct.highest_level
    return DISQUALIFICATION if top is None else top


class PenaltyGiven(Action, frozen=True, kw_only=True, tag="penalty.given"):
    """A penalty of some level for some infraction, and at once its effect."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    level: Annotated[int, Meta(description="The level of the penalty.")]
    infraction: Annotated[str | None, Meta(description="The infraction.")] = None
    intent: Annotated[bool, Meta(description="Whether it was intended.")] = False
    before_start: Annotated[bool, Meta(description="Whether it was before the start.")] = False
    what: Annotated[str, Meta(description="What happened.")] = ""
    watched: Annotated[
        int,
        Meta(description="How many seconds the director watched it, where the code asks for that."),
    ] = 0
    earlier: Annotated[
        int, Meta(description="Penalties for it in other days and heats, as they were known then.")
    ] = 0

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse unknown infractions, and other levels without a reason."""
        refusal = unknown_player_objection(state, (self.player,))
        if refusal is not None:
            return refusal
        refusal = self._case_objection(state, entry, book)
        if refusal is not None:
            return refusal
        if self.infraction is None:
            return self._free_objection(entry, cite(book, "conduct.levels"))
        return self._level_objection(state, entry, self.infraction, book)

    def _case_objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        if entry.by.player == self.player:
            return Refusal(
                "own-case",
                message("You can’t rule on your own case."),
                rule=cite(book, "roles.director_plays.deputies"),
                way_out=message("Ask another director to decide."),
            )
        if not 0 <= self.level <= highest_level(book):
            reason = message(
                "Levels go from 0 to {highest_level}.", highest_level=highest_level(book)
            )
            return Refusal("level-range", reason, rule=cite(book, "conduct.levels"))
        if self.before_start and state.begun:
            return Refusal(
                "already-begun",
                message("The event has started, so this can’t have been found before it."),
                rule=cite(book, "conduct.before_event_level"),
            )
        if state.players[self.player].presence is Presence.DISQUALIFIED:
            name = state.name(self.player)
            return Refusal("disqualified", message("{name} is already disqualified.", name=name))
        return None

    def _free_objection(self, entry: LogEntry, rule: str) -> Refusal | None:
        if self.what.strip() or entry.reason.strip():
            return None
        return Refusal(
            "reason-missing",
            message("For a penalty outside the index, describe what happened."),
            rule=rule,
            way_out=message("Choose the infraction, or describe it."),
        )

    def _level_objection(
        self, state: LogState, entry: LogEntry, code: str, book: Rulebook
    ) -> Refusal | None:
        advised = penalty_advice(
            state,
            self.player,
            code,
            book,
            intent=self.intent,
            before_start=self.before_start,
            elsewhere=self.earlier,
        )
        if advised is None:
            return Refusal(
                "infraction-unknown",
                message("The index has no infraction {code}.", code=code),
                rule=cite(book, "conduct.infractions"),
                way_out=message(
                    "Choose an infraction from the index, or describe it without a code."
                ),
            )
        covered = covering_infraction(state, self.player, code, book)
        if covered is not None and not entry.reason.strip():
            return Refusal(
                "covered-already",
                message(
                    "{player} already has a penalty for {covered}, which covers "
                    "the same error, so {code} does not apply.",
                    player=state.name(self.player),
                    covered=covered,
                    code=code,
                ),
                rule=cite(book, "conduct.infractions"),
                way_out=message("If it is another error, say which one."),
            )
        unwatched = self._watch_objection(code, entry, book)
        if unwatched is not None:
            return unwatched
        if self.level in advised.levels or entry.reason.strip():
            return None
        levels = (
            f"{advised.level} to {advised.most}"
            if advised.most > advised.level
            else str(advised.level)
        )
        return Refusal(
            "level-differs",
            message(
                "Level {said} applies to {code}, not {level}.",
                said=levels,
                code=code,
                level=self.level,
            ),
            rule=cite(book, "conduct.infractions"),
            way_out=message("Give a reason for deciding differently."),
        )

    def _watch_objection(self, code: str, entry: LogEntry, book: Rulebook) -> Refusal | None:
        infraction = infraction_of(code, book)
        seconds = book.conduct.stalling_seconds or 0
        if infraction is None or not infraction.watched or self.before_start:
            return None
        if self.watched >= seconds or entry.reason.strip():
            return None
        return Refusal(
            "not-watched",
            message("The director has to watch for {seconds} seconds first.", seconds=seconds),
            rule=cite(book, "conduct.stalling_seconds"),
            way_out=message("Enter how long you watched, or say why you did not."),
        )

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Write it on the scorecard and carry out its effect."""
        effect = self._effect(state)
        sentence = GivenPenalty(
            sequence=entry.sequence,
            at=entry.at,
            by=entry.by,
            player=self.player,
            level=self.level,
            infraction=self.infraction,
            intent=self.intent,
            before_start=self.before_start,
            what=self.what,
            effect=effect,
            round=_scorecard_round(state, self.player, effect),
        )
        sentenced = msgspec.structs.replace(state, penalties=(*state.penalties, sentence))
        if effect is Effect.DISQUALIFICATION:
            return self._disqualified(sentenced, entry, book)
        game = open_game(sentenced, self.player)
        if effect is not Effect.GAME_LOSS or game is None:
            return sentenced
        if game[1].pod is not None:
            return reseat_match(sentenced, game[0].number)
        return lose_game(sentenced, entry, *game, losers=(self.player,), book=book)

    def _effect(self, state: LogState) -> Effect:
        if self.level >= DISQUALIFICATION:
            return Effect.DISQUALIFICATION
        if self.level == GAME_LOSS:
            game = open_game(state, self.player)
            return Effect.GAME_LOSS_PENDING if game is None else Effect.GAME_LOSS
        return Effect.TURN_LOSS if self.level == TURN_LOSS else Effect.NONE

    def _disqualified(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Take the player out at once; an open game is lost."""
        player = state.players[self.player]
        gone = player_after_drop(player, state, Presence.DISQUALIFIED)
        state = with_player(state, gone)
        game = open_game(state, self.player)
        if game is None:
            return state
        if game[1].pod is not None:
            return leave_game(state, entry, self.player, book, how=ResultSource.PENALTY)
        return lose_game(state, entry, *game, losers=(self.player,), book=book, whole_match=True)


def _scorecard_round(state: LogState, player: PlayerId, effect: Effect) -> int | None:
    """Return in which round a penalty stands: that of the latest game.

    A game loss that waits stands in the round in which it is taken.
    """
    if effect is Effect.GAME_LOSS_PENDING:
        return None
    game = open_game(state, player)
    if game is not None:
        return game[0].number
    for round_ in reversed(state.played):
        if player in round_.seats:
            return round_.number
    return None


def apply_pending_losses(
    state: LogState, entry: LogEntry, round_: RoundState, book: Rulebook
) -> LogState:
    """Return the state with waiting game losses taken in the games of a round."""
    waiting = {p: s for p, s in pending_losses(state).items() if p in round_.seats}
    for table in {round_.seats[player] for player in waiting}:
        current = state.existing(round_.number)
        losers = tuple(p for p in current.tables[table].players if p in waiting)
        state = lose_game(state, entry, current, current.tables[table], losers=losers, book=book)
    sequences = {sentence.sequence for sentence in waiting.values()}
    return _with_penalties(state, sequences, effect=Effect.GAME_LOSS, number=round_.number)


def restore_pending_losses(state: LogState, number: int) -> LogState:
    """Return the state with the losses taken in a round waiting again."""
    again = {
        sentence.sequence
        for sentence in state.penalties
        if sentence.effect is Effect.GAME_LOSS and sentence.round == number
    }
    return _with_penalties(state, again, effect=Effect.GAME_LOSS_PENDING, number=None)


def _with_penalties(
    state: LogState, sequences: set[int], *, effect: Effect, number: int | None
) -> LogState:
    if not sequences:
        return state
    return msgspec.structs.replace(
        state,
        penalties=tuple(
            msgspec.structs.replace(sentence, effect=effect, round=number)
            if sentence.sequence in sequences
            else sentence
            for sentence in state.penalties
        ),
    )


def lose_game(
    state: LogState,
    entry: LogEntry,
    round_: RoundState,
    table: TableState,
    *,
    losers: tuple[PlayerId, ...],
    book: Rulebook,
    whole_match: bool = False,
) -> LogState:
    """Return the state with a game lost by penalty; two losers tie (§7.10)."""
    match = table.match
    if match is None or Ending.GAME_LOSS not in book.scoring.endings:
        return state
    longer = state.settings.best_of.get(round_.number, 1) > 1
    if longer and not whole_match and len(losers) == 1:
        lost = Game(winner=match.opponent_of(losers[0]))
        games = (*(match.games or ()), lost)
        shortened = msgspec.structs.replace(match, games=games)
        return with_table(state, round_, msgspec.structs.replace(table, match=shortened))
    saved = SavedResult(
        sequence=entry.sequence,
        at=entry.at,
        by=entry.by,
        how=ResultSource.PENALTY,
        reason=entry.reason,
    )
    outcome = _lost_outcome(match, losers)
    return with_table(
        state, round_, save_to_table(table, match_with_outcome(match, outcome), saved)
    )


def _lost_outcome(match: Match, losers: tuple[PlayerId, ...]) -> GameOutcome:
    if len(losers) > 1:
        return GameOutcome(ending=Ending.DOUBLE_AUTO_LOSS)
    winner = match.opponent_of(losers[0])
    return GameOutcome(ending=Ending.GAME_LOSS, winner=winner)
