"""Pages next to a player's profile: head to head, a year in pictures, news."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from markupsafe import Markup

from padd.interfaces.web.delivery.feeds import KIND, News, atom_feed, file_response
from padd.interfaces.web.ratings.season_cards import card_png, favourite_format, months_of, own_card
from padd.interfaces.web.request_actor import actor_of
from padd.presentation import page_words
from padd.presentation.ratings import figures
from padd.presentation.ratings.career import score_line
from padd.presentation.svg.season_card import season_card_svg
from padd.presentation.words import RESULTS
from padd.services.access import visibility
from padd.services.people.search import search_people
from padd.services.ratings import careers, seasons
from padd.services.ratings.seasons import OwnSeason
from padd.store.queries.ratings.career_results import PlayedEvent, played_events
from padd.store.queries.ratings.careers import rating_changes
from padd.store.queries.ratings.generation import one_generation

MOST_FOUND = 20
LONGEST = 80
MOST_NEWS = 30


@require_safe
def show_head_to_head(request: HttpRequest, person: str, other: str) -> HttpResponse:
    """Show every game of two people."""
    actor, now = actor_of(request), timezone.now()
    comparison = careers.compare_players(person=person, other=other, by=actor, now=now)
    context = {
        "section": "players",
        "found": comparison,
        "record": comparison.record,
        "compared": [
            (
                figures.short_list_title(series),
                figures.whole_rating(own),
                figures.whole_rating(theirs),
            )
            for series, own, theirs in sorted(
                comparison.ratings, key=lambda row: figures.list_rank(row[0])
            )
        ],
        "results": RESULTS,
        "scored": figures.score_text,
    }
    return render(request, "ratings/head_to_head.html", context)


@require_safe
def search_opponent(request: HttpRequest, person: str) -> HttpResponse:
    """Find players to compare with; a single hit redirects to the comparison."""
    actor, now = actor_of(request), timezone.now()
    facts = visibility.visible_person(by=actor, now=now, person=person)
    text = request.GET.get("q", "").strip()[:LONGEST]
    hits = search_people(by=actor, now=now, text=text, limit=MOST_FOUND)
    people = [person for person in hits if person.public_id != facts.public_id] if text else []
    if len(people) == 1:
        place = reverse("against", args=(facts.public_id, people[0].public_id))
        return HttpResponseRedirect(place)
    context = {"section": "players", "facts": facts, "sought": text, "found": people}
    return render(request, "ratings/head_to_head_search.html", context)


def _season(request: HttpRequest, person: str, year: int) -> OwnSeason:
    return seasons.own_season(person=person, year=year, by=actor_of(request), now=timezone.now())


@require_safe
def show_own_season(request: HttpRequest, person: str, year: int) -> HttpResponse:
    """Show a year of one player."""
    season = _season(request, person, year)
    moved = season.way[-1][1] - season.before if season.before is not None else None
    context = {
        "section": "players",
        "season": season,
        "facts": season.facts,
        "months": months_of(season),
        "record": score_line(season.won, season.tied, season.lost),
        "score_line": score_line,
        "favourite": favourite_format(season),
        "moved": "" if moved is None else figures.whole_change(moved),
        "list_title": figures.list_title(season.series) if season.series else "",
        "whole": figures.whole_rating,
        # The picture escapes everything that it writes.
        "picture": Markup(season_card_svg(own_card(season))),  # noqa: S704
    }
    return render(request, "ratings/own_season.html", context)


@require_safe
def own_season_svg(request: HttpRequest, person: str, year: int) -> HttpResponse:
    """Draw the picture of a player's year."""
    body = season_card_svg(own_card(_season(request, person, year))).encode()
    name = f"padd-{year}-{person}.svg"
    return file_response(request, body, kind="image/svg+xml", name=name, inline=True)


@require_safe
def own_season_png(request: HttpRequest, person: str, year: int) -> HttpResponse:
    """Hand out the picture of a player's year as PNG."""
    body = card_png(own_card(_season(request, person, year)))
    name = f"padd-{year}-{person}.png"
    return file_response(request, body, kind="image/png", name=name)


@require_safe
@one_generation()
def player_news(request: HttpRequest, person: str) -> HttpResponse:
    """Return a feed of a player: events played, ratings changed."""
    actor, now = actor_of(request), timezone.now()
    facts = visibility.visible_person(by=actor, now=now, person=person)
    who = facts.name or facts.handle
    page = request.build_absolute_uri(reverse("player", args=(facts.public_id,)))
    body = atom_feed(
        _news(request, facts.public_id, who),
        title=f"{who} in PADD",
        address=request.build_absolute_uri(),
        page=page,
        empty_at=facts.created_at,
    )
    return file_response(request, body, kind=KIND, name="news.atom", inline=True)


def _news(request: HttpRequest, person: str, who: str) -> Iterator[News]:
    moved: dict[str, list[str]] = {}
    for change in rating_changes(person, limit=3 * MOST_NEWS):
        moved.setdefault(change.event, []).append(
            f"{figures.short_list_title(change.series)} "
            f"{figures.exact_rating(change.after)} "
            f"({figures.exact_change(change.before, change.after)})"
        )
    for line in played_events(person, limit=MOST_NEWS):
        place = reverse("results", args=(line.event,))
        yield News(
            title=f"{who}: {_ended(line)} in {line.event_name}",
            address=f"{request.build_absolute_uri(place)}#{person}",
            at=line.starts_at,
            words=". ".join(
                (
                    (
                        f"{page_words.EDITIONS[line.edition]}, {line.format}, record "
                        f"{score_line(line.won, line.tied, line.lost)}"
                    ),
                    *moved.get(line.event, ()),
                )
            ),
        )


def _ended(line: PlayedEvent) -> str:
    return f"place {line.place} of {line.players}" if line.place else "played"
