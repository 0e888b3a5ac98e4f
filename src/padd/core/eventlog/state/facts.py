"""From the state of an event to its facts, from which everything else is calculated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from padd.core.eventlog.state.event_state import (
    Effect,
    EventPlayer,
    GivenPenalty,
    LogState,
    RoundState,
)
from padd.core.eventlog.state.table import TableState
from padd.core.formats.bracket.event import bracket_for
from padd.core.formats.bracket.seeding import without_seed_gaps
from padd.core.formats.bracket.styles import style_for
from padd.core.formats.cut_parts import cut_part, swiss_part
from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import Event, Heat, Match, PairingStyle, Penalty, Player, PlayerId, Pod, Round
from padd.core.scenarios.orbit import OrbitRecord, StretchTotals

LEAST_PLAYERS: Final = 2
Given = dict[tuple[int, PlayerId], list[Penalty]]


def event_facts(state: LogState, *, draft: bool = False) -> Event:
    """Return the event as its file has it; the draft of a round only if asked for."""
    penalties = _penalties(state)
    rounds = state.rounds if draft else state.played
    settings, players = _field(state)
    known = frozenset(player.id for player in players)
    event = msgspec.structs.replace(
        settings,
        players=players,
        heats=tuple(_heat(heat, known) for heat in state.settings.heats),
        rounds=tuple(_round(state, round_, penalties, known) for round_ in rounds),
    )
    return event if state.cut_after is None else _with_cut_rounds(event, state.cut_after)


def _with_cut_rounds(event: Event, cut_after: int) -> Event:
    """Return the event with the rounds of its cut in the cut."""
    rounds = {
        in_cut: tuple(r for r in event.rounds if (r.number > cut_after) is in_cut)
        for in_cut in (False, True)
    }
    return msgspec.structs.replace(
        event,
        rounds=rounds[False],
        stages=tuple(
            msgspec.structs.replace(cut, rounds=rounds[True]) for cut in event.stages or ()
        ),
    )


def facts_of_part(state: LogState, number: int) -> tuple[Event, int]:
    """Return the part of the event that a round is in, and its number there."""
    event, after = event_facts(state), state.cut_after
    if after is None:
        return event, number
    if number <= after:
        return swiss_part(event), number
    return cut_part(event), number - after


def _field(state: LogState) -> tuple[Event, tuple[Player, ...]]:
    """Return the settings and players; a bracket is the one that the field needs."""
    settings, entrants = state.settings, state.players.values()
    if settings.stages or not format_of(settings).has_bracket:
        return settings, tuple(_player(e) for e in entrants if e.took_part)
    by_lot = settings.pairing_style is PairingStyle.ELIMINATION
    if any(heat.qualified for heat in settings.heats):
        # Who qualified and stays away keeps the line; the opponent goes on (AMB-46).
        players = tuple(
            _player(e) if e.took_part else msgspec.structs.replace(_player(e), dropped_after=0)
            for e in entrants
            if e.took_part or e.seed is not None
        )
    else:
        there = tuple(_player(e) for e in entrants if e.took_part)
        players = there if by_lot else without_seed_gaps(there)
    style = style_for(settings, len(players))
    needed = msgspec.structs.replace(settings, pairing_style=style)
    return _with_match_lengths(needed, len(players)), players


def _with_match_lengths(event: Event, players: int) -> Event:
    """Return the settings with the lengths of matches in rounds that there are."""
    if not event.best_of or event.bracket is not None or players < LEAST_PLAYERS:
        return event
    last = len(bracket_for(event, players).rounds)
    lengths = {n: most for n, most in event.best_of.items() if n <= last}
    return msgspec.structs.replace(event, best_of=lengths)


def _heat(heat: Heat, known: frozenset[PlayerId]) -> Heat:
    """Return a heat with those who came from it and are in the event."""
    if known.issuperset(heat.qualified):
        return heat
    there = tuple(player for player in heat.qualified if player in known)
    return msgspec.structs.replace(heat, qualified=there)


def _player(entrant: EventPlayer) -> Player:
    return Player(
        id=entrant.id,
        name=entrant.name,
        handle=entrant.handle,
        seed=entrant.seed,
        earned_byes=entrant.earned_byes,
        head_start=entrant.head_start,
        joined_round=entrant.joined_round,
        dropped_after=entrant.dropped_after,
    )


def _penalties(state: LogState) -> Given:
    """Return what stands on the scorecards: written warnings and all above."""
    penalties: Given = defaultdict(list)
    for sentence in state.penalties:
        number = _scorecard_round(sentence, state) if sentence.level > 0 else None
        if number is not None:
            penalties[number, sentence.player].append(
                Penalty(
                    player=sentence.player,
                    level=sentence.level,
                    infraction=sentence.infraction,
                    note=sentence.what or None,
                )
            )
    return penalties


def _scorecard_round(sentence: GivenPenalty, state: LogState) -> int | None:
    """Return where a penalty is written: its round, else the nearest game."""
    if sentence.effect is Effect.GAME_LOSS_PENDING:
        return None
    games = [r.number for r in state.played if sentence.player in r.seats]
    round_number = sentence.round or 0
    return min(games, key=lambda number: abs(number - round_number), default=None)


def _round(
    state: LogState, round_: RoundState, penalties: Given, known: frozenset[PlayerId]
) -> Round:
    matches: list[Match] = []
    pods: list[Pod] = []
    for table in round_.tables.values():
        if table.match and not (penalties or table.extra_minutes or table.pod):
            matches.append(table.match)  # as nearly all of them, and there are many
        elif isinstance(played := _recorded_table(table, round_.number, penalties), Match):
            matches.append(played)
        else:
            pods.append(played)
    return Round(
        number=round_.number,
        matches=tuple(matches),
        pods=tuple(pods),
        byes=round_.byes,
        earned_byes=round_.earned_byes,
        # A player who was to join later and left again was never in the event.
        missed=tuple(player for player in round_.missed if player in known),
        draw=_draw(state, round_),
    )


def _draw(state: LogState, round_: RoundState) -> dict[str, Any] | None:
    """Return how a round was drawn, with the moves of an orbit beside it."""
    orbit = orbit_record(state, round_.number)
    if orbit == OrbitRecord():
        return round_.draw
    return {**(round_.draw or {}), "orbit": msgspec.to_builtins(orbit)}


def orbit_record(state: LogState, number: int) -> OrbitRecord:
    """Return what a round keeps of its moves and totals."""
    scenario = state.scenario
    if not (scenario.moves or scenario.totals or scenario.points):
        return OrbitRecord()
    return OrbitRecord(
        moves=scenario.moves.get(number, 0),
        totals=tuple(
            StretchTotals(
                stretch=noted.stretch, table=noted.table, totals=noted.totals, ended=noted.ended
            )
            for noted in scenario.totals
            if noted.round == number
        ),
        points={p.player: (p.own, p.deck) for p in scenario.points if p.round == number},
    )


def _recorded_table(table: TableState, number: int, penalties_given: Given) -> Match | Pod:
    """Return a table as the file has it, with extra time and penalties."""
    penalties = _table_penalties(table.players, number, penalties_given) if penalties_given else ()
    if table.pod is not None:
        if not penalties:
            return table.pod
        return msgspec.structs.replace(table.pod, penalties=penalties)
    match = table.match
    if match is None:
        reason = message("Table {number} has neither a match nor a pod.", number=table.number)
        raise LookupError(reason)
    if not (penalties or table.extra_minutes):
        return match
    return msgspec.structs.replace(
        match, extra_minutes=table.extra_minutes or None, penalties=(*match.penalties, *penalties)
    )


def _table_penalties(
    players: Iterable[PlayerId], number: int, penalties: Given
) -> tuple[Penalty, ...]:
    return tuple(p for player in players for p in penalties.get((number, player), ()))
