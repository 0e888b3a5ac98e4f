"""The sheet of announcements: welcome, rounds, warnings, breaks, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from padd.core.formats.registry import format_of
from padd.core.refusal import RefusalError
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.glyphs import shorten_name
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf
from padd.presentation.eventlog.clock import IN_A_ROW
from padd.presentation.formats.standings import StandingsLine
from padd.presentation.words import join_names

PLACES: Final = {1: "The winner is", 2: "Second is", 3: "Third is"}
Said = tuple[str, list[str]]
CALLED = {
    "equal-turns": "Time. Play on until both players have had equal turns.",
    "hands-down": "Time. Hands down; all play stops at once.",
    "stop": "Time. The games are over.",
}
CALLED_IN_PODS: Final = "Time. From now on no one scores for going out."


def announcements(view: PrintView, *, paper: Paper = Paper.A4) -> PrintedDocument:
    """Return the announcements of the day in large type."""
    return render_pdf("announcements", announcements_content(view), paper=paper)


def announcements_content(view: PrintView) -> dict[str, Any]:
    """Return the announcements with their titles."""
    parts = [_welcome(view), _start(view), *_warnings(view), _between(view), _end(view)]
    return {
        "title": "To read aloud",
        "lines": [view.place_and_day],
        "parts": [{"title": title, "said": sentences} for title, sentences in parts],
        "foot": view.foot,
    }


def _welcome(view: PrintView) -> Said:
    event, book = view.event, view.book
    sentences = [f"Welcome to {view.name}. We play {view.game}."]
    if event.directors:
        verb = "director is" if len(event.directors) == 1 else "directors are"
        sentences.append(f"Your {verb} {join_names(list(event.directors))}.")
    sentences.append(f"We play by the {book.title}.")
    players = len(view.people)
    if players:
        sentences.append(f"{players} players are taking part.")
    if book.time.scorecards_minutes is not None and format_of(event).gives_victory_points:
        sentences.append(
            f"Hand in your scorecard at least {book.time.scorecards_minutes} minutes "
            "before the start, with your forum handle on it."
        )
    in_pods = format_of(event).in_pods
    who = "the players of your pod" if in_pods else "you and your opponent"
    sentences.append(
        f"If {who} disagree, stop playing and call me. "
        "If you want to leave the event, tell me before the next round is paired."
    )
    return "Welcome", sentences


def _start(view: PrintView) -> Said:
    late = view.book.time.late.round_minutes
    sentences = [
        "The pods are up. Find your table, and check that everyone is there."
        if format_of(view.event).in_pods
        else "The pairings are up. Find your table, and check your opponent’s name."
    ]
    if late is not None:
        sentences.append(f"If you are not there after {late} minutes, you miss the game.")
    if view.minutes:
        sentences.append(
            f"You have {view.time_limit}. It is now ________; "
            "time is called at ________. You may begin."
        )
    else:
        sentences.append("There is no time limit. You may begin.")
    return "Every round starts", sentences


def _warnings(view: PrintView) -> Iterator[Said]:
    warnings, minutes = view.book.time.warnings, view.minutes
    if not minutes:
        return
    if warnings.halfway:
        yield (
            f"After {minutes // 2} minutes",
            [f"Half-time: {minutes - minutes // 2} minutes left."],
        )
    for left in sorted(warnings.minutes_left, reverse=True):
        yield f"{left} minutes before the end", [f"{left} minutes left."]
    if format_of(view.event).in_pods:
        yield "Time", [CALLED_IN_PODS]
        return
    in_a_row = [IN_A_ROW] if view.book.time.consecutive_turns_count_once else []
    yield "Time", [CALLED[view.book.time.time_called], *in_a_row]


def _between(view: PrintView) -> Said:
    play = view.book.conduct.play
    writes = {"director": "me", "score-keeper": "the scorekeeper"}[play.scores_by]
    confirm = {"initials": "initial the line", "signatures": "sign the card"}
    sentences = [f"When your game is over, come together to {writes} and report the score."]
    if play.result_confirmed:
        sentences.append(f"Check what is written, and {confirm[play.result_confirmed]}.")
    if play.opponents_cards_counted:
        sentences.append("Count your opponent’s cards before and after the game.")
    sentences.append("Do not leave before your result is in.")
    return "Between rounds", sentences


def _end(view: PrintView) -> Said:
    sentences = ["That was the last round. Thank you all for playing."]
    best = dict(_best(view))
    if best:
        sentences += [
            f"{PLACES[place]} {join_names(best[place])}." for place in sorted(best, reverse=True)
        ]
    else:
        sentences.append("Third is ______________. Second is ______________.")
        sentences.append("The winner is ______________.")
    sentences += [
        f"{shorten_name(what)} goes to {view.names[player]}." for player, what in view.prizes
    ]
    if view.book.conduct.play.helps_clean_up:
        sentences.append("Please help put tables and chairs back and clean up.")
    return "The end", sentences


def _best(view: PrintView) -> Iterator[tuple[int, list[str]]]:
    """Yield who is first, second and third, once the event is over."""
    for place in PLACES:
        people = [who for at, who in _ranked(view) if at == place]
        if people:
            yield place, people


def _ranked(view: PrintView) -> Iterator[tuple[int, str]]:
    """Yield places and names of a finished event of any kind."""
    try:
        standings = view.standings
    except RefusalError:
        return
    decided = standings is not None and standings.final and not view.still_open
    for row in standings.rows if standings is not None and decided else ():
        if not row.disqualified:
            yield row.place, _with_points(view, row)


def _with_points(day: PrintView, row: StandingsLine) -> str:
    """Name a player with the victory points, where the format gives them."""
    name, points = day.names[row.player], row.cells.get("vp")
    return name if points is None else f"{name}, with {points} victory points"
