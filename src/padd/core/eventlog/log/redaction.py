"""Remove an erased person's name from a log; the facts stay.

The rows are chained again from the first one that changes, so the new log verifies like
any other. The caller records where the old chain ended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from padd.core.eventlog.log.chain import NO_HASH, LogRow, row_hash

NAMES: Final = frozenset({"name", "handle"})
"""Keys that name the person the same object is about."""
WORDS: Final = frozenset(
    {
        *("note", "link", "text", "word", "what", "approved_by", "directors", "agreed", "asked"),
        *("message", "special_rules", "prizes", "entry_fee", "pool_note", "theme"),
    }
)
"""Keys with text in which people may be mentioned."""
WHO: Final = ("id", "player", "person")
NOTHING: Final = re.compile(r"(?!)")


class Redaction(msgspec.Struct, frozen=True, kw_only=True):
    """Who is to be forgotten in one log, and what stands in their place."""

    ids: frozenset[str]
    """The ids of the player in this log that tell who it is; they change too."""
    known_as: frozenset[str]
    """The ids that say nothing; they stay."""
    names: tuple[str, ...]
    """Names, handles, addresses: whatever must not be found any more."""
    stand_in: str

    def words(self, text: str) -> str:
        """Return a written text without the names in it."""
        return self._pattern().sub(self.stand_in, text)

    def _pattern(self) -> re.Pattern[str]:
        texts = sorted(filter(None, (*self.names, *self.ids)), key=len, reverse=True)
        if not texts:
            return NOTHING
        either = "|".join(re.escape(text) for text in texts)
        return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)

    def is_meant(self, about: dict[str, Any]) -> bool:
        """Tell whether an object is about this person, or names no person by id."""
        who = next((about[key] for key in WHO if isinstance(about.get(key), str)), None)
        return who is None or who in self.ids or who in self.known_as


def redact_value(value: Any, gone: Redaction) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a JSON value in which the person cannot be found."""
    if isinstance(value, list | tuple):
        return [redact_value(item, gone) for item in value]
    if isinstance(value, str):
        return gone.stand_in if value in gone.ids else value
    if not isinstance(value, dict):
        return value
    meant = gone.is_meant(value)
    return {
        (gone.stand_in if key in gone.ids else key): _redact_key(key, item, gone, meant=meant)
        for key, item in value.items()
    }


def _redact_key(key: str, value: Any, gone: Redaction, *, meant: bool) -> Any:  # noqa: ANN401 -- any JSON value
    """Return what stands under a key: written words are searched, tokens are not."""
    if key == "parameters" and isinstance(value, dict):
        return {name: _redact_parameter(item, gone) for name, item in value.items()}
    if key in WORDS or (key in NAMES and meant):
        if isinstance(value, str):
            return gone.words(value)
        if isinstance(value, list | tuple):
            return [gone.words(item) if isinstance(item, str) else item for item in value]
    return redact_value(value, gone)


def _redact_parameter(value: Any, gone: Redaction) -> Any:  # noqa: ANN401 -- any JSON value
    """Return a parameter of a stored message, of which the template stays."""
    if isinstance(value, str):
        return gone.words(value)
    if isinstance(value, list):
        return [_redact_parameter(item, gone) for item in value]
    return redact_value(value, gone)


def redact_rows(rows: Sequence[LogRow], gone: Redaction) -> tuple[LogRow, ...]:
    """Return the rows of a log without a person, chained anew where they changed."""
    rows_without: list[LogRow] = []
    previous = NO_HASH
    for row in rows:
        new = msgspec.structs.replace(
            row,
            payload=redact_value(row.payload, gone),
            reason=gone.words(row.reason),
            actor=":".join(redact_value(row.actor.split(":"), gone)),
            previous_hash=previous,
        )
        rows_without.append(msgspec.structs.replace(new, hash=row_hash(previous, new)))
        previous = rows_without[-1].hash
    return tuple(rows_without)


def redact_event_file(data: bytes, gone: Redaction) -> bytes:
    """Return an event file without a person, its log chained anew."""
    document = msgspec.json.decode(data)
    log = document.pop("log", None)
    document = redact_value(document, gone)
    if log is not None:
        rows = redact_rows(msgspec.convert(log["rows"], list[LogRow]), gone)
        log["rows"] = msgspec.to_builtins(rows)
        log["head"] = rows[-1].hash if rows else NO_HASH
        document["log"] = log
    return msgspec.json.format(msgspec.json.encode(document), indent=1)
