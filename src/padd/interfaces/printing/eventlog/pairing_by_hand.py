"""The sheet for pairing by hand: players by points, and who they may still meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from padd.core.model import PlayerId
from padd.core.pairing.field import PairingField
from padd.core.pairing.next_round import next_round_number, pairing_field
from padd.core.scenarios.round_blocks import blocks_after, continues_block
from padd.interfaces.printing.event_view import PrintView
from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.presentation.names import sort_key
from padd.presentation.words import signed

PAD: Final = 0.9
LEAST: Final = 7.4
MOST: Final = 9.4
STEP: Final = 0.2
SHEETS: Final = (112.0, 162.0)
"""Millimeters for the lines of the first sheet and of later ones; and how high the
lines may be, with the room around them."""
BY_DIFFERENTIAL: Final = frozenset({"ranked-shift", "ranked-neighbours"})
"""Systems that order players by differential too."""


def pairing_by_hand_sheet(view: PrintView) -> PrintedList:
    """Return the sheet for pairing the next round by hand."""
    number = _next_drawn(view)
    field = _without_open(view, pairing_field(view.event, view.book, number))
    playing = _open_round(view)
    order = _in_order(view, field)
    resting = ", ".join(view.names[player] for player in field.resting)
    return PrintedList(
        title=f"Pairing round {number} by hand",
        lines=(view.place_and_day,),
        parts=(
            ListTable(
                before=(*_steps(view, field, playing), *_totals(view, playing)),
                columns=_columns(view, playing),
                rows=tuple(_rows(view, field, order, playing)),
                after=(f"Earned bye, not paired: {resting}.",) if resting else (),
            ),
        ),
        size=9.5,
        pad=PAD,
        line=_line_height(len(order)),
        flipped=True,
    )


def _next_drawn(view: PrintView) -> int:
    """Return the next round that is paired; within a block nothing is."""
    number = next_round_number(view.event)
    if not continues_block(view.event, view.book, number):
        return number
    return next(iter(blocks_after(view.event, view.book, number)), number)


def _line_height(rows: int) -> float:
    """Return the height of a line, so that the last sheet is not left with a few."""
    first, later = SHEETS
    sheets = 1
    while first // LEAST + (sheets - 1) * (later // LEAST) < rows:
        sheets += 1
    height = LEAST
    while height < MOST and (
        first // (height + STEP) + (sheets - 1) * (later // (height + STEP)) >= rows
    ):
        height += STEP
    return height - 2 * PAD


def _columns(view: PrintView, playing: int | None) -> tuple[ListColumn, ...]:
    """Return the columns; while games are on, points and groups come by hand."""
    if playing is None:
        written: tuple[ListColumn, ...] = ()
        may_meet: tuple[ListColumn, ...] = (
            ListColumn("Can play, same points", -1),
            ListColumn("Can play, next points below", -1),
        )
    else:
        written = (
            ListColumn(f"Round {playing}", 18, write=True),
            ListColumn("VP now", 16, write=True),
        )
        may_meet = (ListColumn("Can play", -1),)
    return (
        ListColumn("No.", 10, "end", strong=True),
        ListColumn("Player", 48),
        ListColumn("VP", 10, "end", strong=True),
        *written,
        *((ListColumn("Diff.", 14, "end"),) if _ranked(view) else ()),
        ListColumn("Has met", 26),
        *may_meet,
        ListColumn("Bye", 19),
        ListColumn("Plays against", 45, write=True),
    )


def _rows(
    view: PrintView, field: PairingField, order: list[PlayerId], playing: int | None
) -> Iterator[tuple[str, ...]]:
    numbers = {player: at for at, player in enumerate(order, start=1)}
    byes = _byes(view, field, order, playing)
    for player in order:
        groups: tuple[Iterator[PlayerId], ...]
        if playing is None:
            groups = (_allowed(field, player, 0), _allowed(field, player, 1))
        else:
            groups = (_not_met(field, player),)
        yield (
            str(numbers[player]),
            view.names[player],
            str(field.totals[player]),
            *(() if playing is None else ("", "")),
            *((signed(field.differentials.get(player, 0)),) if _ranked(view) else ()),
            _line(numbers, field.met.get(player, ())),
            *(_line(numbers, group) for group in groups),
            byes.get(player, ""),
            "",
        )


def _without_open(view: PrintView, field: PairingField) -> PairingField:
    """Return the field without points for games that are on: they come by hand.

    Pairing gives a delayed game provisional points; a game that is being played
    has its result before the next round is paired.
    """
    last, points = view.round(), view.book.pairing.provisional_points or 0
    playing = {
        player
        for match in (last.matches if last else ())
        if match.ending is None
        for player in match.players
    }
    totals = {
        player: total - (points if player in playing else 0)
        for player, total in field.totals.items()
    }
    return replace(field, totals=totals)


def _open_round(view: PrintView) -> int | None:
    """Return the round whose games are still on, if there is one."""
    last = view.round()
    if last is None or all(match.ending for match in last.matches):
        return None
    return last.number


def _totals(view: PrintView, playing: int | None) -> Iterator[str]:
    """Say how the points are brought up to date before the pairing."""
    if playing is None:
        return
    points = view.book.scoring.points
    values = {
        "full win": points.full_win,
        "modified win": points.modified_win,
        "true tie": points.tie,
        "modified loss": points.modified_loss,
        "full loss": points.full_loss,
        "missed game": points.missed_game,
    }
    text = ", ".join(f"{word} {value}" for word, value in values.items())
    yield (
        f"First: VP does not include the open games of round {playing}. "
        f"Write in the points of each game ({text}), add them up under "
        "“VP now”, and pair by those. “Has met” already includes round "
        f"{playing}. Cross out players who leave."
    )


def _ranked(view: PrintView) -> bool:
    return view.book.pairing.system.get(view.event.pairing_style) in BY_DIFFERENTIAL


def _in_order(view: PrintView, field: PairingField) -> list[PlayerId]:
    ranked = _ranked(view)
    return sorted(
        field.players,
        key=lambda player: (
            -field.totals[player],
            -field.differentials.get(player, 0) if ranked else 0,
            sort_key(view.names[player]),
        ),
    )


def _allowed(field: PairingField, player: PlayerId, down: int) -> Iterator[PlayerId]:
    """Yield opponents not met yet: with the same points, or with the next lower ones."""
    mine = field.totals[player]
    below = sorted({total for total in field.totals.values() if total <= mine})[::-1]
    total = below[down] if down < len(below) else None
    for other in field.players:
        if other != player and field.totals[other] == total and not field.have_met(player, other):
            yield other


def _not_met(field: PairingField, player: PlayerId) -> Iterator[PlayerId]:
    return (
        other for other in field.players if other != player and not field.have_met(player, other)
    )


def _line(numbers: dict[PlayerId, int], players: Iterable[PlayerId]) -> str:
    """Return players by their numbers, neighbors drawn together: 1, 4–9, 12."""
    opponents = sorted(numbers[p] for p in players if p in numbers)
    runs: list[list[int]] = []
    for number in opponents:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = []
    for run in runs:
        if len(run) > 2:  # noqa: PLR2004 -- a run is worth its dash
            shown.append(f"{run[0]}–{run[-1]}")
        else:
            shown += map(str, run)
    return ", ".join(shown)


def _byes(
    view: PrintView, field: PairingField, order: list[PlayerId], playing: int | None
) -> dict[PlayerId, str]:
    """Return who had a bye and, once the points are known, who may get the next."""
    words = dict.fromkeys(field.had_bye, "had one")
    limited = view.book.pairing.byes_per_player is not None
    free = [player for player in order if not limited or player not in words]
    if len(order) % 2 == 0 or not free or playing is not None:
        return words
    if view.book.pairing.bye_goes_to == "lowest-ranked":
        return words | {free[-1]: "candidate"}
    lowest = min(field.totals[player] for player in free)
    return words | {p: "candidate" for p in free if field.totals[p] == lowest}


def _steps(view: PrintView, field: PairingField, playing: int | None) -> Iterator[str]:
    """Yield five lines that say how, as this rulebook has it."""
    rules, cite = view.book.pairing, view.book.citations
    rule = cite["pairing.system"].cite
    odd = len(field.players) % 2 == 1
    if rules.bye_goes_to == "lowest-victory-points":
        among = "the candidates" if playing is None else "them"
        bye = f"the lowest points without a bye so far; draw it among {among}"
    else:
        bye = "it goes to the last in the list"
        if rules.byes_per_player is not None:
            bye += " who has had none"
    yield (
        f"1. {len(field.players)} players. " + (f"One bye: {bye}." if odd else "No bye is needed.")
    )
    if _ranked(view):
        yield "2. Go down the list: pair the highest player with the next one below."
        if rules.rematches == "allowed":
            yield "3. Players who have met may meet again."
        else:
            yield "3. If they have met, take the next one below, and so on."
        yield "4. Continue with the highest player left, down to the last."
    else:
        yield (
            "2. Start with the highest points: shuffle the cards of "
            "players with equal points and pair them at random; an odd "
            "player moves to the group below."
        )
        yield (
            "3. No one plays the same opponent twice: draw again "
            "within the group; if the last two have met, reshuffle the whole group."
        )
        yield ("4. No one moves down more than one group unless they have met everyone there.")
    yield (
        "5. Check every pair against “Has met”, then write the pairings "
        f"down and read them out. {rule}."
    )
