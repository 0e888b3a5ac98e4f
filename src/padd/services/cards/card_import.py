"""Import card data: a file is reviewed first, then put into use."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import Final

import msgspec
from django.db import transaction

from padd.core.cards.card_file import CardFile, read_card_file
from padd.core.cards.catalogue import Correction
from padd.core.cards.printing import Printing
from padd.core.cards.titles import fold_title
from padd.core.messages import message
from padd.core.refusal import Refusal, RefusalError
from padd.rulebooks.sections.section import Edition
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.cards.catalogue import COUNTER, current_catalogue, edition_from_file
from padd.services.refusal import NotFound
from padd.store.models.cards import CardCorrection, CardDataFile, CardDataState
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry

MOST_BYTES: Final = 8 * 1024 * 1024
SHOWN: Final = 40
LONGEST_NAME: Final = 120


class ImportPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What a file would change."""

    file: str
    """The public id of the file."""
    name: str
    slot: str
    printings: int = 0
    sets: int = 0
    listed: int = 0
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    """Printings without a set or rarity, or with one number twice; listed titles
    that no card has."""


class CorrectionShown(msgspec.Struct, frozen=True, kw_only=True):
    """Who joined or parted a printing, and when."""

    by: str
    at: datetime


def upload_card_file(
    *, by: Actor, now: datetime, name: str, data: bytes, edition: Edition = "1E"
) -> str:
    """Keep a file to be looked at; return its public id."""
    require(Permission.CARDS_IMPORT, by)
    if len(data) > MOST_BYTES:
        raise RefusalError(
            Refusal(
                code="too-large",
                message=message("A card data file can be at most 8 MiB."),
                rule="padd-cards/1",
                place="file",
            )
        )
    file = read_card_file(data, source=name, edition=edition)
    with transaction.atomic():
        row = CardDataFile.objects.create(
            name=name[:LONGEST_NAME],
            slot=card_file_slot(file),
            edition=edition,
            content=data,
            digest=sha256(data).hexdigest(),
            state=CardDataState.PROPOSED,
            brought_by=by.label,
            brought_at=now,
        )
        add_audit_entry(
            Permission.CARDS_IMPORT,
            by=by.label,
            subject=f"cards:{row.public_id}",
            at=now,
            after={"slot": row.slot, "state": row.state},
        )
    return row.public_id


def preview_card_file(*, by: Actor, file: str) -> ImportPreview:
    """Return what a file would change, before it is taken into use."""
    require(Permission.CARDS_IMPORT, by)
    row = _row(file)
    fresh = read_card_file(bytes(row.content), source=row.name, edition=edition_from_file(row))
    before = CardDataFile.objects.filter(slot=row.slot, state=CardDataState.IN_USE).first()
    old = (
        read_card_file(bytes(before.content), source="", edition=edition_from_file(before))
        if before is not None and before.pk != row.pk
        else CardFile()
    )
    known, found = _named(old), _named(fresh)
    return ImportPreview(
        file=row.public_id,
        name=row.name,
        slot=row.slot,
        printings=len(fresh.printings),
        sets=len(fresh.sets),
        listed=sum(len(each.cards) for each in fresh.lists),
        new=tuple(name for name in found if name not in known),
        changed=tuple(name for name, card in found.items() if known.get(name, card) != card),
        gone=tuple(name for name in known if name not in found),
        doubtful=(*_doubtful(fresh.printings), *_not_found(fresh)),
    )


def activate_card_file(*, by: Actor, now: datetime, file: str) -> None:
    """Take a file into use instead of the one that holds the same."""
    require(Permission.CARDS_IMPORT, by)
    with transaction.atomic():
        next_number(COUNTER)
        row = _row(file)
        if row.state == CardDataState.IN_USE:
            return
        CardDataFile.objects.filter(slot=row.slot, state=CardDataState.IN_USE).update(
            state=CardDataState.REPLACED, replaced_at=now
        )
        row.state, row.in_use_from, row.replaced_at = CardDataState.IN_USE, now, None
        row.save()
        add_audit_entry(
            Permission.CARDS_IMPORT,
            by=by.label,
            subject=f"cards:{row.public_id}",
            at=now,
            after={"slot": row.slot, "state": row.state},
        )


def correct_printing(*, by: Actor, now: datetime, word: Correction) -> None:
    """Join a printing to a card, or part it from one; imports leave it so."""
    require(Permission.CARDS_CORRECT, by)
    with transaction.atomic():
        next_number(COUNTER)
        CardCorrection.objects.update_or_create(
            edition=word.edition,
            set=word.set,
            number=word.number,
            title=word.title,
            defaults={"card": word.card, "made_by": by.label, "made_at": now},
        )
        add_audit_entry(
            Permission.CARDS_CORRECT,
            by=by.label,
            subject=_subject(word),
            at=now,
            after={"card": word.card},
        )


def join_printings(
    *, by: Actor, now: datetime, card: str, printing: int, other: str, like: int
) -> str:
    """Make a printing of one card the same card as a printing of another.

    Printings are named by card and place, as its page lists them. Returns the address
    of the card that holds both.
    """
    require(Permission.CARDS_CORRECT, by)
    moved, model = _printing(card, printing), _printing(other, like)
    catalogue = current_catalogue().catalogue
    if moved.edition != model.edition:
        raise RefusalError(
            Refusal(
                code="other-edition",
                message=message("Cards of two editions are never one card."),
                rule="padd-cards/1",
                place="other",
            )
        )
    name = catalogue.joined_name(model) or _own_name(model)
    with transaction.atomic():
        # The whole card that is joined keeps one name, with what joins it.
        for each in (*catalogue.card_of(model).printings, moved):
            correct_printing(by=by, now=now, word=_word(each, name))
    return current_catalogue().catalogue.card_of(moved).slug


def split_printing(*, by: Actor, now: datetime, card: str, printing: int) -> str:
    """Make a printing a card of its own; return the address of that card."""
    moved = _printing(card, printing)
    correct_printing(by=by, now=now, word=_word(moved, _own_name(moved)))
    return current_catalogue().catalogue.card_of(moved).slug


def remove_correction(*, by: Actor, now: datetime, card: str, printing: int) -> str:
    """Let the facts decide again which card a printing is; return its address."""
    require(Permission.CARDS_CORRECT, by)
    moved = _printing(card, printing)
    word = _word(moved, "")
    with transaction.atomic():
        next_number(COUNTER)
        CardCorrection.objects.filter(
            edition=word.edition, set=word.set, number=word.number, title=word.title
        ).delete()
        add_audit_entry(
            Permission.CARDS_CORRECT,
            by=by.label,
            subject=_subject(word),
            at=now,
            after={"card": ""},
        )
    return current_catalogue().catalogue.card_of(moved).slug


def card_corrections(card: str) -> dict[int, CorrectionShown]:
    """Return which printings of a card were joined or parted by hand, and by whom."""
    found = current_catalogue().catalogue.by_slug.get(card)
    rows = {
        (row.edition, row.set, row.number, row.title): row for row in CardCorrection.objects.all()
    }
    shown: dict[int, CorrectionShown] = {}
    for at, each in enumerate(found.printings if found else ()):
        row = rows.get((each.edition, each.set, each.number, each.title))
        if row is not None:
            shown[at] = CorrectionShown(by=row.made_by, at=row.made_at)
    return shown


def _printing(card: str, at: int) -> Printing:
    found = current_catalogue().catalogue.by_slug.get(card)
    if found is None or not 0 <= at < len(found.printings):
        raise NotFound("printing")
    return found.printings[at]


def _own_name(printing: Printing) -> str:
    place = (printing.edition, printing.set, printing.number, printing.rarity)
    return f"{fold_title(printing.title)} {sha256(' '.join(place).encode()).hexdigest()[:8]}"


def _word(printing: Printing, card: str) -> Correction:
    return Correction(
        edition=printing.edition,
        set=printing.set,
        number=printing.number,
        title=printing.title,
        card=card,
    )


def _subject(word: Correction) -> str:
    return f"printing:{word.edition} {word.set} {word.number} {word.title}"


def card_file_slot(file: CardFile) -> str:
    """Return what a file holds, so that the next of its kind takes its place."""
    if file.printings:
        editions = sorted({each.edition for each in file.printings})
        return f"printings {' '.join(editions)}"
    if file.sets:
        return "sets"
    kinds = sorted({f"{x.kind} {x.edition} {x.rules}".strip() for x in file.lists})
    return f"lists {', '.join(kinds)}"[:LONGEST_NAME]


def _row(file: str) -> CardDataFile:
    row = CardDataFile.objects.filter(public_id=file).first()
    if row is None:
        raise NotFound("file of card data")
    return row


def _named(file: CardFile) -> dict[str, msgspec.Struct]:
    """Return everything in a file under the name by which a newer file has it too."""
    printings = {f"{each.title} ({each.code})": each for each in file.printings}
    sets = {f"{each.name or each.code} ({each.edition})": each for each in file.sets}
    listed = {
        f"{each.kind}: {card.title or card.set}": card for each in file.lists for card in each.cards
    }
    return {**printings, **sets, **listed}


def _not_found(file: CardFile) -> list[str]:
    """Return the lines of lists whose title no card in use has, and none starts."""
    catalogue = current_catalogue().catalogue
    known = {each.edition for each in catalogue.printings}
    return [
        f"{each.kind}: {card.title}"
        for each in file.lists
        if each.edition in known
        for card in each.cards
        if card.title and not catalogue.knows(card.title, each.edition)
    ]


def _doubtful(printings: tuple[Printing, ...]) -> list[str]:
    seen: dict[tuple[str, str, str], str] = {}
    found: list[str] = []
    for each in printings:
        place = (each.set, each.number, each.rarity)
        other = seen.setdefault(place, each.title)
        if not each.set or not each.rarity:
            found.append(f"{each.title} ({each.code})")
        elif each.number and each.title not in (other, f"{other} (back)"):
            found.append(f"{each.title} and {other} ({each.code})")
    return found
