"""The event file `padd-event/1`: from bytes to an event and back, strictly.

Reading either gives an event whose facts can be true, or refuses with the place
in the file, what was found, what is expected, and the rule.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final, NoReturn

import msgspec

from padd.core.messages import Message, message
from padd.core.model import (
    ChampionshipKind,
    ChampionshipStage,
    DeckFormat,
    Edition,
    Ending,
    Event,
    LeaguePart,
    PairingStyle,
    RulesSet,
)
from padd.core.refusal import Refusal, RefusalError, cite_refusals
from padd.core.text import canonical
from padd.core.validation.consistency import check_facts
from padd.rulebooks.schema import Rulebook


class RepeatedKey(dict[str, Any]):
    """An object in which a key stands twice."""

    key: str


def find_repeated_key(data: bytes) -> str | None:
    """Return the place of the first key that stands twice in its object."""
    seen = False

    def object_of(items: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal seen
        values = dict(items)
        if len(values) == len(items):
            return values
        seen = True
        marked = RepeatedKey(values)
        keys = [key for key, _ in items]
        marked.key = next(key for key in keys if keys.count(key) > 1)
        return marked

    document = json.loads(data, object_pairs_hook=object_of)
    return _place(document, "") if seen else None


def _place(value: object, path: str) -> str | None:
    if isinstance(value, RepeatedKey):
        return f"{path}.{value.key}".removeprefix(".")
    inner: list[tuple[str, object]] = []
    if isinstance(value, dict):
        inner = [(f"{path}.{key}".removeprefix("."), v) for key, v in value.items()]
    elif isinstance(value, list):
        inner = [(f"{path}[{index}]", item) for index, item in enumerate(value)]
    return next((place for at, item in inner if (place := _place(item, at)) is not None), None)


SCHEMA: Final = "padd-event/1"
WRITTEN_IF_GIVEN: Final = frozenset(
    {
        *("heats", "bracket", "best_of", "cut", "tossed", "readmitted"),
        *("championship", "league", "theme", "stages", "commitment", "secret", "log"),
    }
)
"""Keys beyond the settings that every event has."""

WORDS_OF: Final[dict[str, tuple[str, ...]]] = {
    "edition": tuple(Edition),
    "format": tuple(DeckFormat),
    "rules": tuple(RulesSet),
    "pairing_style": tuple(PairingStyle),
    "ending": tuple(Ending),
    "kind": tuple(ChampionshipKind),
    "stage": tuple(ChampionshipStage),
    "part": tuple(LeaguePart),
}
"""Keys with a fixed set of words."""
PLAIN: Final = {
    "int": "a whole number",
    "float": "a number with a fraction",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object {…}",
    "object | null": "an object {…} or null",
    "str | null": "a text or null",
    "int | null": "a whole number or null",
    "array | null": "a list or null",
    "null": "null",
}
"""What a decoder calls the kinds of JSON values, and what people call them."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much one file may hold."""

    octets: int | None = None
    players: int


COMMAND_LINE: Final = Limits(players=200_000)
UPLOAD: Final = Limits(octets=50_000_000, players=10_000)


class Header(msgspec.Struct, frozen=True):
    """What must be right before anything else can be read."""

    schema: Any = None
    rulebook: Any = None


_event = msgspec.json.Decoder(Event)
_header = msgspec.json.Decoder(Header)


def read_event(
    data: bytes,
    *,
    book_of: Callable[[str], Rulebook | None],
    source: str = "-",
    limits: Limits = COMMAND_LINE,
) -> Event:
    """Return the event in a file, or refuse the file by name."""
    try:
        return _read(data, book_of=book_of, limits=limits)
    except RefusalError as refused:
        placed = msgspec.structs.replace(refused.refusal, file=source)
        raise RefusalError(placed) from None


def write_event(event: Event) -> bytes:
    """Return an event as the bytes of its file, the same bytes every time."""
    facts = {
        key: value
        for key, value in msgspec.to_builtins(event).items()
        if not (key in WRITTEN_IF_GIVEN and value in (None, (), [], {}))
    }
    return msgspec.json.format(msgspec.json.encode(facts), indent=1) + b"\n"


def event_schema() -> dict[str, Any]:
    """Return the JSON Schema of the event file, made from the types."""
    schema = msgspec.json.schema(Event)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = SCHEMA
    schema["$defs"]["Event"]["properties"]["schema"] = {"const": SCHEMA}
    return schema


def _read(data: bytes, *, book_of: Callable[[str], Rulebook | None], limits: Limits) -> Event:
    if limits.octets is not None and len(data) > limits.octets:
        _refuse(
            "too-large",
            message(
                "The file has {data} bytes; the limit is {octets}.",
                data=f"{len(data):,}",
                octets=f"{limits.octets:,}",
            ),
        )
    data = data.removeprefix(b"\xef\xbb\xbf")
    book = _check_header(data, book_of)
    event = _decode(data)
    twice = find_repeated_key(data)
    if twice is not None:
        _refuse("double-key", message("This key appears twice; keep one."), place=twice)
    if len(event.players) > limits.players:
        _refuse(
            "too-many-players",
            message(
                "{players} players; the limit is {players2}.",
                players=f"{len(event.players):,}",
                players2=f"{limits.players:,}",
            ),
            place="players",
        )
    with cite_refusals(book):
        return check_facts(event, book)


def _check_header(data: bytes, book_of: Callable[[str], Rulebook | None]) -> Rulebook:
    try:
        header = _header.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise decoder_refusal(error, data) from None
    if header.schema != SCHEMA:
        _refuse(
            "wrong-schema",
            message(
                '"schema" is {schema}; expected "{schema2}".',
                schema=_shown(header.schema),
                schema2=SCHEMA,
            ),
            place="schema",
        )
    if header.rulebook is None:
        _refuse(
            "missing-key", message('The key "{key}" is missing.', key="rulebook"), place="rulebook"
        )
    book = book_of(header.rulebook) if isinstance(header.rulebook, str) else None
    if book is None:
        _refuse(
            "unknown-rulebook",
            message(
                "There is no rulebook {rulebook}; `padd rules` lists the ones there are.",
                rulebook=_shown(header.rulebook),
            ),
            place="rulebook",
        )
    return book


def _decode(data: bytes) -> Event:
    try:
        event = _event.decode(data)
        if data.isascii() and b"\\u" not in data:
            return event
        # Accents may be written in two ways; both are the same name.
        plain = _canonical(msgspec.json.decode(data))
        return msgspec.convert(plain, Event, str_keys=True)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise decoder_refusal(error, data) from None


def _canonical(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case str():
            return canonical(value)
        case list():
            return [_canonical(item) for item in value]
        case dict():
            return {canonical(key): _canonical(item) for key, item in value.items()}
        case _:
            return value


def decoder_refusal(
    error: Exception, data: bytes, *, kind: str = "an event file", rule: str = SCHEMA
) -> RefusalError:
    """Turn the decoder's words into a refusal with a place in that kind of document."""
    refusal = _fault(error, data, kind).refusal
    return RefusalError(msgspec.structs.replace(refusal, rule=rule))


def _fault(error: Exception, data: bytes, kind: str) -> RefusalError:
    if isinstance(error, RecursionError):
        return _refusal(
            "not-json", message("The file is nested too deeply to be {kind}.", kind=kind)
        )
    if isinstance(error, UnicodeDecodeError):
        line, column = _line_and_column(data, _first_bad_byte(data))
        return _refusal(
            "not-text",
            message(
                "This is not UTF-8 text at line {line}, column {column}; save the file as UTF-8.",
                line=line,
                column=column,
            ),
        )
    words = str(error)
    if not isinstance(error, msgspec.ValidationError):
        return _refusal("not-json", _where_json_breaks(words, data))
    problem, _, path = words.replace(" - at `key` in `$", " - at `$").partition(" - at `$")
    place = _named_place(path.rstrip("`").removeprefix("."), data)
    unknown = re.search(r"contains unknown field `(.*)`", problem)
    if unknown:
        key = unknown.group(1)
        place = f"{place}.{key}" if place else key
        reason = message('The key "{key}" is not part of {kind}.', key=key, kind=kind)
        return _refusal("unknown-key", reason, place=place)
    missing = re.search(r"missing required field `(.*)`", problem)
    if missing:
        key = missing.group(1)
        reason = message('The key "{key}" is missing.', key=key)
        return _refusal("missing-key", reason, place=place)
    return _refusal("wrong-type", _in_plain_words(problem, place), place=place)


def _named_place(place: str, data: bytes) -> str:
    """Name the key of a figure that the decoder leaves out: `scores[...]`."""
    before, dots, _ = place.partition("[...]")
    if not dots:
        return place
    figures = msgspec.json.decode(data)
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", before):
        figures = figures[int(index) if index else key]
    wrong = [key for key, value in figures.items() if type(value) is not int]
    return f"{before}.{wrong[0]}" if wrong else before


def _in_plain_words(text: str, place: str) -> Message:
    """Say what was found and what is expected, without the words of programs."""
    known = WORDS_OF.get(place.rpartition(".")[2])
    value = re.fullmatch(r"Invalid enum value '?(.*?)'?", text)
    if value and known:
        return message(
            '"{value}" is not a known value; expected {known}.',
            value=value.group(1),
            known=", ".join(known),
        )
    for kind, words in PLAIN.items():
        text = text.replace(f"`{kind}`", words)
    return message("{fault}.", fault=text.replace("`", '"'))


def _where_json_breaks(words: str, data: bytes) -> Message:
    at = re.search(r"\(byte (\d+)\)", words)
    if at is None:
        return message("This is not a JSON document: {fault}.", fault=words)
    line, column = _line_and_column(data, int(at.group(1)))
    return message(
        "This is not a JSON document: {fault} at line {line}, column {column}.",
        fault=words.removeprefix("JSON is malformed: ").partition(" (byte")[0],
        line=line,
        column=column,
    )


def _line_and_column(data: bytes, offset: int) -> tuple[int, int]:
    return data.count(b"\n", 0, offset) + 1, offset - data.rfind(b"\n", 0, offset)


def _first_bad_byte(data: bytes) -> int:
    """Return where a text stops being UTF-8; the decoder counts within one string."""
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _shown(value: Any) -> str:  # noqa: ANN401 -- whatever stood in the file
    if value is None:
        return "missing"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 40 else text[:37] + "…"  # noqa: PLR2004 -- a line


def _refusal(code: str, message: Message, *, place: str = "") -> RefusalError:
    return RefusalError(Refusal(code=code, message=message, rule=SCHEMA, place=place))


def _refuse(code: str, message: Message, *, place: str = "") -> NoReturn:
    raise _refusal(code, message, place=place)
