"""The command `padd`: each subcommand is loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from padd import __version__

COMMANDS: Final = {
    "standings": ("formats.standings:standings", "Rank an event by its rulebook."),
    "score": ("formats.standings:score", "Result, victory points and differential of every game."),
    "explain": ("formats.explain:explain", "Explain a score, a place or a pairing."),
    "check": ("reports.check:check", "Check whether an event is sanctioned and rated, and why."),
    "pair": ("formats.pair:pair", "Pair the next round, with a proof that no pairing is better."),
    "verify": ("formats.verify:verify", "Replay every draw of an event from its file."),
    "rate": ("ratings.rate:rate", "Rate events in order, and explain every rating."),
    "simulate": ("simulation.simulate:simulate", "Play random events and check every round."),
    "awards": (
        "championships.awards:awards",
        "The byes, head starts and points a championship awards.",
    ),
    "rights": ("championships.awards:rights", "A player's byes and head starts."),
    "road": ("championships.awards:road", "The championships of a year, and the byes won there."),
    "seed": ("championships.seed:seed", "Seed a final day from its heats."),
    "league": ("leagues:league", "Tables, qualifiers and missions of leagues."),
    "online": (
        "online:online",
        "Online play: open games, reminders due, times that suit everyone.",
    ),
    "bracket": ("formats.bracket:bracket", "The bracket of an event, or of a style and size."),
    "victory": ("formats.victory:victory", "Which victory conditions a player has met."),
    "penalty": ("conduct:penalty", "The penalty for an infraction, and its effects."),
    "draft": ("limited:draft", "The groups of a draft."),
    "packs": ("limited:packs", "Make random packs that anyone can reproduce."),
    "cards": ("cards.cards:cards", "Which cards are legal, by pool, rules set and day."),
    "deck": ("cards.deck:deck", "Check whether a deck is legal; convert deck lists."),
    "rules": ("rulebooks:rules", "What the rulebooks say, with their sections."),
    "rulings": ("rulebooks:rulings", "Interim rulings in force, and those of headquarters."),
    "schema": ("rulebooks:schema", "The JSON Schema of the event file."),
    "event": ("eventlog.event:event", "Run an event from the command line."),
    "paper": ("eventlog.paper:paper", "Scorecards, pairings, slips, standings and forms as PDF."),
    "report": ("reports.report:report", "Report an event, here or to headquarters."),
    "import": ("reports.import_:import_", "Import finished events from files and spreadsheets."),
    "ratings": ("ratings.ratings:ratings", "List and refresh the ratings of this installation."),
    "backup": ("installation.backup:backup", "Back up everything."),
    "restore": ("installation.backup:restore", "Restore a backup."),
    "serve": ("installation.serve:serve", "Run the application on this computer."),
    "deploy": ("installation.deploy:deploy", "Check a hosted installation and its mail."),
    "office": ("installation.office:office", "Manage offices at headquarters."),
    "audit": (
        "installation.office:audit",
        "The audit log: who did what, and whether it was altered.",
    ),
    "webhooks": ("installation.deploy:webhooks", "Deliver pending webhooks once."),
    "drill": (
        "simulation.drill_command:drill",
        "Run a practice event in which everything goes wrong.",
    ),
    "demo": ("installation.demo:demo", "Fill an empty installation with sample data."),
}


class Commands(click.Group):
    """A group that imports a command's module when the command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the commands in the order a director meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, function = COMMANDS[cmd_name][0].partition(":")
        loaded = import_module(f"padd.interfaces.cli.{module}")
        command: click.Command = getattr(loaded, function)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; explain errors of the installation in a sentence.

        That is a setting, a ruling, or a database that is full, held or away.
        """
        try:
            return super().invoke(ctx)
        except Exception as error:
            if said := _in_a_sentence(error):
                raise click.ClickException(said) from error
            raise

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """List the commands without loading any of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])


def _in_a_sentence(error: Exception) -> str:
    """Return a sentence for errors that an administrator can mend; empty for others."""
    from django.core.exceptions import ImproperlyConfigured

    from padd.rulebooks.source import RulebookError

    if isinstance(error, (ImproperlyConfigured, RulebookError)):
        return str(error)
    from django.db import DatabaseError, InterfaceError

    if not isinstance(error, (DatabaseError, InterfaceError)):
        return ""
    from padd.services.database_errors import (
        database_error_text,
        is_unavailable,
        unavailability_cause,
    )

    if not is_unavailable(error):
        return ""
    return f"The database cannot be used: {database_error_text(unavailability_cause(error))}"


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Event files are described in docs/using/event-file.md. "
    "Start with: padd standings EVENT",
)
@click.version_option(__version__, prog_name="padd", message="%(prog)s %(version)s")
def main() -> None:
    """Run Star Trek CCG organized play, by the book.

    Most commands read event files ("-" is standard input) and print a table, or
    with --json one JSON document.
    """
