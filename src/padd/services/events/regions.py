"""Regions below a country, as coordinators divide them for championships."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.core.text import slug
from padd.services.access.actors import Actor
from padd.services.access.permissions import Permission, require
from padd.services.refusal import NotFound, no
from padd.services.typed_text import objection, tidy
from padd.store.models.people import Region
from padd.store.writes.event_log import add_audit_entry

LONGEST_NAME: Final = 60


def add(*, by: Actor, now: datetime, name: str, parent: str) -> str:
    """Add a part of a country and return its slug; it has the same coordinator."""
    name = tidy(name)
    with transaction.atomic():
        country = Region.objects.filter(slug=parent, parent=None).first()
        if country is None:
            raise NotFound("region")
        require(Permission.REGION_ADD, by, area=country.area)
        if refusal := objection(name, place="name", most=LONGEST_NAME, needed=True):
            raise RefusalError(refusal)
        part = Region(
            slug=f"{country.slug}-{slug(name)}"[:LONGEST_NAME],
            name=name,
            area=country.area,
            parent=country,
        )
        _save(part)
        add_audit_entry(
            Permission.REGION_ADD,
            by=by.label,
            subject=f"region:{part.slug}",
            at=now,
            after={"name": name, "parent": country.slug},
        )
    return part.slug


def _save(part: Region) -> None:
    try:
        with transaction.atomic():
            part.save()
    except IntegrityError as error:
        raise RefusalError(
            no("region-known", message("That region already exists."), place="name")
        ) from error
