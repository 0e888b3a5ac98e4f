"""The stages of one championship: whether they fit together, and who was in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NewType, NoReturn

from padd.core.formats.cut.format import CutRow
from padd.core.formats.format import PlacedRow
from padd.core.formats.registry import format_of
from padd.core.messages import Message, message
from padd.core.model import ChampionshipStage, Event, EventChampionship, Player, StrictStruct
from padd.core.refusal import FILE_RULE, Refusal, RefusalError
from padd.core.scoring.standings import StandingsRow, participants
from padd.core.validation.sanction import unfinished_reason
from padd.rulebooks.schema import Rulebook
from padd.rulebooks.sections.programme import ChampionshipRules

Person = NewType("Person", str)


class PeopleByHandle:
    """The people of several events, each with the name shown for them."""

    def __init__(self) -> None:
        self.shown: dict[Person, str] = {}

    def person(self, player: Player, event: int) -> Person:
        """Return the person behind a player; without a handle, a person of this event alone."""
        if player.handle:
            person = Person(player.handle.casefold())
            self.shown.setdefault(person, player.handle)
        else:
            person = Person(f"{player.id}\n{event}")
            self.shown[person] = player.id
        return person


ALONE: Final = frozenset({ChampionshipStage.WHOLE, ChampionshipStage.FINAL})
"""Stages of which a championship has at most one."""


class StagePlace(StrictStruct, frozen=True):
    """A person's place in one stage."""

    person: Person
    place: int
    victory_points: int
    disqualified: bool


class PlayedStage(StrictStruct, frozen=True):
    """One finished stage: its places, and who took part in at least one round."""

    places: tuple[StagePlace, ...]
    attended: frozenset[Person]

    @property
    def people(self) -> frozenset[Person]:
        """Every player who has a place or took part."""
        return self.attended.union(row.person for row in self.places)


class Stages(StrictStruct, frozen=True):
    """The stages that count, with what they have in common."""

    championship: EventChampionship
    edition: str
    main: PlayedStage
    """The whole event, or the final."""
    heats: tuple[PlayedStage, ...]
    book: Rulebook
    """The rulebook of the main stage."""
    rules: ChampionshipRules
    names: dict[Person, str]


def read_stages(
    events: Sequence[Event], book_of: Callable[[Event], Rulebook], *, seed: int = 0
) -> Stages:
    """Return the stages of a championship, or refuse events that are not those."""
    labels = [_stage_label(event, index) for index, event in enumerate(events)]
    if not labels:
        _refuse("no-stages", message("A championship needs at least one event."), "")
    first = labels[0]
    for index, (event, label) in enumerate(zip(events, labels, strict=True)):
        _check_same(first, label, events[0], event, index)
    deciding = _deciding_stage(labels, lambda index: book_of(events[index]))
    names = PeopleByHandle()
    read = {
        index: finished_stage(event, index, book_of(event), names, seed)
        for index, (event, label) in enumerate(zip(events, labels, strict=True))
        if label.stage in deciding.rules.stages.counted
    }
    return _join(labels, deciding, read, events[deciding.index].edition, names.shown)


def join_stages(
    labels: Sequence[EventChampionship],
    played: Sequence[PlayedStage],
    books: Sequence[Rulebook],
    *,
    edition: str,
) -> Stages:
    """Return the stages of a championship that were read before, one by one.

    People are shown by the names that join them.
    """
    deciding = _deciding_stage(labels, lambda index: books[index])
    read = {
        index: stage
        for index, (stage, label) in enumerate(zip(played, labels, strict=True))
        if label.stage in deciding.rules.stages.counted
    }
    people = frozenset[Person]().union(*(stage.people for stage in read.values()))
    return _join(labels, deciding, read, edition, {one: str(one) for one in people})


class DecidingStage(StrictStruct, frozen=True):
    """The whole event or the final, and the rules that the championship goes by."""

    index: int
    book: Rulebook
    rules: ChampionshipRules


def _deciding_stage(
    labels: Sequence[EventChampionship], book_at: Callable[[int], Rulebook]
) -> DecidingStage:
    main = _main_index(labels)
    book = book_at(main)
    if book.championships is None:
        _refuse(
            "no-championships",
            message("{book} has no championships.", book=book.title),
            f"stages[{main}].rulebook",
        )
    return DecidingStage(main, book, book.championships)


def _join(
    labels: Sequence[EventChampionship],
    deciding: DecidingStage,
    read: Mapping[int, PlayedStage],
    edition: str,
    names: dict[Person, str],
) -> Stages:
    return Stages(
        championship=labels[deciding.index],
        edition=edition,
        main=read[deciding.index],
        heats=tuple(s for index, s in read.items() if index != deciding.index),
        book=deciding.book,
        rules=deciding.rules,
        names=names,
    )


def _stage_label(event: Event, index: int) -> EventChampionship:
    if event.championship is None:
        _refuse(
            "no-championship",
            message("This event does not say which championship it belongs to."),
            f"stages[{index}].championship",
        )
    return event.championship


def _check_same(
    first: EventChampionship, label: EventChampionship, first_event: Event, event: Event, index: int
) -> None:
    """Refuse a stage that says something else than the first one."""
    for key in ("id", "kind", "year", "area"):
        here, there = getattr(label, key), getattr(first, key)
        if here != there:
            _refuse(
                "stages-differ",
                message(
                    'The {key} is "{here}" here and "{there}" in the first event; '
                    "give the stages of one championship.",
                    key=key,
                    here=str(here),
                    there=str(there),
                ),
                f"stages[{index}].championship.{key}",
            )
    # Beside a championship another game may be played; it counts for nothing.
    beside = ChampionshipStage.SIDE in {label.stage, first.stage}
    if event.edition is not first_event.edition and not beside:
        _refuse(
            "stages-differ",
            message(
                "This stage is {edition}, but the first is {first}; each "
                "game has its own championship.",
                edition=event.edition,
                first=first_event.edition,
            ),
            f"stages[{index}].edition",
        )


def _main_index(labels: Sequence[EventChampionship]) -> int:
    """Return which stage decides: the whole event, or the final after heats."""
    deciding = [index for index, label in enumerate(labels) if label.stage in ALONE]
    if not deciding:
        _refuse("no-final", message("The final is missing; without it no one can win."), "stages")
    if len(deciding) > 1:
        _refuse(
            "two-finals",
            message("A championship is either a single event or has one final."),
            f"stages[{deciding[1]}].championship.stage",
        )
    main = deciding[0]
    heats = (i for i, label in enumerate(labels) if label.stage == "heat")
    heat = next(heats, None)
    if labels[main].stage is ChampionshipStage.WHOLE and heat is not None:
        _refuse(
            "whole-with-heats",
            message('A championship with heats has a "final", not a "whole" event.'),
            f"stages[{main}].championship.stage",
        )
    return main


def finished_stage(
    event: Event, index: int, book: Rulebook, names: PeopleByHandle, seed: int
) -> PlayedStage:
    """Return the places of a finished event, or refuse one that is still open."""
    still_open = unfinished_reason(event, book)
    if still_open is not None:
        raise RefusalError(
            Refusal(
                code="stage-open",
                message=still_open.message,
                rule=still_open.rule,
                place=f"stages[{index}].rounds",
            )
        )
    people = {player.id: names.person(player, index) for player in event.players}
    rows = format_of(event).standings(event, book, seed=seed).rows
    return PlayedStage(
        places=tuple(
            StagePlace(
                person=people[row.player],
                place=row.place,
                victory_points=_victory_points(row),
                disqualified=row.disqualified,
            )
            for row in rows
        ),
        attended=frozenset(people[player] for player in participants(event)),
    )


def _victory_points(row: PlacedRow) -> int:
    """Return the victory points behind a place; match play and Tribbles have none."""
    return row.record.vp if isinstance(row, StandingsRow | CutRow) else 0


def attendance_of(stages: Stages) -> frozenset[Person]:
    """Return every player who took part in at least one round of any stage (AMB-130)."""
    return frozenset().union(*(stage.attended for stage in stages_in_order(stages)))


def stages_in_order(stages: Stages) -> Iterator[PlayedStage]:
    """Give the deciding stage, then the heats."""
    yield stages.main
    yield from stages.heats


def _refuse(code: str, message: Message, place: str) -> NoReturn:
    raise RefusalError(Refusal(code=code, message=message, rule=FILE_RULE, place=place))
