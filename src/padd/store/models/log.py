"""Append-only tables: the audit and the logs of events.

Triggers in both databases refuse to change or remove a row of either table.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from padd.store.models.events import Event


class AuditEntry(models.Model):
    """One change: who, when, what, before, after and why.

    People are named by their public id and personal values are never copied here,
    so that the data of a person can be erased and the log stays whole.
    """

    at = models.DateTimeField()
    actor = models.CharField(max_length=60)
    """Kind and public id of who acted, such as `account:7kq2m9xw3p`."""
    act = models.CharField(max_length=60)
    subject = models.CharField(max_length=60)
    """Kind and public id of what it was done to."""
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [models.Index(fields=["subject", "id"], name="audit_of")]

    def __str__(self) -> str:
        return f"{self.act} {self.subject}"


class AuditSeal(models.Model):
    """The hash of one entry of the audit, bound to the seal before it."""

    entry = models.BigIntegerField(unique=True)
    """The number of the entry; not a reference, so that a missing one shows."""
    words = models.CharField(max_length=64)
    """The digest of the words when they were sealed."""
    words_left = models.CharField(max_length=64, blank=True)
    """The digest of what an erasure has left of them."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.entry}: {self.hash[:8]}"


class EventAction(models.Model):
    """One fact in the log of a running event; each row holds the hash of the last."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="actions")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    reason = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=64)
    """Names the intention: the same wish sent twice is one action."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["event", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "sequence"], name="action_sequence_once"),
            models.UniqueConstraint(fields=["event", "key"], name="action_key_once"),
            models.CheckConstraint(
                condition=models.Q(sequence__gte=1), name="action_sequence_from_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.sequence} {self.kind}"
