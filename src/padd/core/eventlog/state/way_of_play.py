"""How an online event is played: program, voice chat, and whether rounds extend."""

from __future__ import annotations

from typing import Final

from padd.core.messages import message
from padd.core.model import StrictStruct
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

ANY: Final = "any"
"""What the voice is where the players choose it."""


class WayOfPlay(StrictStruct, frozen=True, kw_only=True):
    """What is announced of how the games of an online event are played."""

    software: str
    plugin: str = ""
    version: str = ""
    """Of the plugin, so that both players have the same cards."""
    voice: str = ""
    round_days: int | None = None
    no_extensions_from: int | None = None
    """The first round for which it was announced that deadlines stay (§13.4)."""


def usual_way_of_play(book: Rulebook, edition: str) -> WayOfPlay | None:
    """Return the way that the rulebook names; None where it has no online play."""
    rules = book.online
    if rules is None:
        return None
    voice = "" if rules.voice == ANY else rules.voice
    return WayOfPlay(software=rules.software, plugin=rules.plugins.get(edition, ""), voice=voice)


def way_of_play_objection(software: str, voice: str, reason: str, book: Rulebook) -> Refusal | None:
    """Refuse another program or voice than the rulebook's without a reason (AMB-144).

    It costs no sanction: software is not among its conditions.
    """
    rules = book.online
    if rules is None:
        return Refusal(
            "no-online-play", message("{title} has no rules for online play.", title=book.title)
        )
    if not voice:
        return Refusal(
            "voice-missing",
            message("Choose how players talk to each other, or leave it to them."),
            rule=cite(book, "online.voice"),
        )
    other = software.casefold() != rules.software.casefold()
    spoken = rules.voice != ANY and voice.casefold() != rules.voice.casefold()
    if (other or spoken) and not reason.strip():
        path = "online.software" if other else "online.voice"
        needed = rules.software if other else rules.voice
        return Refusal(
            "reason-missing",
            message(
                "The rulebook asks for {needed}: give a reason for doing it differently.",
                needed=needed,
            ),
            rule=cite(book, path),
            way_out=message("Give a reason; players see it."),
        )
    return None


def extension_objection(way: WayOfPlay | None, number: int, book: Rulebook) -> Refusal | None:
    """Refuse a longer deadline where it was announced that there will be none."""
    rules = book.online
    if way is None or way.no_extensions_from is None or rules is None:
        return None
    if not rules.no_extensions_announced or number < way.no_extensions_from:
        return None
    return Refusal(
        "no-extensions",
        message(
            "As announced, deadlines are fixed from round {number} on.",
            number=way.no_extensions_from,
        ),
        rule=cite(book, "online.no_extensions_announced"),
        way_out=message("Decide who was responsible."),
    )
