"""Groups and seats of a draft, drawn from the secret and the words of the players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import refuse
from padd.core.rng import Rng, seed_for
from padd.rulebooks.schema import Rulebook, cite


def draft_groups(players: int, book: Rulebook) -> tuple[int, ...]:
    """Return the sizes of the groups, the largest first: few and about equal (FMT-6).

    The fewest groups that hold every player are the largest ones.
    """
    least, most = book.formats.draft.group_least, book.formats.draft.group_most
    if least is None or most is None:
        refuse(
            "no-drafts",
            message("{book} has no drafts.", book=book.title),
            "N",
            cite(book, "formats.draft.group_least"),
        )
    if players < least:
        refuse(
            "too-few-players",
            message(
                "A drafting group needs at least {least} players, not {players}.",
                least=least,
                players=players,
            ),
            "N",
            cite(book, "formats.draft.group_least"),
        )
    groups = -(-players // most)
    size, larger = divmod(players, groups)
    return (size + 1,) * larger + (size,) * (groups - larger)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def words_digest(words: Mapping[PlayerId, str]) -> str:
    """Return the fingerprint of the words that players added to the seed."""
    text = "".join(f"{player}\t{words[player]}\n" for player in sorted(words))
    return sha256(text.encode()).hexdigest()


def draw_seats(
    everybody: Sequence[PlayerId], book: Rulebook, *, secret: str, words: str
) -> tuple[tuple[PlayerId, ...], ...]:
    """Return the groups, the largest first, each in the order of its seats.

    The order of `everybody` decides; at a deal it is that of the ids.
    """
    order = Rng(seed_for("seats", secret, words), "seats").shuffled(everybody)
    groups, at = [], 0
    for size in draft_groups(len(everybody), book):
        groups.append(tuple(order[at : at + size]))
        at += size
    return tuple(groups)


def pack_seed(secret: str, words: str, *, group: int, seat: int, pack: int, redeals: int) -> int:
    """Return the seed of one pack; kits count downwards from minus one."""
    return seed_for("pack", secret, words, group, seat, pack, redeals)


def group_name(number: int) -> str:
    """Return what people call a group: A, B … Z, AA."""
    name = ""
    while number:
        number, letter = divmod(number - 1, len(LETTERS))
        name = LETTERS[letter] + name
    return name
