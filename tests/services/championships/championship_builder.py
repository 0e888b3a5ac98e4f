"""Championship builder."""

from datetime import date, timedelta

from tests.services.eventlog.table_driver import AtTheTable, entered, p
from tests.world import NOW

from padd.core.championships.ledger import EntryKind
from padd.core.eventlog.actions.finish import EventFinished, TieTossed
from padd.core.eventlog.actions.players import PlayerEntered
from padd.core.eventlog.actions.rounds import RoundClosed
from padd.core.eventlog.guidance.checklist import ties_left
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Edition, Game
from padd.rulebooks.loader import rulebook
from padd.services import reports
from padd.services.access.actors import SYSTEM
from padd.services.championships import applications, dashboard
from padd.services.championships.applications import ApplicationForm
from padd.services.events import approvals
from padd.services.reports import ReportState
from padd.store.models.championships import Championship, Right
from padd.store.models.eventlog import Placing
from padd.store.models.events import Approval, Event
from padd.store.models.people import Person
from padd.store.writes.championship_stages import stage_of
from padd.store.writes.right_ledger import add_right_entry


def continental(area_days, *players, area=""):
    """Open a Continental with some players, before its start."""
    starts = NOW + timedelta(days=area_days)
    day = AtTheTable((), starts=starts.isoformat(), level=4)
    for player in players:
        day.do(PlayerEntered(player=p(player), name=f"Player {player}"))
    Event.objects.filter(public_id=day.id).update(kind="continental", level=4, starts_at=starts)
    row = Event.objects.select_related("region").get(public_id=day.id)
    stage = stage_of(row, now=NOW)
    assert stage is not None
    if area:
        Championship.objects.filter(pk=stage.championship_id).update(area=area)
    return day


def bye_of(person, rounds=(1,)):
    right = Right.objects.create(
        person=Person.objects.get(public_id=person),
        edition="2E",
        rounds=list(rounds),
        target="continental",
        year=NOW.year,
        won_at=NOW - timedelta(days=30),
    )
    add_right_entry(right, EntryKind.GRANTED, now=NOW)
    return right.public_id


NAMES = ("kirk", "khan", "spock", "gorn")


def championship(kind, level, *, days=0, edition=Edition.SECOND):
    """Play and report a championship of four players; return its event."""
    starts = NOW + timedelta(days=days)
    day = AtTheTable(
        NAMES,
        starts=starts.isoformat(),
        registered=(starts - timedelta(days=30)).isoformat(),
        level=level,
        edition=edition,
        players=entered(*NAMES),
    )
    Event.objects.filter(public_id=day.id).update(
        kind=kind, level=level, starts_at=starts, edition=edition
    )
    while len(day.state.played) < day.state.settings.rounds_planned:
        day.play_round()
    day.do(EventFinished(), expected=day.sequence)
    done = reports.submit_report(event_id=day.id, by=SYSTEM, now=day.now, create=True)
    assert isinstance(done, reports.ReportOutcome), done
    assert done.state is ReportState.PROCESSED
    return day.id


def winner_of(event):
    placing = Placing.objects.get(finished__event__public_id=event, place=1)
    assert placing.person is not None
    return placing.person.public_id


def form(**more):
    facts = {
        "kind": "continental",
        "edition": "2E",
        "region": "germany",
        "first_day": date(2027, 7, 3),
        "last_day": date(2027, 7, 5),
        "location": "Town hall",
    }
    return ApplicationForm(**{**facts, **more})  # type: ignore[arg-type]


def bid(world, by, **more):
    return applications.apply_to_host(by=by, now=world.now, form=form(**more))


def approval_of(application):
    return Approval.objects.get(about=f"application:{application}")


def award(world, application, by):
    approvals.decide_approval(
        by=by, now=world.now, approval=approval_of(application).public_id, approve=True
    )


def opened(names, name, days, **more):
    """Open a stage of the Continental of 2026."""
    starts = NOW + timedelta(days=days)
    day = AtTheTable(
        names,
        name=name,
        starts=starts.isoformat(),
        registered=(starts - timedelta(days=30)).isoformat(),
        level=4,
        players=entered(*names),
        **more,  # type: ignore[arg-type]
    )
    Event.objects.filter(public_id=day.id).update(kind="continental", level=4, starts_at=starts)
    stage_of(Event.objects.select_related("region").get(public_id=day.id), now=NOW)
    return day


def play_out(day, rounds):
    for _ in range(rounds):
        day.play_round()
    for tie in ties_left(day.state, rulebook("opg-5")):
        day.do(TieTossed(order=tie.players))
    day.do(EventFinished())


def step(championship):
    return str(dashboard.championship_dashboard(by=SYSTEM, championship=championship).step.kind)


def play_best_of_three(final):
    """Play a round in which the upper player wins the first and the third game."""
    final.publish()
    for table in list(final.round.tables.values()):
        one, other = table.players
        games = tuple(Game(winner=winner) for winner in (one, other, one))
        final.enter(final.round.number, table.number, GameOutcome(games=games))
    final.do(RoundClosed(number=final.round.number))
