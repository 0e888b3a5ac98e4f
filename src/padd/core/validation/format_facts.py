"""Refuse a bracket, pods or a final day that cannot be played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from padd.core.formats.registry import format_of
from padd.core.messages import message
from padd.core.model import BRACKET_STYLES, Edition, Event, PlayerId
from padd.core.refusal import cite_refusals, refuse
from padd.rulebooks.schema import Rulebook

MATCH_PLAY_KEYS: Final = ("bracket", "best_of")
TRIBBLES_KEYS: Final = ("cut",)
LETS_BACK_IN: Final = ("readmitted",)


def check_play(event: Event, book: Rulebook) -> None:
    """Refuse an event whose rounds its own bracket or pods do not allow."""
    with cite_refusals(book):
        _check_play(event, book)


def _check_play(event: Event, book: Rulebook) -> None:
    _check_style(event)
    _check_keys(event, book)
    _check_heats(event)
    for key in (*TRIBBLES_KEYS, *LETS_BACK_IN):
        _check_ids(getattr(event, key), key, event)
    format_of(event).check(event, book)


def _check_style(event: Event) -> None:
    in_pods = format_of(event).in_pods
    wrong_game = in_pods and event.edition is not Edition.TRIBBLES
    wrong_style = in_pods and event.pairing_style in BRACKET_STYLES
    if wrong_game or wrong_style:
        refuse(
            "style-outside-edition",
            message(
                '{edition} is not played in the style "{pairing_style}".',
                edition=event.edition,
                pairing_style=event.pairing_style,
            ),
            "pairing_style",
        )


def _check_keys(event: Event, book: Rulebook) -> None:
    """Refuse keys that belong to another kind of play."""
    play = format_of(event)
    for keys, allowed, where in (
        (MATCH_PLAY_KEYS, play.has_bracket, "match play"),
        (TRIBBLES_KEYS, play.in_pods, "Tribbles"),
        (LETS_BACK_IN, play.in_pods or book.conduct.quitter_excluded, "Tribbles"),
    ):
        for key in keys:
            if getattr(event, key) and not allowed:
                refuse(
                    "key-out-of-place",
                    message('"{key}" belongs to {where}.', key=key, where=where),
                    key,
                )


def _check_heats(event: Event) -> None:
    everybody: list[PlayerId] = []
    for index, heat in enumerate(event.heats):
        place = f"heats[{index}]"
        if heat.qualifiers < 1:
            reason = message('"{name}" needs at least one qualifier.', name=heat.name)
            refuse("no-qualifiers", reason, f"{place}.qualifiers", "brackets.heats.announced")
        if len(heat.qualified) > heat.qualifiers:
            reason = message(
                '"{heat}" was announced with {announced} qualifiers; {number} are listed.',
                announced=heat.qualifiers,
                heat=heat.name,
                number=len(heat.qualified),
            )
            refuse("plan-locked", reason, f"{place}.qualified", "brackets.heats.announced")
        _check_ids(heat.qualified, f"{place}.qualified", event, before=everybody)
        everybody.extend(heat.qualified)


def _check_ids(
    ids: Iterable[PlayerId], place: str, event: Event, *, before: Iterable[PlayerId] = ()
) -> None:
    known = {player.id for player in event.players}
    seen = set(before)
    for index, player in enumerate(ids):
        if player not in known:
            reason = message('There is no player "{player}".', player=player)
            refuse("unknown-player", reason, f"{place}[{index}]")
        if player in seen:
            reason = message('"{player}" appears twice.', player=player)
            refuse("double-id", reason, f"{place}[{index}]")
        seen.add(player)
