"""Every kind of play has a format, and a new one needs nothing else."""

from __future__ import annotations

import json

import msgspec
import pytest
from click.testing import CliRunner

from padd.core.event_file import read_event
from padd.core.formats import registry
from padd.core.formats.registry import format_for, format_of, ranking_of
from padd.core.formats.swiss.format import SwissFormat
from padd.core.model import Kind, PlayerId
from padd.interfaces.cli.main import main
from padd.presentation.formats import presenter
from padd.presentation.formats.presenter import presenter_of, standings_view
from padd.presentation.formats.reasons import Why
from padd.presentation.formats.results import ResultsView, RoundResults
from padd.presentation.formats.standings import (
    PLAYER,
    StandingsLine,
    StandingsView,
    standings_document,
)
from padd.presentation.formats.swiss import SwissPresenter
from padd.presentation.names import player_names
from padd.presentation.rulebooks import book_for, rulebook_named
from padd.presentation.tables import Column

WINS = Column("wins", "Wins", "number")
SWISS = {
    "schema": "padd-event/1",
    "rulebook": "opg-5",
    "name": "Toy Cup",
    "edition": "2E",
    "pairing_style": "swiss",
    "rounds_planned": 1,
    "players": [{"id": "ann", "name": "Ann"}, {"id": "ben", "name": "Ben"}],
    "rounds": [
        {
            "number": 1,
            "matches": [
                {
                    "players": ["ann", "ben"],
                    "ending": "complete",
                    "winner": "ben",
                    "scores": [35, 100],
                }
            ],
        }
    ],
}
BRACKET = {**SWISS, "pairing_style": "elimination", "rounds": []}
TRIBBLES = {**SWISS, "edition": "TR", "pairing_style": "tribbles", "rounds": []}


class ToyRow(msgspec.Struct, frozen=True):
    """A player with the rounds won."""

    place: int
    player: PlayerId
    wins: int
    decided_by: str | None = None
    disqualified: bool = False


class ToyPlaces(msgspec.Struct, frozen=True):
    """Everybody by rounds won."""

    rows: tuple[ToyRow, ...]
    final: bool = True


def winner(event):
    """Return who scored more in the only match."""
    (match,) = event.rounds[0].matches
    first, second = match.scores or (0, 0)
    return match.players[0 if first > second else 1]


class ToyFormat(SwissFormat):
    """Whoever scores more is first; pairs and checks as Swiss does."""

    def standings(  # type: ignore[override]
        self, event, book, *, seed=0
    ):
        del book, seed
        first = winner(event)
        order = sorted(event.players, key=lambda player: player.id != first)
        return ToyPlaces(
            tuple(
                ToyRow(place, player.id, int(player.id == first))
                for place, player in enumerate(order, start=1)
            )
        )


class ToyPresenter(SwissPresenter):
    """Shows the rounds won, and nothing else."""

    def standings(  # type: ignore[override]
        self, event, book, places
    ):
        names = player_names(event)
        return StandingsView(
            event=event.name,
            rulebook=book.id,
            final=places.final,
            round=1,
            columns=(WINS,),
            rows=tuple(
                StandingsLine(
                    place=row.place,
                    player=row.player,
                    name=names[row.player],
                    cells={"wins": row.wins},
                )
                for row in places.rows
            ),
            leading=WINS,
            document_keys=("wins",),
        )

    def results(self, event, book):
        del book
        first = winner(event)
        return ResultsView(
            title=event.name,
            names=player_names(event),
            columns=(PLAYER, Column("won", "Won", "yes")),
            rounds=(
                RoundResults(
                    number=1,
                    rows=tuple(
                        {"player": player.id, "won": player.id == first} for player in event.players
                    ),
                ),
            ),
            document_keys=("player", "won"),
        )

    def reasons(  # type: ignore[override]
        self, event, book, places
    ):
        del event, book, places
        return lambda player: Why(f"Why {player}?", "By rounds won.", (), ())


@pytest.fixture
def toy(monkeypatch, tmp_path):
    """Return the file of an event that a format of its own answers for."""
    monkeypatch.setitem(registry.FORMATS, Kind.SWISS, ToyFormat())
    monkeypatch.setitem(presenter.PRESENTERS, Kind.SWISS, ToyPresenter())
    file = tmp_path / "toy.event.json"
    file.write_text(json.dumps(SWISS), encoding="utf-8")
    return file


def run(*arguments):
    """Return what a command prints."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_of_play_has_a_format_and_a_presenter(kind):
    assert kind in registry.MODULES
    assert kind in presenter.MODULES
    assert sum((format_for(kind).has_bracket, format_for(kind).in_pods)) <= 1


@pytest.mark.parametrize("facts", [SWISS, BRACKET, TRIBBLES])
def test_every_format_answers_from_the_places_of_core(facts):
    event = read_event(json.dumps(facts).encode(), book_of=rulebook_named)
    book = book_for(event)
    places = format_of(event).standings(event, book)
    view = standings_view(event, book)

    assert [row.player for row in view.rows] == list(ranking_of(event, book).order)
    assert view.final is places.final
    assert all(column.key in row.cells for row in view.rows for column in view.columns)
    for row in standings_document(view)["standings"]:
        reason = presenter_of(event).reasons(event, book, places)(row["player"])
        assert reason.answer
        assert {"place", "player", *view.document_keys} == row.keys()


def test_a_new_format_is_ranked_and_printed_by_the_commands(toy):
    standings = json.loads(run("standings", str(toy), "--json"))
    score = json.loads(run("score", str(toy), "--json"))
    explained = json.loads(run("explain", str(toy), "ben", "--json"))
    table = run("standings", str(toy))

    assert standings == {
        "event": "Toy Cup",
        "rulebook": "opg-5",
        "final": True,
        "standings": [
            {"place": 1, "player": "ben", "wins": 1},
            {"place": 2, "player": "ann", "wins": 0},
        ],
    }
    assert score["rounds"][0]["results"][1] == {"player": "ben", "won": True}
    assert explained["answer"] == "By rounds won."
    assert "Wins" in table
    assert "VP" not in table
