"""*Have I won?* on a player's phone: each condition of winning, met or missing."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from padd.core.model import Edition
from padd.core.refusal import RefusalError
from padd.core.scoring.terms import terms_of
from padd.core.scoring.victory import GamePosition, MissionType, VictoryVerdict, judge_victory
from padd.interfaces.web.phone.match import phone_layout
from padd.interfaces.web.phone.player_context import PlayerContext
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.messages import text
from padd.services import eventlog
from padd.services.leagues.points import is_in_league

FIELDS: Final = ("regular", "bonus", "opponent", "planet", "space", "either")
MOST: Final = {"planet": 20, "space": 20, "either": 20}
KINDS: Final = {
    "planet": (MissionType.PLANET,),
    "space": (MissionType.SPACE,),
    "either": (MissionType.PLANET, MissionType.SPACE),
}


def is_won_by_conditions(context: PlayerContext) -> bool:
    """Tell whether games of the event are won by points and missions."""
    return context.view.state.settings.edition is not Edition.TRIBBLES


def victory_page(context: PlayerContext, asked: QueryDict) -> dict[str, Any]:
    """Return the form as it was sent, and the verdict of the rules."""
    form = {name: asked.get(name, "").strip()[:6] for name in FIELDS}
    figures = {name: _signed(value) for name, value in form.items()}
    verdict = _judged(context, figures)
    return {
        **phone_layout(context, "phone-victory"),
        "fields": form,
        "asked": any(form.values()),
        "verdict": verdict,
        "conditions": [
            (one.met, text(one.asks), text(one.says), one.rule)
            for one in (verdict.conditions if verdict else ())
        ],
        "missing": sum(not one.met for one in (verdict.conditions if verdict else ())),
        "rules": _rules(context),
        "report": _report(context, verdict, figures),
        "timed": _timed_report(context, verdict, figures),
        "tally": _tally(context),
        "key": eventlog.new_command_key(),
    }


def _tally(context: PlayerContext) -> dict[str, Any] | None:
    """Return the missions that the player noted for the tally of a league.

    A league may take the event in later, so they can be noted in any event.
    """
    round_ = context.round
    if round_ is None or context.player not in round_.seats:
        return None
    noted = context.view.state.scenario.missions
    mine = (m for m in noted if (m.player, m.round) == (context.player, round_.number))
    return {
        "round": round_.number,
        "open": is_in_league(context.id),
        "titles": [title for missions in mine for title in missions.titles],
    }


def _rules(context: PlayerContext) -> str:
    name = str(context.view.state.settings.rules)
    return context.view.book.rules_sets.get(name, name)


def _signed(value: str) -> int | None:
    number = parse_int(value.removeprefix("-"))
    return None if number is None else -number if value.startswith("-") else number


def _judged(context: PlayerContext, figures: dict[str, int | None]) -> VictoryVerdict | None:
    settings, book = context.view.state.settings, context.view.book
    missions = [
        icons for name, icons in KINDS.items() for _ in range(min(figures[name] or 0, MOST[name]))
    ]
    position = GamePosition(
        rulebook=book.id,
        edition=settings.edition,
        rules=str(settings.rules),
        format=str(settings.format),
        regular=figures["regular"] or 0,
        bonus=figures["bonus"] or 0,
        opponent=figures["opponent"],
        missions=tuple(missions),
    )
    try:
        return judge_victory(position, book)
    except RefusalError:
        return None


def _report(
    context: PlayerContext, verdict: VictoryVerdict | None, figures: dict[str, int | None]
) -> str:
    """Return where the report of this game is filled in, once everything is met."""
    if verdict is None or not verdict.won:
        return ""
    return _filled(context, "complete", verdict.score, figures)


def _timed_report(
    context: PlayerContext, verdict: VictoryVerdict | None, figures: dict[str, int | None]
) -> str:
    """Return the report for when time is called; missions decide it in 2E (AMB-19)."""
    terms = terms_of(context.view.state.settings, context.view.book)
    if verdict is None or verdict.won or not terms.by_missions:
        return ""
    return _filled(context, "time", verdict.score, figures)


def _filled(context: PlayerContext, ending: str, score: int, figures: dict[str, int | None]) -> str:
    """Return the address of the report, filled in from the player's side."""
    table = context.table
    if table is None or table.match is None:
        return ""
    theirs = figures["opponent"] or 0
    first = table.players[0] == context.player
    me, other = ("a", "b") if first else ("b", "a")
    filled: dict[str, object] = {"ending": ending, me: score, other: theirs}
    if ending == "time":
        planet, space = _ladder(figures)
        filled |= {f"planet-{me}": planet, f"space-{me}": space}
    return f"{context.address()}?{urlencode(sorted(filled.items()))}"


def _ladder(figures: dict[str, int | None]) -> tuple[int, int]:
    """Return planet and space missions; one with both icons fills what is missing."""
    planet, space = figures["planet"] or 0, figures["space"] or 0
    for _ in range(min(figures["either"] or 0, MOST["either"])):
        if planet <= space:
            planet += 1
        else:
            space += 1
    return planet, space
