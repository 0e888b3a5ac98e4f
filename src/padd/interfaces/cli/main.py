"""The command `padd`: each subcommand is loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from padd import __version__

COMMANDS: Final = {
    "standings": ("padd.interfaces.cli.standings:standings", "Rank an event by its rulebook."),
    "score": (
        "padd.interfaces.cli.score:score",
        "Result, victory points and differential of every game.",
    ),
    "explain": ("padd.interfaces.cli.explain:explain", "Explain a score, a place or a pairing."),
    "check": (
        "padd.interfaces.cli.check:check",
        "Check whether an event is sanctioned and rated, and why.",
    ),
    "pair": (
        "padd.interfaces.cli.pair:pair",
        "Pair the next round, with a proof that no pairing is better.",
    ),
    "verify": ("padd.interfaces.cli.verify:verify", "Replay every draw of an event from its file."),
    "rate": ("padd.interfaces.cli.rate:rate", "Rate events in order, and explain every rating."),
    "simulate": (
        "padd.interfaces.cli.simulate:simulate",
        "Play random events and check every round.",
    ),
    "awards": (
        "padd.interfaces.cli.awards:awards",
        "The byes, head starts and points a championship awards.",
    ),
    "rights": ("padd.interfaces.cli.rights:rights", "A player's byes and head starts."),
    "road": (
        "padd.interfaces.cli.road:road",
        "The championships of a year, and the byes won there.",
    ),
    "seed": ("padd.interfaces.cli.seed:seed", "Seed a final day from its heats."),
    "league": ("padd.interfaces.cli.league:league", "Tables, qualifiers and missions of leagues."),
    "online": (
        "padd.interfaces.cli.online:online",
        "Online play: open games, reminders due, times that suit everyone.",
    ),
    "bracket": (
        "padd.interfaces.cli.bracket:bracket",
        "The bracket of an event, or of a style and size.",
    ),
    "victory": (
        "padd.interfaces.cli.victory:victory",
        "Which victory conditions a player has met.",
    ),
    "penalty": (
        "padd.interfaces.cli.penalty:penalty",
        "The penalty for an infraction, and its effects.",
    ),
    "draft": ("padd.interfaces.cli.draft:draft", "The groups of a draft."),
    "packs": ("padd.interfaces.cli.packs:packs", "Make random packs that anyone can reproduce."),
    "cards": (
        "padd.interfaces.cli.cards:cards",
        "Which cards are legal, by pool, rules set and day.",
    ),
    "deck": ("padd.interfaces.cli.deck:deck", "Check whether a deck is legal; convert deck lists."),
    "rules": ("padd.interfaces.cli.rules:rules", "What the rulebooks say, with their sections."),
    "rulings": (
        "padd.interfaces.cli.rulings:rulings",
        "Interim rulings in force, and those of headquarters.",
    ),
    "schema": ("padd.interfaces.cli.schema:schema", "The JSON Schema of the event file."),
    "event": ("padd.interfaces.cli.event:event", "Run an event from the command line."),
    "paper": (
        "padd.interfaces.cli.paper:paper",
        "Scorecards, pairings, slips, standings and forms as PDF.",
    ),
    "report": ("padd.interfaces.cli.report:report", "Report an event, here or to headquarters."),
    "import": (
        "padd.interfaces.cli.import_:import_",
        "Import finished events from files and spreadsheets.",
    ),
    "ratings": (
        "padd.interfaces.cli.ratings:ratings",
        "List and refresh the ratings of this installation.",
    ),
    "backup": ("padd.interfaces.cli.backup:backup", "Back up everything."),
    "restore": ("padd.interfaces.cli.restore:restore", "Restore a backup."),
    "serve": ("padd.interfaces.cli.serve:serve", "Run the application on this computer."),
    "deploy": ("padd.interfaces.cli.deploy:deploy", "Check a hosted installation and its mail."),
    "office": ("padd.interfaces.cli.office:office", "Manage offices at headquarters."),
    "audit": (
        "padd.interfaces.cli.audit:audit",
        "The audit log: who did what, and whether it was altered.",
    ),
    "webhooks": ("padd.interfaces.cli.webhooks:webhooks", "Deliver pending webhooks once."),
    "drill": (
        "padd.interfaces.cli.drill:drill",
        "Run a practice event in which everything goes wrong.",
    ),
    "demo": ("padd.interfaces.cli.demo:demo", "Fill an empty installation with sample data."),
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
        command: click.Command = getattr(import_module(module), function)
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; say in a sentence what it cannot work with.

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
    """Return what the keeper of an installation can do about an error, or nothing."""
    from django.core.exceptions import ImproperlyConfigured

    from padd.rulebooks.refusal import RulebookError

    if isinstance(error, (ImproperlyConfigured, RulebookError)):
        return str(error)
    from django.db import DatabaseError, InterfaceError

    if not isinstance(error, (DatabaseError, InterfaceError)):
        return ""
    from padd.services.database_errors import in_words, is_away, reason_of

    if not is_away(error):
        return ""
    return f"The database cannot be used: {in_words(reason_of(error))}"


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
