"""Who may do what: the table of permissions and roles, and its check.

An actor has roles. Some come from the account (member, offices), some from the thing
acted on: their own record, an event they direct, the area they coordinate. A permission
is granted if one of these roles has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from padd.services.access.actors import Actor, ActorKind
from padd.services.refusal import NotAllowed
from padd.store.models.access import StaffRole
from padd.store.models.events import Event
from padd.store.models.leagues import League
from padd.store.models.people import Office


class AccessRole(StrEnum):
    """What an actor is to the thing acted on."""

    VISITOR = "visitor"
    MEMBER = "member"
    SELF = "self"
    PRIMARY = "primary director"
    SECONDARY = "secondary director"
    TERTIARY = "tertiary director"
    INVITED = "invited director"
    SCOREKEEPER = "scorekeeper"
    JUDGE = "judge"
    DISPLAY = "display"
    LEAGUE = "league director"
    OWN_LEAGUE = "director of the league"
    COORDINATOR = "coordinator of the area"
    ELSEWHERE = "coordinator of another area"
    DIRECTOR = "Director of Organized Play"
    CHAIR = "Chair of the Board"
    VENUES = "venue verifier"
    RECORDS = "data processor"
    ADMINISTRATOR = "administrator"
    LAPTOP = "director at this laptop"
    PLAYER = "player with a player link"
    SYSTEM = "the installation itself"


class Permission(StrEnum):
    """Everything that changes something, by the name the audit gives it."""

    PERSON_ADD = "person.add"
    PERSON_EDIT = "person.edit"
    PERSON_MERGE = "person.merge"
    PERSON_UNMERGE = "person.unmerge"
    PERSON_EXPORT = "person.export"
    AUDIT_READ = "audit.read"
    PERSON_ERASE = "person.erase"
    PERSON_CLAIM = "person.claim"
    REGION_ADD = "region.add"
    VENUE_ADD = "venue.add"
    VENUE_EDIT = "venue.edit"
    VENUE_VERIFY = "venue.verify"
    EVENT_REGISTER = "event.register"
    EVENT_EDIT = "event.edit"
    EVENT_COPY = "event.copy"
    EVENT_CANCEL = "event.cancel"
    EVENT_DISCARD = "event.discard"
    EVENT_RUN = "event.run"
    EVENT_SCORE = "event.score"
    EVENT_JUDGE = "event.judge"
    EVENT_LEAGUE = "event.league-flag"
    LEAGUE_FOUND = "league.found"
    LEAGUE_DECIDE = "league.decide"
    LEAGUE_RUN = "league.run"
    ROOM_NOTES = "room.notes"
    ROOM_SHOW = "room.show"
    ENTRY_ADD = "entry.add"
    ENTRY_ADD_OTHER = "entry.add-other"
    ENTRY_CONFIRM = "entry.confirm"
    ENTRY_WITHDRAW = "entry.withdraw"
    APPROVAL_DECIDE = "approval.decide"
    APPROVAL_COMMENT = "approval.comment"
    APPROVAL_CHAIR = "approval.decide-as-chair"
    CHAMPIONSHIP_STAGE = "championship.stage"
    RIGHT_GRANT = "right.grant"
    RIGHT_WITHDRAW = "right.withdraw"
    APPLICATION_MAKE = "application.make"
    APPLICATION_WITHDRAW = "application.withdraw"
    SEASON_PLAN = "season.plan"
    CHALLENGE_SUGGEST = "challenge.suggest"
    CHALLENGE_NOMINATE = "challenge.nominate"
    CHALLENGE_DRAW = "challenge.draw"
    RIGHTS_TAKE = "rights.take-along"
    RIGHTS_BRING = "rights.bring"
    COMPLAINT_RAISE = "concern.raise"
    COMPLAINT_CLOSE = "concern.close"
    COMPLAINT_LIFT = "concern.lift"
    CASE_REPORT = "case.report"
    CASE_OPEN = "case.open"
    CASE_ASK = "case.ask"
    CASE_ANSWER = "case.answer"
    CASE_EVIDENCE = "case.evidence"
    CASE_NOTE = "case.note"
    CASE_DECIDE = "case.decide"
    CASE_APPEAL = "case.appeal"
    CASE_CLOSE = "case.close"
    CASE_SHRINK = "case.shrink"
    RULING_WRITE = "ruling.write"
    RULING_PUBLISH = "ruling.publish"
    STAFF_INVITE = "staff.invite"
    STAFF_REVOKE = "staff.revoke"
    STAFF_REDEEM = "staff.redeem"
    PHONE_PASSES = "phone.passes"
    PHONE_RENEW = "phone.renew"
    PHONE_OPEN = "phone.open"
    PHONE_ASK = "phone.ask"
    PHONE_LET_IN = "phone.let-in"
    PHONE_RULES = "phone.rules"
    OFFICE_GRANT = "office.grant"
    OFFICE_END = "office.end"
    REPORT_SUBMIT = "report.submit"
    REPORT_SEND = "report.send"
    REPORT_BRING = "report.bring"
    REPORT_MATCH = "report.match"
    REPORT_DECIDE = "report.decide"
    REPORT_VOID = "report.void"
    REPORT_CONTEST = "report.contest"
    REPORT_SETTLE = "report.settle"
    RATING_CORRECT = "rating.correct"
    RATING_REFRESH = "rating.refresh"
    EVENT_IMPORT = "event.import"
    CARDS_IMPORT = "cards.import"
    CARDS_CORRECT = "cards.correct"
    DECK_KEEP = "deck.keep"
    DECK_REGISTER = "deck.register"
    DECK_CONSENT = "deck.consent"
    LAPTOP_SIGN_IN = "laptop.sign-in"
    DEMO_FILL = "demo.fill"
    EMAIL_CHOOSE = "email.choose"
    TOKEN_MAKE = "token.make"  # noqa: S105 -- the name of an act
    TOKEN_REVOKE = "token.revoke"  # noqa: S105 -- same
    WEBHOOK_ADD = "webhook.add"
    WEBHOOK_ADD_ALL = "webhook.add-all"
    WEBHOOK_REMOVE = "webhook.remove"
    PRODUCT_ADD = "product.add"


_DIRECTORS = frozenset(
    {AccessRole.PRIMARY, AccessRole.SECONDARY, AccessRole.TERTIARY, AccessRole.INVITED}
)
_OWN_LISTING = frozenset({AccessRole.PRIMARY, AccessRole.SECONDARY})
_DESK = frozenset({AccessRole.COORDINATOR, AccessRole.DIRECTOR})
_CASES = _DESK | {AccessRole.CHAIR}
"""Whoever keeps cases; administrators and laptops are not among them."""
_HEADS = frozenset({AccessRole.DIRECTOR, AccessRole.CHAIR, AccessRole.ADMINISTRATOR})
_HOUSE = frozenset({AccessRole.LAPTOP, AccessRole.SYSTEM})
_ALL = frozenset({AccessRole.VISITOR})

MAY: Final[Mapping[Permission, frozenset[AccessRole]]] = {
    Permission.PERSON_ADD: _HOUSE | {AccessRole.MEMBER, AccessRole.INVITED, AccessRole.SCOREKEEPER},
    Permission.PERSON_EDIT: _HOUSE | _DESK | {AccessRole.SELF, AccessRole.ADMINISTRATOR},
    Permission.PERSON_MERGE: _HOUSE | _DESK | {AccessRole.ADMINISTRATOR},
    Permission.PERSON_UNMERGE: _HOUSE | _DESK | {AccessRole.ADMINISTRATOR},
    Permission.AUDIT_READ: _HOUSE | _HEADS,
    Permission.PERSON_EXPORT: _HOUSE | {AccessRole.SELF, AccessRole.ADMINISTRATOR},
    Permission.PERSON_ERASE: _HOUSE | {AccessRole.SELF, AccessRole.ADMINISTRATOR},
    Permission.PERSON_CLAIM: _HOUSE | {AccessRole.MEMBER},
    Permission.REGION_ADD: _HOUSE | _DESK | {AccessRole.ADMINISTRATOR},
    Permission.VENUE_ADD: _HOUSE | {AccessRole.MEMBER},
    Permission.VENUE_EDIT: _HOUSE | _DESK | {AccessRole.VENUES},
    Permission.VENUE_VERIFY: _HOUSE | _DESK | {AccessRole.VENUES},
    Permission.EVENT_REGISTER: _HOUSE | {AccessRole.MEMBER},
    Permission.EVENT_EDIT: _HOUSE | _OWN_LISTING | _DESK,
    Permission.EVENT_COPY: _HOUSE | {AccessRole.MEMBER},
    Permission.EVENT_CANCEL: _HOUSE | {AccessRole.PRIMARY} | _DESK,
    Permission.EVENT_DISCARD: _HOUSE | {AccessRole.PRIMARY},
    Permission.EVENT_RUN: _HOUSE | _DIRECTORS,
    Permission.EVENT_SCORE: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER},
    Permission.EVENT_JUDGE: _HOUSE | _DIRECTORS | {AccessRole.JUDGE},
    Permission.EVENT_LEAGUE: _HOUSE | {AccessRole.LEAGUE, AccessRole.DIRECTOR},
    Permission.LEAGUE_FOUND: _HOUSE | {AccessRole.MEMBER},
    Permission.LEAGUE_DECIDE: _HOUSE | _DESK,
    Permission.LEAGUE_RUN: _HOUSE | {AccessRole.OWN_LEAGUE, AccessRole.DIRECTOR},
    Permission.ROOM_NOTES: _HOUSE | _DIRECTORS,
    Permission.ROOM_SHOW: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER, AccessRole.DISPLAY},
    Permission.ENTRY_ADD: _ALL,
    Permission.ENTRY_ADD_OTHER: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER},
    Permission.ENTRY_CONFIRM: _ALL,
    Permission.ENTRY_WITHDRAW: _HOUSE | _DIRECTORS | {AccessRole.SELF, AccessRole.SCOREKEEPER},
    Permission.APPROVAL_DECIDE: _HOUSE | _DESK,
    Permission.APPROVAL_COMMENT: _HOUSE | _DESK | {AccessRole.SELF},
    Permission.APPROVAL_CHAIR: _HOUSE | {AccessRole.CHAIR},
    Permission.CHAMPIONSHIP_STAGE: _HOUSE | _OWN_LISTING | _DESK,
    Permission.RIGHT_GRANT: _HOUSE | {AccessRole.DIRECTOR},
    Permission.RIGHT_WITHDRAW: _HOUSE | {AccessRole.DIRECTOR},
    Permission.APPLICATION_MAKE: _HOUSE | {AccessRole.MEMBER},
    Permission.APPLICATION_WITHDRAW: _HOUSE | {AccessRole.SELF},
    Permission.SEASON_PLAN: _HOUSE | {AccessRole.DIRECTOR},
    Permission.CHALLENGE_SUGGEST: _HOUSE | {AccessRole.MEMBER},
    Permission.CHALLENGE_NOMINATE: _HOUSE | {AccessRole.CHAIR},
    Permission.CHALLENGE_DRAW: _HOUSE | {AccessRole.CHAIR},
    Permission.RIGHTS_TAKE: _HOUSE | _DIRECTORS | _DESK,
    Permission.RIGHTS_BRING: _HOUSE | _DIRECTORS,
    Permission.COMPLAINT_RAISE: _HOUSE | {AccessRole.MEMBER},
    Permission.COMPLAINT_CLOSE: _HOUSE | _DESK,
    Permission.COMPLAINT_LIFT: _HOUSE | _DESK,
    Permission.CASE_REPORT: frozenset({AccessRole.MEMBER}),
    Permission.CASE_OPEN: _CASES | {AccessRole.SELF},
    Permission.CASE_ASK: _CASES,
    Permission.CASE_ANSWER: frozenset({AccessRole.SELF}),
    Permission.CASE_EVIDENCE: _CASES | {AccessRole.SELF},
    Permission.CASE_NOTE: _CASES,
    Permission.CASE_DECIDE: _CASES,
    Permission.CASE_APPEAL: frozenset({AccessRole.SELF}),
    Permission.CASE_CLOSE: _CASES,
    Permission.CASE_SHRINK: frozenset({AccessRole.SYSTEM}),
    Permission.RULING_WRITE: frozenset({AccessRole.DIRECTOR}),
    Permission.RULING_PUBLISH: frozenset({AccessRole.DIRECTOR}),
    Permission.STAFF_INVITE: _HOUSE | _OWN_LISTING,
    Permission.STAFF_REVOKE: _HOUSE | _OWN_LISTING,
    Permission.STAFF_REDEEM: _ALL,
    Permission.PHONE_PASSES: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER},
    Permission.PHONE_RENEW: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER},
    Permission.PHONE_OPEN: _ALL,
    Permission.PHONE_ASK: _ALL,
    Permission.PHONE_LET_IN: _HOUSE | _DIRECTORS | {AccessRole.SCOREKEEPER},
    Permission.PHONE_RULES: _HOUSE | _DIRECTORS,
    Permission.OFFICE_GRANT: frozenset(
        {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR, AccessRole.SYSTEM}
    ),
    Permission.OFFICE_END: frozenset(
        {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR, AccessRole.SYSTEM}
    ),
    Permission.REPORT_SUBMIT: _HOUSE | _DIRECTORS | _DESK,
    Permission.PRODUCT_ADD: _HOUSE | {AccessRole.MEMBER},
    Permission.REPORT_SEND: _HOUSE,
    Permission.REPORT_BRING: _HOUSE | _DIRECTORS | {AccessRole.MEMBER},
    Permission.REPORT_MATCH: _HOUSE | _DIRECTORS | _DESK | {AccessRole.SELF, AccessRole.RECORDS},
    Permission.REPORT_DECIDE: _HOUSE | _DESK | {AccessRole.RECORDS},
    Permission.REPORT_VOID: _HOUSE | _DESK,
    Permission.REPORT_CONTEST: frozenset({AccessRole.SELF}),
    # A contest is against what the directors reported, so they do not answer it.
    Permission.REPORT_SETTLE: _HOUSE | _DESK,
    Permission.RATING_CORRECT: _HOUSE | _DESK,
    Permission.RATING_REFRESH: _HOUSE
    | {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR, AccessRole.RECORDS},
    Permission.EVENT_IMPORT: _HOUSE | {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR},
    Permission.CARDS_IMPORT: _HOUSE | {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR},
    Permission.CARDS_CORRECT: _HOUSE | {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR},
    Permission.DECK_KEEP: frozenset({AccessRole.MEMBER}),
    Permission.DECK_REGISTER: frozenset({AccessRole.SELF}),
    Permission.DECK_CONSENT: frozenset({AccessRole.SELF, AccessRole.PLAYER}),
    Permission.LAPTOP_SIGN_IN: _ALL,
    Permission.DEMO_FILL: _HOUSE | {AccessRole.ADMINISTRATOR},
    Permission.EMAIL_CHOOSE: frozenset({AccessRole.MEMBER}),
    Permission.TOKEN_MAKE: frozenset({AccessRole.MEMBER}),
    Permission.TOKEN_REVOKE: frozenset({AccessRole.MEMBER}),
    Permission.WEBHOOK_ADD: _HOUSE | _DIRECTORS,
    Permission.WEBHOOK_ADD_ALL: _HOUSE | {AccessRole.DIRECTOR, AccessRole.ADMINISTRATOR},
    Permission.WEBHOOK_REMOVE: frozenset({AccessRole.SELF}),
}

KEEPS_ADMINISTRATORS: Final = frozenset({AccessRole.ADMINISTRATOR, AccessRole.SYSTEM})
"""Who gives and ends that one office: the Director's is not above it."""

_RANKS: Final = {1: AccessRole.PRIMARY, 2: AccessRole.SECONDARY, 3: AccessRole.TERTIARY}
_ROLES: Final = {
    StaffRole.DIRECTOR: AccessRole.INVITED,
    StaffRole.SCOREKEEPER: AccessRole.SCOREKEEPER,
    StaffRole.JUDGE: AccessRole.JUDGE,
    StaffRole.DISPLAY: AccessRole.DISPLAY,
}
_OFFICES: Final = {
    Office.LEAGUE_DIRECTOR: AccessRole.LEAGUE,
    Office.DIRECTOR: AccessRole.DIRECTOR,
    Office.CHAIR: AccessRole.CHAIR,
    Office.VENUE_VERIFIER: AccessRole.VENUES,
    Office.DATA_PROCESSOR: AccessRole.RECORDS,
    Office.ADMINISTRATOR: AccessRole.ADMINISTRATOR,
}


def roles_of(
    actor: Actor,
    *,
    event: Event | None = None,
    league: League | None = None,
    area: str = "",
    person_id: int | None = None,
    account_id: int | None = None,
) -> frozenset[AccessRole]:
    """Return the roles that an actor has before an event, an area or a record."""
    roles = {AccessRole.VISITOR}
    if actor.signed_in:
        roles.add(AccessRole.MEMBER)
    if actor.kind is ActorKind.LAPTOP:
        roles.add(AccessRole.LAPTOP)
    if actor.kind is ActorKind.SYSTEM:
        roles.add(AccessRole.SYSTEM)
    roles |= {_OFFICES[office] for office in actor.offices if office in _OFFICES}
    if Office.COORDINATOR in actor.offices:
        area = area or (area_of(event) if event else "")
        roles.add(AccessRole.COORDINATOR if area in actor.areas else AccessRole.ELSEWHERE)
    if event is not None:
        roles |= _event_roles(actor, event)
    elif actor.kind is ActorKind.INVITE and actor.role:
        # What has no event, such as a new person, a helper does for their own.
        roles.add(_ROLES[actor.role])
    if league is not None and _runs(actor, league):
        roles.add(AccessRole.OWN_LEAGUE)
    own_person = person_id is not None and person_id == actor.person_id
    own_account = account_id is not None and account_id == actor.account_id
    if own_person or own_account:
        roles.add(AccessRole.SELF)
    return frozenset(roles)


def _event_roles(actor: Actor, event: Event) -> set[AccessRole]:
    if actor.kind is ActorKind.PLAYER:
        return {AccessRole.PLAYER} if actor.event_id == event.pk else set()
    if actor.kind is ActorKind.INVITE:
        return {_ROLES[actor.role]} if actor.role and actor.event_id == event.pk else set()
    if actor.person_id is None:
        return set()
    return {
        _RANKS[directorship.rank]
        for directorship in event.directorships.all()
        if directorship.person_id == actor.person_id
    }


def _runs(actor: Actor, league: League) -> bool:
    """Tell whether somebody is director or deputy of a league."""
    if actor.person_id is None:
        return False
    return (
        league.director_id == actor.person_id or league.deputies.filter(pk=actor.person_id).exists()
    )


def area_of(event: Event) -> str:
    """Return whose coordinator looks after an event: online play has its own."""
    return "online" if event.online else event.region.area


def allowed(permission: Permission, roles: frozenset[AccessRole]) -> bool:
    """Tell whether one of the roles has a permission."""
    return bool(MAY[permission] & roles)


def require(
    permission: Permission,
    actor: Actor,
    *,
    event: Event | None = None,
    league: League | None = None,
    area: str = "",
    person_id: int | None = None,
    account_id: int | None = None,
) -> None:
    """Refuse what none of the roles of the actor may do."""
    roles = roles_of(
        actor, event=event, league=league, area=area, person_id=person_id, account_id=account_id
    )
    if not allowed(permission, roles):
        raise NotAllowed(permission)
