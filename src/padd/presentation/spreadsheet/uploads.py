"""Uploaded files: event files, and spreadsheets read as events."""

from __future__ import annotations

from collections.abc import Iterable

from padd.core.refusal import RefusalError
from padd.presentation.spreadsheet.reader import Settings, read_sheet
from padd.services.reports import ReportSource
from padd.services.reports.finished_event_import import EventUpload, ImportedFile, ImportFate


def brought(
    files: Iterable[tuple[str, bytes]], settings: Settings
) -> tuple[list[EventUpload], list[ImportedFile]]:
    """Return what can be taken in, and the spreadsheets that cannot be read."""
    ready: list[EventUpload] = []
    refused: list[ImportedFile] = []
    for name, data in files:
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            ready.append(EventUpload(name=name, data=data))
            continue
        try:
            events = read_sheet(data, settings)
        except RefusalError as error:
            message = error.refusal.message
            refused.append(ImportedFile(file=name, fate=ImportFate.REFUSED, message=message))
            continue
        ready += [
            EventUpload(name=name, facts=event, source=ReportSource.SHEET) for event in events
        ]
    return ready, refused
