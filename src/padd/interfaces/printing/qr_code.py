"""QR codes as SVG, black on white on paper and in both themes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import segno

QUIET: Final = 4
"""Light modules that a reader needs around a code (ISO/IEC 18004, 5.3.8)."""
ERROR: Final = "m"
MASKS: Final = range(8)
DARK: Final = re.compile("1+")


def qr_svg(text: str, *, border: int = QUIET) -> str:
    """Return the code of a text as an SVG document.

    On a screen it brings its light border along; on paper the sheet leaves room.
    """
    rows = qr_modules(text)
    side = len(rows) + 2 * border
    dark = "".join(
        f"M{border + run.start()} {border + down}.5h{run.end() - run.start()}"
        for down, row in enumerate(rows)
        for run in DARK.finditer(row)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path stroke="#000" d="{dark}"/></svg>'
    )


def qr_modules(text: str) -> tuple[str, ...]:
    """Return the rows of a code, 1 for dark, with the mask of the lowest penalty.

    Trying all masks the way of the library takes ten times as long, which two hundred
    scorecards would not bear. A mask turns the same modules over whatever the text is,
    so what it turns is learnt once for each size, and penalties are counted on whole
    numbers instead of modules.
    """
    code = segno.make(text, error=ERROR, micro=False, mask=0)
    version, error = int(code.version), str(code.error)
    side = len(code.matrix)
    plain = _packed(code.matrix)
    turned = (plain ^ turns for turns in _turns(version, error))
    best = min(turned, key=lambda cell: _penalty(cell, side))
    return tuple(_unpacked(best, side))


@cache
def _turns(version: int, error: str) -> tuple[int, ...]:
    """Return which modules each mask turns over against mask 0, for a size of code."""
    codes = [
        _packed(
            segno.make(
                "0", version=version, error=error, mask=mask, micro=False, boost_error=False
            ).matrix
        )
        for mask in MASKS
    ]
    return tuple(codes[0] ^ code for code in codes)


def _stride(side: int) -> int:
    """Return the length of a row with its quiet border."""
    return side + 2 * QUIET


def _packed(matrix: Sequence[Sequence[int]]) -> int:
    """Return modules as one number, inside a quiet border."""
    rows = ("".join("1" if module else "0" for module in row) for row in matrix)
    margin = "0" * QUIET
    band = "0" * _stride(len(matrix)) * QUIET
    return int(f"{band}{''.join(f'{margin}{row}{margin}' for row in rows)}{band}", 2)


def _unpacked(number: int, side: int) -> Iterator[str]:
    stride = _stride(side)
    text = f"{number:0{stride * stride}b}"
    for down in range(QUIET, QUIET + side):
        yield text[down * stride + QUIET : down * stride + QUIET + side]


@cache
def _inside(side: int) -> int:
    return _packed(((1,) * side,) * side)


def _penalty(dark: int, side: int) -> int:
    """Return how hard a code is to read (ISO/IEC 18004, 7.8.3): less is better."""
    inside, stride = _inside(side), _stride(side)
    light = ~dark & ((1 << stride * stride) - 1)
    along, down = (~(dark ^ dark >> step) & inside & inside >> step for step in (1, stride))
    blocks = along & along >> stride & down
    total = side * side
    uneven = abs(20 * dark.bit_count() - 10 * total) // total
    return (
        _long_runs(along, 1)
        + _long_runs(down, stride)
        + 3 * blocks.bit_count()
        + 40 * (_false_finders(dark, light, 1) + _false_finders(dark, light, stride))
        + 10 * uneven
    )


def _long_runs(same: int, step: int) -> int:
    """Return 3 for each run of five alike, and 1 for each module beyond."""
    fives = same & same >> step & same >> 2 * step & same >> 3 * step
    return fives.bit_count() + 2 * (fives & ~(fives << step)).bit_count()


def _false_finders(dark: int, light: int, step: int) -> int:
    """Count what looks like a corner: 1 3 1 dark, with four light beside it."""
    pattern = dark
    for at, shade in enumerate((light, dark, dark, dark, light, dark), start=1):
        pattern &= shade >> at * step
    before = after = -1
    for at in range(1, QUIET + 1):
        before &= light << at * step
        after &= light >> (6 + at) * step
    return (pattern & (before | after)).bit_count()
