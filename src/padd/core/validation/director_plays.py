"""Who directs the event, and whether the director may play in it."""

from __future__ import annotations

from collections.abc import Iterator

from padd.core.formats.format import Finding, FindingWriter
from padd.core.messages import message
from padd.core.scoring.standings import participants


def director_findings(judge: FindingWriter) -> Iterator[Finding]:
    """Return what the rulebook says of those who direct the event."""
    event = judge.event
    if judge.book.sanctioning.approved_director:
        yield judge.warning(
            "approved-director",
            message("Only a director approved by the program can run a sanctioned event."),
            "sanctioning.approved_director",
        )
    if not event.directors:
        yield judge.warning(
            "no-director",
            message("No director is on record; a listed event must name one."),
            "sanctioning.listing_fields",
        )
        return
    there = participants(event) if event.rounds else {p.id for p in event.players}
    names = {
        name
        for player in event.players
        if player.id in there
        for name in (player.handle, player.id)
        if name
    }
    if event.directors[0] in names:
        yield from _director_plays(judge, event.directors[0])


def _director_plays(judge: FindingWriter, director: str) -> Iterator[Finding]:
    event, rules = judge.event, judge.book.roles.director_plays
    if rules.allowed == "no":
        yield judge.error(
            "director-plays",
            message("{director} directs this event and may not play in it.", director=director),
            "roles.director_plays.allowed",
        )
        return
    deputies = rules.deputies or ()
    if len(event.directors) <= len(deputies):
        yield judge.warning(
            "deputies-missing",
            message(
                "{director} directs and plays, so name a secondary and a tertiary director.",
                director=director,
            ),
            "roles.director_plays.deputies",
        )
    if rules.more_than_percent is not None:
        yield judge.warning(
            "approval-of-players",
            message(
                "{director} may play if more than {more_than_percent}% of "
                "the other players approve.",
                director=director,
                more_than_percent=rules.more_than_percent,
            ),
            "roles.director_plays.more_than_percent",
        )
    field = len(participants(event)) if event.rounds else len(event.players)
    counted = field - (rules.advised_counts == "other-players")
    if rules.advised_most is not None and counted > rules.advised_most:
        yield judge.warning(
            "field-too-large-to-play",
            message(
                "With more than {advised_most} players a director is advised not to play.",
                advised_most=rules.advised_most,
            ),
            "roles.director_plays.advised_most",
        )
    if rules.not_if_bye and field % 2:
        yield judge.warning(
            "playing-makes-a-bye",
            message(
                "The number of players is odd because {director} plays, so someone has a bye.",
                director=director,
            ),
            "roles.director_plays.not_if_bye",
        )
