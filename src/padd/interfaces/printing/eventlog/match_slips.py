"""Match slips, table numbers and name tags: paper to cut."""

from __future__ import annotations

from typing import Any, Final

from padd.core.formats.registry import format_of, round_title_of
from padd.core.model import Match, Round
from padd.interfaces.printing.event_view import PrintView, table_number
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf
from padd.presentation.names import family_first
from padd.presentation.words import ENDINGS

ROWS: Final = 4
ACROSS: Final = 2
OFFERED: Final = ("complete", "time", "decked", "concession", "quit", "card-effect")
CONFIRMED: Final = {"initials": "Initials", "signatures": "Signature"}


def match_slips(view: PrintView, round_: Round, *, paper: Paper = Paper.A4) -> PrintedDocument:
    """Return the slips of a round."""
    return render_pdf("slips", match_slips_content(view, round_), paper=paper)


def match_slips_content(view: PrintView, round_: Round) -> dict[str, Any]:
    """Return what stands on the slips, the lowest table first."""
    games = sorted(
        ((table_number(match, at), match) for at, match in enumerate(round_.matches)),
        key=lambda game: game[0],
    )
    return {
        "title": f"{round_title_of(view.event, round_.number)}: match slips",
        "slips": [_slip(view, round_, table, match) for table, match in games],
        "across": ACROSS,
        "rows": ROWS,
        "endings": _endings(view),
        "missions": _missions(view),
        "games": _most_games(view, round_),
        "confirmed": CONFIRMED.get(view.book.conduct.play.result_confirmed or "", "") or "Initials",
        "foot": view.foot,
    }


def _slip(view: PrintView, round_: Round, table: int, match: Match) -> dict[str, Any]:
    players = [view.names[player] for player in match.players]
    return {
        "table": str(table),
        "round": round_title_of(view.event, round_.number),
        "event": view.name,
        "players": players,
        "check": view.check(round_.number, table, *match.players),
    }


def _endings(view: PrintView) -> list[str]:
    known = view.book.scoring.endings
    return [ENDINGS[ending] for ending in OFFERED if ending in known]


def _missions(view: PrintView) -> bool:
    """Tell whether missions decide a game that time ends (Second Edition)."""
    rule = view.book.scoring.adjudication.get(view.event.edition)
    return format_of(view.event).gives_victory_points and rule == "mission-ladder"


def _most_games(view: PrintView, round_: Round) -> int:
    """Return how many games a match of this round can have; 0 outside brackets."""
    if not format_of(view.event).has_bracket:
        return 0
    return view.event.best_of.get(round_.number, 1)


def tables_content(view: PrintView) -> dict[str, Any]:
    """Return a plate for each table that a round of this event can have."""
    last = view.round()
    games = len(last.matches) + len(last.pods) if last else len(view.people) // 2
    tables = max([games, 1, *(game.table or 0 for game in (last.matches if last else ()))])
    return {
        "title": "Table numbers",
        "event": view.name,
        "tables": [str(number) for number in range(1, tables + 1)],
        "foot": view.foot,
    }


def tags_content(view: PrintView) -> dict[str, Any]:
    """Return a tag for each player."""
    people = sorted(view.people, key=lambda person: family_first(person[1]))
    return {
        "title": "Name tags",
        "event": view.name,
        "tags": [
            {"name": view.names[player], "handle": view.handles.get(player, "")}
            for player, _, _ in people
        ],
        "foot": view.foot,
    }
