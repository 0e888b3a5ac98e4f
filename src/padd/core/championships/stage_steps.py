"""The next step of a championship with several events."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from padd.core.model import ChampionshipStage, StrictStruct

DECIDING: Final = (ChampionshipStage.WHOLE, ChampionshipStage.FINAL)


class StagePhase(StrEnum):
    """How far an event of a championship is."""

    LISTED = "listed"
    OPEN = "open"
    FINISHED = "finished"
    REPORTED = "reported"
    PROCESSED = "processed"


class StepKind(StrEnum):
    """What the director of a championship does next."""

    ADD_FINAL = "add-final"
    ANNOUNCE = "announce"
    PLAY = "play"
    SEED = "seed"
    REPORT = "report"
    WAIT = "wait"
    DONE = "done"


class StageProgress(StrictStruct, frozen=True, kw_only=True):
    """One stage of a championship and how far it is."""

    event: str
    name: str
    stage: ChampionshipStage
    phase: StagePhase
    players: int = 0
    announced: bool = False
    """Whether the heats of this final are announced."""
    seeded: bool = False
    """Whether the seeds of this final were taken from its heats."""

    @property
    def to_play(self) -> bool:
        """Whether its games are not over."""
        return self.phase in {StagePhase.LISTED, StagePhase.OPEN}


class StageStep(StrictStruct, frozen=True, kw_only=True):
    """The next step, and the event that it is about."""

    kind: StepKind
    event: str = ""


def next_stage_step(stages: Sequence[StageProgress]) -> StageStep:
    """Return what is to be done next: announce, heats, seeds, final, report."""
    counted = [one for one in stages if one.stage is not ChampionshipStage.SIDE]
    final = next((one for one in counted if one.stage in DECIDING), None)
    if final is None:
        return StageStep(kind=StepKind.ADD_FINAL)
    if final.to_play:
        return _step_to_play(final, [one for one in counted if one is not final])
    for one in counted:
        if one.to_play:
            return StageStep(kind=StepKind.PLAY, event=one.event)
    phases = {one.phase for one in counted}
    if StagePhase.FINISHED in phases:
        return StageStep(kind=StepKind.REPORT)
    waits = StagePhase.REPORTED in phases
    return StageStep(kind=StepKind.WAIT if waits else StepKind.DONE)


def _step_to_play(final: StageProgress, heats: Sequence[StageProgress]) -> StageStep:
    """Return the next step up to the end of the final."""
    if heats and not final.announced:
        return StageStep(kind=StepKind.ANNOUNCE, event=final.event)
    for heat in heats:
        if heat.to_play:
            return StageStep(kind=StepKind.PLAY, event=heat.event)
    if heats and not final.seeded:
        return StageStep(kind=StepKind.SEED, event=final.event)
    return StageStep(kind=StepKind.PLAY, event=final.event)
