"""Hold figures against their goals; a missed one fails the benchmark at its end."""

from __future__ import annotations

_missed: list[str] = []


def hold(about: str, figure: float, most: float, told: str = "") -> None:
    """Print a figure with its goal, and remember it if it is higher.

    What is told stands behind it: what the figure was worked out from.
    """
    missed = figure > most
    end = f"{f'; {told}' if told else ''}{' MISSED' if missed else ''}"
    print(f"{about}: {figure:.2f} (at most {most:.3g}){end}", flush=True)
    if missed:
        _missed.append(f"{about.strip()} {figure:.2f}")


def fail_if_missed() -> None:
    """End the program with a failing status if a goal was missed."""
    if _missed:
        raise SystemExit("Missed: " + "; ".join(_missed))
