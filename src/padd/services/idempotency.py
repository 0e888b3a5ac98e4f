"""Idempotency keys: a request sent twice is done once and answered the same.

The answer is written in the same transaction as the effect, so there is never one
without the other. Only answers that had an effect are stored: a refused request changed
nothing, and is evaluated again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from threading import Lock
from typing import Final

from django.db import IntegrityError, transaction

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.services.database_errors import refuse_database_errors
from padd.services.refusal import house_refusal
from padd.store.models.access import ApiAnswer

LONGEST_KEY: Final = 128
KEPT: Final = timedelta(days=7)

_under_way: Final[set[tuple[int, str]]] = set()
_lock: Final = Lock()


class KeyUsed(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The key belongs to another request."""

    def __init__(self) -> None:
        super().__init__(
            house_refusal(
                "key-used",
                message(
                    "This Idempotency-Key was used for a different request. Use "
                    "a new key for a new request."
                ),
                place="Idempotency-Key",
            )
        )


class StillUnderWay(RefusalError):  # noqa: N818 -- a refusal is no error of ours
    """The same request is being carried out at this moment."""

    def __init__(self) -> None:
        super().__init__(
            house_refusal(
                "under-way",
                message(
                    "The first request with this Idempotency-Key is still being "
                    "processed. Send it again in a moment."
                ),
                place="Idempotency-Key",
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyedRequest:
    """A request that carries a key, by whom it was sent."""

    token_id: int
    key: str
    request: bytes
    """Everything that makes it this request and no other."""

    @property
    def request_hash(self) -> str:
        """What is kept of the request, to know it again."""
        return sha256(self.request).hexdigest()

    @property
    def log_key(self) -> str:
        """The name of the wish in the log of an event, for good."""
        return sha256(f"{self.token_id}:{self.key}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What was answered."""

    status: int
    content: bytes
    again: bool = False


def answer_once(
    request: KeyedRequest, carry_out: Callable[[], StoredAnswer], *, now: datetime
) -> StoredAnswer:
    """Carry a wish out, or return the answer that it had before."""
    with _alone(request), refuse_database_errors():
        try:
            with transaction.atomic():
                return _answered(request) or _kept(request, carry_out(), now=now)
        except IntegrityError:
            # Another process was a moment faster; what was done here is undone.
            stored = _answered(request)
            if stored is None:
                raise
            return stored


@contextmanager
def _alone(request: KeyedRequest) -> Iterator[None]:
    mark = (request.token_id, request.key)
    with _lock:
        if mark in _under_way:
            raise StillUnderWay
        _under_way.add(mark)
    try:
        yield
    finally:
        with _lock:
            _under_way.discard(mark)


def _answered(request: KeyedRequest) -> StoredAnswer | None:
    row = ApiAnswer.objects.filter(token=request.token_id, key=request.key).first()
    if row is None:
        return None
    if row.request_hash != request.request_hash:
        raise KeyUsed
    return StoredAnswer(row.status, row.content.encode(), again=True)


def _kept(request: KeyedRequest, answer: StoredAnswer, *, now: datetime) -> StoredAnswer:
    ApiAnswer.objects.filter(created_at__lt=now - KEPT).delete()
    ApiAnswer.objects.create(
        token_id=request.token_id,
        key=request.key,
        request_hash=request.request_hash,
        status=answer.status,
        content=answer.content.decode(),
        created_at=now,
    )
    return answer
