"""Templates compiled once: their code is kept where Python keeps that of modules.

To compile the templates of one page takes longer than to answer it a hundred times,
and every process that starts would do it again.
"""

from __future__ import annotations

import marshal
import os
import sys
from contextlib import suppress
from hashlib import sha256
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from threading import get_ident
from typing import Final

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from padd.interfaces.web import template_engine

SEAL: Final = sha256().digest_size


class CompiledTemplates(BytecodeCache):
    """A folder with the code of templates; without one, they are compiled again."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(cache_from_source(__file__)).parent
        engine = Path(template_engine.__file__).read_bytes()
        self._compiler = jinja2.__version__.encode() + MAGIC_NUMBER + engine

    def get_cache_key(self, name: str, filename: str | None = None) -> str:  # noqa: ARG002 -- Jinja's own
        """Return the name of the file that keeps a template."""
        return f"{name.replace('/', '.')}.{sys.implementation.cache_tag}.template"

    def get_source_checksum(self, source: str) -> str:
        """Return what changes with a template, and with what compiles it."""
        return sha256(self._compiler + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take the code that is kept, if it is whole and of this very template."""
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            if kept[:SEAL] == _seal(bucket, kept[SEAL:]):
                bucket.code = marshal.loads(kept[SEAL:])  # noqa: S302 -- sealed by us

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template, where that is wanted and possible."""
        if sys.dont_write_bytecode:
            return
        code = marshal.dumps(bucket.code)
        part = self._folder / f"{bucket.key}.{os.getpid()}-{get_ident()}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(_seal(bucket, code) + code)
                part.replace(self._folder / bucket.key)
            finally:
                part.unlink(missing_ok=True)


def _seal(bucket: Bucket, code: bytes) -> bytes:
    return sha256(f"{bucket.key}\0{bucket.checksum}\0".encode() + code).digest()
