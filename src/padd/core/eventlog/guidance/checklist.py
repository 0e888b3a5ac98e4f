"""The checklist at the end: what is missing before the final standings."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.scenarios.registry import scenario_play_of
from padd.core.eventlog.state.event_state import LogState, pending_losses
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.pods import needs_finals
from padd.core.eventlog.state.rounds import (
    open_tables,
    player_names,
    round_title,
    table_list,
    the_round,
)
from padd.core.formats.format import Places
from padd.core.formats.registry import format_of, ranking_of
from padd.core.messages import Message, message
from padd.core.model import DeckFormat, Event, PlayerId, StrictStruct
from padd.core.scenarios.round_blocks import scenario_of
from padd.core.scoring.standings import TIE_BREAKER_GAME
from padd.rulebooks.schema import Rulebook, cite


def junior_age_limit(state: LogState, book: Rulebook) -> int | None:
    """Return how old a player of a Junior event may be; none in other events."""
    junior = state.event is not None and state.settings.format is DeckFormat.JUNIOR
    return book.formats.oldest_junior if junior else None


class OpenPoint(StrictStruct, frozen=True, kw_only=True):
    """One point of the checklist that is open."""

    code: str
    message: Message
    level: Level = Level.REFUSED
    rule: str = ""
    way_out: Message | None = None
    tables: tuple[int, ...] = ()
    before_final: bool = False
    """Whether the final confrontation waits for it too."""


class Tie(StrictStruct, frozen=True, kw_only=True):
    """Players whom only chance, or a game, can part."""

    players: tuple[PlayerId, ...]
    by: str
    first_place: bool


def open_points(state: LogState, book: Rulebook) -> tuple[OpenPoint, ...]:
    """Return everything that is open before the event can be finished."""
    if state.event is None:
        return ()
    waiting = (*_round_points(state, book), *_result_points(state, book))
    if waiting:
        return waiting
    return (
        *_final_points(state, book),
        *_tie_points(state, book),
        *_pending_loss_points(state, book),
        *_finals_points(state, book),
        *_scenario_points(state, book),
        *_junior_points(state, book),
    )


def _scenario_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    """Yield what the scenario asks for; the director may finish without it."""
    rules, play = scenario_of(state.settings, book), scenario_play_of(state.settings, book)
    if rules is None or play is None:
        return
    for asked in play.due(state, rules):
        yield OpenPoint(
            code="scenario-due",
            message=asked,
            level=Level.CONFIRM,
            rule=cite(book, "formats.scenarios"),
            way_out=message("The Scenario page shows what is left to do."),
        )


def _junior_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    """Yield the tick of a Junior event, while it is missing."""
    oldest = junior_age_limit(state, book)
    if oldest is not None and state.scenario.juniors_since is None:
        yield OpenPoint(
            code="juniors-unconfirmed",
            message=message(
                "It has not been confirmed that everyone is {oldest} or younger.", oldest=oldest
            ),
            level=Level.CONFIRM,
            rule=cite(book, "formats.oldest_junior"),
            way_out=message("Confirm it on the Juniors page."),
        )


def _round_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    if state.draft is not None:
        yield OpenPoint(
            code="draft-open",
            message=message(
                "The draft of {round} is not published.", round=the_round(state, state.draft.number)
            ),
            way_out=message("Publish it, or undo the draw."),
            before_final=True,
        )
    if format_of(state.settings).all_rounds_played(event_facts(state), book):
        return
    if state.cut_after is not None:
        yield OpenPoint(
            code="rounds-to-play",
            message=message("The cut is not finished."),
            rule=cite(book, "brackets.places"),
            way_out=message("Keep playing."),
            before_final=True,
        )
        return
    planned, played = state.settings.rounds_planned, len(state.played)
    yield OpenPoint(
        code="rounds-to-play",
        message=message(
            "{played} of {planned} rounds have been played.", played=played, planned=planned
        ),
        rule=cite(book, "sanctioning.rounds_change.running"),
        way_out=message("Keep playing, or change the number of rounds and give a reason."),
        before_final=True,
    )


def _result_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    for round_ in state.played:
        missing = open_tables(round_)
        if missing:
            yield OpenPoint(
                code="results-missing",
                message=message(
                    "Results are missing in {round}: {tables_line}.",
                    round=the_round(state, round_.number),
                    tables_line=table_list(missing),
                ),
                way_out=message("Enter the results."),
                tables=tuple(table.number for table in missing),
                before_final=True,
            )
        delayed = [t for t in round_.tables.values() if t.delayed]
        if delayed:
            yield OpenPoint(
                code="games-delayed",
                message=message(
                    "{round}: {tables_line} still delayed.",
                    round=round_title(state, round_.number),
                    tables_line=table_list(delayed),
                ),
                rule=cite(book, "pairing.provisional_points"),
                way_out=message("Enter the results, or decide who was responsible."),
                tables=tuple(table.number for table in delayed),
                before_final=True,
            )


def _final_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    final = state.settings.final_confrontation
    if final is None and not state.final_planned:
        return
    if final is None:
        yield OpenPoint(
            code="final-unset",
            message=message("The final confrontation has no players yet."),
            way_out=message(
                "The two best are {state}.", state=player_names(state, best_two(state, book))
            ),
        )
    elif final.winner is None:
        yield OpenPoint(
            code="final-open",
            message=message(
                "{state} play the final confrontation.", state=player_names(state, final.players)
            ),
            way_out=message("Enter who won it."),
        )


def _tie_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    for tie in undecided_ties(event_facts(state), book):
        who = player_names(state, tie.players)
        if tie.by == TIE_BREAKER_GAME:
            yield OpenPoint(
                code="tie-breaker-game",
                message=message("{who} are tied for first place.", who=who),
                rule=cite(book, "standings.tie_breaker_game"),
                way_out=message("They play a tie-breaker game: set it up as the final."),
            )
        else:
            yield OpenPoint(
                code="tie-left",
                message=message("{who} are tied on every tiebreak.", who=who),
                rule=cite(book, "standings.tiebreaks"),
                way_out=message(
                    "Cut for the highest Tribble and enter the order, or draw it at random."
                )
                if format_of(state.settings).in_pods
                else message("Toss a coin and enter the order, or draw it at random."),
            )


def _finals_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    if needs_finals(state, book):
        yield OpenPoint(
            code="finals-missing",
            message=message("With more than one table, Tribbles is played in heats and finals."),
            level=Level.CONFIRM,
            rule=cite(book, "tribbles.finals.players_above"),
            way_out=message("Play the finals, or finish with the totals of all rounds so far."),
        )


def _pending_loss_points(state: LogState, book: Rulebook) -> Iterator[OpenPoint]:
    waiting = pending_losses(state)
    if waiting:
        yield OpenPoint(
            code="game-loss-unused",
            message=message(
                "The game loss of {state} has no game to apply to.",
                state=player_names(state, waiting),
            ),
            level=Level.NOTE,
            rule=cite(book, "conduct.levels"),
            way_out=message("It is recorded, but has no effect."),
        )


def ties_left(state: LogState, book: Rulebook) -> tuple[Tie, ...]:
    """Return the ties that no toss, cut or game on record has parted."""
    return _ties_of(event_facts(state), book)


def undecided_ties(
    event: Event, book: Rulebook, *, places: Places | None = None
) -> tuple[Tie, ...]:
    """Return the ties that have to be parted before the standings are final.

    A tie-breaker game is only asked of two players, for first place, by a rulebook
    that demands it.
    """
    must = book.standings.tie_breaker_game == "must"
    return tuple(
        tie
        for tie in _ties_of(event, book, places)
        if tie.by != TIE_BREAKER_GAME or (must and tie.first_place and len(tie.players) == 2)  # noqa: PLR2004 -- a game takes two
    )


def _ties_of(event: Event, book: Rulebook, places: Places | None = None) -> tuple[Tie, ...]:
    lines = list(format_of(event).left_to_chance(event, book, places=places))
    groups: list[list[int]] = []
    for at in range(1, len(lines)):
        if lines[at][1] is None:
            continue
        if groups and groups[-1][-1] == at - 1 and lines[at - 1][1] is not None:
            groups[-1].append(at)
        else:
            groups.append([at - 1, at])
    known = {*event.tossed, *event.cut}
    return tuple(
        Tie(
            players=tuple(lines[at][0] for at in group),
            by=str(lines[group[-1]][1]),
            first_place=group[0] == 0,
        )
        for group in groups
        if not known.issuperset(lines[at][0] for at in group)
    )


def best_two(state: LogState, book: Rulebook) -> tuple[PlayerId, ...]:
    """Return the two best ranked players."""
    return ranking_of(event_facts(state), book).order[:2]
