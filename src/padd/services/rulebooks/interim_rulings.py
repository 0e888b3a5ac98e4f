"""Interim rulings: drafted, previewed and published by the Director (GOV-18, 19).

All machines share the table. The rulebook loader reads files, so published rulings are
written into the data folder of every machine.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

import msgspec
import rtoml
from django.conf import settings
from django.db import transaction

from padd.core.formats.registry import ranking_of
from padd.core.messages import message
from padd.core.model import Event as Facts
from padd.core.refusal import Refusal, RefusalError
from padd.core.text import look_alike_outline
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.source import RulebookError
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotFound, Outdated, house_refusal, refusal_error
from padd.services.rulebooks.event_rulebook import FOLDER, event_rulebook, ruling_folders
from padd.services.text_fields import normalize_line, text_refusal
from padd.store.models.eventlog import FinishedEvent
from padd.store.models.rulebooks import InterimRuling
from padd.store.writes.event_log import add_audit_entry

MOST_EVENTS: Final = 100
LONGEST: Final = {"title": 120, "about": 500, "cite": 300}


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingForm:
    """A ruling as it is typed."""

    rulebook: str
    title: str
    about: str
    cite: str
    in_force: date | None
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMove:
    """A player whose place in a past event would have been another."""

    event: str
    event_name: str
    player: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingPreview:
    """What a draft would have changed in the events before it."""

    events: int
    moves: tuple[RulingMove, ...]


def draft_ruling(*, by: Actor, now: datetime, form: RulingForm) -> str:
    """Keep the draft of a ruling; return its id."""
    with transaction.atomic():
        require(Permission.RULING_WRITE, by)
        row = _checked(form)
        row.save()
        add_audit_entry(
            Permission.RULING_WRITE,
            by=by.label,
            subject=f"ruling:{row.ruling}"[:60],
            at=now,
            after={"rulebook": row.rulebook, "values": sorted(row.values)},
        )
    return row.ruling


def publish_ruling(*, by: Actor, now: datetime, ruling: str) -> None:
    """Put a ruling in force for events that start on its day or later (AMB-123)."""
    with transaction.atomic():
        require(Permission.RULING_PUBLISH, by)
        row = _row(ruling)
        if row.in_force < now.date():
            reason = message("Its date has passed. Draft it with a later date.")
            raise refusal_error("day-passed", reason, place="in_force")
        drafts = InterimRuling.objects.filter(pk=row.pk, published_at=None)
        if not drafts.update(published_at=now):
            raise Outdated("ruling")
        add_audit_entry(
            Permission.RULING_PUBLISH,
            by=by.label,
            subject=f"ruling:{row.ruling}"[:60],
            at=now,
            after={"in force": row.in_force.isoformat()},
        )
        transaction.on_commit(write_published_rulings)


def discard_ruling(*, by: Actor, now: datetime, ruling: str) -> None:
    """Throw a draft away."""
    with transaction.atomic():
        require(Permission.RULING_WRITE, by)
        row = _row(ruling)
        if row.published_at is not None:
            raise Outdated("ruling")
        row.delete()
        add_audit_entry(
            Permission.RULING_WRITE,
            by=by.label,
            subject=f"ruling:{ruling}"[:60],
            at=now,
            before={"draft": ruling},
        )


def preview_ruling(*, by: Actor, ruling: str) -> RulingPreview:
    """Score the last events anew under a draft, and say who would have moved."""
    require(Permission.RULING_WRITE, by)
    row = _row(ruling)
    finished = FinishedEvent.objects.filter(event__rulebook=row.rulebook)
    last = finished.select_related("event").order_by("-finished_at")[:MOST_EVENTS]
    with tempfile.TemporaryDirectory() as folder:
        book = _with_draft(row, Path(folder))
        moves = tuple(move for one in last for move in _moves(one, book))
    return RulingPreview(events=len(last), moves=moves)


def all_rulings() -> tuple[InterimRuling, ...]:
    """Return every ruling of the table, the latest first."""
    return tuple(InterimRuling.objects.order_by("-in_force", "ruling"))


def published_rulings() -> tuple[InterimRuling, ...]:
    """Return the rulings that are published, for laptops to fetch."""
    return tuple(InterimRuling.objects.exclude(published_at=None))


def write_published_rulings() -> int:
    """Write what is published and not yet in the data folder; return how many."""
    folder = Path(settings.DATA) / FOLDER
    written = 0
    for row in published_rulings():
        file, text = folder / f"{row.ruling}.toml", ruling_toml(row)
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            folder.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            written += 1
    return written


def ruling_toml(row: InterimRuling) -> str:
    """Return a ruling as the file that the loader reads."""
    ends = {"superseded": row.superseded} if row.superseded else {}
    document = {
        "title": row.title,
        "about": row.about,
        "cite": row.cite,
        "rulebook": row.rulebook,
        "in_force": row.in_force,
        **ends,
        "values": row.values,
    }
    return rtoml.dumps(document)


def _checked(form: RulingForm) -> InterimRuling:
    """Return a draft that the loader takes, or refuse it with every reason."""
    texts = {name: normalize_line(getattr(form, name)) for name in LONGEST}
    reasons = [
        refusal
        for name, most in LONGEST.items()
        if (refusal := text_refusal(texts[name], place=name, most=most, needed=True))
    ]
    if form.rulebook not in rulebook_ids():
        choose = message("Choose a rulebook.")
        reasons.append(house_refusal("rulebook-unknown", choose, place="rulebook"))
    if not form.values:
        name_one = message("Give at least one value.")
        reasons.append(house_refusal("no-values", name_one, place="values"))
    if reasons or form.in_force is None:
        day = [] if form.in_force else [_no_day()]
        raise RefusalError(*reasons, *day)
    slug = look_alike_outline(texts["title"]).replace(" ", "-")[:50].strip("-")
    row = InterimRuling(
        ruling=f"{form.in_force.isoformat()}-{slug}",
        rulebook=form.rulebook,
        in_force=form.in_force,
        values={path: {"value": value} for path, value in form.values.items()},
        **texts,
    )
    if InterimRuling.objects.filter(ruling=row.ruling).exists():
        raise refusal_error("ruling-there", message("That name is already taken."), place="title")
    with tempfile.TemporaryDirectory() as folder:
        _with_draft(row, Path(folder))
    return row


def _no_day() -> Refusal:
    return house_refusal("missing", message("Enter the day it takes effect."), place="in_force")


def _with_draft(row: InterimRuling, folder: Path) -> Rulebook:
    """Return the rulebook with a draft laid over it."""
    file = folder / f"{row.ruling}.toml"
    file.write_text(ruling_toml(row), encoding="utf-8")
    places = (*ruling_folders(), file)
    try:
        return rulebook(row.rulebook, on=row.in_force, rulings=places)
    except RulebookError as refused:
        reason = message(
            "The rulebook can’t use this value: {parameter}: {why}.",
            parameter=refused.parameter,
            why=refused.message,
        )
        raise refusal_error("value-refused", reason, place="values") from refused


def _moves(finished: FinishedEvent, book: Rulebook) -> list[RulingMove]:
    facts = _facts(finished)
    own = ranking_of(facts, event_rulebook(facts, only=finished.event.rulings)).order
    new = {player: place for place, player in enumerate(ranking_of(facts, book).order, 1)}
    names = {player.id: player.name or player.handle for player in facts.players}
    return [
        RulingMove(
            event=finished.event.public_id,
            event_name=finished.event.name,
            player=names.get(player) or str(player),
            before=before,
            after=new[player],
        )
        for before, player in enumerate(own, 1)
        if new[player] != before
    ]


def _facts(finished: FinishedEvent) -> Facts:
    return msgspec.convert(finished.facts, Facts, strict=False)


def _row(ruling: str) -> InterimRuling:
    row = InterimRuling.objects.filter(ruling=ruling).first()
    if row is None:
        raise NotFound("ruling")
    return row
