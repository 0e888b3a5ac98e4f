"""Reporting an event, here or to headquarters, and processing the report.

Everything that makes an event count, or no longer count, also updates the ratings, as
soon as it is saved. If another process is calculating them at that moment, it includes
the change.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import ParamSpec, TypeVar, cast

from padd.core.refusal import Refusal
from padd.services.access.actors import Actor
from padd.services.ratings import refresh_ratings
from padd.services.reports import championship_reports, contests, decisions, intake
from padd.services.reports.daily_refresh import refresh, refresh_if_due
from padd.services.reports.player_matches import NEW, PlayerQuestion
from padd.services.reports.status import ReportOutcome
from padd.store.models.reports import ReportSource, ReportState

__all__ = [
    "NEW",
    "PlayerQuestion",
    "Refusal",
    "ReportOutcome",
    "ReportSource",
    "ReportState",
    "answer_players",
    "contest_result",
    "correct_rating",
    "import_report",
    "players_to_match",
    "refresh",
    "refresh_if_due",
    "reinstate_event",
    "release_report",
    "send_report_back",
    "settle_contest",
    "submit_report",
    "submit_stages",
    "void_event",
    "withdraw_correction",
]

P = ParamSpec("P")
R = TypeVar("R")


def _then_refresh_ratings(act: Callable[P, R]) -> Callable[P, R]:
    """Return an act after which the ratings follow."""

    @wraps(act)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        outcome = act(*args, **kwargs)
        by, now = cast("Actor", kwargs["by"]), cast("datetime", kwargs["now"])
        refresh_ratings(by=by, clock=lambda: now)
        return outcome

    return done


answer_players = _then_refresh_ratings(intake.answer_players)
contest_result = _then_refresh_ratings(contests.contest_result)
correct_rating = _then_refresh_ratings(decisions.correct_rating)
reinstate_event = _then_refresh_ratings(decisions.reinstate_event)
release_report = _then_refresh_ratings(decisions.release_report)
send_report_back = decisions.send_report_back
settle_contest = _then_refresh_ratings(contests.settle_contest)
submit_report = _then_refresh_ratings(intake.submit_report)
submit_stages = _then_refresh_ratings(championship_reports.submit_stages)
import_report = _then_refresh_ratings(intake.import_report)
void_event = _then_refresh_ratings(decisions.void_event)
players_to_match = intake.players_to_match
withdraw_correction = _then_refresh_ratings(decisions.withdraw_correction)
