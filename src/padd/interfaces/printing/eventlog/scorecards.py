"""The lines of scorecards: what was played so far, in the wording of each form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
import rtoml

from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.registry import format_of
from padd.core.formats.tribbles.scoring import scores_of
from padd.core.model import PlayerId
from padd.core.scoring.results import Result
from padd.core.scoring.terms import Code
from padd.interfaces.printing.event_view import PrintView, table_number
from padd.interfaces.printing.eventlog.result_lists import game_score
from padd.interfaces.printing.pdf import SHEETS, Paper, PrintedDocument, render_pdf
from padd.interfaces.printing.qr_code import qr_svg
from padd.presentation.page_words import EDITIONS
from padd.presentation.words import signed


def card_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    """Return the lines of every card: one for each round so far, by column."""
    if format_of(view.event).in_pods:
        return _pod_lines(view)
    if format_of(view.event).has_bracket and not view.event.stages:
        return _bracket_lines(view)
    lines = _swiss_lines(view)
    for player, played in _bracket_lines(view).items() if view.event.stages else ():
        marked = ({**line, "result": line.get("won", "")} for line in played)
        lines.setdefault(player, []).extend(marked)
    return lines


def _swiss_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    totals: dict[PlayerId, tuple[int, int]] = {}
    for at, round_ in enumerate(view.event.rounds):
        seats = dict(_seats_of(view, at))
        results = {result.player: result for result in view.scored.rounds[at].results}
        for player in view.names:
            line = {"round": str(round_.number), "game": str(round_.number)}
            line |= seats.get(player, {})
            result = results.get(player)
            if result is not None and result.code is not Code.PENDING:
                vp, margin = totals.get(player, (0, 0))
                totals[player] = vp + result.vp, margin + result.differential
                line |= _written(result, totals[player])
            elif player not in seats:
                line["opponent"] = "–"
            lines.setdefault(player, []).append(line)
    return lines


def _seats_of(view: PrintView, at: int) -> Iterator[tuple[PlayerId, dict[str, str]]]:
    round_ = view.rounds[at]
    for index, match in enumerate(round_.matches):
        table = str(table_number(match, index))
        for turned, player in enumerate(match.players):
            other = match.opponent_of(player)
            yield (
                player,
                {
                    "table": table,
                    "opponent": view.names[other],
                    "opponent-number": str(view.number_of.get(other, "")),
                    "score": game_score(match, turned=bool(turned)),
                },
            )
    for player in (*round_.byes, *round_.earned_byes):
        yield player, {"table": "–", "opponent": "Bye"}


def _written(result: Result, totals: tuple[int, int]) -> dict[str, str]:
    """Return a result in all the ways that forms write it."""
    vp, margin = totals
    words = {"opponent": "Missed game"} if result.code is Code.MISSED_GAME else {}
    return {
        **(words if result.opponent is None else {}),
        "result": str(result.code),
        "vp": str(result.vp),
        "vp-total": str(vp),
        "differential": signed(result.differential),
        "differential-total": signed(margin),
        "points": str(result.vp),
        "margin": signed(result.differential),
        "written-score": decipher_score(result.vp, result.differential),
        "written-total": decipher_score(vp, margin),
    }


def decipher_score(vp: int, differential: int) -> str:
    """Return a score as the Decipher guides write it: 2(+35)."""
    return f"{vp}({signed(differential) if differential else '+0'})"


def _bracket_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    """Return opponents and winners; players who are out have no more lines."""
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    before = len(view.event.rounds) if view.event.stages else 0
    for at, round_ in enumerate(view.rounds[before:], start=before):
        won = _won(view, round_.number - before)
        for player, seat in _seats_of(view, at):
            line = {"round": str(round_.number), **seat, "games": seat.get("score", "")}
            lines.setdefault(player, []).append(line | won.get(player, {}))
    return lines


def _won(view: PrintView, number: int) -> dict[PlayerId, dict[str, str]]:
    """Return how the matches of a round ended, from each side."""
    marks: dict[PlayerId, dict[str, str]] = {}
    for match in bracket_of_event(view.event, view.book).matches.values():
        if match.round != number or match.winner is None or match.record is None:
            continue
        for at, slot in enumerate(match.slots):
            if slot.player is None:
                continue
            mark = {"won": "won" if slot.player == match.winner else "lost"}
            if match.wins and sum(match.wins) > 1:
                mark["games"] = f"{match.wins[at]}–{match.wins[1 - at]}"
            marks[slot.player] = mark
    return marks


def _pod_lines(view: PrintView) -> dict[PlayerId, list[dict[str, str]]]:
    rules = view.book.tribbles
    if rules is None:
        return {}
    lines: dict[PlayerId, list[dict[str, str]]] = {}
    scores = scores_of(view.event, view.rounds, rules)
    played = {
        (player, round_.number)
        for round_ in view.rounds
        for pod in round_.pods
        for player in pod.scores or ()
    }
    for round_ in view.rounds:
        for index, pod in enumerate(round_.pods):
            for player in pod.players:
                others = [view.names[p] for p in pod.players if p != player]
                line = {
                    "round": str(round_.number),
                    "table": str(table_number(pod, index)),
                    "opponent": ", ".join(others),
                }
                lines.setdefault(player, []).append(line)
    for player, score in scores.items():
        total = score.head_start
        by_round = {line["round"]: line for line in lines.get(player, ())}
        for counted in score.rounds:
            if (player, counted.round) not in played:
                continue  # the pod writes its points here
            total += counted.counted
            line = by_round.get(str(counted.round), {})
            line["tribbles"] = f"{counted.counted:,}"
            line["out"] = "yes" if counted.won else ""
            line["tribbles-total"] = f"{total:,}"
    return lines


FORMS: Final = SHEETS / "forms.toml"
BLANKS: Final = 2
"""Cards on a sheet of blank ones: exactly a page."""
COLUMNS: Final[dict[str, tuple[str, float, str]]] = {
    "round": ("Rd", 9, "strong"),
    "game": ("Game", 13, "strong"),
    "table": ("Table", 12, "middle"),
    "opponent": ("Opponent", -1, "name"),
    "opponent-number": ("Opponent’s number", 22, "middle"),
    "result": ("Result", 14, "middle"),
    "score": ("Score", 19, "middle"),
    "vp": ("VP", 10, "middle"),
    "vp-total": ("VP total", 13, "middle"),
    "differential": ("Diff.", 14, "middle"),
    "differential-total": ("Diff. total", 15, "middle"),
    "own-initials": ("My initials", 15, "middle"),
    "their-initials": ("Their initials", 15, "middle"),
    "points": ("Points", 17, "middle"),
    "margin": ("Margin", 20, "middle"),
    "written-score": ("Score", 25, "middle"),
    "written-total": ("Total", 25, "middle"),
    "own-signature": ("Player signs", 30, "middle"),
    "their-signature": ("Opponent signs", 30, "middle"),
    "tribbles": ("Points", 34, "middle"),
    "out": ("Went out", 18, "middle"),
    "won": ("Won or lost", 24, "middle"),
    "games": ("Games or score", 30, "middle"),
    "tribbles-total": ("Total", 34, "middle"),
}
"""Head, width in millimeters (below 0: what is left), and how it is set."""
TRIBBLES: Final = ("round", "table", "opponent", "tribbles", "out", "tribbles-total")
BRACKET: Final = (
    *("round", "table", "opponent", "won", "games"),
    *("own-initials", "their-initials"),
)


class ScorecardForm(msgspec.Struct, frozen=True, kw_only=True):
    """What a guide asks for on a card."""

    title: str
    cite: str
    asks: tuple[str, ...]
    columns: tuple[str, ...]
    foot: str
    notes: str


@cache
def scorecard_forms() -> dict[str, ScorecardForm]:
    """Return the forms by rulebook."""
    read = rtoml.loads(FORMS.read_text(encoding="utf-8"))
    return {name: msgspec.convert(form, ScorecardForm) for name, form in read.items()}


def scorecard_form(view: PrintView) -> ScorecardForm:
    """Return the form of an event's cards; only Swiss has the points of the guide."""
    form = scorecard_forms()[view.book.id]
    play = format_of(view.event)
    if play.in_pods:
        return msgspec.structs.replace(
            form,
            title="Tribbles card",
            asks=form.asks[:2],
            columns=TRIBBLES,
            foot="The score keeper of your table has the sheet that counts; this card is yours.",
        )
    if play.has_bracket and not view.event.stages:
        return msgspec.structs.replace(form, title="Bracket card", columns=BRACKET)
    return form


def scorecards(
    view: PrintView, *, players: Sequence[PlayerId] | None = None, paper: Paper = Paper.A4
) -> PrintedDocument:
    """Return the cards of players, filled up to now, in cutting order."""
    content, drawings = scorecards_content(view, players)
    return render_pdf("scorecard", content, paper=paper, drawings=drawings)


def scorecards_content(
    view: PrintView, players: Sequence[PlayerId] | None = None
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what stands on the cards, and their codes."""
    chosen = [player for player, _, _ in view.people] if players is None else players
    lines = card_lines(view)
    drawings: dict[str, str] = {}
    cards = []
    for player in chosen:
        door = view.doors.get(player)
        if door is not None:
            drawings[player] = qr_svg(door.address, border=0)
        cards.append(_card(view, player, lines.get(player, [])))
    return _content(view, cards), drawings


def blank_scorecards_content(view: PrintView) -> tuple[dict[str, Any], dict[str, str]]:
    """Return what stands on a page of blank cards."""
    form = scorecard_form(view)
    card: dict[str, Any] = {
        "name": "",
        "asks": form.asks,
        "lines": [view.place_and_day, _game(view)],
        "code": "wall" if view.join else "",
        "rows": _blank_rows(view, form, 1),
        "notes": [],
        "foot": form.foot,
    }
    drawings = {"wall": qr_svg(view.join, border=0)} if view.join else {}
    return _content(view, [card] * BLANKS), drawings


def _content(view: PrintView, cards: list[dict[str, Any]]) -> dict[str, Any]:
    form = scorecard_form(view)
    return {
        "title": form.title,
        "cards": cards,
        "columns": [
            {"head": head, "width": width, "style": style}
            for head, width, style in (COLUMNS[name] for name in form.columns)
        ],
        "legend": _legend(view, form),
        "notes_title": form.notes,
        "foot": view.foot,
    }


def _game(view: PrintView) -> str:
    words = [view.game]
    if view.directors:
        words.append(f"Director {view.directors}")
    return ". ".join(words)


def _card(view: PrintView, player: PlayerId, lines: list[dict[str, str]]) -> dict[str, Any]:
    form = scorecard_form(view)
    columns = form.columns
    lines = _with_byes(view, lines)
    rows = [[line.get(name, "") for name in columns] for line in lines]
    rows += _blank_rows(view, form, len(rows) + 1)
    handle, door = view.handles.get(player, ""), view.doors.get(player)
    facts = [
        f"Forum handle {handle}" if handle else "",
        f"player {view.number_of[player]}" if player in view.number_of else "",
        f"PIN {door.pin}" if door and door.pin else "",
    ]
    return {
        "name": view.names[player],
        "asks": [],
        "lines": [", ".join(filter(None, facts)), view.place_and_day, _game(view)],
        "code": player if door else "",
        "rows": rows,
        "notes": [
            f"Round {note.round}: {note.text}" if note.round else note.text
            for note in view.notes.get(player, ())
        ],
        "foot": f"{_printed(view)}, check {view.check(player, rows)}. "
        "If the power fails, keep using this card.",
    }


def _with_byes(view: PrintView, lines: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return the lines of a bracket with the rounds for which a player had a bye."""
    if not format_of(view.event).has_bracket or view.event.stages:
        return lines
    known = {int(line["round"]): line for line in lines if line["round"].isdigit()}
    return [
        known.get(number, {"round": str(number), "opponent": "Bye"})
        for number in range(1, max(known, default=0) + 1)
    ]


def _printed(view: PrintView) -> str:
    last = view.round()
    text = f"Printed {view.printed}" if view.printed else "Printed"
    if last is not None:
        text += f" in round {last.number}"
    return text if view.sequence is None else f"{text}, log entry {view.sequence}"


def _blank_rows(view: PrintView, form: ScorecardForm, first: int) -> list[list[str]]:
    numbered = {"round", "game"}
    return [
        [str(number) if name in numbered else "" for name in form.columns]
        for number in range(first, view.planned + 1)
    ]


def _legend(view: PrintView, form: ScorecardForm) -> str:
    points = view.book.scoring.points
    if format_of(view.event).in_pods:
        return f"{EDITIONS['TR']}: add up the points of every round. {form.cite}."
    if format_of(view.event).has_bracket and not view.event.stages:
        return f"The winner advances as shown on the bracket on the wall. {form.cite}."
    if "written-total" in form.columns:
        return (
            f"Victory points: full win {points.full_win}, timed win "
            f"{points.modified_win}, true tie {points.tie}, loss {points.full_loss}, "
            f"bye {points.bye}(+0). A score is written with its differential: "
            f"{points.full_win}(+35). {form.cite}."
        )
    cap = view.book.scoring.score_cap["default"]
    cap = view.book.scoring.score_cap.get(view.event.rules or "", cap)
    return (
        f"FW full win {points.full_win}, MW modified win {points.modified_win}, "
        f"TT true tie {points.tie}, ML modified loss {points.modified_loss}, "
        f"FL full loss {points.full_loss}, BYE {points.bye}, "
        f"MG missed game {points.missed_game}. Differential: own score minus the "
        f"opponent’s, each counted from 0 to {cap}. {form.cite}."
    )
