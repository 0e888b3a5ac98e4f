"""How the players of a draft are split into groups."""

from __future__ import annotations

from padd.core.messages import message
from padd.core.refusal import refuse
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
