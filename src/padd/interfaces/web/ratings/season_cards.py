"""A season as an image to share, SVG and PNG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypedDict

import typst

from padd.interfaces.printing.glyphs import fonts
from padd.presentation import page_words
from padd.presentation.ratings.career import score_line
from padd.presentation.ratings.figures import list_title, whole_change, whole_rating
from padd.presentation.svg.season_card import HEIGHT, WIDTH, Figure, SeasonCard, season_card_svg
from padd.services.ratings.seasons import CommunitySeason, OwnSeason
from padd.store.queries.ratings.seasons import SeasonFacts

SHEET: Final = (
    f"#set page(width: {WIDTH}pt, height: {HEIGHT}pt, margin: 0pt)\n"
    f'#image(bytes(sys.inputs.picture), format: "svg", width: {WIDTH}pt)\n'
)
POINTS_AN_INCH: Final = 72.0


def own_card(season: OwnSeason) -> SeasonCard:
    """Return the picture of a player's year."""
    favourite = favourite_format(season)
    lines = []
    if season.best_win:
        win = season.best_win
        lines.append(
            ("Best win", (f"{win.who.name} ({whole_rating(win.rating)}), {win.event_name}"))
        )
    lines.append(("Most played", favourite))
    moved = season.way[-1][1] - season.before if season.before is not None else 0.0
    figures = [
        Figure(page_words.number(len(season.played)), _word(len(season.played), "event")),
        Figure(score_line(season.won, 0, season.lost), "won and lost"),
        Figure(page_words.number(season.opponents), _word(season.opponents, "opponent")),
        Figure(page_words.number(season.titles), _word(season.titles, "event won", "events won")),
    ]
    if season.before is not None:
        figures.append(Figure(whole_change(moved), "rating"))
    return SeasonCard(
        title=season.facts.name or season.facts.handle,
        about=f"The year {season.year} in Star Trek CCG",
        year=season.year,
        figures=tuple(figures),
        curve=(season.before, *(rating for _, rating in season.way))
        if season.before is not None
        else (),
        curve_title=list_title(season.series) if season.series else "",
        months=months_of(season),
        **_bars(season.regions, _formats(season)),
        lines=tuple(lines),
    )


def months_of(season: OwnSeason) -> tuple[int, ...]:
    """Return how many events each month had."""
    count = Counter(line.starts_at.month for line in season.played)
    return tuple(count[month] for month in range(1, 13))


def favourite_format(season: OwnSeason) -> str:
    """Return the game and format with the most events."""
    count = Counter((line.edition, line.format) for line in season.played)
    (edition, format_), events = max(count.items(), key=lambda counted: (counted[1], counted[0]))
    played = page_words.count(events, "event")
    return f"{page_words.EDITIONS[edition]}, {format_}: {played}"


def season_card(season: CommunitySeason) -> SeasonCard:
    """Return the picture of the community's year."""
    facts, called = season.facts, season.called
    lines = []
    if facts.winners:
        row, won = facts.winners[0]
        lines.append(("Most wins", f"{called[row].name}, {page_words.count(won, 'event')}"))
    if facts.upset:
        upset = facts.upset
        gap = round(upset.loser_rating - upset.winner_rating)
        lines.append(
            (
                "Biggest upset",
                (
                    f"{called[upset.winner].name} beat {called[upset.loser].name}, "
                    f"{gap} points higher"
                ),
            )
        )
    return SeasonCard(
        title="Star Trek CCG organized play",
        about=f"What the community played in {season.year}",
        year=season.year,
        figures=(
            Figure(page_words.number(facts.events), _word(facts.events, "event")),
            Figure(page_words.number(facts.players), _word(facts.players, "player")),
            Figure(page_words.number(facts.games), _word(facts.games, "game")),
            _spread(facts),
        ),
        months=facts.months,
        **_bars(
            facts.regions, ((_format(game, name), count) for game, name, count in facts.formats)
        ),
        lines=tuple(lines),
    )


class Bars(TypedDict):
    """What the bars of a picture count."""

    bars_title: str
    bars: tuple[tuple[str, int], ...]


def _bars(regions: Iterable[tuple[str, int]], formats: Iterable[tuple[str, int]]) -> Bars:
    """Count by region, or by format where no place is on record."""
    where = tuple(regions)
    if where:
        return {"bars_title": "Played in", "bars": where}
    return {"bars_title": "Formats", "bars": tuple(formats)}


def _format(edition: str, format_: str) -> str:
    return f"{'Tribbles' if edition == 'TR' else edition} {format_}"


def _formats(season: OwnSeason) -> list[tuple[str, int]]:
    count = Counter(_format(line.edition, line.format) for line in season.played)
    return count.most_common()


def _spread(facts: SeasonFacts) -> Figure:
    """Count the regions, or the formats where no place is on record."""
    if facts.regions:
        count = len(facts.regions)
        return Figure(page_words.number(count), _word(count, "region"))
    count = len(facts.formats)
    return Figure(page_words.number(count), _word(count, "format"))


def _word(count: int, word: str, many: str = "") -> str:
    return word if count == 1 else many or f"{word}s"


def card_png(card: SeasonCard) -> bytes:
    """Return the picture as PNG, as large as it is drawn."""
    png: bytes = typst.compile(
        SHEET.encode(),
        format="png",
        ppi=POINTS_AN_INCH,
        font_paths=fonts(),
        sys_inputs={"picture": season_card_svg(card)},
    )
    return png
