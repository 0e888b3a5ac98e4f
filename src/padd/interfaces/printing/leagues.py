"""Paper of leagues: table, mission tally, bonus slips, certificate of the Champion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from padd.interfaces.printing.championships import certificates_pdf
from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.interfaces.printing.pdf import Paper, render_pdf
from padd.presentation.leagues.season_view import SeasonView, season_label, table_signs
from padd.services.leagues.bonus_sheet import SheetRow
from padd.services.ratings.careers import NamedPerson

FOOT: Final = "PADD, organized play for the Star Trek CCG"
TABLES: Final = {
    "first-half": "First half",
    "second-half": "Second half",
    "playoff": "Playoffs",
    "season": "Season",
    "lifetime": "Lifetime",
}
END: Final = "end"


def league_table_list(league: str, view: SeasonView) -> PrintedList:
    """Return the table of a season to pin up, with the cut."""
    columns = (
        ListColumn("#", 10, END, strong=True),
        ListColumn("Player", -1),
        *(ListColumn(label, 12, END) for _, label in view.numbers),
        ListColumn("Points", 16, END),
        ListColumn("Bonus", 15, END),
        ListColumn("Total", 15, END, strong=True),
    )
    rows = tuple(
        (
            str(row.place),
            row.who.name,
            *row.figures,
            str(row.points),
            str(row.bonus),
            str(row.total),
        )
        for row in view.rows
    )
    cut = (f"The cut is after place {view.cut_after}.",) if view.cut_after else ()
    return PrintedList(
        title=f"{league}, {TABLES[view.tab].lower()}",
        lines=(f"Season {season_label(view.year)}", *cut),
        parts=(
            ListTable(
                columns=columns,
                rows=rows,
                after=(
                    "Bonus points count in this league only, never in a rating.",
                    *filter(None, (table_signs(view.rows),)),
                ),
            ),
        ),
        flipped=True,
    )


def missions_list(league: str, view: SeasonView) -> PrintedList:
    """Return the tally of missions completed, to look at before an event (§12.5.3)."""
    columns = (
        ListColumn("Mission", -1, strong=True),
        ListColumn("First at", 22, "middle"),
        ListColumn("By", -1),
    )
    rows = tuple(
        (
            row.title,
            f"event {row.event}",
            ", ".join(view.called[person].name for person in row.people),
        )
        for row in view.missions
    )
    note = () if rows else ("Every mission is new to the season.",)
    return PrintedList(
        title=f"{league}: missions completed",
        lines=(f"Season {season_label(view.year)}",),
        parts=(ListTable(columns=columns, rows=rows, before=note),),
    )


def bonus_slips(
    league: str,
    *,
    number: int,
    event: str,
    sheet: Sequence[SheetRow],
    names: Mapping[str, NamedPerson],
) -> PrintedList:
    """Return the bonus slips of an event: what is known, and room to write."""
    columns = (
        ListColumn("#", 10, END, strong=True),
        ListColumn("Player", -1, strong=True),
        ListColumn("Points", 16, END),
        ListColumn("Bonus", 15, END),
        ListColumn("Headquarters or affiliation", 52, write=True),
        ListColumn("Personnel / Non-Aligned / matching", 44, write=True),
        ListColumn("Missions", 56, write=True),
    )
    rows = tuple(
        (str(row.place), names[row.person].name, str(row.points), str(row.bonus), "", "", "")
        for row in sheet
    )
    return PrintedList(
        title=f"{league}: bonus, event {number}",
        lines=(event,),
        parts=(ListTable(columns=columns, rows=rows),),
        line=9.0,
        flipped=True,
    )


def champion_certificate(
    league: str, view: SeasonView, *, place: str, director: str, paper: Paper
) -> bytes:
    """Return the certificate of a Champion (PDF)."""
    where = (place,) if place else ()
    return certificates_pdf(
        name=league,
        paper=paper,
        when=f"Season {season_label(view.year)}",
        people=[(view.champion, "League Champion", (*where, f"League Director {director}"))],
    ).pdf


def list_pdf(printed: PrintedList, paper: Paper) -> bytes:
    """Return a list as PDF."""
    return render_pdf("list", printed.content(FOOT), paper=paper).pdf
