"""Heats and the final day: announced, played, seeded from, all of them run here."""

import pytest
from tests.answers import answer
from tests.services.eventlog.table_driver import AtTheTable, p

from padd.core.event_file import read_event
from padd.core.eventlog.actions.finish import EventFinished, TieTossed
from padd.core.eventlog.actions.players import CheckedIn, PlayerEntered
from padd.core.eventlog.actions.stages import BracketPosted
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.formats.bracket.bracket_text import parse_bracket
from padd.core.model import PairingStyle
from padd.core.refusal import Refusal
from padd.rulebooks.loader import rulebook
from padd.services import eventlog
from padd.services.access.actors import SYSTEM

pytestmark = pytest.mark.django_db
FIRST = ("kirk", "khan", "spock", "gorn")
SECOND = ("nog", "rom", "quark", "zek")


def played(names, name):
    """Play a heat to its end."""
    heat = AtTheTable(names, name=name)
    for _ in range(3):
        heat.play_round()
    for tie in ties_left(heat.state, rulebook("opg-5")):
        heat.do(TieTossed(order=tie.players))
    heat.do(EventFinished())
    return heat


def final_day_of(*heats, qualifiers=2):
    """Open a final day, and announce its heats."""
    day = AtTheTable((), pairing_style=PairingStyle.SINGLE_ELIMINATION, rounds_planned=2)
    done = eventlog.plan_heats(
        event_id=day.id,
        heats=[(heat.id, qualifiers) for heat in heats],
        by=SYSTEM,
        now=day.now,
        reason="It was on the flyer.",
    )
    assert isinstance(done, eventlog.Recorded), done
    return day


def seeds(day):
    return {entrant.id: entrant.seed for entrant in day.state.players.values()}


@pytest.mark.req("BRKT-16", "BRKT-20", "AMB-46")
def test_the_final_day_takes_its_seeds_from_the_heats(world):
    one, two = played(FIRST, "Heat 1"), played(SECOND, "Heat 2")
    day = final_day_of(one, two)

    done = eventlog.seed_from_heats(event_id=day.id, by=SYSTEM, now=day.now)

    assert isinstance(done, eventlog.Recorded), done
    through = [
        *(place for place in seeds(day) if place in FIRST),
        *(place for place in seeds(day) if place in SECOND),
    ]
    assert [seeds(day)[player] for player in through] == [1, 2, 3, 4]
    day.do(CheckedIn(players=tuple(day.state.players)))
    day.publish()
    assert len(day.round.tables) == 2
    file = read_event(eventlog.export_event_file(event_id=day.id), book_of=rulebook)
    assert [len(heat.qualified) for heat in file.heats] == [2, 2]


@pytest.mark.req("AMB-46")
def test_who_qualified_and_stays_away_is_not_replaced(world):
    one, two = played(FIRST, "Heat 1"), played(SECOND, "Heat 2")
    day = final_day_of(one, two)
    eventlog.seed_from_heats(event_id=day.id, by=SYSTEM, now=day.now)
    by_seed = {seed: player for player, seed in seeds(day).items()}
    day.do(CheckedIn(players=tuple(p(str(by_seed[seed])) for seed in (1, 2, 3))))

    day.publish()

    (table,) = day.round.tables.values()
    assert set(table.players) == {by_seed[2], by_seed[3]}
    assert day.round.byes == (by_seed[1],)


@pytest.mark.req("BRKT-21")
def test_the_heats_stay_as_announced_once_the_first_has_begun(world):
    heat = AtTheTable(FIRST, name="Heat 1")
    day = AtTheTable((), pairing_style=PairingStyle.SINGLE_ELIMINATION)
    plan = {"event_id": day.id, "by": SYSTEM, "now": day.now}
    eventlog.plan_heats(heats=[(heat.id, 1)], **plan)
    eventlog.plan_heats(heats=[(heat.id, 2)], **plan)
    heat.publish()

    said = answer(eventlog.plan_heats, heats=[(heat.id, 4)], reason="Why not", **plan)

    assert isinstance(said, Refusal)
    assert said.code == "plan-locked"
    assert day.state.settings.heats[0].qualifiers == 2


@pytest.mark.req("BRKT-4")
def test_a_heat_that_is_run_here_fixes_the_bracket_of_the_final_day(world):
    heat = AtTheTable(FIRST, name="Heat 1")
    day = AtTheTable((), pairing_style=PairingStyle.SINGLE_ELIMINATION)
    plan = {"event_id": day.id, "by": SYSTEM, "now": day.now}
    eventlog.plan_heats(heats=[(heat.id, 2)], **plan)
    day.do(BracketPosted(matches=parse_bracket("F: seed 1 v seed 2")))
    heat.publish()

    said = answer(eventlog.record_action, action=BracketPosted(), **plan)

    assert isinstance(said, Refusal)
    assert said.code == "bracket-locked"


@pytest.mark.req("BRKT-21")
def test_heats_announced_late_say_where_they_were_announced(world):
    heat = played(FIRST, "Heat 1")
    day = AtTheTable((), pairing_style=PairingStyle.SINGLE_ELIMINATION)

    said = answer(
        eventlog.plan_heats, event_id=day.id, heats=[(heat.id, 2)], by=SYSTEM, now=day.now
    )

    assert isinstance(said, Refusal)
    assert said.code == "reason-missing"


def test_a_heat_that_is_not_finished_gives_no_seeds(world):
    heat = AtTheTable(FIRST, name="Heat 1")
    day = final_day_of(heat)

    said = answer(eventlog.seed_from_heats, event_id=day.id, by=SYSTEM, now=day.now)

    assert isinstance(said, Refusal)
    assert said.code == "heat-open"
    assert "Heat 1" in str(said.message)


@pytest.mark.req("BRKT-18", "BRKT-19")
def test_who_qualified_in_a_heat_is_marked_in_the_next(world):
    one = played(FIRST, "Heat 1")
    two = AtTheTable(SECOND, name="Heat 2")
    final_day_of(one, two)
    for name in FIRST:
        two.do(PlayerEntered(player=p(name), name=name.title()))

    barred = eventlog.qualified_in_earlier_heats(two.id, two.state)

    assert len(barred) == 2
    assert set(barred) <= set(map(p, FIRST))
    assert set(barred.values()) == {"Heat 1"}
    assert eventlog.qualified_in_earlier_heats(one.id, one.state) == {}


def test_who_came_from_no_heat_is_not_in_the_final_day(world):
    heat = played(FIRST, "Heat 1")
    day = final_day_of(heat)
    day.do(PlayerEntered(player=p("mudd"), name="Harry Mudd"))

    said = answer(eventlog.seed_from_heats, event_id=day.id, by=SYSTEM, now=day.now)

    assert isinstance(said, Refusal)
    assert said.code == "not-qualified"
    assert "Harry Mudd" in str(said.message)
