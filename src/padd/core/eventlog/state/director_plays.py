"""What a director needs to play in an event of their own (§7.1)."""

from __future__ import annotations

from padd.core.eventlog.state.event_state import LogState, Presence
from padd.core.messages import message
from padd.core.model import PlayerId
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite


def director_may_not_play_refusal(book: Rulebook) -> Refusal:
    """Say that the rulebook lets no director play."""
    return Refusal(
        "director-may-not-play",
        message("Directors can’t play in their own event."),
        rule=cite(book, "roles.director_plays.allowed"),
        way_out=message("Hand the event to someone else, or don’t play."),
    )


def voters_on_director(state: LogState, director: PlayerId) -> frozenset[PlayerId]:
    """Return whose approval it takes: every player here but the director (AMB-117)."""
    here = (e.id for e in state.players.values() if e.presence is Presence.HERE)
    return frozenset(here) - {director}


def director_objection(
    state: LogState, director: PlayerId, approved_by: tuple[PlayerId, ...], book: Rulebook
) -> Refusal | None:
    """Return what is missing for the director to play (§7.1)."""
    rules = book.roles.director_plays
    if rules.allowed == "no":
        return director_may_not_play_refusal(book)
    if rules.allowed is None:
        return None
    named = {staff.role for staff in state.staff}
    missing = [role for role in rules.deputies or () if role not in named]
    if missing:
        parts = " and a ".join(role.replace("-", " ") for role in missing)
        return Refusal(
            "deputies-missing",
            message(
                "{director} plays, so a {parts} is needed.",
                director=state.name(director),
                parts=parts,
            ),
            rule=cite(book, "roles.director_plays.deputies"),
            way_out=message("Name them: they rule on the director’s own games."),
        )
    voters = voters_on_director(state, director)
    share = rules.more_than_percent or 0
    in_favour = len(voters.intersection(approved_by))
    if in_favour * 100 <= share * len(voters):
        return Refusal(
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
