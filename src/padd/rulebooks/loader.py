"""Load one rulebook from the data files, as of a given day."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec

from padd.rulebooks.rulings import Overlay, overlays_in_force
from padd.rulebooks.schema import Citation, Rulebook, Ruling, RulingChange
from padd.rulebooks.source import (
    Entry,
    Parameter,
    Place,
    RulebookError,
    Subject,
    read_index,
    read_subjects,
    split_error,
)

DATA = Path(__file__).parent / "data"
LOADING = RLock()
"""Held while a rulebook is read: two threads at once can crash msgspec, and would do
the same work twice."""


class UnknownRulebookError(LookupError):
    """No rulebook of that name is on file."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(f"There is no rulebook {name!r}; there are {', '.join(known)}")


def rulebook_ids(*, folder: Path = DATA) -> tuple[str, ...]:
    """Return the names of the rulebooks on file, the newest first."""
    return tuple(read_index(folder).rulebooks)


def rulebook(
    book: str,
    *,
    on: date | None = None,
    rulings: Iterable[Path] = (),
    only: Collection[str] | None = None,
    folder: Path = DATA,
) -> Rulebook:
    """Return a rulebook, with the interim rulings for events that start on the day.

    An event that has begun names the rulings it is run by: `only` those are laid over.
    """
    if book not in read_index(folder).rulebooks:
        raise UnknownRulebookError(book, rulebook_ids(folder=folder))
    if on is None or (only is not None and not only):
        return _resolve(book, folder, ())
    places = (folder / "rulings", *rulings)
    overlays = overlays_in_force(places, book, on, known=rulebook_ids(folder=folder))
    if only is not None:
        overlays = tuple(overlay for overlay in overlays if overlay.id in only)
    return _resolve(book, folder, overlays)


def _resolve(book: str, folder: Path, overlays: tuple[Overlay, ...]) -> Rulebook:
    """Resolve a rulebook once, one thread at a time."""
    with LOADING:
        return _gather_subjects(book, folder, overlays)


@cache
def _gather_subjects(book: str, folder: Path, overlays: tuple[Overlay, ...]) -> Rulebook:
    """Gather what a rulebook says on every subject, and lay rulings over it."""
    subjects = sorted(read_subjects(folder), key=_order)
    values: dict[str, Any] = {}
    citations: dict[str, Citation] = {}
    for subject in subjects:
        _gather(subject, book, values, citations)
    rulings = tuple(_overlay_values(overlay, values, citations) for overlay in overlays)
    index = read_index(folder)
    head = index.rulebooks[book]
    front = {name: getattr(head, name) for name in head.__struct_fields__}
    front["rules_sets"] = {name: index.rules_sets[name] for name in head.rules_sets}
    try:
        document = {"id": book, **front, **values}
        resolved = msgspec.convert(document, Rulebook, str_keys=True)
    except msgspec.ValidationError as error:
        raise _misfit_error(error, subjects, overlays, book) from error
    return msgspec.structs.replace(resolved, rulings=rulings, citations=citations)


def _order(subject: Subject) -> int:
    """Return the place of a subject in a rulebook; unknown ones come last."""
    fields = Rulebook.__struct_fields__
    return fields.index(subject.name) if subject.name in fields else len(fields)


def _gather(
    subject: Subject, book: str, values: dict[str, Any], citations: dict[str, Citation]
) -> None:
    """Add what one rulebook says on one subject."""
    if book in subject.silent:
        silence = subject.silent[book]
        values[subject.name] = None
        citations[subject.name] = Citation(
            about="The whole subject.",
            unit="nothing",
            cite=silence.cite,
            checked=silence.checked,
            note=silence.note,
        )
        return
    for place, parameter in subject.parameters.items():
        statement = parameter.entries[book]
        path = (subject.name, *place)
        _set_value(values, path, _value(statement, parameter))
        citations[".".join(path)] = Citation(
            about=parameter.about,
            unit=parameter.unit,
            cite=statement.cite,
            checked=statement.checked,
            ruling=statement.ruling,
            note=statement.note,
            shown_only=parameter.shown_only,
        )


def _value(statement: Entry, parameter: Parameter) -> Any:  # noqa: ANN401 -- typed by schema
    """Return the value of an entry; a silent one has none."""
    if statement.silent:
        return None
    return parameter.entries[statement.same_as].value if statement.same_as else statement.value


def _set_value(values: dict[str, Any], path: Place, value: object) -> object:
    """Set a value deep inside and return the one that stood there."""
    *tables, name = path
    for table in tables:
        values = values.setdefault(table, {})
    before = values.get(name)
    values[name] = value
    return before


def _overlay_values(
    overlay: Overlay, values: dict[str, Any], citations: dict[str, Citation]
) -> Ruling:
    """Set the values of an interim ruling, and keep those that it replaced."""
    changes = []
    for path, new in overlay.values.items():
        if path not in citations:
            message = f"{overlay.said.rulebook} has no such parameter"
            raise overlay.source.refused(("values", path), message)
        before = _set_value(values, tuple(path.split(".")), new.value)
        changes.append(RulingChange(path=path, before=before, after=new.value))
        citations[path] = msgspec.structs.replace(
            citations[path],
            cite=overlay.said.cite,
            checked=overlay.said.in_force,
            ruling=None,
            note=new.note,
            interim=overlay.id,
        )
    ruling = overlay.said
    return Ruling(
        id=overlay.id,
        title=ruling.title,
        about=ruling.about,
        cite=ruling.cite,
        in_force=ruling.in_force,
        superseded=ruling.superseded,
        changes=tuple(changes),
    )


def _misfit_error(
    error: msgspec.ValidationError,
    subjects: list[Subject],
    overlays: tuple[Overlay, ...],
    book: str,
) -> RulebookError:
    """Find the file and line of a value that does not fit its type."""
    message, path = split_error(error)
    for overlay in reversed(overlays):
        for name in overlay.values:
            if ".".join(path).startswith(name):
                return overlay.source.refused(("values", name), message)
    named = {subject.name: subject for subject in subjects}
    subject = named.get(path[0]) or subjects[0]
    for place in subject.parameters:
        if path[1 : len(place) + 1] == place:
            return subject.source.refused((*place, "values", book), message)
    return subject.source.refused(path[1:], message)
