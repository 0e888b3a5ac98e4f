"""Seal the entries of the audit in a chain of hashes, and check the chain.

Entries are sealed shortly after they are written: on PostgreSQL they can become visible
in a different order than their numbers, and no transaction should wait for another just
because both leave an entry.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC
from typing import Annotated, Final

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from msgspec import Meta

from padd.core.access import FIRST, AuditFacts, audit_seal, words_digest
from padd.store.models.eventlog import AuditEntry, AuditSeal
from padd.store.writes.counters import next_number

AT_ONCE: Final = 1000
"""How many entries are sealed in one transaction."""


class AuditVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether the audit is as it was sealed."""

    intact: Annotated[
        bool, Meta(description="Whether everything is unchanged since it was sealed.")
    ]
    sealed: Annotated[int, Meta(description="How many seals the chain has.")]
    unsealed: Annotated[int, Meta(description="How many entries are so new that they have none.")]
    erased: Annotated[int, Meta(description="How many entries lost text to an erasure.")]
    head: Annotated[
        str,
        Meta(description="The hash of the last seal: noted elsewhere, it shows a shortened chain."),
    ]
    broken_at: Annotated[
        int | None, Meta(description="The number of the first entry that is not what was sealed.")
    ] = None


def seal_new_entries() -> int:
    """Seal what has no seal yet, one after the other; return how many."""
    sealed = 0
    while True:
        with transaction.atomic():
            next_number("audit-seal")
            some = list(_unsealed()[:AT_ONCE])
            _seal(some)
        sealed += len(some)
        if len(some) < AT_ONCE:
            return sealed


def _unsealed() -> QuerySet[AuditEntry]:
    sealed = AuditSeal.objects.values("entry")
    return AuditEntry.objects.exclude(pk__in=sealed).order_by("id")


def _seal(entries: list[AuditEntry]) -> None:
    last = AuditSeal.objects.order_by("-id").values_list("hash", flat=True).first()
    head = last or FIRST
    seals = []
    for entry in entries:
        words = words_digest(entry.before, entry.after, entry.reason)
        hash_ = audit_seal(head, _facts(entry), words)
        seals.append(AuditSeal(entry=entry.pk, words=words, previous_hash=head, hash=hash_))
        head = hash_
    AuditSeal.objects.bulk_create(seals)


def _facts(entry: AuditEntry) -> AuditFacts:
    return AuditFacts(
        id=entry.pk,
        at=entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        actor=entry.actor,
        act=entry.act,
        subject=entry.subject,
    )


def record_erasure(entry: AuditEntry) -> None:
    """Note what an erasure has left of the words of an entry, if it is sealed."""
    left = words_digest(entry.before, entry.after, entry.reason)
    sealed = AuditSeal.objects.filter(entry=entry.pk).exclude(words=left)
    sealed.update(words_left=left)


def verify_seals() -> AuditVerdict:
    """Compare every entry with its seal, and every seal with the one before it."""
    head, erased, sealed, broken = FIRST, 0, 0, None
    for seal, entry in _pairs():
        if seal.previous_hash != head or entry is None or not _holds(seal, entry):
            broken = seal.entry
            break
        erased += bool(seal.words_left)
        sealed += 1
        head = seal.hash
    return AuditVerdict(
        intact=broken is None,
        sealed=sealed,
        unsealed=_unsealed().count(),
        erased=erased,
        head=head,
        broken_at=broken,
    )


def _pairs() -> Iterator[tuple[AuditSeal, AuditEntry | None]]:
    """Yield every seal with its entry, a portion at a time."""
    last = 0
    while some := list(AuditSeal.objects.filter(pk__gt=last).order_by("id")[:AT_ONCE]):
        entries = AuditEntry.objects.in_bulk([seal.entry for seal in some])
        for seal in some:
            yield seal, entries.get(seal.entry)
        last = some[-1].pk


def _holds(seal: AuditSeal, entry: AuditEntry) -> bool:
    words = words_digest(entry.before, entry.after, entry.reason)
    as_sealed = seal.hash == audit_seal(seal.previous_hash, _facts(entry), seal.words)
    return as_sealed and words in {seal.words, seal.words_left}
