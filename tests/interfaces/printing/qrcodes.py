"""QR codes read from pictures by zxing-cpp, and what makes a code hard to read."""

from __future__ import annotations

import struct
import zlib
from itertools import groupby, pairwise
from typing import NamedTuple

import typst
import zxingcpp

from padd.interfaces.printing.qr_code import QUIET

DARKER = 100
SCALE = 4
"""How many pixels a module has in a picture of modules."""


class UnreadableError(Exception):
    """There is no code here, or it is damaged."""


class Read(NamedTuple):
    """What a code says, and how it is made."""

    text: str
    version: int
    level: str
    mask: int


def read_svg(drawing, *, dots=2):
    """Read a code that a page draws, as a renderer of its own sees it."""
    source = (
        "#set page(width: 120mm, height: 120mm, margin: 10mm, fill: black)\n"
        '#image(bytes(sys.inputs.svg), format: "svg", width: 100mm)'
    )
    made = typst.compile(source.encode(), sys_inputs={"svg": drawing}, format="png", ppi=40 * dots)
    picture = made if isinstance(made, bytes) else made[0]
    return read_picture(picture)[0]


def read_picture(png):
    """Read every code in a picture, from the top."""
    return read_pixels(pixels(png))


def decoded(grid):
    """Read a code from its modules."""
    side, border = len(grid) * SCALE, QUIET * SCALE
    empty = [False] * (side + 2 * border)
    rows = [
        [*[False] * border, *(dark for dark in row for _ in range(SCALE)), *[False] * border]
        for row in grid
        for _ in range(SCALE)
    ]
    return read_pixels([*[empty] * border, *rows, *[empty] * border])[0]


def read_pixels(picture):
    """Read every code in rows of dark and light; a corrected error is one too many."""
    shades = bytes(0 if dark else 255 for row in picture for dark in row)
    image = memoryview(shades).cast("B", (len(picture), len(picture[0])))
    codes = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    if not codes:
        message = "there is no code"
        raise UnreadableError(message)
    read = []
    for code in sorted(codes, key=lambda one: (one.position.top_left.y, one.position.top_left.x)):
        if code.extra["UEC"] < 1:
            message = "a block has an error"
            raise UnreadableError(message)
        version = int(code.extra["Version"])
        _is_quiet(picture, code.position, 17 + 4 * version)
        read.append(Read(code.text, version, code.ec_level, code.extra["DataMask"]))
    return read


def _is_quiet(picture, position, side):
    """Refuse a code without the light border that the standard asks for."""
    corners = (position.top_left, position.bottom_right)
    width = (corners[1].x - corners[0].x) / side
    border = int(width * (QUIET - 0.5))
    left, top = corners[0].x - border, corners[0].y - border
    right, bottom = corners[1].x + border, corners[1].y + border
    if left < 0 or top < 0 or right >= len(picture[0]) or bottom >= len(picture):
        message = "the border is not quiet: it ends with the picture"
        raise UnreadableError(message)
    lines = (picture[top][left:right], picture[bottom][left:right])
    columns = ([row[x] for row in picture[top:bottom]] for x in (left, right))
    if any(any(line) for line in (*lines, *columns)):
        message = "the border is not quiet"
        raise UnreadableError(message)


def pixels(png):
    """Return a picture as dark and light, without a library for PNG."""
    at, data, width, height, channels = 8, b"", 0, 0, 0
    while at < len(png):
        length, kind = struct.unpack_from(">I4s", png, at)
        chunk = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", chunk)
            assert depth == 8
            channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
        elif kind == b"IDAT":
            data += chunk
        at += 12 + length
    raw, stride = zlib.decompress(data), width * channels
    before = bytes(width)
    found = []
    for row in range(height):
        start = row * (stride + 1)
        # One channel is enough of black on white; each is packed for itself.
        line = raw[start + 1 : start + 1 + stride : channels]
        before = _unfiltered(raw[start], line, before)
        found.append([value < DARKER for value in before])
    return found


def _unfiltered(kind, line, above):
    """Undo what PNG does to a line so that it packs well."""
    if kind == 0:
        return line
    if kind == 2:
        return bytes((one + up) & 255 for one, up in zip(line, above, strict=True))
    made, left, corner = bytearray(line), 0, 0
    for at, up in enumerate(above):
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + up) // 2
        else:
            nearest = left + up - corner
            guess = min((left, up, corner), key=lambda one: abs(nearest - one))
        left = made[at] = (made[at] + guess) & 255
        corner = up
    return bytes(made)


def penalty(grid):
    """Count the penalty of ISO/IEC 18004, 7.8.3.1, module by module."""
    side = len(grid)
    columns = [[row[j] for row in grid] for j in range(side)]
    found = 0
    for line in (*grid, *columns):
        lengths = [len(list(group)) for _, group in groupby(line)]
        found += sum(length - 2 for length in lengths if length >= 5)
        text = "".join("1" if dark else "0" for dark in line)
        text = f"0000{text}0000"
        for at in range(len(text) - 6):
            if text[at : at + 7] == "1011101" and (
                text[max(0, at - 4) : at] == "0000" or text[at + 7 : at + 11] == "0000"
            ):
                found += 40
    for above, below in pairwise(grid):
        for j in range(side - 1):
            found += 3 * (len({above[j], above[j + 1], below[j], below[j + 1]}) == 1)
    dark = sum(map(sum, grid))
    return found + 10 * (abs(20 * dark - 10 * side * side) // (side * side))
