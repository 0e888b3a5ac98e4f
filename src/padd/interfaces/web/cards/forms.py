"""Forms of card data: a file that is uploaded, and lines of lists edited by hand."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, Final

import msgspec

from padd.core.cards.printing import EDITIONS, ListKind
from padd.core.messages import Message, message
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.forms import PageForm, choice_field, file_field, hidden_field, text_field
from padd.presentation import page_words
from padd.services.cards import card_lists
from padd.services.text_fields import normalize_line

LIST_KINDS: Final[dict[ListKind, str]] = {
    "banned": "Banned",
    "retired": "Hall of Fame: retired",
    "core": "Core of Block",
    "block": "Current and previous block",
    "converted": "Converted cards",
    "printable": "Printable promos",
    "watermarked": "Watermarked",
    "allowed": "Exception: allowed",
    "forbidden": "Exception: not allowed",
    "errata": "Errata",
    "league": "League promos",
}


def rules_choices() -> list[tuple[str, str]]:
    """Return the rules sets of every edition."""
    return [
        (name, f"{name} ({edition})")
        for edition in EDITIONS
        for name in card_lists.known_rules(edition)
    ]


def unreadable_line() -> RefusalError:
    """Return the refusal of a line whose kind, edition or days cannot be read."""
    return RefusalError(
        Refusal(
            code="bad-list-line",
            message=message("Enter a kind of list, an edition and a day."),
            rule=card_lists.RULE,
            place="in_force",
        )
    )


class CardFileForm(PageForm):
    """A file with card data."""

    file = file_field(
        "CSV with printings, sets or a card list", accept=".csv,.txt,.tsv", required=True
    )
    edition = choice_field(
        "Edition, if the file does not say", tuple(page_words.EDITIONS.items()), initial="1E"
    )


class CardLineForm(PageForm):
    """A card on a list, from a day on."""

    list = choice_field("List", tuple(LIST_KINDS.items()))
    edition = choice_field("Edition", tuple(page_words.EDITIONS.items()), initial="1E")
    rules = choice_field("Rules set", rules_choices, empty="Any")
    title = text_field("Title", hint="As printed. Leave it empty to list a whole set.")
    set = text_field("Set")
    number = text_field("Number")
    announced = text_field("Announced", type="date")
    in_force = text_field("In force from", type="date", required=True)
    until = text_field(
        "Removed from the list on", hint="Leave empty if there is no end date.", type="date"
    )
    source = text_field("Source", hint="Where it was published.")

    def arguments(self) -> dict[str, Any]:
        """Return the line that was entered."""
        cells = {name: normalize_line(cell) for name, cell in self.cleaned_data.items()}
        entered = {name: cell for name, cell in cells.items() if cell}
        try:
            return {"line": msgspec.convert(entered, card_lists.CardListLine, strict=False)}
        except msgspec.ValidationError as error:
            raise unreadable_line() from error


class EndLineForm(PageForm):
    """The day on which a card leaves a list."""

    line = hidden_field()
    until = text_field("Removed from the list on", type="date")

    def arguments(self) -> dict[str, Any]:
        """Return the line and the day."""
        try:
            until = date.fromisoformat(self.cleaned_data["until"])
        except ValueError as error:
            raise unreadable_line() from error
        return {"line": self.cleaned_data["line"], "until": until}


class RemoveLineForm(PageForm):
    """A line that is removed."""

    line = hidden_field()


LIST_ACTIONS: Final[dict[str, tuple[type[PageForm], Callable[..., object], Message]]] = {
    "add": (CardLineForm, card_lists.add_card_list_line, message("Added to the list.")),
    "end": (
        EndLineForm,
        card_lists.end_card_list_line,
        message("Removed from the list from that day on."),
    ),
    "remove": (RemoveLineForm, card_lists.remove_card_list_line, message("Removed.")),
}
"""The form and the service of each button of the lists, and the notice afterwards."""
