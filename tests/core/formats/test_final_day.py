"""From finished heats to the seeds of the final day."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from padd.core.formats.final_day import final_day
from padd.core.model import Edition, Event, Heat, PairingStyle, Penalty, Player, PlayerId
from padd.core.refusal import RefusalError
from padd.rulebooks.loader import rulebook


def book_of(event):
    return rulebook(event.rulebook)


def day(*heats, book="opg-5"):
    style = PairingStyle.SINGLE_ELIMINATION
    return Event(
        schema="padd-event/1",
        rulebook=book,
        edition=Edition.FIRST,
        pairing_style=style,
        heats=heats,
        players=(),
        rounds=(),
    )


def heat_of(event_of, ranking, **settings):
    """Return a heat of one round: the first half wins in this order."""
    names = ranking.split()
    half = len(names) // 2
    matches = [
        {
            "players": [names[at], names[half + at]],
            "ending": "complete",
            "winner": names[at],
            "scores": [100 - at, 0],
        }
        for at in range(half)
    ]
    entries: list[Any] = [
        {"id": name, "handle": name.upper(), **settings.pop(name, {})} for name in names
    ]
    facts = {"edition": "1E", "rounds_planned": 1, **settings}
    return event_of(entries, [{"number": 1, "matches": matches}], **facts)


FRIDAY = Heat(name="Friday", qualifiers=2)
SATURDAY = Heat(name="Saturday", qualifiers=2)


def code_of(work):
    with pytest.raises(RefusalError) as refused:
        work()
    return refused.value.refusal.code, refused.value.refusal.place


@pytest.mark.req("BRKT-16", "BRKT-18", "BRKT-20", "EX-BRKT-1", "AMB-46")
def test_heats_deal_seeds_in_groups_of_two(event_of):
    friday = heat_of(event_of, "a b c d e f g h")
    saturday = heat_of(event_of, "i j k l")
    plan = (Heat(name="Friday", qualifiers=4), Heat(name="Saturday", qualifiers=4))

    found = final_day(day(*plan), (friday, saturday), book_of)

    seeds = {player.seed: player.id for player in found.event.players}
    assert [seeds[n] for n in range(1, 9)] == ["a", "b", "i", "j", "c", "d", "l", "k"]
    assert [heat.qualified for heat in found.event.heats] == [
        ("a", "b", "c", "d"),
        ("i", "j", "l", "k"),
    ]
    assert [(row.heat, row.place) for row in found.seeds[4:6]] == [(1, 3), (1, 4)]
    assert all(player.handle for player in found.event.players)


@pytest.mark.req("BRKT-19")
def test_whoever_qualified_may_not_enter_again_whatever_the_id(event_of):
    friday = heat_of(event_of, "a b c d")
    saturday = heat_of(event_of, "x y z w", y={"handle": "A"})

    found = code_of(lambda: final_day(day(FRIDAY, SATURDAY), (friday, saturday), book_of))

    assert found == ("already-qualified", "heats[1]")


@pytest.mark.req("BRKT-18", "BRKT-19")
def test_whoever_did_not_qualify_may_enter_again(event_of):
    friday = heat_of(event_of, "a b c d")
    saturday = heat_of(event_of, "c x y z")

    found = final_day(day(FRIDAY, SATURDAY), (friday, saturday), book_of)

    assert found.event.heats[1].qualified == ("c", "x")


@pytest.mark.req("BRKT-17")
def test_an_earned_bye_counts_in_the_first_heat_only(event_of):
    friday = heat_of(event_of, "a b c d")
    saturday = heat_of(event_of, "x y z w d")
    second = msgspec.structs.replace(
        saturday, rounds=(msgspec.structs.replace(saturday.rounds[0], earned_byes=("d",)),)
    )

    found = code_of(lambda: final_day(day(FRIDAY, SATURDAY), (friday, second), book_of))

    assert found == ("earned-bye-second-heat", "heats[1]")


def test_two_people_with_one_id_are_told_apart_by_their_handles(event_of):
    friday = heat_of(event_of, "a b c d", a={"handle": "north"})
    saturday = heat_of(event_of, "a x y z", a={"handle": "south"})

    found = final_day(day(FRIDAY, SATURDAY), (friday, saturday), book_of)

    assert [p.id for p in found.event.players] == ["a", "b", "south", "x"]
    assert [p.handle for p in found.event.players][::2] == ["north", "south"]


@pytest.mark.req("BRKT-16", "BRKT-21")
def test_a_final_day_waits_for_all_its_heats(event_of):
    friday = heat_of(event_of, "a b c d")
    unfinished = heat_of(event_of, "x y z w", rounds_planned=3)

    one_of_two = code_of(lambda: final_day(day(FRIDAY, SATURDAY), (friday,), book_of))
    half_played = code_of(lambda: final_day(day(FRIDAY, SATURDAY), (friday, unfinished), book_of))

    assert one_of_two == ("heats-open", "heats")
    assert half_played == ("heat-open", "heats[1]")


def test_heats_of_another_game_are_refused(event_of):
    second_edition = heat_of(event_of, "a b c d", edition="2E")

    found = code_of(lambda: final_day(day(FRIDAY), (second_edition,), book_of))

    assert found == ("heats-differ", "heats[0]")


def test_a_final_day_that_has_begun_keeps_its_seeds(event_of):
    friday = heat_of(event_of, "a b c d")
    begun = msgspec.structs.replace(day(FRIDAY), rounds=friday.rounds)
    swiss = msgspec.structs.replace(day(FRIDAY), pairing_style=PairingStyle.SWISS)

    assert code_of(lambda: final_day(begun, (friday,), book_of))[0] == "event-begun"
    assert code_of(lambda: final_day(swiss, (friday,), book_of))[0] == "not-a-bracket"


@pytest.mark.req("BRKT-37", "BRKT-38", "BRKT-39", "BRKT-40", "AMB-39", "EX-BRKT-7")
def test_swiss_elimination_takes_a_third_unless_confirmed(event_of):
    names = " ".join(f"p{n:02}" for n in range(12))
    swiss = heat_of(event_of, names, rulebook="decipher-1996")
    four, eight = (Heat(name="Swiss", qualifiers=number) for number in (4, 8))

    kept = final_day(day(four, book="decipher-1996"), (swiss,), book_of)
    too_many = day(eight, book="decipher-1996")
    confirmed = final_day(too_many, (swiss,), book_of, confirmed=True)

    assert [p.seed for p in kept.event.players] == [1, 2, 3, 4]
    assert code_of(lambda: final_day(too_many, (swiss,), book_of))[0] == ("cut-above-third")
    assert len(confirmed.event.players) == 8


@pytest.mark.req("BRKT-16")
def test_a_rulebook_without_heats_takes_one_event_only(event_of):
    one = heat_of(event_of, "a b c d", rulebook="decipher-1998")
    plan = day(FRIDAY, SATURDAY, book="decipher-1998")

    assert code_of(lambda: final_day(plan, (one, one), book_of)) == ("no-heats", "heats")


def test_a_disqualified_or_absent_player_does_not_qualify(event_of):
    heat = heat_of(event_of, "a b c d e f")
    penalty = Penalty(player=PlayerId("a"), level=4)
    first, *rest = heat.rounds[0].matches
    matches = (msgspec.structs.replace(first, penalties=(penalty,)), *rest)
    round_ = msgspec.structs.replace(heat.rounds[0], matches=matches)
    never_came = Player(id=PlayerId("z"), name="Zoe")
    heat = msgspec.structs.replace(heat, rounds=(round_,), players=(*heat.players, never_came))
    plan = Heat(name="Friday", qualifiers=8)

    found = final_day(day(plan), (heat,), book_of)

    assert [p.id for p in found.event.players] == ["b", "c", "f", "e", "d"]
