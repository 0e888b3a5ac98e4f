"""Random seasons, worked out by two programs that share no code."""

from random import Random

import msgspec
import pytest
from tests.wait_limits import EVENTS

from padd.core.event_file import read_event
from padd.core.leagues.event_points import event_points, league_rules
from padd.core.leagues.playoffs import playoff_ranking
from padd.core.leagues.qualification import qualification, usual_qualifying_plan
from padd.core.leagues.table import lifetime_table
from padd.core.rng import Rng
from padd.presentation.leagues.documents import league_table_answer
from padd.rulebooks.loader import rulebook
from padd_oracle import leagues as oracle


def points_of(event):
    read = read_event(msgspec.json.encode(event), book_of=rulebook)
    handles = {player.id: player.handle for player in read.players}
    assert read.league is not None
    return event_points(
        read,
        rulebook(read.rulebook),
        id_=read.name,
        part=read.league.part,
        known_as=handles.__getitem__,
        bonus=read.league.bonus,
    )


def check_season(seed):
    """Compare both programs on one season; the toss may part equals anyhow."""
    rng = Random(seed)
    book = rulebook(rng.choice(["opg-5", "opg-4.1"]))
    season = oracle.random_season(rng, players=rng.randint(3, 9), rulebook=book.id)
    season = [event for event in season if not tossed(event)]
    events = [points_of(event) for event in season]
    rules = league_rules(book)
    plan = usual_qualifying_plan(rules, short=False)

    table = league_table_answer("isar", 2026, events, AnyName()).document
    field = qualification(events, plan, rules.qualifying, chance=Rng(seed)).qualified
    lifetime = {row.person: row.points for row in lifetime_table(events)}
    ranking = playoff_ranking(events, field, rules.playoffs, lifetime=lifetime, chance=Rng(seed))

    assert table == oracle.league_table(season)
    sure, drawn = oracle.qualified(season, 4, 4)
    assert sure <= set(field) <= sure | drawn
    figures = [oracle.playoff_figures(season, row.person, book.id) for row in ranking]
    assert figures == sorted(figures, reverse=True)


def tossed(event):
    """Tell whether places hang on a toss, which each program draws in its own way."""
    rows = oracle.standings(event, 0)["standings"]
    return any(row["decided_by"] == "coin-toss" for row in rows)


class AnyName(dict[str, str]):
    """Names that do not matter here."""

    def __missing__(self, key):
        return key


@pytest.mark.req("LEAG-14", "LEAG-15", "LEAG-26", "LEAG-29", "AMB-66", "AMB-67")
@pytest.mark.parametrize("seed", range(12))
def test_two_programs_agree_on_a_season(seed):
    check_season(seed)


@pytest.mark.long
@pytest.mark.req("LEAG-14", "LEAG-15", "LEAG-26", "LEAG-29")
def test_two_programs_agree_on_many_seasons():
    for seed in range(1000, 1000 + EVENTS):
        check_season(seed)
