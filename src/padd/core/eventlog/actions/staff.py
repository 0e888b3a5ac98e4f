"""The staff of an event, and a director who plays."""

from __future__ import annotations

from typing import Final

import msgspec

from padd.core.eventlog.action import Action, LogEntry, Role
from padd.core.eventlog.state import DirectorPlayApproval, LogState, Presence, Staff
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook, cite

DIRECTORS: Final = (Role.DIRECTOR, Role.SECONDARY, Role.TERTIARY)


class StaffNoted(Action, frozen=True, kw_only=True, tag="staff.noted"):
    """Who runs the event in which part, and who that is among the players."""

    role: Role
    person: str
    player: PlayerId | None = None

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse a director who may not play, and players who are unknown."""
        del entry
        if self.role is Role.PLAYER:
            return refused("not-staff", message("Add players on the check-in page, not as staff."))
        if self.player is None:
            return None
        if self.player not in state.players:
            return refused(
                "unknown-player", message("No player here is called {player}.", player=self.player)
            )
        forbids = book.roles.director_plays.allowed == "no"
        if self.role is Role.DIRECTOR and forbids:
            return director_may_not_play(book)
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Put the person into the part; each of the three directors is one person."""
        del entry, book
        noted = Staff(role=self.role, person=self.person, player=self.player)
        single = self.role in DIRECTORS
        others = tuple(
            staff
            for staff in state.staff
            if staff.person != self.person and not (single and staff.role is self.role)
        )
        staff = (*others, noted)
        return msgspec.structs.replace(
            state,
            staff=staff,
            event=msgspec.structs.replace(state.settings, directors=_directors(staff)),
        )


def _directors(staff: tuple[Staff, ...]) -> tuple[str, ...]:
    by_role = {person.role: person.person for person in staff}
    return tuple(by_role[role] for role in DIRECTORS if role in by_role)


class DirectorPlayApproved(Action, frozen=True, kw_only=True, tag="director.play-approved"):
    """The other players agree that the director plays."""

    approved_by: tuple[PlayerId, ...]

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Ask for more than half of the others, and for both deputies."""
        del entry
        player = state.director_playing()
        if player is None:
            return refused(
                "director-not-playing",
                message("The primary director is not among the players."),
                way_out=message("Record which player the director is."),
            )
        return director_objection(state, player, self.approved_by, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep who approved."""
        del book
        player = state.director_playing()
        if player is None:
            reason = message("The director is not among the players.")
            raise LookupError(reason)
        approval = DirectorPlayApproval(player=player, approved_by=self.approved_by, at=entry.at)
        return msgspec.structs.replace(state, approval=approval)


def director_may_not_play(book: Rulebook) -> Refusal:
    """Say that the rulebook lets no director play."""
    return refused(
        "director-may-not-play",
        message("Directors can’t play in their own event."),
        rule=cite(book, "roles.director_plays.allowed"),
        way_out=message("Hand the event to someone else, or don’t play."),
    )


def voters_on(state: LogState, director: PlayerId) -> frozenset[PlayerId]:
    """Return whose approval it takes: everybody here but the director (AMB-117)."""
    here = (e.id for e in state.players.values() if e.presence is Presence.HERE)
    return frozenset(here) - {director}


def director_objection(
    state: LogState, director: PlayerId, approved_by: tuple[PlayerId, ...], book: Rulebook
) -> Refusal | None:
    """Return what is missing for the director to play (§7.1)."""
    rules = book.roles.director_plays
    if rules.allowed == "no":
        return director_may_not_play(book)
    if rules.allowed is None:
        return None
    named = {staff.role for staff in state.staff}
    missing = [role for role in rules.deputies or () if role not in named]
    if missing:
        parts = " and a ".join(role.replace("-", " ") for role in missing)
        return refused(
            "deputies-missing",
            message(
                "{director} plays, so a {parts} is needed.",
                director=state.name(director),
                parts=parts,
            ),
            rule=cite(book, "roles.director_plays.deputies"),
            way_out=message("Name them: they rule on the director’s own games."),
        )
    voters = voters_on(state, director)
    share = rules.more_than_percent or 0
    in_favour = len(voters.intersection(approved_by))
    if in_favour * 100 <= share * len(voters):
        return refused(
            "approval-missing",
            message(
                "{in_favour} of {voters} other players agree that "
                "{director} may play; more than {share}% must agree.",
                in_favour=in_favour,
                voters=len(voters),
                director=state.name(director),
                share=share,
            ),
            rule=cite(book, "roles.director_plays.more_than_percent"),
            way_out=message("Ask the others, or remove the director from the players."),
        )
    return None
