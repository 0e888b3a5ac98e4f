"""The drawing of a bracket: whole, readable, and within a strict content policy."""

import re
from xml.etree import ElementTree as ET

import msgspec
import pytest

from padd.core.formats.bracket.custom import DrawnMatch, custom_bracket
from padd.core.formats.bracket.event import bracket_of_event
from padd.core.formats.bracket.play import empty_bracket, play_bracket
from padd.core.formats.bracket.seeding import seeds_of
from padd.core.formats.bracket.styles import bracket_of
from padd.core.model import (
    Edition,
    Ending,
    Event,
    Game,
    Match,
    MatchId,
    PairingStyle,
    Player,
    PlayerId,
    Round,
)
from padd.presentation.formats.bracket_view import bracket_view
from padd.presentation.svg.bracket import BESIDE_RESULTS, WALL, bracket_svg, rounded_path
from padd.presentation.svg.bracket_layout import bracket_layout, measures_for, tight_measures
from padd.presentation.svg.svg_text import fitting_name, short_name, stacked_name, text_width
from padd.rulebooks.loader import rulebook

SVG = "{http://www.w3.org/2000/svg}"
NAMES = {
    1: "Wenzel Hrubý",
    2: "Ilse Brandvold",
    3: "Greta Sandoval",
    4: "Falk Eisenreich",
    5: "Noor Haddad",
    6: "Maximilian Oberdorfer-Lindqvist",
    7: "Lucien Perrault",
    8: "Samira <Okonjo>",
}


def pid(seed):
    return PlayerId(f"p{seed}")


def match(table, first, second, scores):
    return Match(
        table=table,
        players=(pid(first), pid(second)),
        ending=Ending.COMPLETE,
        winner=pid(first if scores[0] > scores[1] else second),
        scores=scores,
    )


FIRST = Round(
    number=1,
    matches=(
        match(1, 1, 4, (100, 65)),
        match(2, 5, 8, (100, 40)),
        match(3, 6, 7, (70, 75)),
        match(4, 3, 2, (100, 85)),
    ),
)
SECOND = Round(
    number=2,
    matches=(match(1, 4, 5, (55, 100)), Match(table=2, players=(pid(7), pid(2)), games=())),
)


def mcintyre(*rounds):
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=PairingStyle.MODIFIED_MCINTYRE,
        players=tuple(Player(id=pid(seed), seed=seed) for seed in NAMES),
        rounds=rounds,
    )
    return play_bracket(
        event,
        bracket_of(PairingStyle.MODIFIED_MCINTYRE, 8),
        seeds_of(event),
        rulebook("opg-5").brackets,
        judge=lambda match: match.winner,
        best_of={4: 3},
    )


def names():
    return {pid(seed): name for seed, name in NAMES.items()}


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314 -- the program's own drawing


def texts(svg):
    return ["".join(e.itertext()) for e in parsed(svg).iter(f"{SVG}text")]


def test_names_scores_and_open_slots_are_all_there():
    svg = bracket_svg(mcintyre(FIRST, SECOND), names(), best_of={4: 3})

    shown = texts(svg)

    for words in ("Wenzel Hrubý", "100", "Winner of B", "Winner of C", "Table 4"):
        assert words in shown
    assert "1 match, best of three" in shown
    assert "1 of 2 played" in shown


def test_the_wall_and_paper_say_how_long_a_match_may_be():
    svg = bracket_svg(mcintyre(FIRST, SECOND), names(), best_of={4: 3}, frame=WALL)

    lengths = [words for words in texts(svg) if "best of" in words]

    assert lengths == ["Final best of 3"]


def test_ways_gone_second_chances_and_ways_to_come_have_their_own_lines():
    svg = bracket_svg(mcintyre(FIRST, SECOND), names())

    paths = parsed(svg).iter(f"{SVG}path")
    kinds = [e.get("class") for e in paths if (e.get("class") or "")[:4] == "edge"]

    legend = 3
    assert kinds.count("edge goes-on") == 5 + 1
    assert kinds.count("edge second-chance goes-on") == 2 + 1
    assert kinds.count("edge") == 3 + 1
    assert len(kinds) == 10 + legend


def test_the_content_policy_is_kept():
    svg = bracket_svg(mcintyre(FIRST), names())

    for element in parsed(svg).iter():
        assert "style" not in element.attrib
        assert not any(name.startswith("on") for name in element.attrib)
        assert element.tag not in {f"{SVG}style", f"{SVG}script"}
    assert "<Okonjo>" not in svg


def test_a_drawing_that_stands_alone_carries_its_sheet():
    dark = bracket_svg(mcintyre(), theme="dark")
    paper = bracket_svg(mcintyre(), theme="paper")

    assert "#07070b" in dark
    assert "#07070b" not in paper
    assert "prefers-color-scheme" in bracket_svg(mcintyre(), theme="device")
    assert "#f4f2f7" in bracket_svg(mcintyre(), theme="light")


def test_whoever_cannot_see_it_gets_the_matches_in_sentences():
    svg = bracket_svg(mcintyre(FIRST), names(), title="Day two", key="final-day")

    root = parsed(svg)
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")

    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "final-day-title final-day-desc"
    assert title is not None
    assert title.text == "Day two"
    assert description is not None
    assert (
        "M1: seed 1 Wenzel Hrubý with 100 against seed 4 Falk Eisenreich with 65, "
        "Wenzel Hrubý advances." in (description.text or "")
    )
    assert "C: seed 1 Wenzel Hrubý against Winner of B, to come." in (description.text or "")


def test_a_long_name_keeps_its_family_name():
    svg = bracket_svg(mcintyre(FIRST, SECOND), names())

    assert short_name("Maximilian Oberdorfer-Lindqvist") == "M. Oberdorfer-Lindqvist"
    assert short_name("Wenzel van der Berg") == "W. van der Berg"
    assert short_name("Cher") == "Cher"
    assert fitting_name("Ada Lovelace", 500, 15) == "Ada Lovelace"
    assert "M. Oberdorfer-Lindqvist" in svg
    assert "<title>Maximilian Oberdorfer-Lindqvist</title>" in svg


def test_a_box_grows_for_a_long_family_name_instead_of_setting_it_closer():
    long = names() | {pid(1): "María José Fernández-Villaverde de la Cruz"}

    svg = bracket_svg(mcintyre(FIRST), long)

    shown = "M. José Fernández-Villaverde de la Cruz"
    squeezed = re.search(rf'textLength="(.*?)"[^>]*><title>.*?</title>{shown}', svg)
    assert shown in svg
    # The estimate is an eighth wider than the letters are.
    assert not squeezed or float(squeezed[1]) > text_width(shown, 15) * 7 / 8


def test_a_name_that_is_far_too_long_is_set_closer_and_never_cut():
    long = names() | {pid(1): "Anna Wolfeschlegelsteinhausenbergerdorff"}

    svg = bracket_svg(mcintyre(FIRST), long)

    assert "A. Wolfeschlegelsteinhausenbergerdorff" in svg
    assert 'lengthAdjust="spacingAndGlyphs"' in svg


def test_wide_letters_need_more_room():
    assert text_width("MMM", 15) > text_width("iii", 15)
    assert text_width("司马", 15) == 30


def test_the_same_words_serve_the_list_on_a_phone():
    view = bracket_view(
        mcintyre(FIRST, SECOND), names(), notes={MatchId("B"): "Table 2, 31:05 left"}
    )

    second = view.columns[1]
    a, b = second.cards

    assert view.title == "Modified McIntyre bracket, 8 players"
    assert [column.title for column in view.columns] == [
        "First round",
        "Second round",
        "Third round",
        "Final",
    ]
    assert (a.lines[1].text, a.lines[1].figure, a.lines[1].won) == ("Noor Haddad", "100", True)
    assert a.lines[0].lost
    assert (b.note, b.state) == ("Table 2, 31:05 left", "under-way")
    assert view.columns[3].cards[0].label == "Final"


def test_games_won_are_shown_where_a_match_has_several():
    games = Match(players=(pid(4), pid(1)), games=(Game(winner=pid(1)), Game(winner=None)))

    view = bracket_view(mcintyre(Round(number=1, matches=(games,))), names())

    lines = view.columns[0].cards[0].lines
    assert [(line.seed, line.figure) for line in lines] == [(1, "2"), (4, "0")]


def test_before_anybody_has_played_the_rounds_say_what_they_are():
    small = bracket_view(empty_bracket(bracket_of(PairingStyle.MODIFIED_MCINTYRE, 8)))
    large = bracket_view(empty_bracket(bracket_of(PairingStyle.MODIFIED_MCINTYRE, 16)))

    assert small.columns[1].note == "second chance for M1 and M4"
    assert large.columns[1].note == "four second chances"
    assert small.columns[0].cards[0].lines[0].text == "Seed 1"


BRACKETS = [
    *((PairingStyle.SINGLE_ELIMINATION, size) for size in (2, 4, 8, 16, 32, 64)),
    *((PairingStyle.MODIFIED_MCINTYRE, size) for size in (8, 16)),
    *((PairingStyle.PLAY_IN, size) for size in range(2, 34)),
    *((PairingStyle.ELIMINATION, size) for size in range(2, 34)),
]


def every_measure(played):
    tree = played.bracket
    tight = (tight_measures(tree, box=200, stacked=stacked) for stacked in (0, 1))
    return [measures_for(tree, box=200), *tight]


@pytest.mark.parametrize(("style", "size"), BRACKETS)
def test_no_box_lies_on_another_and_no_line_runs_through_a_box(style, size):
    tree = empty_bracket(bracket_of(style, size))

    for measures in every_measure(tree):
        assert list(collisions(bracket_layout(tree, measures))) == []


def test_lines_go_around_the_boxes_of_a_custom_bracket_too():
    drawn = msgspec.convert(
        [
            {"id": "A", "sides": [{"seed": 1}, {"seed": 2}]},
            {"id": "B", "sides": [{"winner": "A"}, {"seed": 3}]},
            {"id": "C", "sides": [{"winner": "B"}, {"seed": 4}]},
            {"id": "D", "sides": [{"loser": "A"}, {"winner": "C"}]},
        ],
        list[DrawnMatch],
    )
    tree = empty_bracket(custom_bracket(4, drawn))

    for measures in every_measure(tree):
        assert list(collisions(bracket_layout(tree, measures))) == []


LONG_NAMES = (
    *("Wenzel Hrubý", "Ilse Brandvold", "Greta Sandoval", "Falk Eisenreich"),
    *("Noor Haddad", "Bartholomew Featherstone-Achterberg", "Lucien Perrault"),
    *("Samira Okonjo", "Maximilian Oberdorfer-Lindqvist", "Kenji Morikawa"),
    *("Aoife Ní Dhomhnaill", "Pieter van der Meulen", "Jonas Weidmann"),
    *("Chiara Bellandi", "Dafydd Prosser", "Anneke de Groot"),
)


def first_round_over(style, size, frame):
    """Draw a bracket whose first round is over, the upper players as winners."""
    people = [pid(seed) for seed in range(1, size + 1)]
    tree = bracket_of(style, size)
    seeded = [[side.seed for side in m.sides] for m in tree.rounds[0].matches]  # type: ignore[union-attr]
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=style,
        players=tuple(Player(id=p, seed=at) for at, p in enumerate(people, start=1)),
        rounds=(
            Round(
                number=1,
                matches=tuple(
                    match(table, *pair, (100, 65)) for table, pair in enumerate(seeded, start=1)
                ),
            ),
        ),
    )
    begun = play_bracket(
        event, tree, seeds_of(event), rulebook("opg-5").brackets, judge=lambda match: match.winner
    )
    called = dict(zip(people, LONG_NAMES, strict=False))
    return bracket_svg(begun, called, frame=frame)


def size_of(svg):
    root = parsed(svg)
    return float(root.attrib["width"]), float(root.attrib["height"])


FIELDS = [
    (PairingStyle.SINGLE_ELIMINATION, 8, 25),
    (PairingStyle.PLAY_IN, 12, 21),
    (PairingStyle.SINGLE_ELIMINATION, 16, 17),
]


@pytest.mark.parametrize(("style", "size", "_"), FIELDS)
def test_up_to_sixteen_players_fit_beside_the_results_without_scrolling(style, size, _):
    svg = first_round_over(style, size, BESIDE_RESULTS)

    width, _height = size_of(svg)

    assert BESIDE_RESULTS.width / width > 0.95  # type of 14 pixels or more
    assert "lengthAdjust" not in svg


@pytest.mark.parametrize(("style", "size", "smallest"), FIELDS)
def test_on_the_wall_names_are_as_large_as_the_screen_allows(style, size, smallest):
    svg = first_round_over(style, size, WALL)

    width, height = size_of(svg)

    assert 15 * min(WALL.width / width, WALL.height / height) >= smallest
    assert "winner advances" not in svg


def test_in_a_narrow_box_the_given_name_is_below_the_family_name():
    svg = first_round_over(PairingStyle.PLAY_IN, 12, BESIDE_RESULTS)

    shown = texts(svg)

    assert {"Kenji", "Pieter", "Achterberg B."} <= set(shown)
    for name in ("Kenji Morikawa", "Pieter van der Meulen"):
        assert f"<title>{name}</title>{name.partition(' ')[2]}" in svg
    assert "<title>Bartholomew Featherstone-Achterberg</title>Featherstone-" in svg


def test_a_double_name_is_broken_only_if_it_must_be():
    whole = stacked_name("Max Oberdorfer-Lindqvist", 400, 15, 12.5)
    broken = stacked_name("Max Oberdorfer-Lindqvist", 100, 15, 12.5)
    single = stacked_name("Cher", 100, 15, 12.5)

    assert (whole.upper, whole.given) == ("Oberdorfer-Lindqvist", "Max")
    assert (broken.upper, broken.lower) == ("Oberdorfer-", "Lindqvist")
    assert (broken.given, single.upper, single.given) == ("M.", "Cher", "")


def test_the_way_of_the_champion_is_thick():
    second = Round(number=2, matches=(match(1, 1, 2, (100, 50)),))
    first = Round(number=1, matches=(match(1, 1, 4, (100, 65)), match(2, 2, 3, (100, 20))))
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=PairingStyle.SINGLE_ELIMINATION,
        players=tuple(Player(id=pid(seed), seed=seed) for seed in range(1, 5)),
        rounds=(first, second),
    )
    tree = bracket_of(PairingStyle.SINGLE_ELIMINATION, 4)
    over = play_bracket(
        event, tree, seeds_of(event), rulebook("opg-5").brackets, judge=lambda match: match.winner
    )

    svg = bracket_svg(over, names())

    paths = [e.get("class") for e in parsed(svg).iter(f"{SVG}path")]
    assert paths.count("edge goes-on champions") == 1
    assert paths.count("edge goes-on") == 1 + 1


def collisions(layout):
    """Yield every box that leaves the sheet or lies on another, and every bad line."""
    size = layout.measures
    boxes = [
        (place.x, place.y - size.tab, place.x + size.box, place.y + size.height)
        for place in layout.boxes.values()
    ]
    for index, box in enumerate(boxes):
        left, top, right, bottom = box
        across = 0 <= left < right <= layout.width
        if not (across and 0 <= top < bottom <= layout.height):
            yield f"{box} leaves the sheet"
        for other in boxes[index + 1 :]:
            apart = other[0] >= right or other[1] >= bottom or other[3] <= top
            if not (apart or other[2] <= left):
                yield f"{box} and {other} lie on each other"
    for edge in layout.edges:
        for start, end in zip(edge.corners, edge.corners[1:], strict=False):
            (x1, y1), (x2, y2) = start, end
            if x1 != x2 and y1 != y2:
                yield f"{start} to {end} is slanted"
            for left, top, right, bottom in boxes:
                through = max(x1, x2) > left and min(x1, x2) < right
                if through and top < max(y1, y2) and min(y1, y2) < bottom:
                    yield f"{start} to {end} runs through a box"


def test_turns_are_round():
    assert rounded_path([(0, 0), (20, 0), (20, 30), (40, 30)]) == (
        "M0 0 L11 0 Q20 0 20 9 L20 21 Q20 30 29 30 L40 30"
    )


@pytest.mark.req("BRKT-6", "BRKT-9")
def test_winner_and_scores_stand_on_their_lines_also_after_time_and_a_tie():
    timed = Match(players=(pid(8), pid(1)), ending=Ending.TIME, scores=(70, 20))
    tied = Match(players=(pid(5), pid(4)), ending=Ending.TIME, scores=(40, 40))
    event = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        edition=Edition.SECOND,
        pairing_style=PairingStyle.SINGLE_ELIMINATION,
        players=tuple(Player(id=pid(seed), seed=seed) for seed in NAMES),
        rounds=(Round(number=1, matches=(timed, tied)),),
    )

    view = bracket_view(bracket_of_event(event, rulebook("opg-5")))

    lines = {
        line.player: (line.figure, line.won, line.lost)
        for card in view.columns[0].cards
        for line in card.lines
    }
    assert lines[pid(1)] == ("20", False, True)
    assert lines[pid(8)] == ("70", True, False)
    assert lines[pid(4)] == ("40", True, False)
    assert lines[pid(5)] == ("40", False, True)
    assert {lines[pid(seed)] for seed in (2, 3, 6, 7)} == {("", False, False)}
