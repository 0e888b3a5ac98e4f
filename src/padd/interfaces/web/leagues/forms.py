"""Forms of leagues: the request for one, and the actions of its dashboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils import timezone

from padd.core.leagues.bonus_schemes import DeckFacts, MissionDone, Scheme
from padd.core.leagues.event_points import league_rules
from padd.core.leagues.qualification import QualifyingPlan
from padd.core.model import LeaguePart
from padd.interfaces.web.forms import (
    PageForm,
    ReasonForm,
    choice_field,
    hidden_field,
    number_field,
    text_area,
    text_field,
    tick_field,
    ticks_field,
)
from padd.interfaces.web.typed_numbers import parse_int, parse_typed_int
from padd.presentation import page_words
from padd.rulebooks.loader import rulebook
from padd.services.events import season_calendar
from padd.services.leagues import bonus, league_requests, season_events, seasons
from padd.services.refusal import NotFound

BOOKS: Final = ("opg-5", "opg-4.1")
SCHEMES: Final = (
    (Scheme.HEADQUARTERS, "Headquarters or affiliation"),
    (Scheme.PARTICIPATION, "Participation"),
    (Scheme.NEW_MISSION, "New missions"),
)
EDITIONS: Final = tuple((game, page_words.EDITIONS[game]) for game in ("1E", "2E"))


class LeagueRequestForm(PageForm):
    """A league that is asked for."""

    name = text_field("Name of the league", maxlength=80, required=True)
    handle = text_field(
        "Handle of the League Director", hint="Leave empty if it is you.", maxlength=60
    )
    committed = number_field(
        "Committed players", missing=0, type="number", min=1, max=200, required=True
    )
    place = text_field("Place", maxlength=80)
    edition = choice_field("Game", EDITIONS, initial="2E")
    rulebook = choice_field(
        "Rulebook", lambda: [(name, rulebook(name).title) for name in BOOKS], initial=BOOKS[0]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **kwargs)
        (newer, least), (older, fewer) = (
            (book.title, league_rules(book).forming.players) for book in map(rulebook, BOOKS)
        )
        hint = f"{least} at least ({newer}), {fewer} ({older})."
        self.fields["committed"].help_text = hint

    def arguments(self) -> dict[str, Any]:
        """Return the league that is asked for."""
        entered = self.cleaned_data
        return {
            "name": entered["name"],
            "director": entered["handle"],
            "committed": entered["committed"],
            "place": entered["place"],
            "edition": entered["edition"] or "2E",
            "rulebook_id": entered["rulebook"] or BOOKS[0],
        }


class SeasonForm(PageForm):
    """The announcement of a season."""

    year = number_field("Season")
    short = tick_field("Short")
    first = number_field("First half", missing=0)
    second = number_field("Second half")
    by_season = tick_field("By season")
    replaced = tick_field("Replaced")
    playoff_bonus = tick_field("Playoff bonus counts")
    scheme = ticks_field("Bonus", SCHEMES)

    def arguments(self) -> dict[str, Any]:
        """Return the season with its qualification and its bonus schemes."""
        entered = self.cleaned_data
        first, short = entered["first"], entered["short"]
        plan = QualifyingPlan(
            first_half=first,
            second_half=None if short else entered["second"] or first,
            basis="season" if entered["by_season"] else "half-season",
            replaced=entered["replaced"],
            playoff_bonus_counts=entered["playoff_bonus"],
        )
        return {
            "plan": seasons.AnnouncedSeason(
                year=entered["year"] or timezone.now().year,
                short=short,
                qualifying=plan,
                schemes=tuple(scheme for scheme, _ in SCHEMES if scheme in entered["scheme"]),
            )
        }


class YearForm(PageForm):
    """The year of a season."""

    year = number_field("Season", missing=0)


class PlacementForm(YearForm):
    """An event and its number in the season."""

    which = text_field("Event")
    number = number_field("Number", missing=0)

    def arguments(self) -> dict[str, Any]:
        """Return the event under the name that the service has for it."""
        return {
            "year": self.cleaned_data["year"],
            "event": self.cleaned_data["which"],
            "number": self.cleaned_data["number"],
        }


class RemovalForm(PageForm):
    """An event that leaves the season."""

    which = text_field("Event")

    def arguments(self) -> dict[str, Any]:
        """Return the event under the name that the service has for it."""
        return {"event": self.cleaned_data["which"]}


class SheetForm(ReasonForm):
    """Something about the bonus sheet of an event."""

    event = hidden_field()


class DeckBonusForm(SheetForm):
    """The deck of a player, as the bonus needs it."""

    person = hidden_field()
    headquarters = text_field("Headquarters")
    personnel = number_field("Personnel")
    non_aligned = number_field("Non-aligned")
    fitting = number_field("Fitting")

    def arguments(self) -> dict[str, Any]:
        """Return the facts of the deck as one value."""
        entered = dict(self.cleaned_data)
        facts = ("headquarters", "personnel", "non_aligned", "fitting")
        return {"deck": DeckFacts(**{name: entered.pop(name) for name in facts}), **entered}


class MissionBonusForm(SheetForm):
    """The missions of a player, one per line; a star marks those at a headquarters."""

    person = hidden_field()
    missions = text_area("Missions")

    def arguments(self) -> dict[str, Any]:
        """Return the missions one by one."""
        lines = self.cleaned_data["missions"].splitlines()
        missions = [
            MissionDone(title=line.lstrip("* "), headquarters=line.startswith("*"))
            for line in lines
        ]
        return {**self.cleaned_data, "missions": missions}


class HandBonusForm(SheetForm):
    """Points that the League Director gives by hand."""

    person = hidden_field()
    points = text_field("Points")

    def arguments(self) -> dict[str, Any]:
        """Return the points as a number, also a negative one."""
        try:
            points = parse_typed_int(self.cleaned_data["points"])
        except ValueError:
            points = 0
        return {**self.cleaned_data, "points": points}


class WithdrawalForm(ReasonForm):
    """A bonus that is withdrawn."""

    bonus = hidden_field()


class HalfForm(YearForm):
    """A half of the season that is closed."""

    part = hidden_field()

    def arguments(self) -> dict[str, Any]:
        """Return the half; another one is not found."""
        try:
            return {**self.cleaned_data, "part": LeaguePart(self.cleaned_data["part"])}
        except ValueError:
            raise NotFound("page") from None


class PlacesForm(SheetForm):
    """The places of an event that was played elsewhere."""

    def arguments(self) -> dict[str, Any]:
        """Return the place of each person."""
        places = {
            name.removeprefix("place-"): parse_int(self.data[name]) or 0
            for name in self.data
            if name.startswith("place-")
        }
        return {**self.cleaned_data, "places": places}


class DeputiesForm(PageForm):
    """The deputies of the League Director, with commas between them."""

    deputies = text_field("Deputies")

    def arguments(self) -> dict[str, Any]:
        """Return the handles one by one."""
        return {"handles": tuple(self.cleaned_data["deputies"].split(","))}


class SeedForm(PageForm):
    """The players of the Champions League who are there, and those admitted besides."""

    event = hidden_field()
    player = ticks_field("Players", ())
    waived = text_field("Other players to admit: handles, separated by commas", maxlength=300)
    reason = text_field("Reason for admitting players with fewer points", maxlength=300)

    def arguments(self) -> dict[str, Any]:
        """Return the players, and the reason for each one admitted besides."""
        entered = self.cleaned_data
        handles = [handle.strip() for handle in entered["waived"].split(",")]
        return {
            "event": entered["event"],
            "players": entered["player"],
            "waived": {
                league_requests.person_by_handle(handle).public_id: entered["reason"]
                for handle in handles
                if handle
            },
        }


LEAGUE_ACTIONS: Final[dict[str, tuple[type[PageForm], Callable[..., object]]]] = {
    "announce": (SeasonForm, seasons.announce_season),
    "place": (PlacementForm, season_events.place_event),
    "remove": (RemovalForm, season_events.remove_event),
    "deck": (DeckBonusForm, bonus.enter_deck),
    "missions": (MissionBonusForm, bonus.enter_missions),
    "hand": (HandBonusForm, bonus.give_by_hand),
    "withdraw": (WithdrawalForm, bonus.withdraw_bonus),
    "book": (SheetForm, bonus.book_sheet),
    "close": (HalfForm, seasons.close_half),
    "crown": (YearForm, seasons.crown_champion),
    "deputies": (DeputiesForm, league_requests.name_deputies),
    "fill": (YearForm, season_calendar.fill_calendar),
    "places": (PlacesForm, season_events.give_places),
}
"""The form and the service of each button of the dashboard."""
