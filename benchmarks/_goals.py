"""Hold figures against their goals; a missed one fails the benchmark at its end."""

from __future__ import annotations

_missed: list[str] = []


def hold(about: str, figure: float, most: float, told: str = "") -> None:
    """Print a figure with its goal, and remember it if it is higher.

    What is told stands behind it: what the figure was worked out from.
    """
    too_high = figure > most
    end = f"{f'; {told}' if told else ''}{' MISSED' if too_high else ''}"
    print(f"{about}: {figure:.2f} (at most {most:.3g}){end}", flush=True)
    if too_high:
        _missed.append(f"{about.strip()} {figure:.2f}")


def missed() -> tuple[str, ...]:
    """Return the goals that were missed."""
    return tuple(_missed)


def fail_if_missed() -> None:
    """End the program with a failing status if a goal was missed."""
    if _missed:
        raise SystemExit("Missed: " + "; ".join(_missed))
