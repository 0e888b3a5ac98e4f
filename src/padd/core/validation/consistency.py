"""Refuse an event whose facts contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

import msgspec

from padd.core.formats.cut_parts import cut_part
from padd.core.messages import Message, message
from padd.core.model import (
    BRACKET_STYLES,
    Cut,
    Edition,
    Event,
    Kind,
    PairingStyle,
    Player,
    PlayerId,
    Round,
    RulesSet,
)
from padd.core.refusal import refuse
from padd.core.validation.format_facts import check_play
from padd.core.validation.matches import check_match, check_pod, check_text
from padd.rulebooks.schema import Rulebook, cite

LEVELS: Final = range(1, 6)
MOST_ROUNDS: Final = 1_000


def check_facts(event: Event, book: Rulebook) -> Event:
    """Return the event with rules set, tidy handles and its rounds in order."""
    _check_settings(event, book)
    event = _with_tidy_handles(event)
    by_id = _check_players(event, book)
    _check_round_numbers(event)
    for index, round_ in enumerate(event.rounds):
        _check_round(round_, f"rounds[{index}]", event, by_id, book)
    _check_final_confrontation(event, by_id)
    _check_tossed(event, by_id)
    _check_bonus(event, by_id)
    checked = msgspec.structs.replace(
        event,
        stages=_checked_cut(event, by_id, book),
        rules=event.rules or RulesSet(book.default_rules[event.edition]),
        rounds=tuple(sorted(event.rounds, key=lambda round_: round_.number)),
    )
    check_play(checked, book)
    return checked


def _check_settings(event: Event, book: Rulebook) -> None:
    if event.edition not in book.games:
        known = ", ".join(book.games)
        refuse(
            "edition-unknown-to-rulebook",
            message(
                "{title} covers {known}, not {edition}.",
                title=book.title,
                known=known,
                edition=event.edition,
            ),
            "edition",
            book.document,
        )
    if event.level not in LEVELS:
        refuse(
            "level-range",
            message("{level} is not a level from 1 to 5.", level=event.level),
            "level",
        )
    if not 1 <= event.rounds_planned <= MOST_ROUNDS:
        refuse(
            "rounds-range",
            message(
                "{rounds_planned} is not a number of rounds from 1 to 1,000.",
                rounds_planned=event.rounds_planned,
            ),
            "rounds_planned",
        )
    for text, place in _words_of(event):
        check_text(text, place)
    for key in ("starts", "registered", "reported"):
        _check_moment(getattr(event, key), key)


def _words_of(event: Event) -> Iterator[tuple[str | None, str]]:
    yield event.name, "name"
    yield event.card_pool, "card_pool"
    yield event.scenario, "scenario"
    if event.theme is not None:
        yield event.theme.text, "theme.text"
        yield event.theme.cards, "theme.cards"
    for index, heat in enumerate(event.heats):
        yield heat.name, f"heats[{index}].name"
        yield heat.event, f"heats[{index}].event"
    for index, director in enumerate(event.directors):
        yield director, f"directors[{index}]"


def _check_moment(moment: str | None, place: str) -> None:
    if moment is None:
        return
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        parsed = None
    if parsed is None or parsed.tzinfo is None:
        refuse(
            "not-a-moment",
            message(
                '"{moment}" is not a date and time with its zone, such as '
                "2026-03-14T10:00:00-05:00.",
                moment=moment,
            ),
            place,
        )


def _with_tidy_handles(event: Event) -> Event:
    """Strip blanks from the handles: they identify people, and a blank one identifies no one."""
    if all(player.handle == player.handle.strip() for player in event.players):
        return event
    players = (
        msgspec.structs.replace(player, handle=player.handle.strip()) for player in event.players
    )
    return msgspec.structs.replace(event, players=tuple(players))


def _check_players(event: Event, book: Rulebook) -> dict[PlayerId, Player]:
    by_id: dict[PlayerId, Player] = {}
    handles: dict[str, PlayerId] = {}
    for index, player in enumerate(event.players):
        place = f"players[{index}]"
        _check_player(player, place, event, book)
        if player.id in by_id:
            refuse("double-id", message('"{id}" appears twice.', id=player.id), f"{place}.id")
        by_id[player.id] = player
        holder = handles.setdefault(player.handle.casefold(), player.id)
        if player.handle and holder != player.id:
            refuse(
                "double-handle",
                message(
                    'The handle "{handle}" already belongs to "{holder}".',
                    handle=player.handle,
                    holder=holder,
                ),
                f"{place}.handle",
            )
    return by_id


def _check_player(player: Player, place: str, event: Event, book: Rulebook) -> None:
    if not player.id.strip():
        refuse("empty-id", message("A player needs an id."), f"{place}.id")
    for key, text in (("id", player.id), ("name", player.name)):
        check_text(text, f"{place}.{key}")
    check_text(player.handle, f"{place}.handle")
    if player.name and not any(c.isprintable() and c != " " for c in player.name):
        refuse("blank-name", message("A name can’t be blank."), f"{place}.name")
    if player.earned_byes:
        _check_earned_byes(player, place, book)
    if player.head_start and event.edition is not Edition.TRIBBLES:
        refuse(
            "head-start-outside-tribbles",
            message("Head starts belong to Tribbles; other games have earned byes."),
            f"{place}.head_start",
            book.document,
        )
    if player.head_start < 0:
        refuse("negative", message("A head start can’t be negative."), f"{place}.head_start")
    if player.joined_round < 1:
        refuse("round-range", message("Rounds start with 1."), f"{place}.joined_round")
    if player.dropped_after is not None and player.dropped_after < 0:
        refuse("round-range", message("Rounds start with 1."), f"{place}.dropped_after")


def _check_earned_byes(player: Player, place: str, book: Rulebook) -> None:
    _check_earned_byes_exist(place, book)
    if min(player.earned_byes) < 1 or len(set(player.earned_byes)) < len(player.earned_byes):
        refuse(
            "earned-bye-rounds",
            message("List each earned bye’s round once, starting with round 1."),
            f"{place}.earned_byes",
        )


def _check_earned_byes_exist(place: str, book: Rulebook) -> None:
    if book.scoring.points.earned_bye is None:
        refuse(
            "earned-bye-unknown",
            message("{title} has no earned byes.", title=book.title),
            f"{place}.earned_byes",
            cite(book, "scoring.points.earned_bye"),
        )


def _check_round_numbers(event: Event) -> None:
    seen: set[int] = set()
    for index, round_ in enumerate(event.rounds):
        if round_.number in seen:
            refuse(
                "double-round",
                message("Round {number} appears twice.", number=round_.number),
                f"rounds[{index}].number",
            )
        seen.add(round_.number)
    # The finals of a multi-table Tribbles event go on counting (rounds 6 to 10).
    finals = event.pairing_style is PairingStyle.TRIBBLES_FINALS
    first = min(seen, default=1) if finals else 1
    if seen and (first < 1 or seen != set(range(first, first + len(seen)))):
        missing = next(n for n in range(1, MOST_ROUNDS + 2) if n not in seen)
        refuse("round-gap", message("Round {missing} is missing.", missing=missing), "rounds")


def _check_round(
    round_: Round, place: str, event: Event, by_id: dict[PlayerId, Player], book: Rulebook
) -> None:
    seen: set[PlayerId] = set()
    for player, where in _everyone_in(round_, place):
        _check_known(player, by_id, where)
        if player in seen:
            refuse(
                "twice-in-round",
                message(
                    '"{player}" is in round {number} twice.', player=player, number=round_.number
                ),
                where,
            )
        seen.add(player)
        if not by_id[player].plays_in(round_.number) and ".missed" not in where:
            refuse("not-playing", _why_not_playing(by_id[player], round_), where)
    if round_.earned_byes:
        _check_earned_byes_exist(place, book)
    for index, match in enumerate(round_.matches):
        check_match(match, f"{place}.matches[{index}]", event, book)
    for index, pod in enumerate(round_.pods):
        check_pod(pod, f"{place}.pods[{index}]", event)


def _check_known(player: PlayerId, by_id: dict[PlayerId, Player], place: str) -> None:
    if player not in by_id:
        refuse("unknown-player", message('There is no player "{player}".', player=player), place)


def _check_each_once(
    players: tuple[PlayerId, ...], by_id: dict[PlayerId, Player], place: str
) -> None:
    for index, player in enumerate(players):
        _check_known(player, by_id, f"{place}[{index}]")
        if player in players[:index]:
            refuse(
                "double-id",
                message('"{player}" appears twice.', player=player),
                f"{place}[{index}]",
            )


def _everyone_in(round_: Round, place: str) -> Iterator[tuple[PlayerId, str]]:
    for index, match in enumerate(round_.matches):
        first, second = match.players
        yield first, f"{place}.matches[{index}].players[0]"
        if first == second:
            refuse(
                "paired-with-self",
                message('"{first}" is paired with "{second}".', first=first, second=second),
                f"{place}.matches[{index}].players[1]",
            )
        yield second, f"{place}.matches[{index}].players[1]"
    for index, pod in enumerate(round_.pods):
        for seat, player in enumerate(pod.players):
            yield player, f"{place}.pods[{index}].players[{seat}]"
    for key in ("byes", "earned_byes", "missed"):
        for index, player in enumerate(getattr(round_, key)):
            yield player, f"{place}.{key}[{index}]"


def _why_not_playing(player: Player, round_: Round) -> Message:
    if round_.number < player.joined_round:
        return message(
            '"{player}" joined in round {joined}; round {number} can only list the '
            'player under "missed".',
            player=player.id,
            joined=player.joined_round,
            number=round_.number,
        )
    return message(
        '"{player}" dropped after round {dropped} and has no result in round {number}.',
        player=player.id,
        dropped=str(player.dropped_after),
        number=round_.number,
    )


def _check_final_confrontation(event: Event, by_id: dict[PlayerId, Player]) -> None:
    final = event.final_confrontation
    if final is None:
        return
    for index, player in enumerate(final.players):
        _check_known(player, by_id, f"final_confrontation.players[{index}]")
    if final.players[0] == final.players[1]:
        refuse(
            "paired-with-self",
            message("A final confrontation needs two players."),
            "final_confrontation.players[1]",
        )
    if final.winner is not None and final.winner not in final.players:
        refuse(
            "winner-did-not-play",
            message('"{winner}" is not in the final confrontation.', winner=final.winner),
            "final_confrontation.winner",
        )


def _check_tossed(event: Event, by_id: dict[PlayerId, Player]) -> None:
    _check_each_once(event.tossed, by_id, "tossed")


def _check_bonus(event: Event, by_id: dict[PlayerId, Player]) -> None:
    for player in event.league.bonus if event.league else ():
        _check_known(player, by_id, f"league.bonus.{player}")


def _checked_cut(
    event: Event, by_id: dict[PlayerId, Player], book: Rulebook
) -> tuple[Cut, ...] | None:
    """Return the cut with its rounds in order, numbered on from the Swiss rounds."""
    if not event.stages:
        return None
    place = "stages[0]"
    if len(event.stages) > 1:
        refuse("one-cut", message("An event has one cut."), "stages[1]")
    if event.kind is not Kind.CUT:
        refuse("cut-without-swiss", message("A cut follows Swiss rounds."), "stages")
    cut = event.stages[0]
    if cut.pairing_style not in BRACKET_STYLES:
        refuse(
            "cut-style",
            message(
                'A cut is played in a bracket, not in the style "{style}".', style=cut.pairing_style
            ),
            f"{place}.pairing_style",
        )
    _check_each_once(cut.players, by_id, f"{place}.players")
    before = len(event.rounds)
    from_one = min((round_.number for round_ in cut.rounds), default=1) == 1
    shift = before if from_one else 0
    rounds = tuple(
        msgspec.structs.replace(round_, number=round_.number + shift) for round_ in cut.rounds
    )
    numbers = sorted(round_.number for round_ in rounds)
    if numbers != list(range(before + 1, before + 1 + len(rounds))):
        refuse(
            "round-gap",
            message(
                "The rounds of the cut are numbered from {first} on, without gaps.",
                first=before + 1,
            ),
            f"{place}.rounds",
        )
    played = cut_part(msgspec.structs.replace(event, stages=(cut,)))
    in_cut = {player: by_id[player] for player in cut.players}
    for index, round_ in enumerate(rounds):
        _check_round(round_, f"{place}.rounds[{index}]", played, in_cut, book)
    in_order = tuple(sorted(rounds, key=lambda round_: round_.number))
    return (msgspec.structs.replace(cut, rounds=in_order),)
