"""Forms of championships: applications, season plans, rights, challenges, regions."""

from __future__ import annotations

from typing import Any, Final

from padd.interfaces.web.forms import (
    PageForm,
    choice_field,
    date_field,
    hidden_field,
    number_field,
    text_area,
    text_field,
)
from padd.presentation.page_words import EDITIONS
from padd.rulebooks.loader import rulebook, rulebook_ids
from padd.services.championships.applications import ApplicationForm
from padd.services.championships.season_plans import PlanForm
from padd.store.queries.events.venues import list_regions

GAMES: Final = tuple(EDITIONS.items())
RIGHTS: Final = (
    ("1", "Bye in round 1"),
    ("12", "Byes in rounds 1 and 2"),
    ("100000", "Head start 100,000"),
    ("200000", "Head start 200,000"),
)
BYE_ROUNDS: Final = {"1": (1,), "12": (1, 2)}


def championship_kinds() -> list[tuple[str, str]]:
    """Return the kinds of championship of the newest guide, with their titles."""
    rules = rulebook(rulebook_ids()[0]).championships
    return [(kind, getattr(rules.events, kind).title) for kind in rules.allocation] if rules else []


class HostForm(PageForm):
    """An application to hold a championship."""

    kind = choice_field("Championship", championship_kinds)
    edition = choice_field("Game", GAMES, hint="Apply for each game separately.", initial="2E")
    region = choice_field(
        "Region", lambda: [(region.slug, region.name) for region in list_regions()]
    )
    first_day = date_field("First day", required=True)
    last_day = date_field("Last day", hint="Leave empty for a single day.")
    times = text_field("Times", hint="Such as 10:00 to 20:00.", maxlength=100)
    location = text_field("Location", maxlength=200, required=True)
    words = text_area("Why it should be held there", maxlength=2000)

    def application(self) -> ApplicationForm:
        """Return the application that was entered, with the days that can be read."""
        unread = dict.fromkeys(("first_day", "last_day"))
        return ApplicationForm(**{**unread, **self.cleaned_data})


class SeasonPlanForm(PageForm):
    """The season of a kind of championship and a game."""

    kind = choice_field("Championship", championship_kinds)
    edition = choice_field("Game", GAMES, initial="2E")
    year = number_field("Year", inputmode="numeric", maxlength=4, required=True)
    first_day = date_field("First day", required=True)
    last_day = date_field("Last day", required=True)
    applications_open = date_field("Applications open", hint="Leave empty for any time.")
    applications_close = date_field("Applications close", hint="Leave empty for no end date.")
    announcement = text_area("Announcement", maxlength=1000)
    masters_line = number_field(
        "Masters line",
        hint="Masters only: the points needed for an invitation.",
        inputmode="numeric",
        maxlength=5,
    )
    masters_award = text_area("What Masters points earn", maxlength=1000)

    def plan(self) -> PlanForm:
        """Return the plan that was entered."""
        return PlanForm(**self.cleaned_data | {"year": self.cleaned_data["year"] or 0})


class RightForm(PageForm):
    """A bye or a head start that the desk grants."""

    handle = text_field("Handle of the player", maxlength=40, required=True)
    edition = choice_field("Game", GAMES, initial="2E")
    what = choice_field("What", RIGHTS, initial="1")
    target = choice_field(
        "For",
        (("continental", "Continental Championship"), ("world", "World Championship")),
        initial="continental",
    )
    year = number_field(
        "Year", hint="Leave empty for the next one.", inputmode="numeric", maxlength=4
    )
    reason = text_field("Reason", maxlength=500, required=True)

    def arguments(self) -> dict[str, Any]:
        """Return the right: rounds of a bye, or points of a head start."""
        entered = dict(self.cleaned_data)
        what = entered.pop("what")
        points = int(what) if what.isdecimal() and what not in BYE_ROUNDS else 0
        return {**entered, "rounds": BYE_ROUNDS.get(what, ()), "points": points}


class SuggestionForm(PageForm):
    """A challenge that a member suggests."""

    title = text_field("Title", maxlength=120, required=True)
    words = text_area("What it is about", maxlength=2000)


class NominationForm(PageForm):
    """A challenge that the Chair nominates."""

    challenge = hidden_field()
    title = text_field("Title", maxlength=120, required=True)
    words = text_area("Announcement", maxlength=2000)
    event = text_field(
        "Event ID", hint="The last part of its address; you can add it later.", maxlength=16
    )
    prizes = text_area("Prizes, one per line")

    def arguments(self) -> dict[str, Any]:
        """Return the nomination with its prizes one by one."""
        entered = self.cleaned_data
        return entered | {
            "event": entered["event"].strip(),
            "prizes": entered["prizes"].splitlines(),
        }


class DrawingForm(PageForm):
    """The drawing of the prizes of a challenge."""

    challenge = hidden_field()


class RegionForm(PageForm):
    """A part of a country."""

    country = choice_field("Country")
    name = text_field("Region", maxlength=60, required=True)
