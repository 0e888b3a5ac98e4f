"""Card lists that officers edit by hand: bans, retired cards, blocks, exceptions.

All entries form one file of card data like the imported ones, so events can pin it and
an earlier state can be used again.
"""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from hashlib import sha256
from typing import Final, NoReturn, get_args

import msgspec
from django.db import transaction

from padd.core.cards.card_file import read_card_file
from padd.core.cards.printing import ListKind
from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.sections.section import Edition
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.cards.catalogue import COUNTER, current_catalogue
from padd.services.refusal import NotFound
from padd.store.models.cards import CardDataFile, CardDataState
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

SLOT: Final = "lists kept here"
NAME: Final = "kept here"
RULE: Final = "padd-cards/1"
MOST_LINES: Final = 5_000
LONGEST: Final = 200
KINDS: Final[tuple[ListKind, ...]] = get_args(ListKind)


class CardListLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a card list: which card, from when on, and where it was published."""

    kind: ListKind = msgspec.field(name="list")
    edition: Edition
    rules: str = ""
    """The rules set it holds for; empty is any."""
    title: str = ""
    set: str = ""
    number: str = ""
    announced: date | None = None
    in_force: date
    until: date | None = None
    """The first day on which it is off the list again."""
    source: str = ""

    @property
    def key(self) -> str:
        """What tells a line from every other one."""
        return sha256(msgspec.json.encode(self)).hexdigest()[:16]


def known_rules(edition: str) -> tuple[str, ...]:
    """Return the rules sets of an edition, in any rulebook."""
    return tuple(
        dict.fromkeys(
            name
            for book in map(rulebook, rulebook_ids())
            for name, editions in book.formats.rules.items()
            if edition in editions
        )
    )


def card_list_lines() -> tuple[CardListLine, ...]:
    """Return the lines that officers keep, in the order in which they were added."""
    row = CardDataFile.objects.filter(slot=SLOT, state=CardDataState.IN_USE).first()
    if row is None:
        return ()
    rows = csv.DictReader(io.StringIO(bytes(row.content).decode()))
    return tuple(
        msgspec.convert(
            {name: cell for name, cell in each.items() if cell}, CardListLine, strict=False
        )
        for each in rows
    )


def add_card_list_line(*, by: Actor, now: datetime, line: CardListLine) -> None:
    """Put a card on a list."""
    require(Permission.CARDS_IMPORT, by)
    _check(line)
    with transaction.atomic():
        next_number(COUNTER)
        lines = card_list_lines()
        if len(lines) >= MOST_LINES:
            said = message("The list can have at most {most} lines.", most=MOST_LINES)
            _refuse("too-many-lines", said, "title")
        if line in lines:
            _refuse("already-listed", message("This line is already on the list."), "title")
        _save((*lines, line), by=by, now=now, done=_words("added", line))


def end_card_list_line(*, by: Actor, now: datetime, line: str, until: date) -> None:
    """Take a card off its list from a day on; before that day it was on it."""
    require(Permission.CARDS_IMPORT, by)
    with transaction.atomic():
        next_number(COUNTER)
        lines, found = _found(line)
        ended = msgspec.structs.replace(found, until=until)
        _check_days(ended)
        changed = tuple(ended if each == found else each for each in lines)
        _save(changed, by=by, now=now, done=_words("ended", ended))


def remove_card_list_line(*, by: Actor, now: datetime, line: str) -> None:
    """Remove a line that was a mistake."""
    require(Permission.CARDS_IMPORT, by)
    with transaction.atomic():
        next_number(COUNTER)
        lines, found = _found(line)
        rest = tuple(each for each in lines if each != found)
        _save(rest, by=by, now=now, done=_words("removed", found))


def _found(key: str) -> tuple[tuple[CardListLine, ...], CardListLine]:
    lines = card_list_lines()
    for each in lines:
        if each.key == key:
            return lines, each
    raise NotFound("line")


def _check(line: CardListLine) -> None:
    """Refuse a line that names no card, or that no day makes sense of."""
    texts = (line.title, line.set, line.number, line.rules, line.source)
    if any(len(each) > LONGEST for each in texts):
        _refuse("too-long", message("Use at most 200 characters."), "title")
    if line.rules and line.rules not in known_rules(line.edition):
        said = message(
            "{rules} is no rules set of {edition}.", rules=line.rules, edition=line.edition
        )
        _refuse("unknown-rules", said, "rules")
    if not line.title and not line.set:
        _refuse("no-card", message("Name a card, or a whole set."), "title")
    _check_days(line)
    catalogue = current_catalogue().catalogue
    known = any(each.edition == line.edition for each in catalogue.printings)
    if known and line.title and not catalogue.knows(line.title, line.edition):
        nearest = ", ".join(catalogue.nearest(line.title, line.edition)) or "none"
        said = message("No card has this title. The nearest: {nearest}.", nearest=nearest)
        _refuse("card-not-found", said, "title")


def _check_days(line: CardListLine) -> None:
    if line.until is not None and line.until <= line.in_force:
        _refuse(
            "ends-before-it-begins",
            message("The end must be after the day the line takes effect."),
            "until",
        )


def _save(
    lines: tuple[CardListLine, ...], *, by: Actor, now: datetime, done: dict[str, str]
) -> None:
    CardDataFile.objects.filter(slot=SLOT, state=CardDataState.IN_USE).update(
        state=CardDataState.REPLACED, replaced_at=now
    )
    row = None
    if lines:
        content = _written(lines)
        read_card_file(content, source=NAME, edition="1E")
        row = CardDataFile.objects.create(
            name=NAME,
            slot=SLOT,
            edition="1E",
            content=content,
            digest=sha256(content).hexdigest(),
            state=CardDataState.IN_USE,
            brought_by=by.label,
            brought_at=now,
            in_use_from=now,
        )
    add_audit_entry(
        Permission.CARDS_IMPORT,
        by=by.label,
        subject=f"cards:{row.public_id if row else SLOT}",
        at=now,
        after=done,
    )


def _written(lines: tuple[CardListLine, ...]) -> bytes:
    """Return the lines as a file of card data."""
    text = io.StringIO()
    names = CardListLine.__struct_encode_fields__
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(msgspec.to_builtins, lines))
    return text.getvalue().encode()


def _words(done: str, line: CardListLine) -> dict[str, str]:
    card = line.title or f"{line.set} {line.number}".strip()
    return {done: f"{line.kind}: {card}", "in_force": line.in_force.isoformat()}


def _refuse(code: str, said: Message, place: str) -> NoReturn:
    raise RefusalError(Refusal(code=code, message=said, rule=RULE, place=place))
