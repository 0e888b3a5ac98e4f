"""Paper for when something goes wrong: report form, what happens now, deck check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from padd.core.eventlog.actions.penalties import DISQUALIFICATION, highest_level
from padd.core.eventlog.guidance.remedies import WHAT, remedy_of
from padd.interfaces.printing.event_view import PrintView
from padd.presentation.conduct.conduct_in_play import conduct_in_play, disqualification_report_to
from padd.presentation.decks.check_points import check_points
from padd.presentation.messages import text
from padd.rulebooks.schema import Rulebook, cite

LINED: Final = 7
"""How many lines there are to write an account on."""
CHECKED: Final = "conduct.play.one_way_up"
DECK_GROUP: Final = "D"


def report_form_content(view: PrintView) -> dict[str, Any]:
    """Return the form on which a director reports a disqualification."""
    book = view.book
    told = cite(book, "conduct.disqualification_reported_to")
    return _sheet(
        view,
        title="Report of a disqualification",
        blanks=("Player", "Forum handle", "Round and table", "Time"),
        parts=[
            {
                "title": "What it was for",
                "cite": cite(book, "conduct.infractions"),
                "ticks": [f"{code}  {name}" for code, name in _gravest(book)]
                + ["Another: ____________________"],
            },
            {"title": "What happened", "lined": LINED},
            {"title": "Who saw it", "lined": 2},
            {"title": "What the player says", "lined": LINED - 2},
        ],
        note=(
            f"Send it to {disqualification_report_to(book)} ({told}). Enter it under Penalties "
            "on the console; it is then sent to them with the event report."
        ),
        signs=("Director", "Player, if willing"),
    )


def what_now_content(view: PrintView) -> dict[str, Any]:
    """Return the sheet for a player who was disqualified."""
    book = view.book
    told = cite(book, "conduct.disqualification_reported_to")
    level = cite(book, "conduct.levels")
    guide = [
        ("You are out of this event at once and must leave the venue.", level),
        ("You get no prizes from this event. Games already played still count.", level),
        ("A game you were playing is lost; your opponent wins it.", level),
        (f"The director will report it to {disqualification_report_to(book)}.", told),
    ]
    after = [
        "They keep a record. Only they, the director and you can read it.",
        (
            "If you have an account, you can read it on the site under "
            "My standing, and answer when you are asked."
        ),
        (
            "Answer, suspension and appeal are the site’s own procedure. They are not "
            "in the guide, and a site may have none."
        ),
        "Results and ratings do not change, whatever is decided.",
    ]
    return _sheet(
        view,
        title="What happens now",
        blanks=("Player", "For (code)"),
        parts=[
            {"title": "Today, by the guide", "said": guide},
            {"title": "Afterwards", "said": [(words, "") for words in after]},
        ],
        note="Questions? Ask the director, or write to any coordinator.",
        signs=("Director",),
    )


def deck_check_content(view: PrintView) -> dict[str, Any]:
    """Return what a judge ticks off in a deck check."""
    book, edition = view.book, view.event.edition
    ways = [
        (line.words, line.cite) for line in conduct_in_play(book, edition) if line.path == CHECKED
    ]
    cards = [
        ("The number of cards and the copies of each card are right.", ""),
        ("Every card is legal in the card pool of this event.", ""),
        ("If there is a deck list, the deck matches it.", ""),
    ]
    points = [(f"{text(point.text)}.", point.rule) for point in check_points(book)]
    parts = [
        {"title": "Cards", "checks": cards},
        {"title": "Backs, prints and sleeves", "checks": [*ways, *points]},
    ]
    codes = list(_deck_errors(book))
    if codes:
        parts.append({"title": "If something is wrong", "said": codes})
    return _sheet(
        view,
        title="Deck check",
        blanks=("Player", "Round", "Time"),
        parts=parts,
        note="Found before the event starts: have it corrected."
        + (" Level 0." if book.conduct.before_event_level == 0 else ""),
        signs=("Checked by",),
    )


def has_deck_checks(book: Rulebook) -> bool:
    """Tell whether a rulebook says anything that a deck check looks at."""
    return bool(check_points(book) or book.conduct.play.one_way_up)


def _sheet(
    view: PrintView,
    *,
    title: str,
    blanks: tuple[str, ...],
    parts: list[dict[str, Any]],
    note: str,
    signs: tuple[str, ...],
) -> dict[str, Any]:
    return {
        "title": title,
        "lines": [view.place_and_day, view.game],
        "blanks": list(blanks),
        "parts": [
            {"cite": "", "ticks": [], "said": [], "checks": [], "lined": 0} | part for part in parts
        ],
        "note": note,
        "signs": list(signs),
        "foot": view.foot,
    }


def _gravest(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Give the infractions that a disqualification can be for at the first time."""
    top = min(DISQUALIFICATION, highest_level(book))
    for one in book.conduct.infractions or ():
        if (one.most or one.level) >= top:
            yield one.code, f"{one.group}: {one.name}"


def _deck_errors(book: Rulebook) -> Iterator[tuple[str, str]]:
    rule = cite(book, "conduct.infractions")
    for one in book.conduct.infractions or ():
        remedy = remedy_of(one.code, book)
        if one.code.startswith(DECK_GROUP):
            cure = f" To be corrected: {text(WHAT[remedy.what])}." if remedy else ""
            yield f"{one.code} {one.name}: level {one.level}.{cure}", rule
