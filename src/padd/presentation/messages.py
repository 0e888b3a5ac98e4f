"""Puts messages into words: gettext chooses the template, English is the source."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING, Final

from padd.core.messages import sentences

if TYPE_CHECKING:
    from padd.core.messages import Message
    from padd.core.refusal import Refusal

CATALOGUE: Final = NullTranslations()


def text(message: Message | None) -> str:
    """Return what a message says; nothing for no message."""
    return "" if message is None else message.render(_template)


def refusal_text(refusal: Refusal) -> str:
    """Return why something was refused and what to do instead."""
    return text(sentences(refusal.message, refusal.way_out))


def _template(message: Message) -> str:
    if message.plural:
        return CATALOGUE.ngettext(message.template, message.plural, message.count)
    return CATALOGUE.gettext(message.template)
