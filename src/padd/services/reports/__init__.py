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
from padd.services.ratings import catch_up
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

P = ParamSpec("P")
R = TypeVar("R")


def _followed(act: Callable[P, R]) -> Callable[P, R]:
    """Return an act after which the ratings follow."""

    @wraps(act)
    def done(*args: P.args, **kwargs: P.kwargs) -> R:
        outcome = act(*args, **kwargs)
        by, now = cast("Actor", kwargs["by"]), cast("datetime", kwargs["now"])
        catch_up(by=by, clock=lambda: now)
        return outcome

    return done


answer_players = _followed(intake.answer_players)
contest = _followed(contests.contest)
correct_rating = _followed(decisions.correct_rating)
reinstate = _followed(decisions.reinstate)
release = _followed(decisions.release)
send_back = decisions.send_back
settle = _followed(contests.settle)
submit = _followed(intake.submit)
submit_stages = _followed(championship_reports.submit_stages)
take_in = _followed(intake.take_in)
void = _followed(decisions.void)
waiting_players = intake.waiting_players
withdraw_correction = _followed(decisions.withdraw_correction)
