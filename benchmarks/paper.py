"""How long paper takes: 200 scorecards with codes, and the whole set of a round.

The peer, by turns, is the same typesetter with the same words and codes in plain
tables, the codes made by segno alone; ours takes at most as long.
"""

from __future__ import annotations

import io
import json
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path

import segno
import typst

from benchmarks._goals import fail_if_missed
from benchmarks._turns import by_turns, hold_turns
from padd.core.event_file import SCHEMA
from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.pairing.next_round import pair_next
from padd.interfaces.printing.event_view import PhoneCode, PrintView, print_view_of_file
from padd.interfaces.printing.eventlog.scorecards import scorecards
from padd.interfaces.printing.round_sets import round_printouts
from padd.presentation.rulebooks import book_for

TURNS = count()
PLAYERS = 200
RUNS = 5
SET_OF_A_ROUND = 1
"""The set of a round takes at most so many times the plain cards."""
PLAIN = """
#let cards = json(bytes(sys.inputs.cards))
#set page(paper: "a4", margin: 1cm)
#for card in cards {
  block(breakable: false, height: 13cm)[
    #image(bytes(card.code), format: "svg", width: 2cm)
    #card.name
    #table(columns: 10, ..card.cells)
  ]
}
"""
ROWS = 8
"""A card has a line for its head and one for each round."""


def day() -> PrintView:
    """Return an event of 200 players in its third round."""
    import msgspec

    event = Event(
        schema=SCHEMA,
        rulebook="opg-5",
        name="Large Regional",
        edition=Edition.SECOND,
        rounds_planned=7,
        players=tuple(
            Player(id=PlayerId(f"p{at}"), name=f"Player Number {at}", handle=f"h{at}")
            for at in range(PLAYERS)
        ),
        rounds=(),
    )
    for number in (1, 2, 3):
        drawn = pair_next(event, book_for(event), seed=number)
        matches = tuple(
            Match(
                players=pair,
                table=table,
                ending=Ending.COMPLETE if number < 3 else None,
                scores=(100, table % 20 * 5) if number < 3 else None,
            )
            for table, pair in enumerate(drawn.draw.tables, start=1)
        )
        round_ = Round(number=number, matches=matches, byes=tuple(drawn.draw.byes))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, round_))
    found = print_view_of_file(event, book_for(event), printed="14:05")
    secret = "x" * 43
    return PrintView(
        event=found.event,
        book=found.book,
        people=found.people,
        printed="14:05",
        doors={
            player: PhoneCode(address=f"http://192.168.1.20/play/#{secret}{at}", pin="1")
            for at, (player, _, _) in enumerate(found.people)
        },
    )


def fresh(printed: PrintView) -> PrintView:
    """Return the event printed at another moment: no run is like another."""
    now = f"run {next(TURNS)}"
    return replace(printed, printed=now, where=now)


def code_of(text: str) -> str:
    """Return a code as the library draws it."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg")
    return drawn.getvalue().decode()


def plain_cards(printed: PrintView, sheet: Path) -> bytes:
    """Return plain tables of as many cells, with the code of each player."""
    cards = [
        {
            "name": name,
            "code": code_of(printed.doors[player].address),
            "cells": [f"{name} {at}" for at in range(10 * ROWS)],
        }
        for player, name, _ in printed.people
    ]
    done = typst.compile(sheet, sys_inputs={"cards": json.dumps(cards)})
    assert isinstance(done, bytes)
    return done


def main() -> None:
    """Print what the paper of a large event costs."""
    printed = day()
    pdf = scorecards(printed).pdf
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder) / "plain.typ"
        sheet.write_text(PLAIN, encoding="utf-8")

        def peer() -> bytes:
            return plain_cards(fresh(printed), sheet)

        print(f"{PLAYERS} scorecards: {len(pdf):,} bytes, plain {len(peer()):,} bytes")
        cards = by_turns(lambda: scorecards(fresh(printed)), peer, turns=RUNS)
        hold_turns(f"{PLAYERS} scorecards with codes / plain tables", cards, most=1)
        whole = by_turns(lambda: round_printouts(fresh(printed)), peer, turns=RUNS)
        hold_turns("the set of a round / plain tables", whole, most=SET_OF_A_ROUND)
    fail_if_missed()


if __name__ == "__main__":
    main()
