"""Charts and pictures: well formed, within their frame, safe, and told in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile_text import HOSTILE, runs_script

from padd.presentation.svg.rating_chart import LAPTOP, PHONE, Point, chart_svg
from padd.presentation.svg.season_card import Figure, SeasonCard, season_card_svg
from padd.presentation.svg.svg_text import escape_xml

SVG = "{http://www.w3.org/2000/svg}"
START = datetime(2024, 1, 6, 10, tzinfo=UTC)


def parsed(drawing):
    return ET.fromstring(drawing)  # noqa: S314 -- our own drawing


def way(*values, days=20, level=1):
    return [
        Point(START + timedelta(days=days * at), value, level, f"Event {at}")
        for at, value in enumerate(values)
    ]


@pytest.mark.req("RATE-22")
def test_a_chart_has_a_point_for_every_event_and_says_so_in_words():
    drawn = parsed(chart_svg(way(1514, 1498.4, 1530), title="Noor: 2E", start=1500))

    assert len(drawn.findall(f"{SVG}g[@class='dot local']")) == 3
    assert drawn.findtext(f"{SVG}title") == "Noor: 2E"
    assert drawn.findtext(f"{SVG}desc") == (
        "From 1500 to 1530 in 3 events; at most 1530, at least 1498. "
        "The table below has the same figures."
    )
    assert drawn.findtext(f"{SVG}g[@class='last']/{SVG}text") == "1530"


def test_the_level_of_an_event_is_a_shape_and_not_only_a_colour():
    shapes = {
        level: parsed(chart_svg(way(1500, level=level), title="", start=1500))
        for level in (1, 2, 3, 5)
    }

    def drawn(level):
        return str(shapes[level].findall(f"{SVG}g")[0][1].tag)

    assert [drawn(level).removeprefix(SVG) for level in (1, 2, 3, 5)] == [
        *("circle", "rect", "path", "path")
    ]


@given(
    st.lists(st.floats(0, 3000), min_size=1, max_size=60),
    st.integers(0, 400),
    st.sampled_from([LAPTOP, PHONE]),
)
def test_every_point_lies_within_the_drawing(values, days, size):
    drawn = parsed(chart_svg(way(*values, days=days), title="", start=1500, size=size))

    dots = [one for one in drawn.iter(f"{SVG}g") if one.get("data-x")]
    line = drawn.find(f"{SVG}polyline")
    assert line is not None
    assert len(line.get("points", "").split()) == len(values) + 1
    assert 1 <= len(dots) <= len(values)
    for dot in dots:
        assert 0 <= float(dot.get("data-x", "")) <= size.width
        assert 0 <= float(dot.get("data-y", "")) <= size.height


def test_marks_that_would_lie_upon_one_another_are_drawn_once():
    many = way(*[1500.0] * 400, days=1)
    regional = [Point(one.at, one.value, 2, one.words) for one in many]

    local = parsed(chart_svg(many, title="", start=1500))
    level2 = parsed(chart_svg(regional, title="", start=1500))

    marks = local.findall(f"{SVG}g[@class='dot local']")
    places = [float(one.get("data-x", "")) for one in marks]
    gaps = [after - before for before, after in pairwise(places)]
    assert 50 < len(marks) < 130
    assert min(gaps[:-1]) >= 5.9
    assert marks[-1].findtext(f"{SVG}title") == "Event 399"
    assert len(level2.findall(f"{SVG}g[@class='dot regional']")) == 400


def test_points_lie_in_the_order_of_their_ratings():
    drawn = parsed(chart_svg(way(1400, 1600, 1500), title="", start=1500))

    low, high, middle = (
        float(one.get("data-y", "")) for one in drawn.iter(f"{SVG}g") if one.get("data-y")
    )
    assert high < middle < low


@pytest.mark.req("R22")
@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_breaks_out_of_a_chart_or_a_picture(text):
    point = Point(START, 1500, 1, text)
    chart = chart_svg([point], title=text, start=1500)
    picture = season_card_svg(card(title=text, bars=((text, 3),), lines=((text, text),)))

    assert not runs_script(f"<!doctype html>{chart}")
    assert not runs_script(f"<!doctype html>{picture}")
    parsed(picture)
    assert "style=" not in picture


def card(**changes):
    values: dict[str, object] = {
        "title": "Noor Haddad",
        "about": "The year 2025",
        "year": 2025,
        "figures": (Figure("16", "events"), Figure("46–18", "won and lost")),
        "curve": (1500.0, 1530.0, 1490.0),
        "curve_title": "Second Edition",
        "bars_title": "Played in",
        "bars": (("Germany", 9), ("Belgium", 4)),
        "lines": (("Best win", "Ivo Marušić"),),
    }
    return SeasonCard(**{**values, **changes})  # type: ignore[arg-type]


def test_a_picture_is_as_large_as_other_places_show_it():
    drawn = parsed(season_card_svg(card()))

    assert (drawn.get("width"), drawn.get("height")) == ("1200", "630")
    words = " ".join(drawn.itertext())
    assert all(word in words for word in ("Noor Haddad", "46–18", "Germany", "1490"))


def test_the_letters_of_a_picture_can_be_read_where_pages_draw_it():
    months = parsed(season_card_svg(card(curve=(), months=(3,) * 12)))
    rating = parsed(season_card_svg(card()))

    texts = [*months.iter(f"{SVG}text"), *rating.iter(f"{SVG}text")]
    drawn = 800 / 1200
    assert min(float(one.get("font-size", "0")) for one in texts) * drawn >= 12


def test_a_name_that_is_far_too_long_is_cut_on_the_picture_alone():
    drawn = parsed(season_card_svg(card(title="W" * 400)))

    title = drawn.findtext(f"{SVG}title") or ""
    shown = next(one for one in drawn.iter(f"{SVG}text") if "WW" in (one.text or ""))
    assert "W" * 400 in title
    assert (shown.text or "").endswith("…")


def test_what_xml_does_not_know_is_left_out():
    assert escape_xml("a\x00b\x1b\ufffe<&") == "ab&lt;&amp;"
