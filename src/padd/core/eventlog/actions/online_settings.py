"""Settings the director announces for an online event, and records players keep."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Final

import msgspec

from padd.core.eventlog.action import Action, LogEntry
from padd.core.eventlog.actions.online import open_online_table, with_online_table
from padd.core.eventlog.state import LogState
from padd.core.messages import message
from padd.core.online.way_of_play import WayOfPlay, way_objection
from padd.core.refusal import Refusal, refused
from padd.rulebooks.schema import Rulebook

LONGEST_ROUND: Final = 60
MOST_RECORDS: Final = 10
LINK: Final = re.compile(r"https?://[^\s<>\"]{4,490}")
SHA256: Final = re.compile(r"[0-9a-f]{64}")
Short = Annotated[str, msgspec.Meta(max_length=60)]


class OnlinePlayAnnounced(Action, frozen=True, kw_only=True, tag="online.announced"):
    """How the games are played, how long rounds last, whether deadlines stay."""

    software: Short
    plugin: Short = ""
    version: Short = ""
    voice: Short = ""
    round_days: int | None = None
    no_extensions: bool = False

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse it in a room, and another way of play without a reason."""
        if not state.settings.online:
            return refused("not-online", message("This is for online events only."))
        if self.round_days is not None and not 1 <= self.round_days <= LONGEST_ROUND:
            return refused(
                "out-of-range", message("A round can last 1 to {most} days.", most=LONGEST_ROUND)
            )
        return way_objection(self.software, self.voice, entry.reason, book)

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep it; that deadlines stay holds for rounds that are not published yet."""
        del entry, book
        before = state.way_of_play
        since = before.no_extensions_from if before is not None else None
        coming = len(state.played) + 1
        way = WayOfPlay(
            software=self.software,
            plugin=self.plugin,
            version=self.version,
            voice=self.voice,
            round_days=self.round_days,
            no_extensions_from=(since or coming) if self.no_extensions else None,
        )
        return msgspec.structs.replace(state, way_of_play=way)


class PlayRecordKept(Action, frozen=True, kw_only=True, tag="table.play-record-kept"):
    """A record of an online game: its address, or the fingerprint of its file."""

    by_players: ClassVar[bool] = True

    number: int
    table: int
    link: Annotated[str, msgspec.Meta(max_length=500)] = ""
    sha256: Annotated[str, msgspec.Meta(max_length=64)] = ""

    def objection(self, state: LogState, entry: LogEntry, book: Rulebook) -> Refusal | None:
        """Refuse what is neither an address nor a fingerprint."""
        del book
        found = open_online_table(state, entry, self.number, self.table, settled=True)
        if isinstance(found, Refusal):
            return found
        if len(found.play_records) >= MOST_RECORDS:
            return refused(
                "too-many-records", message("A game has at most {most} records.", most=MOST_RECORDS)
            )
        good = LINK.fullmatch(self.link) if self.link else SHA256.fullmatch(self.sha256)
        if good is None or (self.link and self.sha256):
            return refused(
                "record-unclear", message("Give a web address, or the SHA-256 of the saved game.")
            )
        return None

    def change(self, state: LogState, entry: LogEntry, book: Rulebook) -> LogState:
        """Keep the record with the table."""
        del entry, book
        table = state.existing(self.number).tables[self.table]
        records = (*table.play_records, self.link or f"sha256:{self.sha256}")
        return with_online_table(state, self.number, self.table, play_records=records)
