"""Counters whose numbers grow in the order in which transactions end."""

from __future__ import annotations

from django.db.models import F

from padd.store.models.people import Counter


def next_number(name: str) -> int:
    """Return the next number; others wait for it until this transaction ends."""
    raised = Counter.objects.filter(name=name).update(value=F("value") + 1)
    if not raised:
        Counter.objects.get_or_create(name=name)
        Counter.objects.filter(name=name).update(value=F("value") + 1)
    return Counter.objects.get(name=name).value
