"""The scenario of an event as pages, commands and programs show it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from padd.core.eventlog.actions.scenarios.lots import lots_redrawn
from padd.core.eventlog.scenarios.registry import play_of
from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay, lots_of
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import plural
from padd.core.model import PlayerId
from padd.core.scenarios.round_blocks import scenario_of
from padd.presentation.messages import text
from padd.presentation.names import outline
from padd.rulebooks.schema import Rulebook, cite

Named = Callable[[PlayerId], str]


class ScenarioLot(msgspec.Struct, frozen=True):
    """What a player drew: another player's deck, or a rule."""

    player: PlayerId
    name: str
    lot: str


class ScenarioRound(msgspec.Struct, frozen=True):
    """The lots of a round, and how often the room has moved in it."""

    number: int
    lots: tuple[ScenarioLot, ...]
    redraws: int
    moves: int


class ScenarioPlace(msgspec.Struct, frozen=True):
    """A line of the scenario's own ranking."""

    place: int
    player: PlayerId
    name: str
    figures: tuple[int, ...]


class ScenarioView(msgspec.Struct, frozen=True):
    """Everything about the scenario of an event."""

    title: str
    rule: str
    public: bool
    acts: tuple[str, ...]
    due: tuple[str, ...]
    rounds: tuple[ScenarioRound, ...]
    figures: tuple[str, ...]
    ranking: tuple[ScenarioPlace, ...]
    lines_are: str
    lines: tuple[str, ...]
    awards: tuple[tuple[str, str], ...]
    notes: tuple[tuple[str, str, str], ...]
    """Card, note, and who wrote it."""
    returned: tuple[PlayerId, ...]


def scenario_view(state: LogState, book: Rulebook, name: Named) -> ScenarioView | None:
    """Return the scenario of an event as its staff sees it."""
    rules, play = scenario_of(state.settings, book), play_of(state.settings, book)
    if rules is None or play is None:
        return None
    kept = state.scenario
    return ScenarioView(
        title=rules.title,
        rule=cite(book, "formats.scenarios"),
        public=play.public,
        acts=tuple(sorted(play.acts)),
        due=tuple(text(asked) for asked in play.due(state, rules)),
        rounds=tuple(_round(state, round_, name) for round_ in state.played),
        figures=tuple(text(figure) for figure in play.figures),
        ranking=tuple(_places(state, play, book, name)),
        lines_are=text(play.lines_are) if play.lines_are else "",
        lines=kept.lines,
        awards=tuple((name(award.player), award.what) for award in kept.awards),
        notes=tuple(
            (note.card, note.text, name(note.player) if note.player else "") for note in kept.notes
        ),
        returned=kept.returned,
    )


def _round(state: LogState, round_: RoundState, name: Named) -> ScenarioRound:
    lots = lots_of(round_)
    drawn = (round_.draw or {}).get("lots") or {}
    return ScenarioRound(
        number=round_.number,
        lots=tuple(
            ScenarioLot(player, name(player), _lot(state, lots[player], name))
            for player in sorted(lots, key=lambda p: outline(name(p)))
        ),
        redraws=int(drawn.get("redraws", 0)),
        moves=state.scenario.moves.get(round_.number, 0),
    )


def _lot(state: LogState, lot: str, name: Named) -> str:
    """Return a deck by the name of its owner, a rule by its words."""
    owner = PlayerId(lot)
    return f"{name(owner)}’s deck" if owner in state.players else lot


def _places(
    state: LogState, play: ScenarioPlay, book: Rulebook, name: Named
) -> list[ScenarioPlace]:
    return [
        ScenarioPlace(line.place, line.player, name(line.player), line.figures)
        for line in play.ranking(state, book)
    ]


def this_round(
    state: LogState, round_: RoundState, player: PlayerId, book: Rulebook
) -> tuple[str, ...]:
    """Return what the scenario says to one player in a round."""
    rules, play = scenario_of(state.settings, book), play_of(state.settings, book)
    if rules is None or play is None or not play.public:
        return ()
    said = [text(one) for one in play.this_round(state, round_, player, rules)]
    again = drawn_again(round_)
    return (*said, again) if again else tuple(said)


def drawn_again(round_: RoundState) -> str:
    """Say how often the lots of a round were drawn again; nothing if they were not."""
    again = lots_redrawn(round_)
    if not again:
        return ""
    told = plural(
        "The lots of this round were drawn again {count} time.",
        "The lots of this round were drawn again {count} times.",
        count=again,
    )
    return text(told)
