"""The scenario of an event as pages, commands and programs show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from padd.core.eventlog.actions.scenarios.lots import lots_redraw_count
from padd.core.eventlog.scenarios.registry import scenario_play_of
from padd.core.eventlog.scenarios.scenario_play import ScenarioPlay, lots_of
from padd.core.eventlog.state.event_state import LogState, RoundState
from padd.core.messages import plural
from padd.core.model import PlayerId
from padd.core.scenarios.round_blocks import scenario_of
from padd.presentation.messages import text
from padd.presentation.names import sort_key
from padd.rulebooks.schema import Rulebook, cite

Named = Callable[[PlayerId], str]


class ScenarioLot(msgspec.Struct, frozen=True):
    """What a player drew: another player's deck, or a rule."""

    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    lot: Annotated[str, Meta(description="The lot.")]


class ScenarioRound(msgspec.Struct, frozen=True):
    """The lots of a round, and how often the room has moved in it."""

    number: Annotated[int, Meta(description="The number of the round.")]
    lots: Annotated[tuple[ScenarioLot, ...], Meta(description="The lots.")]
    redraws: Annotated[int, Meta(description="How often it was drawn again.")]
    moves: Annotated[int, Meta(description="How often everyone has moved.")]


class ScenarioPlace(msgspec.Struct, frozen=True):
    """A line of the scenario's own ranking."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    player: Annotated[PlayerId, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name, for people.")]
    figures: Annotated[tuple[int, ...], Meta(description="The figures, in order.")]


class ScenarioView(msgspec.Struct, frozen=True):
    """Everything about the scenario of an event."""

    title: Annotated[str, Meta(description="The title, for people.")]
    rule: Annotated[str, Meta(description="The section of the rulebook it is based on.")]
    public: Annotated[bool, Meta(description="Whether it is public.")]
    acts: Annotated[tuple[str, ...], Meta(description="What can be done.")]
    due: Annotated[tuple[str, ...], Meta(description="What is still to do, in words.")]
    rounds: Annotated[tuple[ScenarioRound, ...], Meta(description="The rounds.")]
    figures: Annotated[
        tuple[str, ...], Meta(description="What the figures of the ranking are called.")
    ]
    ranking: Annotated[tuple[ScenarioPlace, ...], Meta(description="The ranking.")]
    lines_are: Annotated[str, Meta(description="What the lines are.")]
    lines: Annotated[tuple[str, ...], Meta(description="The lines, in order.")]
    awards: Annotated[
        tuple[tuple[str, str], ...], Meta(description="Awards given: the player, and the title.")
    ]
    notes: Annotated[
        tuple[tuple[str, str, str], ...], Meta(description="Card, note, and who wrote it.")
    ]
    returned: Annotated[
        tuple[PlayerId, ...], Meta(description="The owners who have their deck back, by their ids.")
    ]


def scenario_view(state: LogState, book: Rulebook, name: Named) -> ScenarioView | None:
    """Return the scenario of an event as its staff sees it."""
    rules, play = scenario_of(state.settings, book), scenario_play_of(state.settings, book)
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
            for player in sorted(lots, key=lambda p: sort_key(name(p)))
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


def player_scenario(
    state: LogState, round_: RoundState, player: PlayerId, book: Rulebook
) -> tuple[str, ...]:
    """Return the scenario's instructions for one player in a round."""
    rules, play = scenario_of(state.settings, book), scenario_play_of(state.settings, book)
    if rules is None or play is None or not play.public:
        return ()
    said = [text(one) for one in play.this_round(state, round_, player, rules)]
    again = redraw_words(round_)
    return (*said, again) if again else tuple(said)


def redraw_words(round_: RoundState) -> str:
    """Say how often the lots of a round were drawn again; nothing if they were not."""
    again = lots_redraw_count(round_)
    if not again:
        return ""
    told = plural(
        "The lots of this round were drawn again {count} time.",
        "The lots of this round were drawn again {count} times.",
        count=again,
    )
    return text(told)
