"""How many files a form may have: a few, except at `settings.MANY_FILES_PATHS`."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from django.conf import settings
from django.core.exceptions import TooManyFilesSent
from django.core.files.uploadhandler import FileUploadHandler

MOST_FILES: Final = 4


class FewFiles(FileUploadHandler):
    """Refuses a form with more files than its page has use for."""

    def __init__(self, request: Any = None) -> None:  # noqa: ANN401 -- as Django has it
        super().__init__(request)
        self.seen = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Count a file before anything of it is stored."""
        super().new_file(*args, **kwargs)
        self.seen += 1
        here = self.request.path if self.request else ""
        if self.seen > MOST_FILES and here not in settings.MANY_FILES_PATHS:
            _too_many()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        """Pass everything on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Leave the file to the next handler."""


def _too_many() -> NoReturn:
    message = f"This page accepts up to {MOST_FILES} files."
    raise TooManyFilesSent(message)
