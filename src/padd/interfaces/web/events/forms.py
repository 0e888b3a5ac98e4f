"""Forms of events: venues, helpers, registrations."""

from __future__ import annotations

from typing import Final

from django import forms

from padd.core.messages import message
from padd.interfaces.web.forms import (
    PageForm,
    choice_field,
    country_choices,
    number_field,
    text_field,
    year_field,
)
from padd.services.events.regions import zone_of_region
from padd.services.events.venues import VenueDetails
from padd.services.local_time import zone_names

CONTINENTS: Final = (
    *("Africa", "America", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
)
HELPER_ROLES: Final = (
    ("director", "Director: everything on the day"),
    ("scorekeeper", "Scorekeeper: players and results"),
    ("judge", "Judge: views the event"),
    ("display", "Display: the screen in the room"),
)


def zones_by_continent() -> list[tuple[str, list[str]]]:
    """Return the time zones by continent."""
    names = sorted(zone_names())
    return [(part, [name for name in names if name.startswith(f"{part}/")]) for part in CONTINENTS]


def zone_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the time zones as choices, in groups."""
    return [(part, [(name, name) for name in names]) for part, names in zones_by_continent()]


class VenueForm(PageForm):
    """A venue: where it is and how to reach it."""

    name = text_field("Name", maxlength=100, required=True)
    street = text_field("Street", maxlength=200)
    postcode = text_field("Postcode", maxlength=20)
    town = text_field("Town", maxlength=100, required=True)
    region = choice_field("Country", country_choices, empty="Choose")
    time_zone = choice_field("Time zone", zone_choices, empty="Same as the country")
    phone = text_field("Phone", widget=forms.TelInput, maxlength=40)
    email = text_field("E-mail", widget=forms.EmailInput, maxlength=254)
    website = text_field("Website", widget=forms.URLInput, maxlength=200)

    def details(self) -> VenueDetails:
        """Return the venue that was entered, in the time zone of its country if none is named."""
        values = dict(self.cleaned_data)
        values["time_zone"] = values["time_zone"] or zone_of_region(values["region"])
        return VenueDetails(**values)


class InviteForm(PageForm):
    """An invitation for one helper."""

    role = choice_field("Role", HELPER_ROLES)
    label = text_field("Who it is for", maxlength=60)
    hours = number_field(
        "Valid for (hours)", initial=24, type="number", min=1, max=744, inputmode="numeric"
    )


class RegistrationForm(PageForm):
    """The registration of an account; Junior events ask for the year of birth."""

    birth_year = year_field(
        "Year of birth",
        hint="Junior events ask for it. It is never shown.",
        unreadable=message("Enter the year of birth with four digits, such as 2012."),
    )


class GuestForm(PageForm):
    """The registration of a guest, confirmed by e-mail."""

    name = text_field("Your name", maxlength=100, autocomplete="name", required=True)
    email = text_field(
        "Your e-mail address",
        widget=forms.EmailInput,
        maxlength=254,
        autocomplete="email",
        required=True,
    )

    def clean_email(self) -> str:
        """Return the address in one spelling."""
        return str(self.cleaned_data["email"]).strip().lower()
