"""The next sensible step of the day, and what is missing for it."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.eventlog.guidance.checklist import open_points
from padd.core.eventlog.guidance.cut import possible_cuts
from padd.core.eventlog.guidance.round_step import dispute_step, match_step, round_step
from padd.core.eventlog.guidance.step import Level, NextStep
from padd.core.eventlog.guidance.warnings import step_warnings
from padd.core.eventlog.state.director_plays import director_objection, voters_on_director
from padd.core.eventlog.state.event_state import LogState, Phase, Presence, RoundState, Stage
from padd.core.eventlog.state.pods import last_round_of_match, needs_finals, players_for_finals
from padd.core.eventlog.state.round_checks import draft_objection
from padd.core.eventlog.state.rounds import next_number, repeated_round, the_round
from padd.core.messages import message, sentences
from padd.core.model import PairingStyle
from padd.rulebooks.schema import Rulebook

FORMATS: Final = frozenset({"draft", "sealed"})


def plan_step(state: LogState, book: Rulebook) -> NextStep | None:
    """Say that the plan is missing, where the rulebook has such events."""
    format_ = str(state.settings.format)
    if format_ not in FORMATS & set(book.formats.formats) or state.limited is not None:
        return None
    return NextStep(
        code="limited-plan",
        title=message("Plan the {format}", format=format_),
        detail=message("Packs, passing and the time to build, before anyone sees a card."),
        kind="limited.planned",
    )


def limited_step(state: LogState) -> NextStep | None:
    """Return what follows the plan: the deal, the draft, the time to build."""
    limited = state.limited
    if limited is None or limited.built_at is not None:
        return None
    if not limited.dealt:
        return NextStep(
            code="limited-deal",
            title=message("Deal the packs"),
            detail=message("Seats are drawn, and every pack follows from the secret."),
            kind="limited.dealt",
        )
    if limited.building_at is not None:
        return NextStep(
            code="limited-building",
            title=message("Players are building their decks"),
            detail=message("Round 1 starts after deck building."),
            kind="limited.dealt",
        )
    if limited.drafting:
        return NextStep(
            code="limited-draft",
            title=message("The draft is under way"),
            detail=message("Start deck building once every pack is drafted."),
            kind="limited.dealt",
        )
    return NextStep(
        code="limited-build",
        title=message("Start deck building"),
        detail=message("The packs are dealt, and players have their cards."),
        kind="limited.dealt",
    )


def next_step(state: LogState, book: Rulebook) -> NextStep:
    """Return the next sensible step, with everything worth knowing before it."""
    step = _step_without_warnings(state, book)
    return msgspec.structs.replace(step, warnings=tuple(step_warnings(state, step.code, book)))


def _step_without_warnings(state: LogState, book: Rulebook) -> NextStep:
    match state.phase:
        case Phase.NEW:
            return NextStep(code="open", title=message("Set up the event"), kind="event.opened")
        case Phase.FINISHED:
            return NextStep(
                code="report",
                title=message("Report the event"),
                detail=message("The standings are final: announce them and hand out the prizes."),
                kind="event.reported",
                also=("event.reopened",),
            )
        case Phase.REPORTED:
            return NextStep(
                code="done", title=message("Done"), detail=message("The event is reported.")
            )
        case Phase.OPEN:
            return _open_event_step(state, book)


def _open_event_step(state: LogState, book: Rulebook) -> NextStep:
    if state.draft is not None:
        return _draft_step(state, state.draft, book)
    if not state.played:
        return _start_step(state, book)
    disputes = dispute_step(state)
    if disputes is not None:
        return disputes
    last = state.played[-1]
    if last.stage is Stage.PUBLISHED and last.match_rounds is not None:
        return match_step(state, last, last.match_rounds)
    if last.stage is Stage.PUBLISHED:
        return round_step(state, last)
    return _between_rounds_step(state, book)


def _start_step(state: LogState, book: Rulebook) -> NextStep:
    coming = [e for e in state.players.values() if e.presence is Presence.ENTERED]
    here = [e for e in state.players.values() if e.presence is Presence.HERE]
    if not coming and not here:
        return NextStep(
            code="enter-players",
            title=message("Add players"),
            detail=message("No players yet."),
            kind="player.entered",
        )
    planning = plan_step(state, book)
    if planning is not None:
        paired = "player.checked-in" if coming else "round.drafted"
        return msgspec.structs.replace(planning, also=(paired,))
    ahead = limited_step(state)
    if coming and (ahead is None or ahead.code == "limited-deal"):
        pairing = ("round.drafted",) if here and ahead is None else ()
        return NextStep(
            code="check-in",
            title=message("Check in"),
            detail=message(
                "{here} of {here2} players are checked in.",
                here=len(here),
                here2=len(here) + len(coming),
            ),
            kind="player.checked-in",
            also=("player.entered", *pairing),
            players=tuple(player.id for player in coming),
        )
    staffing = _director_step(state, book)
    if staffing is not None:
        return staffing
    if ahead is not None:
        return ahead
    return _finals_or_pairing_step(state, book)


def _director_step(state: LogState, book: Rulebook) -> NextStep | None:
    director = state.director_playing()
    if director is not None:
        approved = state.approval.approved_by if state.approval else ()
        refusal = director_objection(state, director, approved, book)
        if refusal is not None:
            return NextStep(
                code=refusal.code,
                title=message("The director plays"),
                detail=sentences(refusal.message, refusal.way_out),
                kind="director.play-approved",
                players=tuple(sorted(voters_on_director(state, director))),
            )
    return None


def _finals_or_pairing_step(state: LogState, book: Rulebook) -> NextStep:
    if needs_finals(state, book):
        return NextStep(
            code="plan-finals",
            title=message("Plan heats and finals"),
            detail=message(
                "{players} players need several tables: five rounds as heats, then "
                "five rounds of finals at the tables they qualify for.",
                players=players_for_finals(state),
            ),
            kind="finals.planned",
            also=("round.drafted",),
            round=next_number(state),
        )
    return _pairing_step(state, book)


def _pairing_step(state: LogState, book: Rulebook) -> NextStep:
    number = next_number(state)
    rules = book.tribbles
    finals = state.settings.pairing_style is PairingStyle.TRIBBLES_FINALS
    if finals and rules is not None and number == rules.finals.final_rounds[0]:
        return NextStep(
            code="pair",
            title=message(
                "Draw the finals, rounds {first} to {last}",
                first=number,
                last=state.settings.rounds_planned,
            ),
            detail=message(
                "The best of each pod and the next highest scores form the top table; "
                "it ranks above the second."
            ),
            kind="round.drafted",
            round=number,
        )
    opening = repeated_round(state, number, book)
    if opening is not None:
        return NextStep(
            code="pair",
            title=message(
                "Repeat the pairings of round {opening} for round {number}",
                opening=opening.number,
                number=number,
            ),
            detail=message("Same tables, same byes; nothing new is paired."),
            kind="round.repeated",
            round=number,
        )
    last = last_round_of_match(state, number, book)
    return NextStep(
        code="pair",
        title=message("Pair {round}", round=the_round(state, number))
        if last is None
        else message("Draw the pods of rounds {first} to {last}", first=number, last=last),
        detail=message("Only you see it until you publish."),
        kind="round.drafted",
        round=number,
    )


def _draft_step(state: LogState, draft: RoundState, book: Rulebook) -> NextStep:
    stale = draft_objection(state, book)
    if stale is not None:
        return NextStep(
            code="redraw",
            title=message("Re-pair {round}", round=the_round(state, draft.number)),
            detail=stale.message,
            kind="round.redrawn",
            also=("round.changed",),
            round=draft.number,
        )
    last = last_round_of_match(state, draft.number, book)
    return NextStep(
        code="publish",
        title=message("Review {round}, then publish it", round=the_round(state, draft.number))
        if last is None
        else message(
            "Review the pods, then publish rounds {first} to {last}", first=draft.number, last=last
        ),
        detail=message("Phones and the projector update at once. You can still undo it."),
        kind="round.published",
        also=("round.changed", "round.redrawn"),
        level=Level.CONFIRM,
        round=draft.number,
    )


def _between_rounds_step(state: LogState, book: Rulebook) -> NextStep:
    points = [p for p in open_points(state, book) if p.level is Level.REFUSED]
    if not points:
        return NextStep(
            code="finish",
            title=message("Finish the event"),
            detail=message("All results are in and every place is decided."),
            kind="event.finished",
            also=("cut.started",) if possible_cuts(state, book) else (),
            level=Level.CONFIRM,
        )
    first = points[0]
    if first.code == "rounds-to-play":
        return _pairing_step(state, book)
    kinds = {
        "final-unset": "final.set",
        "final-open": "final.decided",
        "tie-left": "tie.tossed",
        "tie-breaker-game": "final.set",
        "games-delayed": "result.entered",
    }
    return NextStep(
        code=first.code,
        title=first.message,
        detail=first.way_out,
        kind=kinds.get(first.code, "result.entered"),
        tables=first.tables,
    )
