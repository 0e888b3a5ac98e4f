"""Forms of an account: offices and API tokens."""

from __future__ import annotations

from typing import Any, Final

from django import forms

from padd.interfaces.web.forms import PageForm, choice_field, date_field, text_field, ticks_field
from padd.services.access import offices
from padd.services.access.api_tokens import SCOPE_WORDS

TOKEN_DAYS: Final = (
    ("1", "One day"),
    ("7", "One week"),
    ("30", "30 days"),
    ("90", "90 days"),
    ("366", "One year"),
)


class OfficeForm(PageForm):
    """An office for an account."""

    email = text_field(
        "E-mail address they sign in with",
        widget=forms.EmailInput,
        maxlength=254,
        required=True,
        autocomplete="off",
    )
    office = choice_field("Office", initial="coordinator")
    area = choice_field("Area", offices.office_areas, empty="None", hint="For coordinators only.")
    until = date_field("Last day", hint="Leave empty if there is none.")


class TokenForm(PageForm):
    """A token: what it is for, how long, and what it may do."""

    label = text_field("What it is for", maxlength=60, required=True)
    days = choice_field("Valid for", TOKEN_DAYS, initial="30")
    scope = ticks_field(
        "Permissions", [(str(scope), words) for scope, words in SCOPE_WORDS.items()]
    )
    event = choice_field("Only for one event", empty="All my events")
    role = choice_field(
        "Its role at that event", (("director", "Director"), ("scorekeeper", "Scorekeeper"))
    )

    def arguments(self) -> dict[str, Any]:
        """Return the token that is asked for; without an event it has no role."""
        entered = self.cleaned_data
        return {
            "label": entered["label"],
            "scopes": entered["scope"],
            "days": int(entered["days"]) if entered["days"] in dict(TOKEN_DAYS) else 0,
            "event": entered["event"],
            "role": entered["role"] if entered["event"] else "",
        }
