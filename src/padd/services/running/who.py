"""Who acts in an event: from an account, a link or a laptop to a part in the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from padd.core.model import PlayerId
from padd.core.running.acting import Actor as Acting
from padd.core.running.acting import Role, kind_of, player_acting
from padd.services.permissions import Act, Hat, allowed, hats
from padd.services.refused import NotAllowed
from padd.store.models import Account, Person, StaffInvite

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from padd.core.running import acting
    from padd.core.running.state import State
    from padd.services.actors import Actor
    from padd.store.models import Event

PARTS: Final[Mapping[Hat, Role]] = {
    Hat.PRIMARY: Role.DIRECTOR,
    Hat.SECONDARY: Role.SECONDARY,
    Hat.TERTIARY: Role.TERTIARY,
    Hat.LAPTOP: Role.DIRECTOR,
    Hat.SYSTEM: Role.DIRECTOR,
    Hat.INVITED: Role.SECONDARY,
    Hat.SCOREKEEPER: Role.SCORE_KEEPER,
    Hat.JUDGE: Role.JUDGE,
}
"""In which part somebody acts, by the first hat of these that is worn."""

SCORING: Final = frozenset(
    {
        *("player.entered", "player.amended", "player.checked-in"),
        *("player.check-in-withdrawn", "player.arrived-late"),
        *("result.entered", "pod.scored", "note.added", "table.game-started"),
    }
)
"""What a scorekeeper does; everything else is for the directors."""

NAMES: Final = {"system": "the command line"}


def permission(action: acting.Act | type[acting.Act]) -> Act:
    """Return which right an action of the log asks for."""
    return Act.EVENT_SCORE if kind_of(action) in SCORING else Act.EVENT_RUN


def acting_as(
    by: Actor, event: Event, state: State, action: acting.Act | type[acting.Act]
) -> Acting:
    """Return in which part somebody does this, or refuse."""
    worn = hats(by, event=event)
    person = _public_id(by)
    if allowed(permission(action), worn):
        part = next(role for hat, role in PARTS.items() if hat in worn)
        return Acting(role=part, person=person, player=_player(person, state))
    if action.by_players and person in state.entrants and by.person_id is not None:
        return player_acting(PlayerId(person))
    raise NotAllowed(kind_of(action))


def _public_id(by: Actor) -> str:
    if by.person_id is None:
        return by.public_id or str(by.kind)
    return Person.objects.values_list("public_id", flat=True).get(pk=by.person_id)


def _player(person: str, state: State) -> PlayerId | None:
    """Return which player somebody of the staff is."""
    if person in state.entrants:
        return PlayerId(person)
    noted = (staff.player for staff in state.staff if staff.person == person)
    return next(noted, None)


def names_of(actors: Iterable[Acting], state: State) -> dict[str, str]:
    """Return what people call those who acted, by the person of the log."""
    wanted = {actor.person for actor in actors}
    found = {person: NAMES.get(person, person) for person in wanted}
    for account in Account.objects.filter(public_id__in=wanted):
        found[account.public_id] = "this laptop" if account.local else "an account"
    invites = StaffInvite.objects.filter(public_id__in=wanted)
    found |= {one.public_id: one.label or one.get_role_display() for one in invites}
    people = Person.objects.filter(public_id__in=wanted)
    found |= {person.public_id: person.handle for person in people}
    players = wanted.intersection(state.entrants) - set(found)
    return found | {player: state.name(PlayerId(player)) for player in players}
