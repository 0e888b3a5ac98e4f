"""Download the interim rulings published by headquarters, for a laptop."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import msgspec

from padd.core.messages import Message, message
from padd.rulebooks.rulings import Overlay
from padd.services.links import link_path
from padd.services.refusal import refusal_error

LARGEST: Final = 1_000_000
PATIENCE: Final = 30
RULING: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")
HERE: Final = frozenset({"127.0.0.1", "localhost", "::1"})


class FetchedRuling(msgspec.Struct, frozen=True):
    """A ruling as headquarters gives it."""

    id: str
    file: str


class FetchedRulings(msgspec.Struct, frozen=True):
    """The answer of headquarters."""

    rulings: tuple[FetchedRuling, ...]


def download_rulings(source: str, *, folder: Path) -> tuple[str, ...]:
    """Fetch the rulings of a headquarters into a folder; return those that are new."""
    address = urlsplit(source if "://" in source else f"https://{source}")
    plain = address.scheme == "http" and address.hostname in HERE
    if not address.hostname or not (address.scheme == "https" or plain):
        _refuse("address", message("Give the https address of a headquarters."))
    try:
        door = f"{address.scheme}://{address.netloc}{link_path('api-rulings')}"
        with urlopen(door, timeout=PATIENCE) as answer:  # noqa: S310 -- checked above
            found = msgspec.json.decode(answer.read(LARGEST), type=FetchedRulings)
    except (OSError, URLError, msgspec.DecodeError, msgspec.ValidationError) as error:
        reason = message("Headquarters sent no rulings ({why}).", why=str(error))
        raise refusal_error("not-fetched", reason) from error
    return store_rulings(found, folder=folder)


def store_rulings(found: FetchedRulings, *, folder: Path) -> tuple[str, ...]:
    """Write rulings that the loader reads into a folder; return those that are new."""
    new = []
    for ruling in found.rulings:
        if not RULING.fullmatch(ruling.id):
            _refuse("ruling-id", message("“{id}” is not the ID of a ruling.", id=ruling.id))
        file = folder / f"{ruling.id}.toml"
        if file.is_file() and file.read_text(encoding="utf-8") == ruling.file:
            continue
        with tempfile.TemporaryDirectory() as place:
            trial = Path(place) / file.name
            trial.write_text(ruling.file, encoding="utf-8")
            Overlay(trial)
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(ruling.file, encoding="utf-8")
        new.append(ruling.id)
    return tuple(new)


def _refuse(code: str, reason: Message) -> None:
    raise refusal_error(code, reason)
