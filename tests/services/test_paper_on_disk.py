"""The paper of a round on the disk: when, where, whole, and what if it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.services.running.table import FOUR, AtTheTable, entered

from padd.interfaces.printing.background import printer
from padd.services import paper
from padd.services.running import keeping

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.django_db


@pytest.fixture
def place(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Keep everything in a folder of its own, and print nothing afterwards.

    The copy of the database would wait for the transaction around each test.
    """
    monkeypatch.setattr(keeping.upkeep, "back_up", lambda *_, **__: None)
    settings.DATA, settings.BACKUP = tmp_path / "data", str(tmp_path / "stick")
    yield tmp_path
    paper.wait()
    paper._printers.clear()
    keeping._writers[:] = [one for one in keeping._writers if one != paper._wanted]


def played(printing: Callable[[paper.Order], paper.Made], committed: Any) -> AtTheTable:
    """Return an event whose first round is published, and printed by a printer."""
    paper.print_after_rounds(printing)
    day = AtTheTable(FOUR, players=entered(*FOUR), rounds_planned=3)
    with committed(execute=True):
        day.publish()
    paper.wait()
    return day


def files_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


@pytest.mark.req("R25")
def test_a_published_round_lies_in_both_places(
    place: Path, django_capture_on_commit_callbacks: Any
) -> None:
    day = played(printer, django_capture_on_commit_callbacks)
    first = place / "data" / "paper" / day.id / "round-1"
    second = place / "stick" / "paper" / day.id / "round-1"

    assert {"pairings-by-table.csv", "pairings-by-name.html", "slips.pdf"} <= files_in(
        first
    )
    assert files_in(first) == files_in(second)
    found = paper.on_disk(day.id)
    assert found is not None
    assert (found.round, found.faults) == (1, ())


@pytest.mark.req("R25")
def test_a_printer_that_fails_stops_nothing_and_is_told(
    place: Path, django_capture_on_commit_callbacks: Any
) -> None:
    def broken(order: paper.Order) -> paper.Made:
        raise RuntimeError(f"no ink for {order.round}")

    day = played(broken, django_capture_on_commit_callbacks)
    found = paper.on_disk(day.id)

    assert place.exists()
    assert found is not None
    assert found.faults == ("Nothing was printed: no ink for 1",)


def test_a_folder_is_replaced_as_a_whole(place: Path) -> None:
    folder = place / "there"

    paper._put(folder, "round-1", {"a.txt": b"1", "old.txt": b"1"})
    (folder / "round-1.new").mkdir()
    (folder / "round-1.new" / "left by a kill").write_bytes(b"")
    paper._put(folder, "round-1", {"a.txt": b"2"})

    assert files_in(folder) == {"round-1"}
    assert files_in(folder / "round-1") == {"a.txt"}
    assert (folder / "round-1" / "a.txt").read_bytes() == b"2"


def test_the_paper_of_a_round_taken_back_is_gone(place: Path) -> None:
    folder = place / "there"
    for number in (1, 2, 3):
        paper._put(folder, f"round-{number}", {"a.txt": b"1"})

    paper._drop_later(folder, 2)

    assert files_in(folder) == {"round-1", "round-2"}


def test_a_place_that_cannot_be_written_is_named(
    place: Path, django_capture_on_commit_callbacks: Any
) -> None:
    (place / "stick").write_bytes(b"a file where a folder should be")

    made = paper.Made(files={"a.txt": b"1"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)
    found = paper.on_disk(day.id)

    assert found is not None
    assert len(found.faults) == 1
    assert str(place / "stick") in found.faults[0]
    assert files_in(place / "data" / "paper" / day.id / "round-1") == {"a.txt"}


@pytest.mark.req("R23")
def test_paper_with_a_name_that_must_go_is_thrown_away(
    place: Path, django_capture_on_commit_callbacks: Any
) -> None:
    made = paper.Made(files={"a.txt": b"Kirk"})
    day = played(lambda _: made, django_capture_on_commit_callbacks)

    paper.throw_away([day.id])

    assert not list(place.rglob("a.txt"))
    assert paper.on_disk(day.id) is None
