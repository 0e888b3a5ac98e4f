"""Refuse a match or pod that cannot have ended this way."""

from __future__ import annotations

from typing import Final

from padd.core.messages import message
from padd.core.model import BRACKET_STYLES, Edition, Ending, Event, Match, Penalty, PlayerId, Pod
from padd.core.refusal import refuse
from padd.core.text import hidden_character
from padd.rulebooks.schema import Rulebook, cite

MOST_POINTS: Final = 100_000
MOST_POD_POINTS: Final = 1_000_000_000
LONGEST_NAME: Final = 200
LONGEST_NOTE: Final = 2_000
PENALTY_LEVELS: Final = range(5)

NEEDS_WINNER: Final = frozenset(
    {
        Ending.COMPLETE,
        Ending.CONCESSION,
        Ending.AUTO_LOSS,
        Ending.CARD_EFFECT,
        Ending.GAME_LOSS,
        Ending.QUIT,
        Ending.DEVIDIAN_DOOR,
    }
)
HAS_NO_WINNER: Final = frozenset({Ending.DOUBLE_AUTO_LOSS, Ending.DELAYED})
NEEDS_SCORES: Final = frozenset({Ending.COMPLETE, Ending.TIME, Ending.DECKED, Ending.CARD_EFFECT})


def check_match(match: Match, place: str, event: Event, book: Rulebook) -> None:
    """Refuse a match that contradicts itself or the rulebook."""
    _check_winner_played(match, place)
    match_play = event.pairing_style in BRACKET_STYLES
    if match.games is not None and not match_play:
        refuse(
            "games-outside-match-play",
            message('"games" is for match play only; here a match is one game.'),
            f"{place}.games",
        )
    if match.ending is not None:
        _check_ending(match, match.ending, place, book, match_play=match_play)
    if match.scores is not None:
        for index, score in enumerate(match.scores):
            if not -MOST_POINTS <= score <= MOST_POINTS:
                refuse(
                    "absurd-score",
                    message("{score} is not a score; expected −100,000 to 100,000.", score=score),
                    f"{place}.scores[{index}]",
                )
    _check_records(match, place)


def check_text(text: str | None, place: str, *, longest: int = LONGEST_NAME) -> None:
    """Refuse a text that hides something, or that no page could show."""
    if text is None:
        return
    hidden = hidden_character(text)
    if hidden is not None:
        refuse(
            "hidden-character",
            message(
                "U+{ord} is a control or direction mark; leave it out.", ord=f"{ord(hidden):04X}"
            ),
            place,
        )
    if len(text) > longest:
        refuse(
            "text-too-long",
            message(
                "{text} characters; the limit is {longest}.",
                text=f"{len(text):,}",
                longest=f"{longest:,}",
            ),
            place,
        )


def _check_note(note: str | None, place: str) -> None:
    """Refuse a note that hides something; lines of their own are welcome."""
    if note is not None:
        plain = note.replace("\r\n", " ").replace("\n", " ").replace("\t", " ")
        check_text(plain, place, longest=LONGEST_NOTE)


def _check_winner_played(match: Match, place: str) -> None:
    if match.winner is None:
        return
    if match.winner not in match.players or match.winner in (match.absent or ()):
        refuse(
            "winner-did-not-play",
            message('"{winner}" did not play this match.', winner=match.winner),
            f"{place}.winner",
        )


def _check_ending(
    match: Match, ending: Ending, place: str, book: Rulebook, *, match_play: bool
) -> None:
    if ending not in book.scoring.endings:
        known = ", ".join(book.scoring.endings)
        refuse(
            "ending-unknown-to-rulebook",
            message(
                '{title} has no ending "{ending}"; it has {known}.',
                title=book.title,
                ending=ending,
                known=known,
            ),
            f"{place}.ending",
            book.citations["scoring.endings"].cite,
        )
    by_games = match.games is not None and ending is Ending.COMPLETE
    if ending in NEEDS_WINNER and match.winner is None and not by_games:
        refuse(
            "winner-missing",
            message('A game that ended by "{ending}" has a winner.', ending=ending),
            f"{place}.winner",
        )
    if ending in HAS_NO_WINNER and match.winner is not None:
        refuse(
            "winner-impossible",
            message('A game that ended by "{ending}" has no winner.', ending=ending),
            f"{place}.winner",
        )
    # In match play only the winner counts, so a named winner needs no scores.
    decided = match_play and (match.winner is not None or match.games is not None)
    if ending in NEEDS_SCORES and match.scores is None and not decided:
        refuse(
            "scores-missing",
            message('A game that ended by "{ending}" needs both scores.', ending=ending),
            f"{place}.scores",
        )
    if ending is Ending.MISSED and not match.absent:
        refuse(
            "absent-missing",
            message('A missed game must name the absent player in "absent".'),
            f"{place}.absent",
        )
    if match.flat and (ending is not Ending.QUIT or book.scoring.flat_quit is None):
        refuse(
            "flat-outside-quit",
            message('"flat" applies only to a player who quit.'),
            f"{place}.flat",
            cite(book, "scoring.flat_quit"),
        )


def _check_records(match: Match, place: str) -> None:
    for key in ("absent", "responsible"):
        for index, player in enumerate(getattr(match, key) or ()):
            _check_in_match(player, match, f"{place}.{key}[{index}]")
    if match.first_player is not None:
        _check_in_match(match.first_player, match, f"{place}.first_player")
    for index, penalty in enumerate(match.penalties):
        where = f"{place}.penalties[{index}]"
        _check_in_match(penalty.player, match, f"{where}.player")
        _check_penalty(penalty, where)
    _check_note(match.note, f"{place}.note")
    for index, done in enumerate(match.missions or ()):
        if done.planet < 0 or done.space < 0:
            refuse(
                "negative",
                message("Completed missions can’t be negative."),
                f"{place}.missions[{index}]",
            )
    if match.extra_minutes is not None and match.extra_minutes < 0:
        refuse("negative", message("Extra time can’t be negative."), f"{place}.extra_minutes")


def _check_in_match(player: PlayerId, match: Match, place: str) -> None:
    if player not in match.players:
        refuse("not-in-match", message('"{player}" is not in this match.', player=player), place)


def check_pod(pod: Pod, place: str, event: Event) -> None:
    """Refuse a pod whose scores are not those of its players."""
    if event.edition is not Edition.TRIBBLES:
        refuse("pods-outside-tribbles", message("Pods belong to Tribbles."), place)
    if len(pod.players) < 2:  # noqa: PLR2004 -- no player plays alone
        refuse("pod-too-small", message("A pod needs players."), f"{place}.players")
    _check_pod_scores(pod, place)
    for key in ("went_out", "conceded"):
        for index, player in enumerate(getattr(pod, key) or ()):
            _check_in_pod(player, pod, f"{place}.{key}[{index}]")
    for index, penalty in enumerate(pod.penalties):
        where = f"{place}.penalties[{index}]"
        _check_in_pod(penalty.player, pod, f"{where}.player")
        _check_penalty(penalty, where)
    _check_note(pod.note, f"{place}.note")


def _check_pod_scores(pod: Pod, place: str) -> None:
    if pod.scores is None:
        return
    for player, points in pod.scores.items():
        _check_in_pod(player, pod, f"{place}.scores")
        if abs(points) > MOST_POD_POINTS:
            refuse(
                "absurd-score",
                message("{points} is not a score.", points=points),
                f"{place}.scores",
            )
    for player in pod.players:
        if player not in pod.scores and player not in pod.conceded:
            refuse(
                "scores-missing",
                message('"{player}" has no score.', player=player),
                f"{place}.scores",
            )


def _check_in_pod(player: PlayerId, pod: Pod, place: str) -> None:
    if player not in pod.players:
        refuse("not-in-pod", message('"{player}" is not in this pod.', player=player), place)


def _check_penalty(penalty: Penalty, place: str) -> None:
    if penalty.level not in PENALTY_LEVELS:
        refuse(
            "penalty-level",
            message("{level} is not a penalty level from 0 to 4.", level=penalty.level),
            f"{place}.level",
            "conduct.highest_level",
        )
    check_text(penalty.infraction, f"{place}.infraction")
    _check_note(penalty.note, f"{place}.note")
