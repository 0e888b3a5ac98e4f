"""Confirm doubtful actions: show the consequences first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from django.http import QueryDict

from padd.core.eventlog.actions.action import Action, kind_of_action
from padd.core.eventlog.actions.director_results import ResultCorrected
from padd.core.eventlog.actions.drops import Dropped
from padd.core.eventlog.actions.penalties import PenaltyGiven
from padd.core.eventlog.actions.pod_scores import PodCorrected
from padd.core.eventlog.actions.publication import RoundUnpublished
from padd.core.eventlog.actions.rounds import RoundChanged
from padd.core.eventlog.actions.stages import CutStarted
from padd.core.eventlog.guidance.step import Level
from padd.core.eventlog.log.preview import Consequences
from padd.core.eventlog.log.repair import RepairKind, RepairOption
from padd.core.eventlog.state.rounds import player_names
from padd.core.pairing.by_hand import RoundFault, check_round_by_hand
from padd.core.pairing.next_round import pairing_field
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.console.result_commands import role_from_form
from padd.presentation.eventlog.event_view import EventView
from padd.presentation.formats.pairing_reasons import CRITERIA
from padd.presentation.words import ordinal
from padd.services import eventlog
from padd.services.refusal import ActionRefused

PROBLEMS: Final = {
    RoundFault.REMATCH: "{} have met before.",
    RoundFault.SECOND_BYE: "{} would have a second bye.",
    RoundFault.BYE_TOO_MANY: "{} would have a bye that is not needed.",
}
"""The faults that the page names; the action itself refuses the others."""
PAIR: Final = 2


def pairing_comparison(action: Action, view: EventView) -> Iterator[str]:
    """Yield what a change by hand does to the figures of a Swiss round."""
    swiss = view.opened and view.format.gives_victory_points
    if not isinstance(action, RoundChanged) or not swiss:
        return
    pairs = [s.players for s in action.tables if len(s.players) == PAIR]
    field = pairing_field(view.facts, view.book, action.number)
    check = check_round_by_hand(field, [(one, other) for one, other in pairs], action.byes)
    for objection in check.objections:
        if objection.problem in PROBLEMS:
            yield PROBLEMS[objection.problem].format(player_names(view.state, objection.players))
    if check.optimal:
        yield "No other pairing would be better."
    elif check.worse_in is not None:
        yield f"Compared with the best pairing, it means {CRITERIA[check.worse_in]}."


CONFIRM_BUTTONS: Final = {
    "result.corrected": "Correct the result",
    "pod.corrected": "Correct the points",
    "player.dropped": "Yes, drop the player",
    "penalty.given": "Give the penalty",
    "event.finished": "Finish the event",
    "event.reopened": "Reopen the event",
    "cut.started": "Start the cut",
    "event.rounds-changed": "Change the number of rounds",
    "round.changed": "Change the tables",
    "round.unpublished": "Withdraw the round",
    "action.undone": "Yes, undo it",
    "action.redone": "Yes, redo it",
}
"""The words of the button that confirms."""
TITLES: Final = {
    "event.finished": "Finish the event?",
    "event.reopened": "Reopen the event?",
    "cut.started": "Start the cut?",
    "event.rounds-changed": "Change the number of rounds?",
    "action.undone": "Undo this?",
    "action.redone": "Redo this?",
}
ALWAYS_CONFIRMED: Final = frozenset(CONFIRM_BUTTONS) - {"action.undone", "action.redone"}
"""Actions that are confirmed even where nothing is lost."""
LOSES_GAMES: Final = "game-begun"
DROPPED_FIELDS: Final = frozenset({"csrfmiddlewaretoken", "sure", "way"})


class RepairChoice(msgspec.Struct, frozen=True):
    """One way to go on with the pairings after a correction."""

    way: str
    word: str
    about: str
    danger: bool


class Confirmation(msgspec.Struct, frozen=True):
    """What a person reads before an action is recorded."""

    title: str
    lead: str
    moves: tuple[str, ...]
    tables: tuple[str, ...]
    options: tuple[RepairChoice, ...]
    danger: bool
    yes: str
    fields: tuple[tuple[str, str], ...]
    needs_reason: str = ""
    notes: tuple[str, ...] = ()
    """What else there is to know, such as how good a change by hand is."""
    way: str = ""
    """The way that was chosen, on the second question about it."""


def confirmation_for(
    kind: str, action: Action, form: QueryDict, view: EventView
) -> Confirmation | None:
    """Return the question that comes before an action, or None; refuse what is not allowed."""
    if kind not in CONFIRM_BUTTONS or form.get("sure") == "yes":
        return None
    try:
        consequences = eventlog.preview_action(
            event_id=view.id,
            action=action,
            by=view.actor,
            now=view.now,
            reason=form.get("reason", ""),
            acting_role=role_from_form(form),
        )
    except ActionRefused as error:
        return _confirm_refused_action(kind, action, error.refusal, form, view)
    twice = consequences.level is Level.CONFIRM_TWICE
    if not twice and (kind not in ALWAYS_CONFIRMED or form.get("sure") == "once"):
        return None
    return _question(kind, action, consequences, form, view)


def _question(
    kind: str, action: Action, consequences: Consequences, form: QueryDict, view: EventView
) -> Confirmation:
    return Confirmation(
        title=_title(action, view),
        lead=consequences.words(),
        moves=tuple(_moves(consequences, view)),
        tables=tuple(_tables(consequences, view)),
        options=tuple(_options(consequences.choices, view)),
        danger=consequences.level is Level.CONFIRM_TWICE,
        yes=CONFIRM_BUTTONS[kind],
        fields=_fields(form),
        needs_reason="" if form.get("reason", "").strip() else action.needs_reason,
        notes=(*pairing_comparison(action, view), *_cut_seeds(action, view)),
    )


def _cut_seeds(action: Action, view: EventView) -> Iterator[str]:
    """Yield the seeds of a cut."""
    if isinstance(action, CutStarted):
        seeds = enumerate(action.players, start=1)
        yield ", ".join(f"{seed} {view.name(player)}" for seed, player in seeds) + "."


def _title(action: Action, view: EventView) -> str:
    match action:
        case ResultCorrected(number=number, table=table) | PodCorrected(number=number, table=table):
            return f"Correct table {table} of {view.the_round(number)}?"
        case Dropped(player=player):
            return f"Drop {view.name(player)}?"
        case PenaltyGiven(player=player, level=level):
            names_of = {level.level: level.name for level in view.book.conduct.levels or ()}
            return f"{names_of.get(level, f'Level {level}')} for {view.name(player)}?"
        case RoundChanged(number=number):
            return f"Change the tables of {view.the_round(number)}?"
        case RoundUnpublished(number=number):
            return f"Withdraw {view.the_round(number)}?"
        case _:
            return TITLES[kind_of_action(action)]


def _confirm_refused_action(
    kind: str, action: Action, refusal: Refusal, form: QueryDict, view: EventView
) -> Confirmation:
    """Ask again where games would be lost; refuse everything else."""
    if refusal.code == "reason-missing" and action.needs_reason:
        return Confirmation(
            title=_title(action, view),
            lead=f"{action.needs_reason}, so give a reason.",
            moves=(),
            tables=(),
            options=(),
            danger=False,
            yes=CONFIRM_BUTTONS[kind],
            fields=_fields(form),
            needs_reason=action.needs_reason,
        )
    if refusal.code != LOSES_GAMES:
        raise RefusalError(refusal)
    return Confirmation(
        title=_title(action, view),
        lead=f"{refusal.message} These games end now, and what was reported is lost.",
        moves=(),
        tables=(),
        options=(),
        danger=True,
        yes=f"{CONFIRM_BUTTONS[kind]} and lose these games",
        fields=_fields(form),
        notes=tuple(pairing_comparison(action, view)),
    )


def _fields(form: QueryDict) -> tuple[tuple[str, str], ...]:
    return tuple(
        (name, value)
        for name, values in form.lists()
        if name not in DROPPED_FIELDS
        for value in values
        if isinstance(value, str)
    )


def _moves(consequences: Consequences, view: EventView) -> Iterator[str]:
    for move in consequences.moves:
        yield (f"{view.name(move.player)}: {ordinal(move.before)} to {ordinal(move.after)}")


def _tables(consequences: Consequences, view: EventView) -> Iterator[str]:
    for touched in consequences.touched:
        state = "already playing" if touched.playing else str(touched.status)
        yield (
            f"{view.round_title(touched.round)}, table {touched.table}: "
            f"{player_names(view.state, touched.players)}, {state}"
        )


def _options(choices: tuple[RepairOption, ...], view: EventView) -> Iterator[RepairChoice]:
    for choice in choices:
        if choice.way is RepairKind.LEAVE:
            about = "The round continues unchanged; the correction counts from the next round."
            yield RepairChoice(choice.way, "Keep the pairings", about, danger=False)
        elif choice.action is not None:
            word = {
                RepairKind.REPAIR: "Change as few tables as possible",
                RepairKind.RE_PAIR: "Re-pair the round",
            }[choice.way]
            yield RepairChoice(choice.way, word, _repair_text(choice, view), bool(choice.broken_up))


def _repair_text(choice: RepairOption, view: EventView) -> str:
    new = "; ".join(player_names(view.state, pair) for pair in choice.changed)
    stays = "1 table unchanged" if choice.kept == 1 else f"{choice.kept} tables unchanged"
    text = f"{stays}. New: {new}."
    if choice.broken_up:
        lost = ", ".join(map(str, choice.broken_up))
        text += f" The games at table {lost} have started and would end."
    return text


def chosen_repair(
    kind: str, action: Action, form: QueryDict, view: EventView
) -> RepairOption | Confirmation | None:
    """Return the way that was chosen after a correction, or ask about it again."""
    if form.get("way", RepairKind.LEAVE) == RepairKind.LEAVE:
        return None
    try:
        consequences = eventlog.preview_action(
            event_id=view.id,
            action=action,
            by=view.actor,
            now=view.now,
            reason=form.get("reason", ""),
            acting_role=role_from_form(form),
        )
    except ActionRefused:
        return None
    choice = next((c for c in consequences.choices if c.way == form["way"]), None)
    if choice is None or choice.action is None:
        return None
    if not choice.broken_up or form.get("sure") == "yes":
        return choice
    tables = ", ".join(map(str, choice.broken_up))
    return Confirmation(
        title="Break up games that have started?",
        lead=f"The games at table {tables} end now, and what was reported is lost.",
        moves=(),
        tables=(),
        options=(),
        danger=True,
        yes=f"{CONFIRM_BUTTONS[kind]} and break them up",
        fields=_fields(form),
        way=choice.way,
    )
