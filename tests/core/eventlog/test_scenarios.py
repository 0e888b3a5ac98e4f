"""The eight scenarios in a running event: lots, records, rankings, what is due."""

import msgspec
import pytest
from tests.core.eventlog.event_builder import day_of, p, timed, won

from padd.core.event_file import read_event, write_event
from padd.core.eventlog.actions.publication import RoundPublished
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.actions.scenarios.lots import (
    DeckReturned,
    LotsRedrawn,
    RuleRejected,
    draw_lots,
)
from padd.core.eventlog.actions.scenarios.notes import (
    AgeConfirmed,
    AwardGiven,
    CardNoted,
    ItemsBrought,
    ItemsSpent,
    LinesListed,
)
from padd.core.eventlog.actions.scenarios.orbit import PointsNoted, SeatsMoved, TotalsNoted
from padd.core.eventlog.guidance.checklist import open_points
from padd.core.eventlog.scenarios.orbit import moves_in_round, ring_of
from padd.core.eventlog.scenarios.registry import PLAYS, scenario_play_of
from padd.core.eventlog.scenarios.scenario_play import lots_of
from padd.core.eventlog.state.facts import event_facts
from padd.core.eventlog.state.scenario_state import Lots
from padd.core.scenarios.orbit import OrbitPoints, orbit_points, points_by_player, points_of_round
from padd.core.scenarios.round_blocks import scenario_of
from padd.core.scoring.results import score_event
from padd.core.scoring.standings import swiss_standings
from padd.rulebooks.loader import rulebook

CREW = ("kirk", "khan", "spock", "gorn")


def scenario(name, *players, **more):
    return day_of(players or CREW, scenario=name, rounds_planned=2, **more)


def publish(day, seed=7):
    """Publish the next round with its lots, as the service does."""
    day.draw(seed)
    number = day.round.number
    lots = draw_lots(day.state, number, day.book, seed=seed)
    return day.do(RoundPublished(number=number, lots=lots))


def play_on(day):
    for number in day.round.tables:
        day.enter(day.round.number, number, timed(60, 40))
    return day.do(RoundClosed(number=day.round.number))


def words(messages):
    return " ".join(str(one.template) for one in messages)


def phone(day, player):
    rules = scenario_of(day.state.settings, day.book)
    play = scenario_play_of(day.state.settings, day.book)
    assert rules is not None
    assert play is not None
    return words(list(play.this_round(day.state, day.round, p(player), rules)))


def due(day):
    rules = scenario_of(day.state.settings, day.book)
    play = scenario_play_of(day.state.settings, day.book)
    assert rules is not None
    assert play is not None
    return words(list(play.due(day.state, rules)))


def ranking(day):
    play = scenario_play_of(day.state.settings, day.book)
    assert play is not None
    lines = play.ranking(day.state, day.book)
    return {line.player: (line.place, line.figures) for line in lines}


@pytest.mark.req("FMT-40")
@pytest.mark.parametrize(("book", "number"), [("opg-5", 8), ("opg-4.1", 5)])
def test_every_scenario_of_a_rulebook_can_be_played(book, number):
    scenarios = rulebook(book).formats.scenarios

    assert len(scenarios) == number
    assert {rules.play for rules in scenarios.values()} <= PLAYS.keys()


@pytest.mark.req("FMT-41", "AMB-111")
def test_in_a_lottery_the_first_round_is_with_the_own_deck_and_the_second_not():
    day = publish(scenario("deck-lottery"))
    first = lots_of(day.round)
    publish(play_on(day))

    lots = lots_of(day.round)

    assert first == {}
    assert sorted(lots) == sorted(lots.values()) == sorted(CREW)
    assert all(player != deck for player, deck in lots.items())
    assert "Play the deck of {owner}." in phone(day, "kirk")
    assert "Your deck is with {holder}." in phone(day, "kirk")


@pytest.mark.req("FMT-41", "AMB-111")
def test_a_deck_of_a_player_with_a_bye_stays_in_the_draw():
    dealt = set()
    for seed in range(12):
        day = publish(play_on(publish(scenario("deck-lottery", "a", "b", "c"), seed)), seed)
        dealt |= {day.round.byes[0] == deck for deck in lots_of(day.round).values()}

    assert dealt == {True, False}


@pytest.mark.req("FMT-41", "SWISS-9")
def test_lots_that_no_seed_gives_are_refused_and_redraws_are_counted():
    day = play_on(publish(scenario("deck-lottery"))).draw()
    made_up = Lots(seed=1, drawn={p(one): one for one in CREW})

    refusal = day.refused(RoundPublished(number=2, lots=made_up))
    lots = draw_lots(day.state, 2, day.book, seed=3)
    day.do(RoundPublished(number=2, lots=lots))
    again = draw_lots(day.state, 2, day.book, seed=4)
    day.do(LotsRedrawn(number=2, lots=again), reason="A deck was left at home.")

    assert refusal.code == "lots-not-drawn"
    assert day.round.draw is not None
    assert day.round.draw["lots"]["redraws"] == 1


@pytest.mark.req("FMT-41", "FMT-42")
def test_the_end_asks_for_decks_until_their_owners_have_them_back():
    day = play_on(publish(play_on(publish(scenario("deck-lottery")))))
    before = {point.code for point in open_points(day.state, day.book)}

    day.do(DeckReturned(player=p("kirk")), by="kirk")
    other = day.refused(DeckReturned(player=p("khan")), by="kirk")
    for owner in ("khan", "spock", "gorn"):
        day.do(DeckReturned(player=p(owner)))

    assert "scenario-due" in before
    assert due(day) == ""
    assert other.code == "not-yours"


@pytest.mark.req("FMT-42", "AMB-109")
def test_the_second_round_of_luck_is_with_the_opponents_deck():
    day = publish(scenario("no-such-thing-as-luck"))
    first = phone(day, "kirk")
    publish(play_on(day))

    assert "own deck" in first
    assert "opponent’s deck" in phone(day, "kirk")


@pytest.mark.req("FMT-43", "AMB-139")
@pytest.mark.parametrize("players", range(2, 13))
def test_the_ring_brings_everybody_one_seat_on_and_home_again(players):
    day = publish(scenario("standard-orbit", *(f"p{n:02}" for n in range(players))))
    ring = ring_of(day.round)
    seats = ring.seats
    size = players - players % 2

    for moves in range(size):
        here = ring.seated(moves)
        after = ring.seated(moves + 1)
        assert set(here.values()) == set(day.round.seats)
        for at, seat in enumerate(seats):
            assert after[seats[(at + 1) % size]] == here[seat]
    assert ring.seated(size) == ring.seated(0)
    ends = [seat for seat in seats if seats[(seats.index(seat) + 1) % size][0] == seat[0]]
    assert len(ends) == (2 if size > 1 else 0)


@pytest.mark.req("FMT-43", "AMB-110", "AMB-139")
def test_points_in_the_orbit_go_to_the_person_seated_and_to_the_deck():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=60))
    first, second = day.round.tables[1].players
    totals = {"number": 1, "table": 1}

    day.do(TotalsNoted(stretch=0, totals=(30, 10), **totals), by=first)
    day.do(SeatsMoved(number=1, move=1))
    day.do(TotalsNoted(stretch=1, totals=(35, 50), ended=None, **totals), by=second)

    # With the own deck 30 and 10; then 5 with the first deck, made by the second.
    assert ring_of(day.round).owner_at((1, 0)) == first
    assert ranking(day)[first] == (1, (70 + 35, 70, 35))
    assert ranking(day)[second] == (2, (15 + 50, 15, 50))


@pytest.mark.req("FMT-43", "AMB-110")
def test_a_game_that_ended_before_the_move_is_reset_and_counts():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=60))
    first = day.round.tables[1].players[0]

    day.do(TotalsNoted(number=1, stretch=0, table=1, totals=(5, 0), ended=(100, 40)))

    assert ranking(day)[first][1] == (210, 105, 105)


@pytest.mark.req("FMT-43", "AMB-110")
def test_the_sum_of_own_points_and_the_decks_ranks_and_not_the_result():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=30))
    first, second = day.round.tables[1].players

    day.do(TotalsNoted(number=1, stretch=0, table=1, totals=(0, 30)), by=first)
    day.do(SeatsMoved(number=1, move=1))
    day.enter(1, 1, timed(45, 40))

    # The first deck wins 45 to 40; the second player made 30 and then 45 with it.
    table = swiss_standings(score_event(event_facts(day.state), day.book), day.book)
    assert [row.player for row in table.rows] == [second, first]
    assert [row.record.leading for row in table.rows] == [75 + 40, 10 + 45]
    assert table.rows[1].record.vp > table.rows[0].record.vp
    assert ranking(day)[second] == (1, (115, 75, 40))


@pytest.mark.req("FMT-43", "AMB-139")
def test_equal_sums_in_the_orbit_are_ranked_by_the_own_points():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=30))

    day.do(PointsNoted(number=1, player=p("kirk"), own=10, deck=40))
    day.do(PointsNoted(number=1, player=p("khan"), own=40, deck=10))
    stranger = day.refused(PointsNoted(number=1, player=p("gorn"), own=1, deck=1))

    table = swiss_standings(score_event(event_facts(day.state), day.book), day.book)
    assert [row.player for row in table.rows] == ["khan", "kirk"]
    assert table.rows[1].decided_by == "own-points"
    assert stranger.code == "unknown-player"
    assert "totals are missing" not in due(day)


@pytest.mark.req("FMT-43", "AMB-110")
def test_the_event_file_ranks_an_orbit_without_its_log():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=30))
    day.do(PointsNoted(number=1, player=p("kirk"), own=10, deck=40))
    written = write_event(event_facts(day.state))

    event = read_event(written, book_of=rulebook)
    odd = msgspec.structs.replace(event.rounds[0], draw={"orbit": {"moves": "many"}})
    bare = msgspec.structs.replace(event.rounds[0], draw=None)

    assert points_by_player(event)[p("kirk")] == OrbitPoints(10, 40)
    assert points_of_round(odd) == {}
    without = msgspec.structs.replace(event, rounds=(bare,))
    assert orbit_points(without, day.book) is None


@pytest.mark.req("FMT-43", "AMB-139")
def test_nobody_moves_in_the_last_stretch_twice_or_after_the_round():
    day = publish(scenario("standard-orbit", "kirk", "khan", minutes=30))

    day.do(SeatsMoved(number=1, move=1))
    twice = day.refused(SeatsMoved(number=1, move=1))
    last = day.refused(SeatsMoved(number=1, move=2))
    strange = day.refused(TotalsNoted(number=1, stretch=2, table=1, totals=(1, 2)))

    assert (twice.code, last.code) == ("move-done", "last-stretch")
    assert strange.code == "no-stretch"
    assert [moves_in_round(minutes, 15) for minutes in (30, 60, 75, None)] == [1, 3, 4, None]


@pytest.mark.req("FMT-44")
def test_the_director_gives_awards_by_title():
    day = publish(scenario("cool-tournament"))

    nameless = day.refused(AwardGiven(player=p("kirk"), what=" "))
    day.do(AwardGiven(player=p("kirk"), what="Best ship names"))

    assert nameless.code == "title-missing"
    assert "Award for your deck" in phone(day, "kirk")


@pytest.mark.req("FMT-45", "AMB-138")
def test_a_rule_is_drawn_for_every_game_and_never_comes_twice():
    day = scenario("race-to-the-alpha-quadrant", edition="2E")
    day.do(LinesListed(lines=("One mission more", "No events", "Draw first")))
    publish(day)
    first = lots_of(day.round)
    publish(play_on(day))

    second = lots_of(day.round)

    assert set(first) == set(second) == set(CREW)
    assert all(first[player] != second[player] for player in first)
    assert due(day) == ""


@pytest.mark.req("FMT-45", "AMB-138")
def test_a_rule_is_rejected_once_in_an_event_and_may_come_again_later():
    day = scenario("race-to-the-alpha-quadrant", edition="2E")
    day.do(LinesListed(lines=("One", "Two")))
    publish(day)
    rejected = lots_of(day.round)[p("kirk")]

    day.do(RuleRejected(player=p("kirk"), number=1, seed=5), by="kirk")
    again = day.refused(RuleRejected(player=p("kirk"), number=1, seed=5), by="kirk")
    now = lots_of(day.round)[p("kirk")]
    publish(play_on(day))

    assert now != rejected
    assert again.code == "rejected-before"
    assert lots_of(day.round)[p("kirk")] == rejected


@pytest.mark.req("FMT-45", "AMB-138")
def test_too_few_rules_are_warned_of_and_files_have_limits():
    day = scenario("race-to-the-alpha-quadrant", edition="2E")
    asked = due(day)

    long = day.refused(LinesListed(lines=tuple(map(str, range(201)))))
    twice = day.refused(LinesListed(lines=("One", "One")))
    day.do(LinesListed(lines=("One", "Two")))

    assert "List the rules" in asked
    assert (long.code, twice.code) == ("lines-count", "line-twice")
    assert "{needed}" in due(day)


@pytest.mark.req("FMT-46", "AMB-138")
def test_items_spent_go_to_the_winner_and_to_nobody_after_a_tie():
    day = scenario("bend-the-rules", "kirk", "khan")
    for player in ("kirk", "khan"):
        day.do(ItemsBrought(player=p(player), items=5))
    publish(day)
    day.do(ItemsSpent(player=p("kirk"), number=1, items=2, what="Peek"), by="kirk")
    twice = day.refused(ItemsSpent(player=p("kirk"), number=1, items=1, what="Peek"), by="kirk")
    broke = day.refused(ItemsSpent(player=p("khan"), number=1, items=4), by="khan")
    day.enter(
        1, 1, won("khan", 20, 100) if day.round.tables[1].players[0] == "kirk" else won("khan")
    )

    assert (twice.code, broke.code) == ("ability-used", "items-short")
    assert ranking(day) == {"khan": (1, (2,)), "kirk": (2, (0,))}


@pytest.mark.req("FMT-46")
def test_the_entry_fee_is_an_item_for_each_round():
    day = scenario("bend-the-rules", "kirk", "khan")
    day.do(ItemsBrought(player=p("kirk"), items=2))

    assert "fewer than {fee}" in due(day)
    day.do(ItemsBrought(player=p("khan"), items=2))
    assert due(day) == ""


@pytest.mark.req("FMT-47")
def test_notes_are_about_cards_that_the_director_listed():
    day = scenario("public-play-testing")
    day.do(LinesListed(lines=("Prototype Shuttle",)))

    other = day.refused(CardNoted(card="Black Hole", text="Strong."), by="kirk")
    day.do(CardNoted(card="Prototype Shuttle", text="Too fast."), by="kirk")

    assert other.code == "card-not-listed"
    assert day.state.scenario.notes[0].player == "kirk"


@pytest.mark.req("FMT-48", "AMB-108")
def test_a_drink_for_two_points_rounded_down_and_all_of_age():
    day = publish(scenario("biermeister"))
    asked = due(day)
    for number in day.round.tables:
        day.enter(1, number, timed(60, 40))

    day.do(AgeConfirmed())
    twice = day.refused(AgeConfirmed())
    drinks = {figures for _, figures in ranking(day).values()}

    assert "drinking age" in asked
    assert twice.code == "already-confirmed"
    assert drinks == {(1, 3), (0, 1)}
    assert due(day) == ""


@pytest.mark.req("FMT-40")
def test_what_belongs_to_another_scenario_is_refused():
    plain = day_of(CREW)
    cool = scenario("cool-tournament")

    assert plain.refused(AgeConfirmed()).code == "other-scenario"
    assert cool.refused(SeatsMoved(number=1, move=1)).code == "other-scenario"
