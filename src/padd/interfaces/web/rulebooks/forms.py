"""The form of an interim ruling."""

from __future__ import annotations

import json
from typing import Any, Final

from padd.interfaces.web.forms import PageForm, choice_field, date_field, text_area, text_field
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.rulebooks.interim_rulings import RulingForm

VALUE_ROWS: Final = 3
"""How many values one form takes."""


class RulingDraftForm(PageForm):
    """A ruling: what it says, where it is announced, and which values it changes."""

    places = {"values": "path-0"}  # noqa: RUF012 -- a constant of the class

    rulebook = choice_field(
        "Rulebook", lambda: [(name, rulebook(name).title) for name in rulebook_ids()]
    )
    title = text_field("Title", maxlength=120, required=True)
    about = text_area("What it says", maxlength=500, required=True)
    cite = text_field("Article that announces it", maxlength=300, required=True)
    in_force = date_field("From", required=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **kwargs)
        for row in range(VALUE_ROWS):
            self.fields[f"path-{row}"] = text_field("Value", list="rule-paths")
            self.fields[f"value-{row}"] = text_field("becomes")

    def ruling(self) -> RulingForm:
        """Return the ruling that was entered."""
        entered = self.cleaned_data
        return RulingForm(
            rulebook=entered["rulebook"],
            title=entered["title"],
            about=entered["about"],
            cite=entered["cite"],
            in_force=entered["in_force"],
            values={
                path: rulebook_value(entered[f"value-{row}"])
                for row in range(VALUE_ROWS)
                if (path := entered[f"path-{row}"].strip())
            },
        )


def rulebook_value(text: str) -> Any:  # noqa: ANN401 -- any value of a rulebook
    """Return a number, a list or yes and no as entered; anything else is a word."""
    try:
        return json.loads(text)
    except ValueError:
        return {"yes": True, "no": False}.get(text.strip(), text.strip())
