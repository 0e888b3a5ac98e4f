"""All tables that refer to a person, for merges, exports and erasures.

A table with a column for a person or an account has an entry here, or a test fails. An
entry says how its rows are found, whether a merge moves them to the remaining record,
whether the person can export them, and what an erasure leaves of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from django.apps import apps
from django.db.models import Model, Q, QuerySet

from padd.store.models.people import Account, Person

ERASED: Final = "(erased)"
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonTable:
    """How one table names people, and what becomes of its rows."""

    name: str
    """What an export and the record of a merge call these rows."""
    table: str
    """The model."""
    person: str = ""
    """The column that holds the person."""
    account: str = ""
    """The column that holds the account of the person."""
    moves: bool = False
    """Whether a merge gives the rows to the record that is kept."""
    once_per: tuple[str, ...] = ()
    """Columns: a person has one row for each value; in a merge the second stays."""
    exported: bool = True
    erased: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    """What an erasure writes into the rows."""

    @property
    def model(self) -> type[Model]:
        """The model behind the name."""
        return apps.get_model("store", self.table)

    def rows_of(self, people: Sequence[Person], accounts: Sequence[Account] = ()) -> QuerySet[Any]:
        """Return the rows that name some people or their accounts."""
        named = Q(pk__in=())
        if self.person:
            named |= Q(**{f"{self.person}__in": list(people)})
        if self.account:
            named |= Q(**{f"{self.account}__in": list(accounts)})
        return self.model._default_manager.filter(named)  # noqa: SLF001 -- Django's name


TABLES: Final = (
    PersonTable(name="offices", table="grant", account="account"),
    PersonTable(name="tokens", table="apitoken", account="account"),
    PersonTable(name="webhooks", table="webhook", account="account"),
    PersonTable(
        name="entries",
        table="registration",
        person="person",
        moves=True,
        once_per=("event_id",),
        erased={"email": "", "name": "", "token_hash": None},
    ),
    PersonTable(
        name="directing", table="directorship", person="person", moves=True, once_per=("event_id",)
    ),
    PersonTable(
        name="decks",
        table="registereddeck",
        person="person",
        moves=True,
        once_per=("event_id",),
        erased={"content": "", "for_cut": False, "for_all": False},
    ),
    PersonTable(
        name="online",
        table="onlineplayer",
        person="person",
        moves=True,
        once_per=("event_id",),
        erased={"zone": "", "hours": [], "reminded": False},
    ),
    PersonTable(name="kept-decks", table="deck", account="account", erased={"name": ERASED}),
    PersonTable(
        name="deck-versions", table="deckversion", account="deck__account", erased={"content": ""}
    ),
    PersonTable(name="registered", table="event", account="registrar"),
    PersonTable(name="asked", table="approval", account="requester"),
    PersonTable(name="decided", table="approval", account="decided_by"),
    PersonTable(
        name="concerns",
        table="complaint",
        account="raised_by",
        erased={"text": ERASED, "answer": ""},
    ),
    PersonTable(
        name="complaints-about",
        table="complaint",
        person="about",
        moves=True,
        exported=False,
        erased={"text": ERASED, "answer": ""},
    ),
    PersonTable(name="complaints-closed", table="complaint", account="closed_by", exported=False),
    PersonTable(name="cases", table="case", person="person", moves=True),
    PersonTable(name="cases-reported", table="case", account="reporter"),
    PersonTable(name="suspensions", table="suspension", person="person", moves=True),
    PersonTable(
        name="comments", table="approvalcomment", account="account", erased={"text": ERASED}
    ),
    PersonTable(name="agreed", table="changenote", person="agreed"),
    PersonTable(name="placings", table="placing", person="person", moves=True),
    PersonTable(name="played", table="played", person="person"),
    PersonTable(name="ratings", table="rating", person="person"),
    PersonTable(name="matches", table="playermatch", person="person"),
    PersonTable(
        name="contests",
        table="contest",
        person="person",
        moves=True,
        once_per=("event_id", "round"),
        erased={"words": ERASED},
    ),
    PersonTable(name="corrected-first", table="ratingcorrection", person="first"),
    PersonTable(name="corrected-second", table="ratingcorrection", person="second"),
    PersonTable(
        name="rights",
        table="right",
        person="person",
        moves=True,
        once_per=("origin_id", "place", "target"),
    ),
    PersonTable(
        name="right-entries", table="rightentry", person="right__person", erased={"reason": ""}
    ),
    PersonTable(
        name="applications",
        table="application",
        account="applicant",
        erased={"words": "", "times": "", "location": ERASED},
    ),
    PersonTable(
        name="applications-decided", table="application", account="decided_by", exported=False
    ),
    PersonTable(name="championships-won", table="championship", person="champion", moves=True),
    PersonTable(name="challenges", table="chairchallenge", account="suggested_by"),
    PersonTable(name="reports", table="report", account="account"),
    PersonTable(name="links", table="loginlink", account="account", exported=False),
    PersonTable(
        name="leagues", table="league", person="director", moves=True, erased={"answer": ""}
    ),
    PersonTable(name="deputy-of", table="league", person="deputies"),
    PersonTable(name="leagues-asked", table="league", account="requester"),
    PersonTable(name="leagues-decided", table="league", account="decided_by"),
    PersonTable(name="titles", table="season", person="champion", moves=True),
    PersonTable(
        name="league-points",
        table="pointswon",
        person="person",
        moves=True,
        once_per=("in_league_id",),
    ),
    PersonTable(name="bonus", table="bonus", person="person", moves=True),
    PersonTable(
        name="missions",
        table="missioncompleted",
        person="person",
        moves=True,
        once_per=("in_league_id", "title"),
    ),
)
MOVED_AS: Final[Mapping[str, str]] = MappingProxyType({"directing": "directorships"})
"""What merges of earlier versions call some of the rows that moved."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovingRows:
    """The rows of one table that a merge moves, and those that stay."""

    table: PersonTable
    moving: tuple[Any, ...]
    staying: tuple[Any, ...]

    @property
    def name(self) -> str:
        """What the record of the merge calls them."""
        return MOVED_AS.get(self.table.name, self.table.name)


def moving_rows(survivor: Person, other: Person) -> tuple[MovingRows, ...]:
    """Return what a merge moves from the duplicate to the record that is kept."""
    return tuple(_moving(table, survivor, other) for table in TABLES if table.moves)


def _moving(table: PersonTable, survivor: Person, other: Person) -> MovingRows:
    def key(row: Any) -> tuple[object, ...]:  # noqa: ANN401 -- a row of any table
        return tuple(getattr(row, column) for column in table.once_per)

    taken = {key(row) for row in table.rows_of([survivor])} if table.once_per else set()
    rows = list(table.rows_of([other]))
    return MovingRows(
        table=table,
        moving=tuple(row for row in rows if key(row) not in taken),
        staying=tuple(row for row in rows if key(row) in taken),
    )


def move_rows(moving: Sequence[MovingRows], survivor: Person) -> dict[str, list[int]]:
    """Give rows to the record that is kept; return which, for the way back."""
    moved = {rows.name: [row.pk for row in rows.moving] for rows in moving}
    for rows in moving:
        found = rows.table.model._default_manager.filter(pk__in=moved[rows.name])  # noqa: SLF001 -- Django's name
        found.update(**{rows.table.person: survivor})
    return moved


def move_rows_back(moved: Mapping[str, Any], survivor: Person, other: Person) -> None:
    """Return what a merge moved, where it still is with the record that was kept."""
    for table in TABLES:
        if table.moves:
            keys = moved.get(MOVED_AS.get(table.name, table.name), ())
            rows = table.rows_of([survivor]).filter(pk__in=keys)
            rows.update(**{table.person: other})


def exported_rows(
    people: Sequence[Person], accounts: Sequence[Account]
) -> dict[str, QuerySet[Any]]:
    """Return the rows that a person may take along, by name."""
    return {table.name: table.rows_of(people, accounts) for table in TABLES if table.exported}


def blank_rows(person: Person, account: Account | None) -> None:
    """Empty what the rows about a person say, before the account goes."""
    accounts = [] if account is None else [account]
    for table in TABLES:
        if table.erased:
            table.rows_of([person], accounts).update(**table.erased)
