"""Tables of complaints, cases and suspensions."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import models

from padd.core.conduct.case import CaseSource, CaseStage, Outcome
from padd.store.models.events import Event
from padd.store.models.keys import one_of, public_id
from padd.store.models.people import Account, Area, Person


class ComplaintState(models.TextChoices):
    """How it stands."""

    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class Complaint(models.Model):
    """One complaint for one coordinator; only they and whoever raised it see it."""

    public_id = public_id()
    about = models.ForeignKey(Person, models.PROTECT, related_name="concerns")
    event = models.ForeignKey(
        Event, models.SET_NULL, null=True, blank=True, related_name="concerns"
    )
    raised_by = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="concerns"
    )
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator looks at it; empty where the Director does."""
    text = models.CharField(max_length=2000)
    state = models.CharField(max_length=10, choices=ComplaintState, default=ComplaintState.OPEN)
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=1000, blank=True)
    held_back = models.BooleanField(default=False)
    """Whether the person's next events wait for the desk."""
    lifted_at = models.DateTimeField(null=True, blank=True)
    """When that ended."""

    class Meta:
        db_table = "store_concern"
        ordering: ClassVar = ["created_at", "id"]
        constraints: ClassVar = [
            one_of("state", ComplaintState.values, name="concern_state_known"),
            models.CheckConstraint(
                condition=models.Q(state=ComplaintState.OPEN, closed_at=None)
                | (models.Q(state=ComplaintState.CLOSED) & ~models.Q(closed_at=None)),
                name="concern_closed_has_a_moment",
            ),
            models.CheckConstraint(
                condition=models.Q(lifted_at=None) | models.Q(held_back=True),
                name="concern_lifts_what_held",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.public_id} {self.state}"


CLOSED: Final = CaseStage.CLOSED.value


class Case(models.Model):
    """One case about one person; what is in it stands in its log."""

    public_id = public_id()
    number = models.PositiveIntegerField(unique=True)
    person = models.ForeignKey(Person, models.PROTECT, related_name="cases")
    event = models.ForeignKey(Event, models.SET_NULL, null=True, blank=True, related_name="cases")
    penalty = models.PositiveIntegerField(null=True, blank=True)
    """The number of the penalty in the log of its event, where one began the case."""
    complaint = models.OneToOneField(
        Complaint, models.SET_NULL, null=True, blank=True, related_name="case"
    )
    reporter = models.ForeignKey(
        Account, models.SET_NULL, null=True, blank=True, related_name="reported_cases"
    )
    area = models.CharField(max_length=20, choices=Area, blank=True)
    """Whose coordinator keeps it; empty where the Director does."""
    source = models.CharField(max_length=20)
    stage = models.CharField(max_length=20, default=CaseStage.REPORTED.value)
    """As the log leaves it; what desks sort by."""
    outcome = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField()
    answer_by = models.DateField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    shrunk_at = models.DateTimeField(null=True, blank=True)
    """When log and files went and the outcome alone was kept."""

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [models.Index(fields=["area", "stage", "number"], name="case_at_desk")]
        constraints: ClassVar = [
            one_of("source", CaseSource, name="case_source_known"),
            one_of("stage", CaseStage, name="case_stage_known"),
            one_of("outcome", Outcome, name="case_outcome_known", blank=True),
            models.UniqueConstraint(
                fields=["event", "penalty"],
                condition=models.Q(penalty__isnull=False),
                name="case_of_a_penalty_once",
            ),
            models.CheckConstraint(
                condition=models.Q(stage=CLOSED, closed_at__isnull=False)
                | (~models.Q(stage=CLOSED) & models.Q(closed_at=None)),
                name="case_closed_has_a_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"case {self.number} {self.stage}"


class CaseAction(models.Model):
    """One entry in the log of a case; each row holds the hash of the last."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="actions")
    sequence = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    payload = models.JSONField()
    actor = models.CharField(max_length=60)
    at = models.DateTimeField()
    part = models.CharField(max_length=30)
    """In which part somebody acted."""
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering: ClassVar = ["case", "sequence"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["case", "sequence"], name="case_action_sequence_once")
        ]

    def __str__(self) -> str:
        return f"{self.case_id}: {self.sequence} {self.kind}"


class CaseFile(models.Model):
    """A file that somebody added to a case."""

    public_id = public_id()
    case = models.ForeignKey(Case, models.CASCADE, related_name="files")
    name = models.CharField(max_length=80)
    media_type = models.CharField(max_length=40)
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["id"]

    def __str__(self) -> str:
        return self.public_id


class Suspension(models.Model):
    """Somebody may not enter sanctioned events between two days (house procedure)."""

    person = models.ForeignKey(Person, models.PROTECT, related_name="suspensions")
    case = models.ForeignKey(Case, models.PROTECT, related_name="suspensions")
    since = models.DateField()
    until = models.DateField()
    lifted_at = models.DateTimeField(null=True, blank=True)
    """When an appeal ended it."""

    class Meta:
        ordering: ClassVar = ["since", "id"]
        indexes: ClassVar = [models.Index(fields=["person", "until"], name="suspension_of")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(until__gte=models.F("since")),
                name="suspension_ends_after_it_begins",
            )
        ]

    def __str__(self) -> str:
        return f"{self.since} to {self.until}"
