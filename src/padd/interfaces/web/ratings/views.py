"""Rating lists, seasons of the community, and news of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, TypedDict

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from markupsafe import Markup

from padd.interfaces.web.delivery.feeds import KIND, News, atom_feed, file_response
from padd.interfaces.web.ratings.season_cards import card_png, season_card
from padd.interfaces.web.request_actor import actor_of
from padd.presentation import page_words
from padd.presentation.events.event_rows import place_line
from padd.presentation.ratings import figures
from padd.presentation.ratings.career import rating_explanation
from padd.presentation.svg.season_card import season_card_svg
from padd.services.people.search import search_people
from padd.services.ratings import careers, ratings
from padd.services.ratings.seasons import CommunitySeason, community_season, season_years
from padd.store.columns.packed_ratings import SeriesName
from padd.store.queries.eventlog import recently_finished_events
from padd.store.queries.events.venues import RegionName, list_regions
from padd.store.queries.ratings.generation import one_generation
from padd.store.queries.ratings.lists import (
    PersonRating,
    RatingPage,
    all_series,
    rating_runs,
    ratings_of,
    ratings_of_person,
    ratings_status,
)

GAMES: Final = ("1E", "2E", "TR")
FIRST_GAME: Final = "2E"
PAGE: Final = 50
LONGEST: Final = 80
MOST_FOUND: Final = 20
MOST_DIGITS: Final = 6


@require_safe
@one_generation()
def show_rating_lists(request: HttpRequest) -> HttpResponse:
    """Show a rating list: by game, list, region, and who played in the last year.

    A search with hits shows them instead of the list.
    """
    query, actor = request.GET, actor_of(request)
    known = all_series()
    series = _series(query, known)
    regions = list_regions()
    chosen = _wanted(query, regions)
    text = query.get("q", "").strip()[:LONGEST]
    hits = _found(request, text, series) if text else []
    own = careers.own_profile_id(actor)
    context = {
        "section": "rating-lists",
        "page": None if hits else _page(request, series, chosen),
        "title": figures.list_title(series),
        "series": series,
        "games": _games(series, known),
        "lists": _lists(series, known),
        "keepers": sorted({series_.keeper for series_ in known}),
        "wanted": chosen,
        "countries": tuple(region for region in regions if region.area != "online"),
        "areas": page_words.AREAS,
        "sought": text,
        "found": hits,
        "own": own,
        "own_rating": _own_rating(own, series),
        "standing": ratings_status(now=timezone.now()),
        "words_of": figures,
        "how": rating_explanation(),
        "size": PAGE,
    }
    return render(request, "ratings/lists.html", context)


class RatingFilter(TypedDict):
    """Whom a list is cut to."""

    region: str
    area: str
    active: bool


def _wanted(query: QueryDict, regions: Iterable[RegionName]) -> RatingFilter:
    """Return whom the list is cut to; nonsense cuts nothing."""
    region, area = query.get("region", ""), query.get("area", "")
    return {
        "region": region if region in {region.slug for region in regions} else "",
        "area": area if area in page_words.AREAS else "",
        "active": query.get("active", "") == "yes",
    }


def _page(request: HttpRequest, series: SeriesName, chosen: RatingFilter) -> RatingPage:
    number = request.GET.get("page", "1")
    return ratings.rating_list(
        by=actor_of(request),
        now=timezone.now(),
        edition=series.edition,
        list_=series.list,
        keeper=series.keeper,
        page=int(number) if number.isdecimal() and len(number) <= MOST_DIGITS else 1,
        size=PAGE,
        **chosen,
    )


def _series(query: QueryDict, known: tuple[SeriesName, ...]) -> SeriesName:
    """Return the list that is asked for; nonsense asks for the usual one."""
    keeper = query.get("keeper", "")
    keeper = keeper if keeper in {series.keeper for series in known} else ""
    own = ratings.series_named("", "", keeper).keeper
    there = {(series.edition, series.list) for series in known if series.keeper == own}
    games = sorted({edition for edition, _ in there}) or [FIRST_GAME]
    game = query.get("game", "")
    if game not in GAMES:
        game = FIRST_GAME if FIRST_GAME in games else games[0]
    names = ratings.lists(own)
    list_ = query.get("list", "")
    if list_ not in names:
        ranked = sorted(names, key=figures.LIST_ORDER.index)
        has = [name for name in ranked if (game, name) in there]
        list_ = (has or ranked)[0]
    return ratings.series_named(game, list_, own)


def _games(series: SeriesName, known: tuple[SeriesName, ...]) -> list[tuple[str, str, bool]]:
    """Return the games to choose from: value, word, whether there is a rating."""
    there = {one.edition for one in known if one.keeper == series.keeper}
    return [(game, page_words.EDITIONS[game], game in there) for game in GAMES]


def _lists(series: SeriesName, known: tuple[SeriesName, ...]) -> list[tuple[str, str, bool]]:
    there = {
        one.list for one in known if (one.keeper, one.edition) == (series.keeper, series.edition)
    }
    names = sorted(ratings.lists(series.keeper), key=figures.LIST_ORDER.index)
    return [(name, page_words.capitalised(name), name in there) for name in names]


def _found(request: HttpRequest, text: str, series: SeriesName) -> list[tuple[Any, str]]:
    """Return who is meant by a search, with the rating of this list."""
    hits = search_people(by=actor_of(request), now=timezone.now(), text=text, limit=MOST_FOUND)
    ratings_now = ratings_of([person.public_id for person in hits], series)
    return [
        (
            person,
            figures.whole_rating(ratings_now[person.public_id])
            if person.public_id in ratings_now
            else "",
        )
        for person in hits
    ]


def _own_rating(own: str, series: SeriesName) -> PersonRating | None:
    own_ratings = ratings_of_person(own) if own else ()
    return next((rating for rating in own_ratings if rating.series == series), None)


@require_safe
def rating_news(request: HttpRequest) -> HttpResponse:
    """Hand out when the ratings were calculated, and how many changed."""
    page = request.build_absolute_uri(reverse("rating-lists"))
    runs = [run for run in rating_runs() if run.ended_well and run.ended_at]
    body = atom_feed(
        (
            News(
                title=f"Ratings: {page_words.count(run.changed, 'change')}",
                address=f"{page}#generation-{run.generation}",
                at=run.ended_at or run.started_at,
                words=f"{page_words.count(run.events, 'event')} calculated; "
                f"{page_words.count(run.changed, 'rating')} changed.",
            )
            for run in runs
        ),
        title="PADD: rating lists",
        address=request.build_absolute_uri(),
        page=page,
        empty_at=timezone.now().replace(hour=0, minute=0, second=0, microsecond=0),
    )
    return file_response(request, body, kind=KIND, name="ratings.atom", inline=True)


@require_safe
def result_news(request: HttpRequest) -> HttpResponse:
    """Hand out the events that have ended, with their winners."""
    ended = recently_finished_events(now=timezone.now(), processed=settings.HOSTED)
    won = careers.event_winners(
        [event.line.public_id for event in ended], by=actor_of(request), now=timezone.now()
    )

    def event_news() -> Iterator[News]:
        for event in ended:
            line = event.line
            place = reverse("results", args=(line.public_id,))
            winner = won.get(line.public_id)
            sentence = f"Won by {winner[0].name}. " if winner else ""
            facts = (page_words.EDITIONS[line.edition], place_line(line))
            yield News(
                title=line.name,
                address=request.build_absolute_uri(place),
                at=event.at,
                words=f"{sentence}{', '.join(filter(None, facts))}.",
            )

    body = atom_feed(
        event_news(),
        title="PADD: results",
        address=request.build_absolute_uri(),
        page=request.build_absolute_uri(reverse("calendar") + "?when=past"),
        empty_at=timezone.now().replace(hour=0, minute=0, second=0, microsecond=0),
    )
    return file_response(request, body, kind=KIND, name="results.atom", inline=True)


@require_safe
def show_seasons(request: HttpRequest) -> HttpResponse:
    """Show the years that are on record."""
    context = {"section": "rating-lists", "years": season_years()}
    return render(request, "ratings/seasons.html", context)


def _season(request: HttpRequest, year: int) -> CommunitySeason:
    return community_season(year=year, by=actor_of(request), now=timezone.now())


@require_safe
def show_season(request: HttpRequest, year: int) -> HttpResponse:
    """Show a year of the community."""
    season_ = _season(request, year)
    years = season_years()
    context = {
        "section": "rating-lists",
        "season": season_,
        "facts": season_.facts,
        "called_as": season_.called,
        "whole": figures.whole_rating,
        # The picture escapes everything that it writes.
        "picture": Markup(season_card_svg(season_card(season_))),  # noqa: S704
        "earlier": next((year_ for year_ in years if year_ < year), None),
        "later": next((year_ for year_ in reversed(years) if year_ > year), None),
    }
    return render(request, "ratings/season.html", context)


@require_safe
def season_svg(request: HttpRequest, year: int) -> HttpResponse:
    """Draw the picture of the community's year."""
    body = season_card_svg(season_card(_season(request, year))).encode()
    name = f"padd-{year}.svg"
    return file_response(request, body, kind="image/svg+xml", name=name, inline=True)


@require_safe
def season_png(request: HttpRequest, year: int) -> HttpResponse:
    """Hand out the picture of the community's year as PNG."""
    body = card_png(season_card(_season(request, year)))
    return file_response(request, body, kind="image/png", name=f"padd-{year}.png")
