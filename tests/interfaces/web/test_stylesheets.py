"""What every stylesheet keeps to, read as text."""

import re
from pathlib import Path

import pytest

from padd.interfaces import web

SHEETS = sorted((Path(web.__file__).parent / "static" / "css").glob("*.css"))
SMALLEST = 0.75
"""Of the letters that a browser shows by itself: 12 pixels."""


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_no_letters_are_smaller_than_twelve_pixels(sheet):
    found = re.findall(r"font-size: ([\d.]+)(rem|px)", sheet.read_text("utf-8"))

    sizes = [float(n) / (16 if unit == "px" else 1) for n, unit in found]

    assert [size for size in sizes if size < SMALLEST] == []
