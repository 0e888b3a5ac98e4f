"""Write a finished event as a spreadsheet, which `reader` reads back in full.

Games come first, round by round, then the Final Confrontation, then facts about each
player. Columns that an event does not need are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from padd.core.formats.cut_parts import swiss_part
from padd.core.formats.registry import format_of
from padd.core.model import Event, Kind, Match, Player, PlayerId, Pod, Round
from padd.core.scoring.results import match_results
from padd.core.scoring.standings import DISQUALIFICATION
from padd.core.scoring.terms import terms_of
from padd.presentation.spreadsheet.cells import (
    BYES,
    FINAL,
    HEADINGS,
    MARK,
    NOT_KNOWN,
    extras_cell,
    games_cell,
    id_cell,
    sides_cell,
)
from padd.presentation.spreadsheet.csv_text import Cell
from padd.presentation.words import RESULTS
from padd.rulebooks.schema import Rulebook

Line = dict[str, "Cell"]

ABOUT: Final = ("event", "date", "game", "format", "rulebook", "level")
"""What the event is, in every line, so that the table is read back by itself."""
GAMES: Final = (
    *ABOUT,
    *("round", "table", "player", "handle", "opponent", "opponent_handle"),
    *("score", "opponent_score", "ended", "winner", "result"),
)
PODS: Final = (*ABOUT, *("round", "table", "player", "handle", "score", "went_out", "conceded"))
POD_HEADINGS: Final = {"player": "Player", "handle": "Handle", "score": "Score", "id": "Id"}
USUAL_STYLES: Final = {Kind.SWISS: "swiss", Kind.CUT: "swiss", Kind.TRIBBLES: "tribbles"}


def results_table(event: Event, book: Rulebook) -> tuple[list[str], list[tuple[Cell, ...]]]:
    """Return the headings and the lines of an event."""
    pods = format_of(event).in_pods
    about = {**_about(event), **_settings(event)}
    rows = [*_played(event, book), *_final(event), *_players(event)]
    lines = [{**about, **line} for line in rows]
    for line in lines[:1]:
        line["also"] = extras_cell(event)  # once is enough of what is long
    usual = PODS if pods else GAMES
    used = {name for line in lines for name, cell in line.items() if cell not in ("", None)}
    columns = [*usual, *(name for name in HEADINGS if name in used - set(usual))]
    table = [tuple(line.get(name) for name in columns) for line in lines]
    return [_heading(name, pods=pods) for name in columns], table


def _heading(name: str, *, pods: bool) -> str:
    plain = POD_HEADINGS.get(name) if pods else None
    return plain or HEADINGS[name][0].capitalize()


def _about(event: Event) -> Line:
    return {
        "event": event.name,
        "date": event.starts or "",
        "game": event.edition,
        "format": event.format,
        "rulebook": event.rulebook,
        "level": event.level,
    }


def _settings(event: Event) -> Line:
    """Return what an event has beyond the usual."""
    style = str(event.pairing_style)
    return {
        "rules": event.rules or "",
        "card_pool": "" if event.card_pool == "complete" else event.card_pool,
        "scenario": event.scenario or "",
        "online": "yes" if event.online else "",
        "pairing": "" if style == USUAL_STYLES.get(event.kind) else style,
        "rounds_planned": None
        if event.rounds_planned == len(event.rounds)
        else event.rounds_planned,
        "registered": event.registered or "",
    }


def _played(event: Event, book: Rulebook) -> Iterator[Line]:
    players = {player.id: player for player in event.players}
    # In match play and in pods there are no codes of results.
    swiss = format_of(swiss_part(event)).gives_victory_points
    terms = terms_of(event, book) if swiss else None
    for round_ in event.rounds:
        for match in round_.matches:
            result = RESULTS[match_results(match, terms)[0].code] if terms else ""
            line = _game(match, players)
            yield {"round": round_.number, **line, "result": result}
        for pod in round_.pods:
            for line in _pod(pod, players):
                yield {"round": round_.number, **line}
        yield from _byes(round_, players)


def _first(player: Player) -> Line:
    name, handle = player.name, player.handle
    return {"player": name, "handle": handle, "id": id_cell(player.id)}


def _second(player: Player) -> Line:
    return {
        "opponent": player.name,
        "opponent_handle": player.handle,
        "opponent_id": id_cell(player.id),
    }


def _game(match: Match, players: Mapping[PlayerId, Player]) -> Line:
    first, second = (players[player] for player in match.players)
    line: Line = {**_first(first), **_second(second), "table": match.table}
    pairs = {
        "score": match.scores,
        "bonus": match.bonus,
        "planet": match.missions and tuple(missions.planet for missions in match.missions),
        "space": match.missions and tuple(missions.space for missions in match.missions),
    }
    for name, both in pairs.items():
        line[name], line[f"opponent_{name}"] = both or (None, None)
    return line | {
        "ended": match.ending or "",
        "winner": _winner(match.winner, first, second),
        "games": games_cell(match.games, match.players),
        "responsible": sides_cell(match.responsible, match.players),
        "absent": sides_cell(match.absent, match.players),
        "flat": "yes" if match.flat else "",
        "extra_minutes": match.extra_minutes,
        "first_player": sides_cell(
            None if match.first_player is None else (match.first_player,), match.players
        ),
        "disqualified": sides_cell(_out(match) or None, match.players),
    }


def _winner(winner: PlayerId | None, first: Player, second: Player) -> str:
    """Return who won, by a name that means one of the two; by id if none does."""
    if winner is None:
        return ""
    won, other = (first, second) if winner == first.id else (second, first)
    others = {other.name.casefold(), other.handle.casefold(), "1", "2"}
    for name in filter(None, (won.name, won.handle)):
        if name.casefold() not in others and not name.startswith(MARK):
            return name
    return id_cell(winner)


def _out(game: Match | Pod) -> Sequence[PlayerId]:
    penalties = (penalty for penalty in game.penalties if penalty.level >= DISQUALIFICATION)
    return tuple(penalty.player for penalty in penalties)


def _pod(pod: Pod, players: Mapping[PlayerId, Player]) -> Iterator[Line]:
    out = NOT_KNOWN if pod.went_out is None else ""
    marked = {"conceded": pod.conceded, "disqualified": _out(pod)}
    for player in pod.players:
        yield {
            **_first(players[player]),
            "table": pod.table,
            "score": (pod.scores or {}).get(player),
            "went_out": "yes" if player in (pod.went_out or ()) else out,
            **{name: "yes" if player in of else "" for name, of in marked.items()},
        }


def _byes(round_: Round, players: Mapping[PlayerId, Player]) -> Iterator[Line]:
    words = {group: word for word, group in reversed(BYES.items())}
    for group, word in words.items():
        for player in getattr(round_, group):
            yield {"round": round_.number, **_first(players[player]), "result": word}


def _final(event: Event) -> Iterator[Line]:
    final = event.final_confrontation
    if final is None:
        return
    players = {player.id: player for player in event.players}
    first, second = (players[player] for player in final.players)
    won = _winner(final.winner, first, second)
    yield {**_first(first), **_second(second), "round": FINAL.title(), "winner": won}


def _players(event: Event) -> Iterator[Line]:
    for player in event.players:
        yield {
            **_first(player),
            "seed": player.seed,
            "earned_byes": " ".join(map(str, player.earned_byes)),
            "head_start": player.head_start or None,
            "joined": None if player.joined_round == 1 else player.joined_round,
            "dropped": player.dropped_after,
        }
