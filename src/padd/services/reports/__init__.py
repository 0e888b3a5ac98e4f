"""Reporting an event, here or to headquarters, and what becomes of the report.

Everything that makes an event count, or count no longer, also lets the ratings
follow, as soon as it is saved. If somebody else is working on them at that moment,
they take it up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from padd.core.refusal import Refusal
from padd.services.ratings.recalculation import catch_up
from padd.services.reports import championship_reports, decisions, intake
from padd.services.reports.daily_refresh import refresh, refresh_if_due
from padd.services.reports.player_matches import NEW, PlayerQuestion
from padd.services.reports.status import ReportOutcome
from padd.store.models import ReportSource, ReportState

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from padd.services.access.actors import Actor

__all__ = [
    "NEW",
    "PlayerQuestion",
    "Refusal",
    "ReportOutcome",
    "ReportSource",
    "ReportState",
    "answer_players",
    "contest",
    "correct_rating",
    "refresh",
    "refresh_if_due",
    "reinstate",
    "release",
    "send_back",
    "settle",
    "submit",
    "submit_stages",
    "take_in",
    "void",
    "waiting_players",
    "withdraw_correction",
]

send_back = decisions.send_back
waiting_players = intake.waiting_players


def _follow(by: Actor, now: datetime) -> None:
    catch_up(by=by, clock=lambda: now)


def submit(
    *, event_id: str, by: Actor, now: datetime, create: bool = False
) -> ReportOutcome | Refusal:
    """Report an event that was run here."""
    done = intake.submit(event_id=event_id, by=by, now=now, create=create)
    _follow(by, now)
    return done


def submit_stages(
    *, championship: str, by: Actor, now: datetime
) -> Refusal | tuple[ReportOutcome, ...]:
    """Report all finished stages of a championship."""
    done = championship_reports.submit_stages(championship=championship, by=by, now=now)
    _follow(by, now)
    return done


def take_in(
    *,
    data: bytes,
    by: Actor,
    now: datetime,
    source: ReportSource = ReportSource.FILE,
    event_id: str = "",
    create: bool = False,
) -> ReportOutcome | Refusal:
    """Take in an event with its log that was run elsewhere, exactly once."""
    done = intake.take_in(
        data=data, by=by, now=now, source=source, event_id=event_id, create=create
    )
    _follow(by, now)
    return done


def answer_players(
    *, report: str, answers: Mapping[str, str], by: Actor, now: datetime
) -> ReportOutcome:
    """Say who the players of a report are; when all are known, it goes on."""
    done = intake.answer_players(report=report, answers=answers, by=by, now=now)
    _follow(by, now)
    return done


def release(*, report: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a held report count as it is."""
    done = decisions.release(report=report, by=by, now=now, reason=reason)
    _follow(by, now)
    return done


def void(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Take a processed event out of the record."""
    done = decisions.void(event=event, by=by, now=now, reason=reason)
    _follow(by, now)
    return done


def reinstate(*, event: str, by: Actor, now: datetime, reason: str) -> ReportOutcome:
    """Let a voided event count again."""
    done = decisions.reinstate(event=event, by=by, now=now, reason=reason)
    _follow(by, now)
    return done


def contest(*, event: str, round_: int, words: str, by: Actor, now: datetime) -> str:
    """Say that a result is wrong; until it is decided the event is not rated."""
    made = decisions.contest(event=event, round_=round_, words=words, by=by, now=now)
    _follow(by, now)
    return made


def settle(*, contest: str, by: Actor, now: datetime, answer: str) -> None:
    """Answer a player who contests a result."""
    decisions.settle(contest=contest, by=by, now=now, answer=answer)
    _follow(by, now)


def correct_rating(
    *,
    event: str,
    by: Actor,
    now: datetime,
    reason: str,
    round_: int | None = None,
    first: str = "",
    second: str = "",
    score: float | None = None,
) -> str:
    """Let a game be rated in another way, or an event not at all."""
    correction = decisions.correct_rating(
        event=event,
        by=by,
        now=now,
        reason=reason,
        round_=round_,
        first=first,
        second=second,
        score=score,
    )
    _follow(by, now)
    return correction


def withdraw_correction(
    *, correction: str, by: Actor, now: datetime, reason: str
) -> None:
    """Rate a game as it is on record again."""
    decisions.withdraw_correction(correction=correction, by=by, now=now, reason=reason)
    _follow(by, now)
