"""Whether the promos of a league season may be played on a day (LEAG-13)."""

from __future__ import annotations

from datetime import date

from padd.core.leagues.calendar import promos_playable, promos_printable
from padd.core.leagues.event_points import league_rules
from padd.rulebooks.schema import cite
from padd.services.leagues.points import season_book
from padd.store.models import Season


def promo_words(season: Season, day: date) -> tuple[str, str]:
    """Return what may be done with the promos, and the section that says so."""
    book = season_book(season)
    rules = league_rules(book)
    if promos_playable(day, rules, season.year):
        words = "Anyone may print and play the promos of this season."
    elif promos_printable(day, rules, season.year):
        words = "Promos of this season can be printed; they are legal in league events."
    else:
        words = "Promos of this season are won and legal in league events only."
    return words, cite(book, "leagues.promos.free_from")
