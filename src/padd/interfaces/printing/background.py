"""Print in the background: from a service's request to files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # keeps the start of the command line short
    from padd.services.delivery.printouts import PrintedSet, PrintOrder


def print_after_rounds() -> None:
    """Print the papers of each round to the disk from now on."""
    from padd.services.delivery import printouts  # once the application is there

    printouts.print_after_rounds(print_round_set)


def print_round_set(order: PrintOrder) -> PrintedSet:
    """Return the printouts of a round, without codes and PINs."""
    # A process that prints nothing does not load the typesetter.
    from padd.interfaces.printing.event_view import print_view
    from padd.interfaces.printing.pdf import Paper
    from padd.interfaces.printing.round_sets import round_printouts
    from padd.services.delivery.printouts import PrintedSet

    view = print_view(
        order.state, order.book, where=order.where, printed=order.printed, sequence=order.sequence
    )
    batch = round_printouts(view, paper=Paper(order.size))
    return PrintedSet(files=batch.files, faults=batch.faults, missing=batch.missing)
