"""Tables of queued e-mails and webhooks."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class QueuedEmail(models.Model):
    """One message to one address; the row goes when the mail server has taken it."""

    to = models.EmailField()
    subject = models.CharField(max_length=300)
    body = models.TextField()
    calendar = models.BinaryField(null=True)
    """An event to put into one's own calendar, as iCalendar."""
    stop_address = models.CharField(max_length=500, blank=True, default="")
    """Where this kind of e-mail is stopped; empty for what is always sent."""
    created_at = models.DateTimeField(auto_now_add=True)
    next_at = models.DateTimeField(null=True, db_index=True)
    """When it is tried next, none for at once; a sender that takes it moves this on."""
    tries = models.PositiveSmallIntegerField(default=0)
    said = models.CharField(max_length=200, blank=True)
    """What the mail server said last."""

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.tries}"
