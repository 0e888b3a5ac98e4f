"""Console requests."""

from tests.interfaces.web.console.console_kinds import console

from padd.core.model import Edition, PairingStyle

PLAYERS = "Ada Feld\nBen Roy\nCleo Ito\nDee Marsh"


def at(world, place=""):
    return f"/events/{world.ids['event']}/run/{place}"


def post(world, place, who="laptop", **data):
    return world.ask(who, "POST", at(world, f"{place}/"), data)


def act(world, kind, who="laptop", **data):
    return post(world, f"act/{kind}", who, **data)


def page(world, place="", who="laptop"):
    answer = world.ask(who, "GET", at(world, place))
    assert answer.status_code == 200
    return answer.content.decode()


def round_one(world):
    post(world, "draw", key="draw")
    act(world, "round.published", key="publish", number="1")


def in_round_one(edition=Edition.SECOND, style=PairingStyle.SWISS):
    desk = console(edition, style, 4)
    desk.post("draw/")
    desk.act("round.published", number=1)
    return desk


def players(desk, table=1):
    return tuple(desk.state.rounds[0].tables[table].players)
