"""Has a player won a game: the conditions of a rules set, met or missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from padd.core.messages import Message, message, plural
from padd.core.model import Edition, StrictStruct
from padd.core.refusal import refuse
from padd.core.scoring.results import limit_bonus
from padd.rulebooks.schema import Rulebook, cite
from padd.rulebooks.sections.registration import Victory


class MissionType(StrEnum):
    """Where a mission is; one with both icons serves as either, once (AMB-103)."""

    PLANET = "planet"
    SPACE = "space"


class GamePosition(StrictStruct, frozen=True, kw_only=True):
    """One player's points and missions in a game, and by which rules it is played."""

    rulebook: str
    edition: Edition
    rules: str | None = None
    """The rules set; null is the usual one of the edition."""
    format: str | None = None
    """The format, where it is won in its own way (Junior)."""
    regular: int
    bonus: int = 0
    opponent: int | None = None
    """The opponent's counted score; null if it is not needed."""
    missions: tuple[tuple[MissionType, ...], ...] = ()
    """The icons of each mission that the player has completed or scouted."""
    cards: tuple[str, ...] = ()
    """Titles of cards in play that change how the game is won."""


class Condition(StrictStruct, frozen=True, kw_only=True):
    """One condition of winning, whether it is met, and what is there or missing."""

    code: str
    met: bool
    rule: str
    asks: Message
    says: Message


class VictoryVerdict(StrictStruct, frozen=True, kw_only=True):
    """The score that counts, and each condition of winning."""

    score: int
    left_out: int
    """Bonus points that do not count."""
    conditions: tuple[Condition, ...]

    @property
    def won(self) -> bool:
        """Whether every condition is met; only the players end the game."""
        return all(condition.met for condition in self.conditions)


def judge_victory(position: GamePosition, book: Rulebook) -> VictoryVerdict:
    """Return which conditions of winning are met (OTF-25 to 30, FMT-29 to 38)."""
    rules = _victory_of(position, book)
    score = _counted_score(position, rules, book)
    raised = sum(book.formats.victory_raised_by.get(card, 0) for card in position.cards)
    return VictoryVerdict(
        score=score,
        left_out=position.regular + position.bonus - score,
        conditions=tuple(_conditions(position, score, raised, rules, book)),
    )


def _victory_of(position: GamePosition, book: Rulebook) -> Victory:
    formats = book.formats
    if position.edition not in book.games:
        refuse(
            "edition-unknown",
            message("{book} has no {edition} events.", book=book.title, edition=position.edition),
            "edition",
            cite(book, "formats.rules"),
        )
    name = position.rules
    if name is None:
        name = book.default_rules[position.edition]
    if position.format in formats.victory:
        name = position.format
    own = formats.formats.get(name, ()) if name in formats.victory else ()
    editions = formats.rules.get(name, own)
    if position.edition not in editions:
        refuse(
            "rules-unknown",
            message(
                "{book} has no rules set {rules} for {edition}.",
                book=book.title,
                rules=name,
                edition=position.edition,
            ),
            "rules",
            cite(book, "formats.rules"),
        )
    if name not in formats.victory or position.edition is Edition.TRIBBLES:
        refuse(
            "no-victory-conditions",
            message("Under {rules}, games are not won by meeting conditions.", rules=name),
            "rules",
            cite(book, "formats.victory"),
        )
    _check_missions(position)
    _check_cards(position, book)
    return formats.victory[name]


def _check_missions(position: GamePosition) -> None:
    for index, icons in enumerate(position.missions):
        if not icons or len(set(icons)) < len(icons):
            refuse(
                "mission-type",
                message("A mission is planet, space, or both, each named once."),
                f"missions[{index}]",
            )


def _check_cards(position: GamePosition, book: Rulebook) -> None:
    formats = book.formats
    known = {*formats.victory_raised_by, *formats.bonus_limited_by}
    for index, card in enumerate(position.cards):
        if card not in known:
            refuse(
                "card-unknown",
                message("{book} has no rule for {card}.", book=book.title, card=card),
                f"cards[{index}]",
                cite(book, "formats.victory_raised_by"),
            )


def _counted_score(position: GamePosition, rules: Victory, book: Rulebook) -> int:
    """Return the score with the bonus points that count (AMB-24)."""
    total = position.regular + position.bonus
    by_card = set(position.cards) & set(book.formats.bonus_limited_by)
    return limit_bonus(total, position.bonus) if rules.bonus_limited or by_card else total


def _conditions(
    position: GamePosition, score: int, raised: int, rules: Victory, book: Rulebook
) -> Iterator[Condition]:
    if rules.points is not None:
        raising = f", {cite(book, 'formats.victory_raised_by')}" if raised else ""
        yield _points(score, rules.points + raised, rules.cite + raising)
    if rules.highest_score:
        yield _highest(score, position.opponent, rules.cite)
    if rules.planet or rules.space or rules.missions:
        yield _missions(position.missions, score, rules)


def _points(score: int, needed: int, rule: str) -> Condition:
    met = score >= needed
    here = message("{score} points are counted.", score=score)
    missing = plural(
        "{count} point is missing.", "{count} points are missing.", count=needed - score
    )
    return Condition(
        code="points",
        met=met,
        rule=rule,
        asks=message("At least {points} points", points=needed),
        says=here if met else missing,
    )


def _highest(score: int, opponent: int | None, rule: str) -> Condition:
    met = opponent is None or score > opponent
    if opponent is None:
        says = message("The opponent’s score is missing.")
    elif met:
        says = message("{score} is more than {opponent}.", score=score, opponent=opponent)
    else:
        says = message("{score} is not more than {opponent}.", score=score, opponent=opponent)
    return Condition(
        code="highest-score", met=met, rule=rule, asks=message("The highest score"), says=says
    )


def _missions(missions: Sequence[Sequence[MissionType]], score: int, rules: Victory) -> Condition:
    planet, space = _missing_types(missions, rules)
    any_type = max(rules.missions - len(missions), 0)
    instead = rules.points_instead
    done = not (planet or space or any_type)
    made_up = instead is not None and score >= instead
    return Condition(
        code="missions",
        met=done or made_up,
        rule=rules.cite,
        asks=_missions_asked(rules, instead),
        says=_missions_found(
            planet=planet,
            space=space,
            any_type=any_type,
            points=None if instead is None else instead - score,
        ),
    )


def _missing_types(missions: Sequence[Sequence[MissionType]], rules: Victory) -> tuple[int, int]:
    """Return how many planet and space missions are missing; each serves once."""
    only = [set(icons) for icons in missions if len(icons) == 1]
    either = len(missions) - len(only)
    planet = max(rules.planet - only.count({MissionType.PLANET}), 0)
    space = max(rules.space - only.count({MissionType.SPACE}), 0)
    as_planet = min(planet, either)
    as_space = min(space, either - as_planet)
    return planet - as_planet, space - as_space


def _missions_asked(rules: Victory, instead: int | None) -> Message:
    if rules.missions:
        return message("A completed mission of any type")
    if instead is None:
        return message("A planet and a space mission")
    return message("A planet and a space mission, or {points} points", points=instead)


def _missions_found(*, planet: int, space: int, any_type: int, points: int | None) -> Message:
    if not (planet or space or any_type):
        return message("Completed.")
    if points is not None and points <= 0:
        return message("The points make up for missions.")
    missing = _missing(planet=planet, space=space)
    if points is None:
        return message("Missing: {missions}.", missions=missing)
    return message("Missing: {missions}, or {points} points.", missions=missing, points=points)


def _missing(*, planet: int, space: int) -> Message:
    if planet and space:
        return message("one planet and one space mission")
    if planet:
        return message("one planet mission")
    return message("one space mission") if space else message("one mission")
