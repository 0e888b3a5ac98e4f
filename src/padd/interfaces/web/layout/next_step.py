"""The next step as the console shows it: a sentence, why, and one button."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from padd.core.eventlog.guidance.next_step import next_step
from padd.core.eventlog.guidance.step import NextStep, StepWarning
from padd.core.eventlog.state.event_state import Stage
from padd.core.eventlog.state.pods import last_round_of_match, open_pods
from padd.core.eventlog.state.rounds import disputed_tables, open_tables
from padd.core.model import DeckFormat
from padd.core.online.open_games import GameStanding, OpenGame, open_games
from padd.interfaces.web.layout.navigation import may_open_page
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.eventlog.result_words import dispute_sentence
from padd.presentation.messages import text

FINISHING: Final = frozenset(
    {"final-unset", "final-open", "tie-left", "tie-breaker-game", "finish", "report"}
)
STAFFING: Final = frozenset({"deputies-missing", "approval-missing", "director-may-not-play"})


ONLINE_WAITS: Final = frozenset({"results", "games-delayed"})
"""Steps that wait for games which players arrange themselves."""
DIRECTORS: Final = "That is the director’s step."
"""Shown to helpers instead of a button that they may not use."""


class Button(msgspec.Struct, frozen=True):
    """A button of the next step: an act by form, or a place by link."""

    word: str
    act: str = ""
    """The act of the form; empty for a link."""
    place: str = ""
    """The name of the page that a link leads to."""
    query: str = ""
    key: str = ""
    """The shortcut that does the same."""
    until: str = ""
    """By when a round would be played, as the clock of the event shows it."""


Buttons = tuple[Button | None, Button | None]
"""The button of a step, and another way to go on."""


class NextStepPanel(msgspec.Struct, frozen=True):
    """Everything that the panel of the next step shows."""

    title: str
    why: str
    button: Button | None
    other: Button | None = None
    """Another sensible way, quieter."""
    after: str = ""
    """What comes after, with what is missing for it."""
    warnings: tuple[StepWarning, ...] = ()
    round: int | None = None


def next_step_panel(view: EventView, here: str) -> NextStepPanel:
    """Return the next step as a page of the console shows it."""
    if not view.opened:
        return NextStepPanel(
            title="Open the event",
            why="Its settings and everyone who registered are copied from the listing.",
            button=Button("Open the event", act="open"),
        )
    step = view.once("next step", lambda: next_step(view.state, view.book))
    overdue = _overdue(step, view)
    if overdue is not None:
        return _decide_overdue(overdue, view)
    button, other = _buttons(step, view, here)
    theirs = button is not None and not _may_press(button, view)
    return NextStepPanel(
        title=text(step.title),
        why=" ".join(filter(None, (_why(step, view), DIRECTORS if theirs else ""))),
        button=None if theirs else button,
        other=other if view.may_run else None,
        after=_closing_text(view),
        warnings=step.warnings,
        round=step.round,
    )


def _overdue(step: NextStep, view: EventView) -> OpenGame | None:
    """Return the online game that was not played in time, if one waits for that."""
    if step.code not in ONLINE_WAITS or not view.state.settings.online:
        return None
    games = open_games(view.state, now=view.now)
    late = (game for game in games if game.standing is GameStanding.OVERDUE)
    return next(late, None)


def _decide_overdue(game: OpenGame, view: EventView) -> NextStepPanel:
    number = f"{game.round}-{game.table}"
    button = Button(
        f"Decide table {game.table}",
        place="console-open-games",
        query=f"?open={number}#game-{number}",
    )
    return NextStepPanel(
        title=f"Decide table {game.table}: the deadline passed",
        why="See what each player did, then decide who was responsible.",
        button=button if may_open_page(view, button.place) else None,
        after=_closing_text(view),
        round=game.round,
    )


def _may_press(button: Button, view: EventView) -> bool:
    """Tell whether the actor may take the step."""
    return may_open_page(view, button.place) if button.place else view.may_run


def _why(step: NextStep, view: EventView) -> str:
    """Return the reason of a step; of a single dispute also in what it differs."""
    disputed = disputed_tables(view.state) if step.code == "decide" else ()
    if len(disputed) != 1 or len(disputed[0][1].claims) == 1:
        return text(step.detail)
    return f"{text(step.detail)} {dispute_sentence(view, disputed[0][1])}"


def _buttons(step: NextStep, view: EventView, here: str) -> Buttons:
    """Return the button of a step, and another way to go on."""
    for part in (_setup_buttons, _pairing_buttons, _play_buttons):
        found = part(step, view, here)
        if found is not None:
            return found
    return _link_to_page(step, view, here), None


def _setup_buttons(  # noqa: PLR0911 -- one line for each step
    step: NextStep, view: EventView, here: str
) -> Buttons | None:
    match step.code:
        case "enter-players":
            return Button("Add players", place="console-check-in", query="#add"), None
        case "check-in":
            word = f"Pair {view.the_round(1)} without them"
            pair = Button(word, act="draw") if "round.drafted" in step.also else None
            to_it = Button("Open check-in", place="console-check-in")
            return None if here == "console-check-in" else to_it, pair
        case "limited-plan":
            to_it = Button(text(step.title), place="console-limited")
            pair = Button(f"Pair {view.the_round(1)} without a plan", act="draw")
            check = Button("Open check-in", place="console-check-in")
            drawn = "round.drafted" in step.also
            return to_it, pair if drawn else None if here == check.place else check
        case "limited-deal" | "limited-draft" | "limited-build" | "limited-building":
            if here == "console-limited":
                return None, None
            drafted = view.state.settings.format is DeckFormat.DRAFT
            word = "Open the draft" if drafted else "Open the pools"
            return Button(word, place="console-limited"), None
        case "plan-finals":
            without = Button("Draw the pods without finals", act="draw")
            return Button("Plan heats and finals", act="finals.planned"), without
        case _:
            return None


def _pairing_buttons(  # noqa: PLR0911 -- one line for each step
    step: NextStep, view: EventView, here: str
) -> Buttons | None:
    which = view.the_round(step.round) if step.round else ""
    match step.code:
        case "pair" if view.format.in_pods:
            return Button("Draw the pods", act="draw"), None
        case "pair" if step.kind == "round.repeated":
            return Button(f"Repeat the pairings for {which}", act="draw"), None
        case "pair":
            return Button(f"Pair {which}", act="draw"), None
        case "publish" if view.format.in_pods:
            if here != "console-pairings":
                return Button("Review the pods", place="console-pairings"), None
            last = last_round_of_match(view.state, step.round or 1, view.book)
            word = f"Publish rounds {step.round} to {last}"
            return _publish(word, view), None
        case "publish" if here != "console-pairings":
            word = f"Review {which}"
            return Button(word, place="console-pairings"), None
        case "publish":
            return _publish(f"Publish {which}", view), None
        case "redraw":
            return Button(f"Re-pair {which}", act="draw"), None
        case _:
            return None


def _play_buttons(  # noqa: PLR0911 -- one line for each step
    step: NextStep, view: EventView, here: str
) -> Buttons | None:
    match step.code:
        case "start-clock":
            return Button("Start the clock", act="clock.started"), None
        case "decide":
            if here == "console-disputes":
                return None, None
            many = len(disputed_tables(view.state))
            word = f"Decide {many} disputes" if many > 1 else _one_dispute(step)
            return Button(word, place="console-disputes", key="D"), None
        case "results" if view.format.in_pods:
            query = f"?open={step.tables[0]}"
            word = f"Score pod {step.tables[0]}, round {step.round}"
            return Button(word, place="console", query=query, key="N"), None
        case "results" if view.state.settings.online:
            if here == "console-open-games":
                return None, None
            return Button("Open games", place="console-open-games"), None
        case "results":
            query = f"?open={step.tables[0]}"
            word = f"Enter table {step.tables[0]}"
            return Button(word, place="console", query=query, key="N"), None
        case "close-round":
            several = view.current is not None and view.current.match_rounds
            word = text(step.title) if several else f"Close {view.the_round(step.round or 1)}"
            return Button(word, act="round.closed"), None
        case _:
            return None


def _publish(word: str, view: EventView) -> Button:
    """Publish a round; one that lasts some days ends with the last of them."""
    way = view.state.way_of_play
    until = ""
    if way is not None and way.round_days is not None:
        today = view.now.astimezone(view.calendar_event.zone)
        until = f"{today + timedelta(days=way.round_days):%Y-%m-%d}T23:59"
    return Button(word, act="round.published", until=until)


def _one_dispute(step: NextStep) -> str:
    return f"Decide table {step.tables[0]}"


def _link_to_page(step: NextStep, view: EventView, here: str) -> Button | None:
    """Return the way to the page on which a step is taken."""
    if step.code in FINISHING and here != "console-finish":
        return Button("Go to the finish", place="console-finish")
    if step.code in STAFFING and here != "console-settings":
        return Button("Name the staff", place="console-settings", query="#staff")
    if step.code == "games-delayed":
        played = (r for r in view.state.played if set(step.tables) <= set(r.tables))
        number = next((r.number for r in played), 1)
        return Button(
            "Go to the round", place="console-rounds", query=f"?round={number}#round-{number}"
        )
    return None


def _closing_text(view: EventView) -> str:
    round_ = view.current
    if round_ is None or round_.stage is not Stage.PUBLISHED:
        return ""
    if round_.match_rounds is not None:
        pods = len(open_pods(view.state, round_))
        first, last = round_.match_rounds
        still = f"{pods} pods" if pods > 1 else "1 pod"
        return f"Close rounds {first} to {last}: {still} playing" if pods else ""
    missing = len(open_tables(round_))
    return f"Close {view.the_round(round_.number)}: {missing} open" if missing else ""
