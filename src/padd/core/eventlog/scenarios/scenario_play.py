"""The interface of every scenario: its lots, texts, ranking, and what is due."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import Message
from padd.core.model import PlayerId, StrictStruct
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.registration import Scenario


class ScenarioLine(StrictStruct, frozen=True, kw_only=True):
    """A player in the ranking of a scenario, with the figures it is ranked by."""

    place: int
    player: PlayerId
    figures: tuple[int, ...]


class ScenarioPlay:
    """What a scenario adds to an event; these answers are those of one without."""

    acts: frozenset[str] = frozenset()
    """The actions that only this scenario has, by kind."""
    lines_are: Message | None = None
    """What the director's file lists, where the scenario needs one."""
    figures: tuple[Message, ...] = ()
    """What the ranking counts, the deciding figure first."""
    public: bool = True
    """Whether players and visitors see more than the name of it."""

    def draws(
        self, _state: LogState, _number: int, _book: Rulebook, *, seed: int
    ) -> dict[PlayerId, str]:
        """Return what is drawn for each player of a round that is published."""
        del seed
        return {}

    def this_round(
        self, _state: LogState, _round: RoundState, _player: PlayerId, _rules: Scenario
    ) -> Iterator[Message]:
        """Yield what a player should know in a round."""
        yield from ()

    def due(self, _state: LogState, _rules: Scenario) -> Iterator[Message]:
        """Yield what the director has to do, now or before the end."""
        yield from ()

    def ranking(self, _state: LogState, _book: Rulebook) -> tuple[ScenarioLine, ...]:
        """Return the ranking of the scenario, if it has one of its own."""
        return ()


def lots_of(round_: RoundState) -> dict[PlayerId, str]:
    """Return what was drawn for every player in a round."""
    lots = (round_.draw or {}).get("lots") or {}
    drawn: dict[PlayerId, str] = lots.get("drawn", {})
    return drawn


def earlier_lots(state: LogState, number: int, player: PlayerId) -> set[str]:
    """Return what a player drew in earlier rounds."""
    earlier = (lots_of(r) for r in state.played if r.number < number)
    return {lots[player] for lots in earlier if player in lots}


def scenario_ranking(figures: dict[PlayerId, tuple[int, ...]]) -> tuple[ScenarioLine, ...]:
    """Return players by their figures, the highest first; equal ones share a place."""
    order = sorted(figures, key=lambda p: (tuple(-n for n in figures[p]), p))
    lines: list[ScenarioLine] = []
    for at, player in enumerate(order, start=1):
        same = lines and lines[-1].figures == figures[player]
        place = lines[-1].place if same else at
        lines.append(ScenarioLine(place=place, player=player, figures=figures[player]))
    return tuple(lines)
