"""`padd rate`: the ratings after all the events given, and what each changed."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click
import msgspec

from padd.core.messages import message
from padd.core.ratings.ledger import ChangeReason, History, history_of, refresh
from padd.core.ratings.sheet import RatingSheet, Series, Unrated, handle_or_id, rating_sheet
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    Spellings,
    as_json,
    event_files,
    exit_with_refusals,
    load_in_order,
    print_json,
    print_refusal,
)
from padd.presentation.documents import rate_document, rating_history_document
from padd.presentation.messages import text
from padd.presentation.ratings.figures import k_citation
from padd.presentation.rulebooks import book_for
from padd.rulebooks.loader import rulebook


class RatedEvents(msgspec.Struct, frozen=True):
    """The ratings after all events, and the events that did not count."""

    history: History
    unrated: tuple[Unrated, ...]
    names: dict[str, str]
    """The names that players of the ratings go by."""


@click.command()
@event_files
@click.option("--why", "player", metavar="PLAYER", help="Show how a player's rating came about.")
@as_json
def rate(files: tuple[str, ...], player: str | None, *, as_json: bool) -> None:
    """Rate all the events given, in order of their start.

    Only finished, sanctioned, rated events and rated games count. PLAYER is a handle,
    an id or a name.
    """
    rated = _rated(files, as_json=as_json)
    if player is not None:
        _show_why(rated, player, as_json=as_json)
    elif as_json:
        print_json(rate_document(rated.history))
    else:
        _show_ratings(rated)


def _rated(files: Sequence[str], *, as_json: bool) -> RatedEvents:
    """Rate all events; without any one of them the ratings would be wrong."""
    given_events, refusals = load_in_order(files)
    spellings = Spellings()
    sheets: list[RatingSheet] = []
    unrated: list[Unrated] = []
    for given in given_events:
        try:
            sheet = rating_sheet(
                given.event, book_for(given.event), id_=given.key.id, known_as=spellings.known_as
            )
        except RefusalError as refused:
            refusals.append(msgspec.structs.replace(refused.refusal, file=given.file))
            continue
        if isinstance(sheet, RatingSheet):
            sheets.append(sheet)
        else:
            unrated.append(sheet)
    if refusals:
        exit_with_refusals(refusals, as_json=as_json)
    return RatedEvents(refresh(sheets), tuple(unrated), spellings.names)


def _show_ratings(rated: RatedEvents) -> None:
    from padd.interfaces.cli.tables import new_table, print_parts

    history = rated.history
    last = {(c.series, c.player): c for e in history.entries for c in e.changes}
    for series, book in sorted(history.ledger.ratings.items()):
        grid = new_table(
            f"{_title(series)}: {len(book)} players",
            *("#", "Player", "Handle", "Rating", "Last change", "Games"),
            numbers=("#", "Rating", "Last change", "Games"),
        )
        order = sorted(book.items(), key=lambda item: (-item[1].rating, item[0]))
        places: dict[float, int] = {}
        for place, (player, rating) in enumerate(order, start=1):
            change = last[series, player]
            grid.add_row(
                str(places.setdefault(rating.rating, place)),
                rated.names[player],
                handle_or_id(player),
                f"{rating.rating:.0f}",
                _signed(change.after - change.before),
                str(rating.games),
            )
        print_parts(grid)
    print_parts(f"Events rated: {len(history.entries)}; not rated: {len(rated.unrated)}.")
    for event in rated.unrated:
        reasons = " ".join(f"{text(f.message)} [{f.rule}]" for f in event.findings)
        print_parts(f"Not rated: {event.name or 'an unnamed event'}. {reasons}")


def _title(series: Series) -> str:
    return f"{series.edition} {series.list} ({series.keeper})"


def _signed(change: float, digits: int = 1) -> str:
    """Return a change with its sign and a true minus."""
    text = f"{change:+.{digits}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def _show_why(rated: RatedEvents, handle: str, *, as_json: bool) -> None:
    try:
        player = _find_player(rated, handle)
    except RefusalError as refused:
        print_refusal(refused.refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    reasons = history_of(rated.history, player)
    if as_json:
        print_json(rating_history_document(player, reasons))
        return
    for series, changes in reasons.items():
        _show_history(rated, player, series, changes)


def _find_player(ratings: RatedEvents, handle: str) -> str:
    """Return the rated player with a handle, an id or a name."""
    folded = handle.casefold()
    rated = {player for book in ratings.history.ledger.ratings.values() for player in book}
    named = sorted(p for p in rated if handle_or_id(p).casefold() == folded) or sorted(
        p for p in rated if ratings.names[p].casefold() == folded
    )
    if len(named) == 1:
        return named[0]
    reason = message('"{handle}" has no rated game in these events.', handle=handle)
    if named:
        reason = message(
            '"{handle}" could be {names}; give a handle.',
            handle=handle,
            names=" and ".join(map(handle_or_id, named)),
        )
    raise RefusalError(
        Refusal(code="unknown-player", message=reason, rule="padd-event/1", place="players")
    )


def _show_history(
    rated: RatedEvents, player: str, series: Series, changes: Sequence[ChangeReason]
) -> None:
    """Print the history of one rating, event by event and game by game."""
    from padd.interfaces.cli.tables import new_table, print_parts

    first, last = changes[0].change, changes[-1].change
    print_parts(
        f"{rated.names[player]}, {_title(series)}: "
        f"{first.before:.0f} at the start, now {last.after:.2f}."
    )
    for reason in changes:
        change, sheet = reason.change, reason.sheet
        k_cite = k_citation(rulebook(sheet.rulebook), sheet.k)
        grid = new_table(
            f"{sheet.name or 'Event'}: {change.before:.2f} "
            f"{_signed(change.after - change.before, 2)} = {change.after:.2f}"
            f"{_limit(reason)}, k {sheet.k}  [{k_cite}]",
            *("R", "Opponent", "Rated", "Expected", "Scored", "k", "Change"),
            numbers=("R", "Rated", "Expected", "Scored", "k", "Change"),
        )
        for game in reason.games:
            grid.add_row(
                str(game.round),
                rated.names[game.opponent],
                f"{game.opponent_rating:.0f}",
                f"{game.expected:.4f}",
                f"{game.score:g}",
                f"{game.k:.4g}",
                _signed(game.change, 2),
            )
        print_parts(grid)


def _limit(reason: ChangeReason) -> str:
    """Say where a rating was kept within its range."""
    change, rules = reason.change, reason.sheet.rules
    if change.after == change.before + reason.total:
        return ""
    return f" (the games give {_signed(reason.total, 2)}; {rules.least} to {rules.most})"
