"""Files in a case: identified by their content, not by their name or type."""

from __future__ import annotations

from typing import Final

from padd.core.messages import message
from padd.core.refusal import RefusalError
from padd.core.text import hidden_character
from padd.services.refusal import no

LARGEST: Final = 2_000_000
LONGEST_NAME: Final = 80
BEGINNINGS: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png", "png"),
    (b"\xff\xd8\xff", "image/jpeg", "jpg"),
    (b"%PDF-", "application/pdf", "pdf"),
)
PLAIN: Final = ("text/plain; charset=utf-8", "txt")


def case_file_type(content: bytes) -> tuple[str, str] | None:
    """Return the type of a file and the end of its name; None for any other kind."""
    for beginning, media_type, ending in BEGINNINGS:
        if content.startswith(beginning):
            return media_type, ending
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return None
    lines = text.replace("\t", " ").splitlines()
    return None if any(hidden_character(line) for line in lines) else PLAIN


def checked_file_type(content: bytes) -> tuple[str, str]:
    """Return the type of a file and the end of its name, or refuse it."""
    if not content:
        raise RefusalError(no("missing", message("Choose a file."), place="file"))
    if len(content) > LARGEST:
        raise RefusalError(no("too-large", message("A file can be at most 2 MB."), place="file"))
    kind = case_file_type(content)
    if kind is None:
        reason = message("Upload a PNG, JPEG, PDF or plain text file.")
        raise RefusalError(no("file-kind", reason, place="file"))
    return kind


def safe_file_name(name: str, ending: str) -> str:
    """Return a name that is safe in a header, with the end that the content has."""
    stem = name.replace("\\", "/").rsplit("/", 1)[-1].rsplit(".", 1)[0]
    kept = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_") else "-"
        for letter in stem
    ).strip("-")
    return f"{kept[: LONGEST_NAME - 5] or 'file'}.{ending}"
