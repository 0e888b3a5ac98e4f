"""Who may do what, and who sees what: two tables, and nothing elsewhere.

An actor wears hats. Some come from the account (member, the offices), some from
what is acted on: one's own record, an event one directs, the area one coordinates.
An act is allowed if one of the hats is named for it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final

from padd.services.access.actors import ActorKind
from padd.services.refusal import NotAllowed
from padd.store.models import Office, StaffRole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from padd.services.access.actors import Actor
    from padd.store.models import Event


class Hat(StrEnum):
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
    COORDINATOR = "coordinator of the area"
    ELSEWHERE = "coordinator of another area"
    DIRECTOR = "Director of Organized Play"
    ADMINISTRATOR = "administrator"
    LAPTOP = "director at this laptop"
    PLAYER = "player by a pass"
    SYSTEM = "the installation itself"


class Act(StrEnum):
    """Everything that changes something, by the name the audit gives it."""

    PERSON_ADD = "person.add"
    PERSON_EDIT = "person.edit"
    PERSON_MERGE = "person.merge"
    PERSON_UNMERGE = "person.unmerge"
    PERSON_EXPORT = "person.export"
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
    ROOM_NOTES = "room.notes"
    ROOM_SHOW = "room.show"
    ENTRY_ADD = "entry.add"
    ENTRY_ADD_OTHER = "entry.add-other"
    ENTRY_CONFIRM = "entry.confirm"
    ENTRY_WITHDRAW = "entry.withdraw"
    APPROVAL_DECIDE = "approval.decide"
    APPROVAL_COMMENT = "approval.comment"
    CONCERN_RAISE = "concern.raise"
    CONCERN_CLOSE = "concern.close"
    CONCERN_LIFT = "concern.lift"
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
    LAPTOP_SIGN_IN = "laptop.sign-in"
    DEMO_FILL = "demo.fill"
    TOKEN_MAKE = "token.make"  # noqa: S105 -- the name of an act
    TOKEN_REVOKE = "token.revoke"  # noqa: S105 -- same
    WEBHOOK_ADD = "webhook.add"
    WEBHOOK_ADD_ALL = "webhook.add-all"
    WEBHOOK_REMOVE = "webhook.remove"


_DIRECTORS = frozenset({Hat.PRIMARY, Hat.SECONDARY, Hat.TERTIARY, Hat.INVITED})
_OWN_LISTING = frozenset({Hat.PRIMARY, Hat.SECONDARY})
_DESK = frozenset({Hat.COORDINATOR, Hat.DIRECTOR})
_HOUSE = frozenset({Hat.LAPTOP, Hat.SYSTEM})
_ALL = frozenset({Hat.VISITOR})

MAY: Final[Mapping[Act, frozenset[Hat]]] = {
    Act.PERSON_ADD: _HOUSE | {Hat.MEMBER, Hat.INVITED, Hat.SCOREKEEPER},
    Act.PERSON_EDIT: _HOUSE | _DESK | {Hat.SELF, Hat.ADMINISTRATOR},
    Act.PERSON_MERGE: _HOUSE | _DESK | {Hat.ADMINISTRATOR},
    Act.PERSON_UNMERGE: _HOUSE | _DESK | {Hat.ADMINISTRATOR},
    Act.PERSON_EXPORT: _HOUSE | {Hat.SELF, Hat.ADMINISTRATOR},
    Act.PERSON_ERASE: _HOUSE | {Hat.SELF, Hat.ADMINISTRATOR},
    Act.PERSON_CLAIM: _HOUSE | {Hat.MEMBER},
    Act.REGION_ADD: _HOUSE | _DESK | {Hat.ADMINISTRATOR},
    Act.VENUE_ADD: _HOUSE | {Hat.MEMBER},
    Act.VENUE_EDIT: _HOUSE | _DESK,
    Act.VENUE_VERIFY: _HOUSE | _DESK,
    Act.EVENT_REGISTER: _HOUSE | {Hat.MEMBER},
    Act.EVENT_EDIT: _HOUSE | _OWN_LISTING | _DESK,
    Act.EVENT_COPY: _HOUSE | {Hat.MEMBER},
    Act.EVENT_CANCEL: _HOUSE | {Hat.PRIMARY} | _DESK,
    Act.EVENT_DISCARD: _HOUSE | {Hat.PRIMARY},
    Act.EVENT_RUN: _HOUSE | _DIRECTORS,
    Act.EVENT_SCORE: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER},
    Act.EVENT_JUDGE: _HOUSE | _DIRECTORS | {Hat.JUDGE},
    Act.EVENT_LEAGUE: _HOUSE | {Hat.LEAGUE, Hat.DIRECTOR},
    Act.ROOM_NOTES: _HOUSE | _DIRECTORS,
    Act.ROOM_SHOW: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER, Hat.DISPLAY},
    Act.ENTRY_ADD: _ALL,
    Act.ENTRY_ADD_OTHER: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER},
    Act.ENTRY_CONFIRM: _ALL,
    Act.ENTRY_WITHDRAW: _HOUSE | _DIRECTORS | {Hat.SELF, Hat.SCOREKEEPER},
    Act.APPROVAL_DECIDE: _HOUSE | _DESK,
    Act.APPROVAL_COMMENT: _HOUSE | _DESK | {Hat.SELF},
    Act.CONCERN_RAISE: _HOUSE | {Hat.MEMBER},
    Act.CONCERN_CLOSE: _HOUSE | _DESK,
    Act.CONCERN_LIFT: _HOUSE | _DESK,
    Act.STAFF_INVITE: _HOUSE | _OWN_LISTING,
    Act.STAFF_REVOKE: _HOUSE | _OWN_LISTING,
    Act.STAFF_REDEEM: _ALL,
    Act.PHONE_PASSES: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER},
    Act.PHONE_RENEW: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER},
    Act.PHONE_OPEN: _ALL,
    Act.PHONE_ASK: _ALL,
    Act.PHONE_LET_IN: _HOUSE | _DIRECTORS | {Hat.SCOREKEEPER},
    Act.PHONE_RULES: _HOUSE | _DIRECTORS,
    Act.OFFICE_GRANT: frozenset({Hat.DIRECTOR, Hat.ADMINISTRATOR, Hat.SYSTEM}),
    Act.OFFICE_END: frozenset({Hat.DIRECTOR, Hat.ADMINISTRATOR, Hat.SYSTEM}),
    Act.REPORT_SUBMIT: _HOUSE | _DIRECTORS | _DESK,
    Act.REPORT_SEND: _HOUSE,
    Act.REPORT_BRING: _HOUSE | _DIRECTORS | {Hat.MEMBER},
    Act.REPORT_MATCH: _HOUSE | _DIRECTORS | _DESK | {Hat.SELF},
    Act.REPORT_DECIDE: _HOUSE | _DESK,
    Act.REPORT_VOID: _HOUSE | _DESK,
    Act.REPORT_CONTEST: frozenset({Hat.SELF}),
    Act.REPORT_SETTLE: _HOUSE | _DESK | {Hat.PRIMARY, Hat.SECONDARY},
    Act.RATING_CORRECT: _HOUSE | _DESK,
    Act.RATING_REFRESH: _HOUSE | {Hat.DIRECTOR, Hat.ADMINISTRATOR},
    Act.EVENT_IMPORT: _HOUSE | {Hat.DIRECTOR, Hat.ADMINISTRATOR},
    Act.LAPTOP_SIGN_IN: _ALL,
    Act.DEMO_FILL: _HOUSE | {Hat.ADMINISTRATOR},
    Act.TOKEN_MAKE: frozenset({Hat.MEMBER}),
    Act.TOKEN_REVOKE: frozenset({Hat.MEMBER}),
    Act.WEBHOOK_ADD: _HOUSE | _DIRECTORS,
    Act.WEBHOOK_ADD_ALL: _HOUSE | {Hat.DIRECTOR, Hat.ADMINISTRATOR},
    Act.WEBHOOK_REMOVE: frozenset({Hat.SELF}),
}

KEEPS_ADMINISTRATORS: Final = frozenset({Hat.ADMINISTRATOR, Hat.SYSTEM})
"""Who gives and ends that one office: the Director's is not above it."""

_RANKS: Final = {1: Hat.PRIMARY, 2: Hat.SECONDARY, 3: Hat.TERTIARY}
_ROLES: Final = {
    StaffRole.DIRECTOR: Hat.INVITED,
    StaffRole.SCOREKEEPER: Hat.SCOREKEEPER,
    StaffRole.JUDGE: Hat.JUDGE,
    StaffRole.DISPLAY: Hat.DISPLAY,
}
_OFFICES: Final = {
    Office.LEAGUE_DIRECTOR: Hat.LEAGUE,
    Office.DIRECTOR: Hat.DIRECTOR,
    Office.ADMINISTRATOR: Hat.ADMINISTRATOR,
}


def hats(
    actor: Actor,
    *,
    event: Event | None = None,
    area: str = "",
    person_id: int | None = None,
    account_id: int | None = None,
) -> frozenset[Hat]:
    """Return the hats that an actor wears before an event, an area or a record."""
    worn = {Hat.VISITOR}
    if actor.signed_in:
        worn.add(Hat.MEMBER)
    if actor.kind is ActorKind.LAPTOP:
        worn.add(Hat.LAPTOP)
    if actor.kind is ActorKind.SYSTEM:
        worn.add(Hat.SYSTEM)
    worn |= {_OFFICES[office] for office in actor.offices if office in _OFFICES}
    if Office.COORDINATOR in actor.offices:
        area = area or (area_of(event) if event else "")
        worn.add(Hat.COORDINATOR if area in actor.areas else Hat.ELSEWHERE)
    if event is not None:
        worn |= _event_hats(actor, event)
    elif actor.kind is ActorKind.INVITE and actor.role:
        # What has no event, such as a new person, a helper does for the own one.
        worn.add(_ROLES[actor.role])
    own_person = person_id is not None and person_id == actor.person_id
    own_account = account_id is not None and account_id == actor.account_id
    if own_person or own_account:
        worn.add(Hat.SELF)
    return frozenset(worn)


def _event_hats(actor: Actor, event: Event) -> set[Hat]:
    if actor.kind is ActorKind.PLAYER:
        return {Hat.PLAYER} if actor.event_id == event.pk else set()
    if actor.kind is ActorKind.INVITE:
        return (
            {_ROLES[actor.role]} if actor.role and actor.event_id == event.pk else set()
        )
    if actor.person_id is None:
        return set()
    return {
        _RANKS[directorship.rank]
        for directorship in event.directorships.all()
        if directorship.person_id == actor.person_id
    }


def area_of(event: Event) -> str:
    """Return whose coordinator looks after an event: online play has its own."""
    return "online" if event.online else event.region.area


def allowed(act: Act, worn: frozenset[Hat]) -> bool:
    """Tell whether one of the hats may do this."""
    return bool(MAY[act] & worn)


def require(
    act: Act,
    actor: Actor,
    *,
    event: Event | None = None,
    area: str = "",
    person_id: int | None = None,
    account_id: int | None = None,
) -> None:
    """Refuse an act that none of the actor's hats may do."""
    worn = hats(
        actor, event=event, area=area, person_id=person_id, account_id=account_id
    )
    if not allowed(act, worn):
        raise NotAllowed(act)
