"""Paper of championships: announcement, bye list, certificates, invitations."""

from __future__ import annotations

from collections.abc import Sequence

from padd.interfaces.printing.lists import ListColumn, ListTable, PrintedList
from padd.interfaces.printing.pdf import Paper, PrintedDocument, render_pdf

FOOT = "PADD, organized play"


def announcement_pdf(
    *,
    name: str,
    facts: Sequence[str],
    stages: Sequence[tuple[str, str, str, str]],
    awards: Sequence[tuple[str, str, str]],
    paper: Paper = Paper.A4,
) -> PrintedDocument:
    """Print what is announced: stages with days and places, and what can be won."""
    parts = (
        ListTable(
            title="Stages",
            columns=(
                ListColumn("Stage", 32, strong=True),
                ListColumn("Event", -1),
                ListColumn("Days", 44),
                ListColumn("Place", 40),
            ),
            rows=tuple(stages),
        ),
        ListTable(
            title="What can be won",
            columns=(
                ListColumn("Place", 44, strong=True),
                ListColumn("Bye or head start", -1),
                ListColumn("Where it counts", -1),
            ),
            rows=tuple(awards),
        ),
    )
    sheet = PrintedList(title=name, lines=tuple(facts), parts=parts)
    return render_pdf("list", sheet.content(FOOT), paper=paper)


def byes_pdf(
    *, name: str, rows: Sequence[tuple[str, str, str, str]], rule: str, paper: Paper = Paper.A4
) -> PrintedDocument:
    """Print who may use which bye at check-in, with a place for the signature."""
    columns = (
        ListColumn("Player", -1, strong=True),
        ListColumn("Bye or head start", -1),
        ListColumn("Won at", -1),
        ListColumn("State", 24),
        ListColumn("Use / keep, initials", 34, write=True),
    )
    table = ListTable(
        columns=columns,
        rows=tuple((*row, "") for row in rows),
        after=(
            f"Each can be used once, by its owner only. {rule}".strip()
            if rows
            else "No one has a bye or head start to use here.",
        ),
    )
    sheet = PrintedList(
        title="Byes and head starts at check-in", lines=(name,), parts=(table,), line=8
    )
    return render_pdf("list", sheet.content(FOOT), paper=paper)


def certificates_pdf(
    *,
    name: str,
    when: str,
    people: Sequence[tuple[str, str, Sequence[str]]],
    paper: Paper = Paper.A4,
) -> PrintedDocument:
    """Print a certificate for each person: name, what it is for, and what was won."""
    content = {
        "title": f"Certificates, {name}",
        "event": name,
        "when": when,
        "foot": FOOT,
        "people": [
            {"name": person, "what": what, "won": list(won)} for person, what, won in people
        ],
    }
    return render_pdf("certificate", content, paper=paper)


def invitations_pdf(
    *,
    year: int,
    game: str,
    award: str,
    letters: Sequence[tuple[str, int, Sequence[tuple[str, int]]]],
    paper: Paper = Paper.A4,
) -> PrintedDocument:
    """Print a letter for each player who reached the Masters line of a year."""
    content = {
        "title": f"Masters {year}, {game}",
        "foot": FOOT,
        "letters": [
            {
                "name": name,
                "lines": [
                    f"Dear {name},",
                    f"You have won {total} Masters points in {game} in {year}: "
                    + ", ".join(f"{points} at {event}" for event, points in events)
                    + ".",
                    f"That reaches the line of the {year} season: you are invited.",
                    award,
                    "Organized Play",
                ],
            }
            for name, total, events in letters
        ],
    }
    return render_pdf("letters", content, paper=paper)
