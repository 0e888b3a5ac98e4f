"""A second reading of the last round: every way to end it, one after the other.

It works from the event's own record with a key per player and knows nothing of how
the program bounds or searches.
"""

from __future__ import annotations

from itertools import product
from random import Random

import msgspec

from padd.core.model import Edition, Ending, Event, Match, Player, PlayerId, Round
from padd.core.scoring.last_round import PlaceRange
from padd.core.scoring.results import match_results
from padd.core.scoring.terms import Code, terms_of
from padd.rulebooks.loader import rulebook

Found = tuple[dict[PlayerId, PlaceRange], dict[PlayerId, dict[Code, PlaceRange]]]


def some_game(rng, match):
    """Return a game with one of the results that it can have."""
    if rng.random() < 0.15:
        return msgspec.structs.replace(match, ending=Ending.TIME, scores=(40, 40))
    ending = rng.choice((Ending.COMPLETE, Ending.TIME))
    winner = rng.randrange(2)
    high, low = (
        (100, rng.randrange(0, 100, 5))
        if ending is Ending.COMPLETE
        else (rng.randrange(50, 100, 5), rng.randrange(0, 50, 5))
    )
    return msgspec.structs.replace(
        match,
        ending=ending,
        winner=match.players[winner] if ending is Ending.COMPLETE else None,
        scores=(high, low) if winner == 0 else (low, high),
    )


def event_of(seed, book, *, players, rounds, open_=None, swiss=False):
    """Return an event in whose last round some games, or all, are still on.

    Swiss means that rounds are paired by points, as evenly as chance allows.
    """
    rng = Random(seed)
    ids = [PlayerId(f"p{at}") for at in range(players)]
    edition = Edition.SECOND if book.startswith("opg") else Edition.FIRST
    event = Event(
        schema="padd-event/1",
        rulebook=book,
        edition=edition,
        rounds_planned=rounds,
        players=tuple(Player(id=one, name=one) for one in ids),
        rounds=(),
    )
    terms = terms_of(event, rulebook(book))
    points = dict.fromkeys(ids, 0)
    made = []
    for number in range(1, rounds + 1):
        order = rng.sample(ids, len(ids))
        if swiss:
            order.sort(key=lambda one: -points[one])
        pairs = list(zip(order[::2], order[1::2], strict=False))
        played = []
        for at, pair in enumerate(pairs):
            match = Match(players=pair, table=at + 1)
            if number < rounds or (open_ is not None and at >= open_):
                match = some_game(rng, match)
                for result in match_results(match, terms):
                    points[result.player] += result.vp
            played.append(match)
        byes = (order[-1],) if players % 2 else ()
        for player in byes:
            points[player] += terms.bye.vp
        made.append(Round(number=number, matches=tuple(played), byes=byes))
    return msgspec.structs.replace(event, rounds=tuple(made))


def finished(event, rng):
    """Return the event with its open games played somehow."""
    *before, last = event.rounds
    matches = tuple(
        some_game(rng, match) if match.ending is None else match for match in last.matches
    )
    return msgspec.structs.replace(
        event, rounds=(*before, msgspec.structs.replace(last, matches=matches))
    )


class Record:
    """What is known of an event, and its open games."""

    def __init__(self, event):
        book = rulebook(event.rulebook)
        terms = terms_of(event, book)
        self.by_schedule = "strength-of-schedule" in book.standings.tiebreaks
        self.ids = [player.id for player in event.players]
        self.points = dict.fromkeys(self.ids, 0)
        self.met: dict[PlayerId, list[PlayerId | None]] = {one: [] for one in self.ids}
        self.beat: list[tuple[PlayerId, PlayerId]] = []
        self.open: list[Match] = []
        for round_ in event.rounds:
            here = set()
            for match in round_.matches:
                one, other = match.players
                here |= {one, other}
                self.met[one].append(other)
                self.met[other].append(one)
                if match.ending is None or match.ending is Ending.DELAYED:
                    self.open.append(match)
                    continue
                for result in match_results(match, terms):
                    self.points[result.player] += result.vp
                    if result.code in {Code.FULL_WIN, Code.MODIFIED_WIN}:
                        self.beat.append((result.player, match.opponent_of(result.player)))
            for player in self.ids:
                if player not in here:
                    self.met[player].append(None)
            for player in round_.byes:
                self.points[player] += terms.bye.vp
        full, half, tie = terms.full, terms.modified, terms.tied
        self.ends = (
            (full[0], full[1], 1),
            (full[1], full[0], -1),
            (half[0], half[1], 1),
            (half[1], half[0], -1),
            (tie, tie, 0),
        )

    def ways(self):
        """Give the results of the open games, and where everybody comes with them."""
        for chosen in product(self.ends, repeat=len(self.open)):
            points, beat, codes = dict(self.points), list(self.beat), {}
            for match, (one, other, won) in zip(self.open, chosen, strict=True):
                first, second = match.players
                points[first] += one.vp
                points[second] += other.vp
                codes |= {first: one.code, second: other.code}
                if won:
                    beat.append((first, second) if won > 0 else (second, first))
            yield codes, self._placed(points, beat)

    def _placed(self, points, beat):
        groups: list[list[PlayerId]] = []
        for level in sorted(set(points.values()), reverse=True):
            tied = [one for one in self.ids if points[one] == level]
            groups.extend(self._parted(tied, points, beat))
        found, start = {}, 0
        for group in groups:
            for player in group:
                found[player] = PlaceRange(start + 1, start + len(group))
            start += len(group)
        return found

    def _parted(self, tied, points, beat):
        if not self.by_schedule:
            yield tied
            return
        if len(tied) == 2 and self._head_to_head(tied, beat):
            yield from self._head_to_head(tied, beat)
            return
        schedule = {}
        for player in tied:
            met = sorted(0 if one is None else points[one] for one in self.met[player])
            schedule[player] = sum(met[1:])
        for level in sorted(set(schedule.values()), reverse=True):
            group = [one for one in tied if schedule[one] == level]
            again = self._head_to_head(group, beat) if len(group) == 2 else []
            yield from again or [group]

    @staticmethod
    def _head_to_head(pair, beat):
        one, other = pair
        balance = beat.count((one, other)) - beat.count((other, one))
        if not balance:
            return []
        return [[one], [other]] if balance > 0 else [[other], [one]]


def every_way(event):
    """Return where everybody can come, by trying all that can happen."""
    places: dict[PlayerId, PlaceRange] = {}
    by_result: dict[PlayerId, dict[Code, PlaceRange]] = {}
    for codes, placed in Record(event).ways():
        for player, where in placed.items():
            places[player] = places.get(player, where).widened(where)
            if player in codes:
                held = by_result.setdefault(player, {})
                held[codes[player]] = held.get(codes[player], where).widened(where)
    return places, by_result
