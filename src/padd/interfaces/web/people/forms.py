"""Forms about people: a player's details, and the claim of a record."""

from __future__ import annotations

from padd.core.messages import message
from padd.interfaces.web.forms import (
    PageForm,
    choice_field,
    country_choices,
    text_field,
    tick_field,
    year_field,
)
from padd.services.people.people import PersonDetails


class PersonForm(PageForm):
    """A player: how to call them, and what only officials see."""

    handle = text_field(
        "Handle",
        hint="As on scorecards. It must not look like anyone else’s.",
        maxlength=40,
        required=True,
    )
    name = text_field("Name", maxlength=100, autocomplete="off")
    hides_name = tick_field(
        "Hide the name: everyone sees the handle, and only officials and directors see the name"
    )
    region = choice_field("Country", country_choices, empty="Prefer not to say")
    contact = text_field(
        "Contact", hint="Only officials see it.", maxlength=200, autocomplete="off"
    )
    birth_year = year_field(
        "Year of birth",
        hint="Only for Junior events, and never shown.",
        unreadable=message("Enter the year with four digits, such as 1987."),
    )

    def details(self) -> PersonDetails:
        """Return the person that was entered."""
        return PersonDetails(**self.cleaned_data)


class ClaimForm(PageForm):
    """The claim that a record is the player's own."""

    words = text_field(
        "How can we verify this?",
        hint="Where you played, your old handle or number, someone who knows you.",
        maxlength=300,
        required=True,
        autocomplete="off",
    )
