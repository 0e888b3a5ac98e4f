"""A round that was paired on paper while the machine was away, typed back."""

from __future__ import annotations

import pytest
from tests.services.eventlog.table_driver import AtTheTable, entered, p

from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundChanged, RoundClosed, Seating
from padd.interfaces.printing.event_view import print_view
from padd.interfaces.printing.eventlog.pairing_by_hand import pairing_by_hand_sheet
from padd.services import eventlog

pytestmark = pytest.mark.django_db

EIGHT = ("kirk", "khan", "spock", "gorn", "uhura", "sulu", "scott", "chekov")
VP, HAS_MET, MAY_MEET = 2, 5, 6
WON, LOST = 3, 1  # on time, as the day here goes


def numbers(cell):
    """Read a list of the sheet: 1, 4–9, 12."""
    found: set[int] = set()
    for piece in filter(None, cell.split(", ")):
        first, _, last = piece.partition("–")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def paired(rows, totals):
    """Pair as the sheet says, by its numbers alone: from the top, nobody twice."""
    left = sorted(totals, key=lambda number: -totals[number])
    may_meet = {int(row[0]): numbers(row[MAY_MEET]) for row in rows}

    def rest(players):
        if not players:
            return []
        first, *others = players
        for other in others:
            if other in may_meet[first]:
                more = rest([one for one in others if one != other])
                if more is not None:
                    return [{first, other}, *more]
        return None

    found = rest(left)
    assert found is not None
    return found


@pytest.mark.req("R25", "SWISS-69")
def test_a_round_paired_from_the_sheet_is_taken_back_as_it_was_played():
    day = AtTheTable(EIGHT, players=entered(*EIGHT), rounds_planned=4)
    for _ in range(2):
        day.play_round()
    day.publish()
    book = eventlog.snapshot_event(event_id=day.id).book
    assert book is not None

    # The sheet of round 3 is all that is left: its games are still on.
    sheet = pairing_by_hand_sheet(print_view(day.state, book)).parts[0]
    names = {int(row[0]): row[1] for row in sheet.rows}
    place = {name: number for number, name in names.items()}
    totals = {int(row[0]): int(row[VP]) for row in sheet.rows}
    for table in day.round.tables.values():
        first, second = (place[day.state.name(player)] for player in table.players)
        assert second in numbers(sheet.rows[first - 1][HAS_MET])
        totals[first] += WON
        totals[second] += LOST
    hand = [{names[number] for number in pair} for pair in paired(sheet.rows, totals)]

    # The machine is back: the slips of round 3, then the round from paper.
    day.enter_all()
    day.do(RoundClosed(number=3))
    known = pairing_by_hand_sheet(print_view(day.state, book)).parts[0].rows
    assert {row[1]: int(row[VP]) for row in known} == {
        names[number]: total for number, total in totals.items()
    }
    day.draw()
    ids = {day.state.name(p(one)): p(one) for one in EIGHT}
    tables = tuple(
        Seating(table=at, players=tuple(ids[name] for name in sorted(pair)))
        for at, pair in enumerate(hand, start=1)
    )
    day.do(RoundChanged(number=4, tables=tables), reason="Paired by hand in the black-out")
    day.do(RoundPublished(number=4))

    seated = [
        {day.state.name(player) for player in table.players} for table in day.round.tables.values()
    ]
    assert sorted(map(sorted, seated)) == sorted(map(sorted, hand))
    met = {
        frozenset(table.players)
        for round_ in day.state.played[:3]
        for table in round_.tables.values()
    }
    assert not met & {frozenset(table.players) for table in day.round.tables.values()}
