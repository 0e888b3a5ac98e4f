"""The dashboard of a championship in words: next step, and the status of its stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from padd.core.championships.stage_steps import StagePhase, StageProgress, StageStep, StepKind
from padd.core.messages import Message, message

PHASES: Final = {
    StagePhase.LISTED: ("Not started", "calendar", "lavender"),
    StagePhase.OPEN: ("Being played", "play", "orange"),
    StagePhase.FINISHED: ("Finished", "check", "blue"),
    StagePhase.REPORTED: ("Reported", "hourglass", "lavender"),
    StagePhase.PROCESSED: ("Processed", "check", "blue"),
}


class StepView(msgspec.Struct, frozen=True, kw_only=True):
    """The next step as its director reads it."""

    kind: str
    event: str
    title: Message
    why: Message


def step_view(step: StageStep, stages: Sequence[StageProgress]) -> StepView:
    """Return the words for the next step."""
    name = next((one.name for one in stages if one.event == step.event), "")
    title, why = _words(step.kind, name)
    return StepView(kind=step.kind, event=step.event, title=title, why=why)


def _words(kind: StepKind, name: str) -> tuple[Message, Message]:
    if kind is StepKind.PLAY:
        return (
            message("Play {name}", name=name),
            message("Run it on its console until it is finished."),
        )
    return WORDS[kind]


WORDS: Final = {
    StepKind.ADD_FINAL: (
        message("Name the final"),
        message("A championship is either a single event, or heats and a final."),
    ),
    StepKind.ANNOUNCE: (
        message("Announce the heats"),
        message(
            "Enter how many players advance from each heat. It can’t be "
            "changed once the first heat has started. Events that are "
            "not open yet will be opened."
        ),
    ),
    StepKind.SEED: (
        message("Seed the final"),
        message("Everyone who qualified is seeded by their heats."),
    ),
    StepKind.REPORT: (
        message("Report all stages"),
        message("Check the awards below first; results count from then on."),
    ),
    StepKind.WAIT: (
        message("Wait for the coordinator"),
        message("Awards can be given once every report is processed."),
    ),
    StepKind.DONE: (message("Everything is awarded"), message("Nothing is left to do.")),
}
