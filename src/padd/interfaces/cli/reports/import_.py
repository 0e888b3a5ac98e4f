"""`padd import`: finished events from many files and spreadsheets at once."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import msgspec

from padd.interfaces.cli.files import as_json, print_json
from padd.interfaces.cli.open_installation import (
    BROKE_A_RULE,
    current_time,
    data_option,
    exit_on_refusal,
    open_installation,
)
from padd.interfaces.cli.tables import track_progress
from padd.presentation.messages import text


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False))
@click.option("--name", default="", help="The event's name, if the spreadsheet has none.")
@click.option("--date", default="", help="The event's date, such as 2026-11-29.")
@click.option("--game", default="2E", show_default=True, help="1E, 2E or TR.")
@click.option("--format", default="constructed", show_default=True)
@click.option("--rulebook", default="", help="The rulebook; the newest if left out.")
@click.option("--level", default="1", show_default=True)
@click.option("--ask", is_flag=True, help="Let events with unknown players wait for answers.")
@data_option
@as_json
@exit_on_refusal
def import_(
    files: tuple[str, ...], data: Path | None, *, ask: bool, as_json: bool, **facts: str
) -> None:
    """Import the events in FILES: event files, or CSV with results by round.

    A file that is refused does not stop the others. Importing a file again changes
    nothing. The columns of a spreadsheet are listed in docs/using/reporting.md.
    """
    open_installation(data)
    from padd.presentation.spreadsheet.reader import SheetSettings, read_uploads
    from padd.services.access.actors import SYSTEM
    from padd.services.reports import finished_event_import

    settings = SheetSettings(**facts)
    uploads = [(Path(file).name, Path(file).read_bytes()) for file in files]
    ready, refused = read_uploads(uploads, settings)
    done = (
        *finished_event_import.import_events(
            files=track_progress(ready, "Importing", total=len(ready)),
            by=SYSTEM,
            now=current_time(),
            create=not ask,
        ),
        *refused,
    )
    if as_json:
        documents = [{**msgspec.to_builtins(file), "message": text(file.message)} for file in done]
        print_json({"files": documents})
    else:
        for file in done:
            about = f"{file.file}: {file.event_name or file.fate}"
            click.echo(f"{about}. {text(file.message)}")
    if any(file.fate is finished_event_import.ImportFate.REFUSED for file in done):
        sys.exit(BROKE_A_RULE)
