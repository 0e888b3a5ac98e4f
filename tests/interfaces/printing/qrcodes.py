"""An own reader of QR codes, from a picture to the text, for tests.

It shares nothing with what draws the codes: it finds the three corners in a picture,
reads the modules, checks the format against every allowed one, takes the mask off,
parts the blocks, and believes the text only if all Reed-Solomon syndromes are zero.
Tables are those of ISO/IEC 18004:2015, for sizes that addresses need.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby, pairwise

import typst

Grid = list[list[bool]]

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _: i % 2 == 0,
    lambda _, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)
LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
# By version and level: check words of a block, then (blocks, data words) in groups.
BLOCKS: dict[tuple[int, str], tuple[int, tuple[tuple[int, int], ...]]] = {
    (1, "M"): (10, ((1, 16),)),
    (1, "Q"): (13, ((1, 13),)),
    (1, "H"): (17, ((1, 9),)),
    (2, "M"): (16, ((1, 28),)),
    (2, "Q"): (22, ((1, 22),)),
    (2, "H"): (28, ((1, 16),)),
    (3, "M"): (26, ((1, 44),)),
    (3, "Q"): (18, ((2, 17),)),
    (3, "H"): (22, ((2, 13),)),
    (4, "M"): (18, ((2, 32),)),
    (4, "Q"): (26, ((2, 24),)),
    (4, "H"): (16, ((4, 9),)),
    (5, "M"): (24, ((2, 43),)),
    (5, "Q"): (18, ((2, 15), (2, 16))),
    (5, "H"): (22, ((2, 11), (2, 12))),
    (6, "M"): (16, ((4, 27),)),
    (6, "Q"): (24, ((4, 19),)),
    (6, "H"): (28, ((4, 15),)),
    (7, "M"): (18, ((4, 31),)),
    (7, "Q"): (18, ((2, 14), (4, 15))),
    (8, "M"): (22, ((2, 38), (2, 39))),
    (8, "Q"): (22, ((4, 18), (2, 19))),
}
ALIGNMENT = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
}
FROM_VERSION_7 = 7
DARKER = 100


class UnreadableError(Exception):
    """There is no code here, or it is damaged."""


@dataclass(frozen=True)
class Read:
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
    return [decoded(grid) for grid in grids(pixels(png))]


def pixels(png):
    """Return a picture as dark and light, by its own PNG reader."""
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
    found: Grid = []
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


def grids(picture):
    """Yield the modules of every code in a picture: three corners make one."""
    corners = _corners(picture)
    while corners:
        top = min(corners, key=lambda one: (round(one[0]), one[1]))
        rest = [one for one in corners if one != top]
        beside = [one for one in rest if abs(one[0] - top[0]) < top[2]]
        below = [one for one in rest if abs(one[1] - top[1]) < top[2]]
        if not beside or not below:
            message = "a corner stands alone"
            raise UnreadableError(message)
        right = min(beside, key=lambda one: one[1])
        left = min(below, key=lambda one: one[0])
        corners = [one for one in rest if one not in {right, left}]
        yield _sampled(picture, top, right, left)


def _corners(picture):
    """Find finder patterns: middle row, middle column, width of a module."""
    found: list[tuple[float, float, float]] = []
    for y in range(0, len(picture), 2):
        for x, size in _ratios(picture[y]):
            top = max(0, y - round(6 * size))
            column = [line[round(x)] for line in picture[top : y + round(6 * size)]]
            for down, tall in _ratios(column):
                near = abs(top + down - y) <= 2 and abs(tall - size) < size / 4
                if near and not any(
                    abs(top + down - b) < 3 * size and abs(x - a) < 3 * size for b, a, _ in found
                ):
                    found.append((top + down, x, size))
    return found


def _ratios(line):
    """Yield where dark and light stand as 1 1 3 1 1, with the width of a module."""
    runs: list[tuple[bool, int, int]] = []
    at = 0
    for shade, group in groupby(line):
        length = len(list(group))
        runs.append((shade, at, length))
        at += length
    for first in range(len(runs) - 4):
        five = runs[first : first + 5]
        if not five[0][0]:
            continue
        size = sum(length for _, _, length in five) / 7
        wanted = (1, 1, 3, 1, 1)
        if size >= 2 and all(
            abs(length - share * size) <= max(1.0, size / 2)
            for (_, _, length), share in zip(five, wanted, strict=True)
        ):
            middle = five[2]
            yield middle[1] + (middle[2] - 1) / 2, size


def _sampled(picture, top, right, left):
    across = (right[1] - top[1]) / top[2] + 7
    side = round((across - 17) / 4) * 4 + 17
    step_x, step_y = (right[1] - top[1]) / (side - 7), (left[0] - top[0]) / (side - 7)
    if abs(step_x - step_y) > step_x / 20:
        message = "the code is not square"
        raise UnreadableError(message)
    x0, y0 = top[1] - 3 * step_x, top[0] - 3 * step_y
    _is_quiet(picture, x0, y0, step_x, side)
    return [
        [picture[round(y0 + i * step_y)][round(x0 + j * step_x)] for j in range(side)]
        for i in range(side)
    ]


def _is_quiet(picture, x0, y0, step, side):
    """Refuse a code without four light modules around it."""
    for ring in range(1, 5):
        low, high = -ring, side - 1 + ring
        for k in range(low, high + 1):
            for i, j in ((low, k), (high, k), (k, low), (k, high)):
                y, x = round(y0 + i * step), round(x0 + j * step)
                inside = 0 <= y < len(picture) and 0 <= x < len(picture[0])
                if not inside or picture[y][x]:
                    message = f"the border is not quiet at module {i}, {j}"
                    raise UnreadableError(message)


def decoded(grid):
    """Read the modules of a code."""
    version = (len(grid) - 17) // 4
    level, mask = _format(grid)
    words = _words(grid, version, mask)
    data = _data(words, version, level)
    return Read(_text(data), version, level, mask)


def _format(grid):
    """Return level and mask; both copies have to say the same, without an error."""
    side = len(grid)
    spots = [(8, j) for j in (0, 1, 2, 3, 4, 5, 7, 8)]
    spots += [(i, 8) for i in (7, 5, 4, 3, 2, 1, 0)]
    others = [(side - 1 - k, 8) for k in range(7)]
    others += [(8, side - 8 + k) for k in range(8)]
    copies = [
        int("".join("1" if grid[i][j] else "0" for i, j in one), 2) for one in (spots, others)
    ]
    allowed = {_format_bits(data): data for data in range(32)}
    if copies[0] != copies[1] or copies[0] not in allowed:
        message = "the format cannot be read"
        raise UnreadableError(message)
    data = allowed[copies[0]]
    return LEVELS[data >> 3], data & 7


def _format_bits(data):
    rest = data << 10
    for bit in range(14, 9, -1):
        if rest >> bit & 1:
            rest ^= 0b10100110111 << (bit - 10)
    return (data << 10 | rest) ^ 0b101010000010010


def _is_function(i, j, version):
    side = 17 + 4 * version
    corner = (i < 9 and j < 9) or (i < 9 and j >= side - 8) or (i >= side - 8 and j < 9)
    if corner or 6 in {i, j}:
        return True
    centres = ALIGNMENT[version]
    last = centres[-1] if centres else 0
    for y in centres:
        for x in centres:
            at_a_corner = (y, x) in {(6, 6), (6, last), (last, 6)}
            if not at_a_corner and abs(i - y) <= 2 and abs(j - x) <= 2:
                return True
    if version < FROM_VERSION_7:
        return False
    return (i < 6 and j >= side - 11) or (j < 6 and i >= side - 11)


def _words(grid, version, mask):
    """Read the words along the snake, with the mask taken off."""
    side, bits = len(grid), list[bool]()
    column, upwards = side - 1, True
    while column > 0:
        if column == 6:
            column -= 1
        rows = range(side - 1, -1, -1) if upwards else range(side)
        for i in rows:
            bits += [
                grid[i][j] ^ MASKS[mask](i, j)
                for j in (column, column - 1)
                if not _is_function(i, j, version)
            ]
        column, upwards = column - 2, not upwards
    whole = len(bits) // 8 * 8
    return [
        int("".join("1" if bit else "0" for bit in bits[at : at + 8]), 2)
        for at in range(0, whole, 8)
    ]


def _data(words, version, level):
    """Part the words into blocks, check each, and put the data together."""
    checks, groups = BLOCKS[version, level]
    sizes = [size for count, size in groups for _ in range(count)]
    blocks: list[list[int]] = [[] for _ in sizes]
    stream = iter(words)
    for at in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if at < size:
                block.append(next(stream))
    data = [word for block in blocks for word in block]
    for _ in range(checks):
        for block in blocks:
            block.append(next(stream))
    for block in blocks:
        if any(_syndromes(block, checks)):
            message = "a block has an error"
            raise UnreadableError(message)
    return data


def _syndromes(block, checks):
    """Yield the block as a polynomial at the roots of the generator; all must be 0."""
    for power in range(checks):
        root, value = _power(power), 0
        for word in block:
            value = _times(value, root) ^ word
        yield value


def _power(exponent):
    value = 1
    for _ in range(exponent):
        value = _times(value, 2)
    return value


def _times(one, other):
    """Multiply in the field of 256 elements, modulo x^8+x^4+x^3+x^2+1."""
    product = 0
    while other:
        if other & 1:
            product ^= one
        one <<= 1
        if one & 0x100:
            one ^= 0x11D
        other >>= 1
    return product


def _text(data):
    """Read the segments: bytes, letters and figures, as sizes up to 9 count them."""
    bits = "".join(f"{word:08b}" for word in data)
    said, at = b"", 0

    def take(count):
        nonlocal at
        at += count
        return int(bits[at - count : at], 2)

    while len(bits) - at >= 4:
        mode = take(4)
        if mode == 0:
            break
        if mode == 0b0100:
            said += bytes(take(8) for _ in range(take(8)))
        elif mode == 0b0010:
            said += _letters(take, take(9))
        elif mode == 0b0001:
            said += _figures(take, take(10))
        else:
            message = f"mode {mode} is not known here"
            raise UnreadableError(message)
    return said.decode()


LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"


def _letters(take, count):
    said = ""
    for _ in range(count // 2):
        first, second = divmod(take(11), 45)
        said += LETTERS[first] + LETTERS[second]
    return (said + (LETTERS[take(6)] if count % 2 else "")).encode()


def _figures(take, count):
    said = "".join(f"{take(10):03d}" for _ in range(count // 3))
    rest = count % 3
    return (said + (f"{take((0, 4, 7)[rest]):0{rest}d}" if rest else "")).encode()


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
