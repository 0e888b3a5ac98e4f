"""Export an event's byes and head starts as a signed file, and import them.

Headquarters signs with its own key (Ed25519, derived from the installation's key). A
laptop keeps the public key of the first file it reads and refuses files signed with
another; headquarters checks every use again when the report arrives.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from padd.core.championships.ledger import EntryKind
from padd.core.championships.rights_file import (
    ListedRight,
    RightsList,
    SignedList,
    read_rights_list,
    read_signed_list,
    rights_file_bytes,
    signed_text,
)
from padd.core.messages import message
from padd.core.model import ChampionshipKind, ChampionshipStage, Edition
from padd.core.model import EventChampionship as Label
from padd.core.refusal import Refusal, RefusalError
from padd.core.text import look_alike_outline
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.championships.used_rights import usable_rights
from padd.services.eventlog import cached_log, stored_event
from padd.services.refusal import NotFound, house_refusal, refusal_error
from padd.store.models.championships import Right, StageEvent
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.models.reports import PlayerMatch
from padd.store.writes.championship_stages import stage_of
from padd.store.writes.counters import next_number
from padd.store.writes.event_log import add_audit_entry
from padd.store.writes.right_ledger import add_right_entry

KNOWN_KEY: Final = "headquarters.key"
"""In the data folder: the key of the headquarters whose files are believed."""


def rights_at(*, by: Actor, event_id: str) -> RightsList:
    """Return what may be used at an event, for its directors and the desk."""
    row = Event.objects.select_related("region").filter(public_id=event_id).first()
    if row is None:
        raise NotFound("event")
    require(Permission.RIGHTS_TAKE, by, event=row)
    return rights_for_staff(event_id=event_id)


def rights_for_staff(*, event_id: str) -> RightsList:
    """Return what may be used at an event, for its staff."""
    row = stored_event(event_id)
    stage = StageEvent.objects.select_related("championship").filter(event=row).first()
    title = stage.championship if stage else None
    known = title is not None and stage is not None
    return RightsList(
        event=row.name,
        edition=Edition(row.edition),
        championship=_label(stage) if known and stage else None,
        name=title.name if title else "",
        rights=tuple(_listed(right) for right in _usable(row)),
    )


def _label(stage: StageEvent) -> Label:
    title = stage.championship
    return Label(
        id=title.place or title.public_id,
        kind=ChampionshipKind(title.kind),
        year=title.year,
        area=title.area,
        stage=ChampionshipStage(stage.stage),
    )


def export_rights(*, by: Actor, now: datetime, event_id: str) -> bytes:
    """Return the signed file of everything that may be used at an event."""
    listed = rights_at(by=by, event_id=event_id)
    if listed.championship is None:
        raise RefusalError(_no_championship())
    listed = msgspec.structs.replace(listed, made_at=now)
    with transaction.atomic():
        add_audit_entry(
            Permission.RIGHTS_TAKE,
            by=by.label,
            subject=f"event:{event_id}",
            at=now,
            after={"rights": len(listed.rights)},
        )
    return rights_file_bytes(_signed(signed_text(listed)))


def _usable(row: Event) -> list[Right]:
    found = usable_rights(row).values()
    return sorted((right for rights in found for right in rights), key=lambda r: r.pk)


def _listed(right: Right) -> ListedRight:
    return ListedRight(
        id=right.public_id,
        person=right.person.public_id,
        handle=right.person.handle,
        rounds=tuple(right.rounds),
        points=right.points,
        year=right.year,
        origin=right.origin.name if right.origin else "",
        won_at=right.won_at,
        cite=right.cite,
    )


def _private_key() -> Ed25519PrivateKey:
    mixed = salted_hmac("padd.rights", "signing key", algorithm="sha256")
    return Ed25519PrivateKey.from_private_bytes(mixed.digest())


def _signed(text: str) -> SignedList:
    key = _private_key()
    return SignedList(
        list=text,
        key=key.public_key().public_bytes_raw().hex(),
        signature=key.sign(text.encode()).hex(),
    )


def import_rights(*, by: Actor, now: datetime, event_id: str, data: bytes) -> int:
    """Bring the rights of a file to an event here; return how many are new."""
    row = stored_event(event_id)
    require(Permission.RIGHTS_BRING, by, event=row)
    signed = read_signed_list(data)
    _check(signed)
    listed = read_rights_list(signed)
    label = listed.championship
    if label is None:
        raise RefusalError(_no_championship())
    if listed.edition != row.edition:
        raise refusal_error("other-game", message("This file is for {game}.", game=listed.edition))
    with transaction.atomic():
        _note_stage(row, label, listed.name, now=now)
        new = sum(_store_right(right, row, label.kind, now=now) for right in listed.rights)
        add_audit_entry(
            Permission.RIGHTS_BRING,
            by=by.label,
            subject=f"event:{row.public_id}",
            at=now,
            after={"rights": len(listed.rights), "new": new, "key": signed.key},
        )
    return new


def _check(signed: SignedList) -> None:
    """Refuse a file that was altered, or that another headquarters made."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signed.key))
        key.verify(bytes.fromhex(signed.signature), signed.list.encode())
    except (ValueError, InvalidSignature):
        raise RefusalError(
            Refusal(
                "altered",
                message("This file was altered after headquarters signed it."),
                way_out=message("Download it again."),
            )
        ) from None
    path: Path = settings.DATA / KNOWN_KEY
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(signed.key, encoding="ascii")
    elif path.read_text(encoding="ascii").strip() != signed.key:
        raise RefusalError(
            Refusal(
                "other-headquarters",
                message("This file comes from a different headquarters than the first."),
                way_out=message(
                    "If that is right, delete {name} in the data folder.", name=KNOWN_KEY
                ),
            )
        )


def _note_stage(row: Event, label: Label, name: str, *, now: datetime) -> None:
    """Make an event of this laptop the stage that headquarters says it is."""
    if StageEvent.objects.filter(event=row).exists():
        return
    row.kind = str(label.kind)
    row.save()
    stage = stage_of(row, now=now, label=label)
    if stage is not None and stage.championship.name != name:
        stage.championship.name = name
        stage.championship.save()


def _store_right(right: ListedRight, row: Event, target: str, *, now: datetime) -> bool:
    """Keep one right; one that is here already stays as it is."""
    if Right.objects.filter(public_id=right.id).exists():
        return False
    kept = Right.objects.create(
        public_id=right.id,
        person=_owner(right, row, now=now),
        edition=row.edition,
        rounds=list(right.rounds),
        points=right.points,
        target=target,
        year=right.year,
        won_at=right.won_at,
        cite=right.cite,
    )
    reason = right.origin[:500]
    add_right_entry(kept, EntryKind.GRANTED, now=now, by="headquarters", reason=reason)
    return True


def _owner(right: ListedRight, row: Event, *, now: datetime) -> Person:
    """Return the owner here: by id, by handle, or as a new person."""
    known = Person.objects.filter(public_id=right.person).first()
    known = known or Person.objects.filter(outline=look_alike_outline(right.handle)).first()
    if known is None:
        known = Person.objects.create(
            public_id=right.person,
            handle=right.handle,
            outline=look_alike_outline(right.handle),
            created_at=now,
            revision=next_number("person"),
        )
    for player, entrant in cached_log(row).state.players.items():
        same = entrant.handle.casefold() == right.handle.casefold()
        if same and player != known.public_id:
            PlayerMatch.objects.get_or_create(
                event=row, person=known, defaults={"player": player, "how": "handle"}
            )
    return known


def _no_championship() -> Refusal:
    return house_refusal("no-championship", message("This event is not a championship."))
