"""Console kinds."""

from datetime import UTC, datetime

from tests.interfaces.web.laptop_client import laptop

from padd.core.eventlog.actions.action import LogEntry
from padd.core.eventlog.actions.result_claims import ResultReported
from padd.core.eventlog.log.chain import log_row
from padd.core.eventlog.state.actor import log_moment, player_actor
from padd.core.eventlog.state.table import GameOutcome
from padd.core.model import Ending, Event, PairingStyle
from padd.services import eventlog
from padd.services.access import actors
from padd.services.eventlog.log_cache import cached_log, stored_event
from padd.store.writes import event_log

EIGHT = "Ada\nBen\nCleo\nDee\nEve\nFinn\nGus\nHal"


class Console:
    """The console of one event, asked by requests."""

    def __init__(self, event):
        self.client = laptop()
        self.home = f"/events/{event}/run/"
        self.event = event
        self.sent = 0

    def post(self, place, **data):
        """Send a form and return the page that follows."""
        self.sent += 1
        sent = {"key": f"key-{self.sent}", **data}
        answer = self.client.post(self.home + place, sent, follow=True)
        assert answer.status_code == 200, answer.content.decode()[-3000:]
        return str(answer.content.decode())

    def act(self, kind, **data):
        return self.post(f"act/{kind}/", **data)

    def page(self, place=""):
        answer = self.client.get(self.home + place)
        assert answer.status_code == 200
        return str(answer.content.decode())

    @property
    def state(self):
        return eventlog.snapshot_event(event_id=self.event).state


def console(edition, style, rounds, names=EIGHT):
    """Open an event of a kind, with players who are here, in a bracket by seed."""
    facts = Event(
        schema="padd-event/1",
        rulebook="opg-5",
        name="Lantern Open",
        edition=edition,
        pairing_style=style,
        rounds_planned=rounds,
        players=(),
        rounds=(),
        starts="2026-11-29T10:00:00+00:00",
    )
    made = eventlog.open_event(facts=facts, by=actors.SYSTEM, now=datetime.now(UTC))
    assert isinstance(made, str)
    found = Console(made)
    seeded = "yes" if style is PairingStyle.SINGLE_ELIMINATION else ""
    found.post("enter/", list=names, here="yes", seeded=seeded)
    return found


ELEVEN = EIGHT + "\nIlse\nJun\nKai"


def differ(desk, players):
    """Let both players report the game, with different scores."""
    row = stored_event(desk.event)
    for player, score in zip(players, ((100, 30), (100, 35)), strict=True):
        known = cached_log(row)
        outcome = GameOutcome(ending=Ending.COMPLETE, winner=players[0], scores=score)
        entry = LogEntry(
            sequence=known.log.sequence + 1,
            at=log_moment(datetime.now(UTC)),
            by=player_actor(player),
            action=ResultReported(number=1, table=1, outcome=outcome),
            key=f"report-{player}",
        )
        event_log.append_rows(row.pk, log_row(entry, known.head))
