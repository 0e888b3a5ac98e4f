"""The source of a page, as tests compare it."""

from __future__ import annotations

import re
from typing import Final

LAYOUT: Final = r"(?:\s*\n\s*|\s{2,})"
BLOCK: Final = r"(?:td|th|tr|p|li|dt|dd|div|h\d|caption|summary|option)\b[^>]*>"


def one_line(page):
    """Return a page without the line breaks and indents that only lay out its source.

    Between tags and at the edges of blocks they vanish; within a sentence they are
    the space that readers see.
    """
    page = re.sub(rf">{LAYOUT}<", "><", page)
    page = re.sub(rf"(<{BLOCK}){LAYOUT}", r"\1", page)
    page = re.sub(rf"{LAYOUT}(</{BLOCK})", r"\1", page)
    return re.sub(LAYOUT, " ", page)
