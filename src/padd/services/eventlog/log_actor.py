"""The role in which someone acts in a log: by account, link or laptop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from padd.core.eventlog.actions import action as acting
from padd.core.eventlog.actions.action import kind_of_action
from padd.core.eventlog.actions.penalties import TURN_LOSS, PenaltyGiven
from padd.core.eventlog.state.actor import LogActor as Acting
from padd.core.eventlog.state.actor import Role, player_actor
from padd.core.eventlog.state.event_state import LogState
from padd.core.model import PlayerId
from padd.services.access.actors import Actor
from padd.services.access.permissions import AccessRole, Permission, allowed, roles_of
from padd.services.refusal import NotAllowed
from padd.store.models.events import Event
from padd.store.models.people import Person
from padd.store.queries.access import accounts_among, actor_labels

LOG_ROLES: Final[Mapping[AccessRole, Role]] = {
    AccessRole.PRIMARY: Role.DIRECTOR,
    AccessRole.SECONDARY: Role.SECONDARY,
    AccessRole.TERTIARY: Role.TERTIARY,
    AccessRole.LAPTOP: Role.DIRECTOR,
    AccessRole.SYSTEM: Role.DIRECTOR,
    AccessRole.INVITED: Role.SECONDARY,
    AccessRole.SCOREKEEPER: Role.SCORE_KEEPER,
    AccessRole.JUDGE: Role.JUDGE,
}
"""The role in the log, by the first of these roles that an actor has."""

SCORING: Final = frozenset(
    {
        *("player.entered", "player.amended", "player.checked-in"),
        *("player.check-in-withdrawn", "player.arrived-late"),
        *("result.entered", "result.confirmed", "pod.scored", "pod.confirmed"),
        "filming.agreed",
        *("table.game-started", "table.appointment-set", "table.game-paused"),
        *("table.game-resumed", "table.game-restarted", "table.play-record-kept"),
    }
)
"""What a scorekeeper does beside the directors."""

JUDGING: Final = frozenset(
    {"penalty.given", "table.extra-time", "deck.checks-drawn", "deck.checked"}
)
"""What a judge at the tables does beside the directors."""

EVERYBODY: Final = "note.added"
"""What all of the staff may do."""

JUDGES_UP_TO: Final = TURN_LOSS
"""A game loss decides a result, and a disqualification is reported upward by the
director (App. B): both are the director's word."""

DIRECTOR: Final = "the director"
ACCOUNT: Final = "an account"
NAMES: Final = {"system": "the command line"}
UNNAMED: Final = frozenset({DIRECTOR, ACCOUNT, *NAMES.values()})
"""What those are called whose role says all that is known of them."""


def action_permission(action: acting.Action | type[acting.Action]) -> Permission:
    """Return which right an action of the log asks for."""
    kind = kind_of_action(action)
    if isinstance(action, PenaltyGiven) and action.level > JUDGES_UP_TO:
        return Permission.EVENT_RUN
    if kind in JUDGING:
        return Permission.EVENT_JUDGE
    return Permission.EVENT_SCORE if kind in SCORING else Permission.EVENT_RUN


def may_act(action: acting.Action | type[acting.Action], roles: frozenset[AccessRole]) -> bool:
    """Tell whether roles of the staff permit an action."""
    if kind_of_action(action) == EVERYBODY:
        return any(role in roles for role in LOG_ROLES)
    return allowed(action_permission(action), roles)


def log_actor_for(
    by: Actor,
    event: Event,
    state: LogState,
    action: acting.Action | type[acting.Action],
    *,
    part: Role | None = None,
) -> Acting:
    """Return the actor of a log entry, or refuse."""
    roles = roles_of(by, event=event)
    person, *called = _actor_names(by)
    if may_act(action, roles):
        usual = next(role for access, role in LOG_ROLES.items() if access in roles)
        if AccessRole.LAPTOP in roles:
            return _at_the_laptop(part or usual, person, state)
        player = _player(person, state) or state.player_called(*called)
        return Acting(role=usual, person=person, player=player)
    known = by.person_id is not None or AccessRole.PLAYER in roles
    if action.by_players and person in state.players and known:
        return player_actor(PlayerId(person))
    raise NotAllowed(kind_of_action(action))


def _at_the_laptop(part: Role, person: str, state: LogState) -> Acting:
    """Return who acts at a laptop: the primary director, or a deputy who was named.

    The role tells which player acts, so that players do not decide their own games.
    """
    noted = next((staff for staff in state.staff if staff.role is part), None)
    if part is not Role.DIRECTOR and noted is None:
        part, noted = Role.DIRECTOR, None
    player = _player(person, state) if noted is None else state.player_of_staff(noted)
    return Acting(role=part, person=person, player=player)


def _actor_names(by: Actor) -> tuple[str, ...]:
    """Return the id of an actor in the log, and the other names of the person."""
    if by.person_id is None:
        return (by.public_id or str(by.kind),)
    names = Person.objects.values_list("public_id", "handle", "name")
    return names.get(pk=by.person_id)


def unmarked_directors(state: LogState) -> dict[PlayerId, str]:
    """Return players who are called like a director of the event, with that handle.

    Directors of headquarters are known by their id; one who is entered by name, or
    from another installation, would play as a stranger.
    """
    strangers = [staff.person for staff in state.staff if state.player_of_staff(staff) is None]
    people = Person.objects.filter(public_id__in=strangers)
    called = {person.handle: state.player_called(person.handle, person.name) for person in people}
    return {player: handle for handle, player in called.items() if player is not None}


def _player(person: str, state: LogState) -> PlayerId | None:
    """Return which player a member of the staff is."""
    if person in state.players:
        return PlayerId(person)
    noted = (staff.player for staff in state.staff if staff.person == person)
    return next(noted, None)


def names_of_actors(actors: Iterable[Acting], state: LogState) -> dict[str, str]:
    """Return what people call those who acted, by the person of the log."""
    ids = {actor.person for actor in actors}
    names = {person: state.name(PlayerId(person)) for person in ids.intersection(state.players)}
    strangers = ids - set(names)
    names |= {person: NAMES.get(person, person) for person in strangers}
    strangers -= NAMES.keys()
    for account, local in accounts_among(strangers).items():
        names[account] = DIRECTOR if local else ACCOUNT
    return names | actor_labels(strangers)
