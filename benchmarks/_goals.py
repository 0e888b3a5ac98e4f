"""Hold figures against their goals; a missed one fails the benchmark at its end."""

from __future__ import annotations

_missed: list[str] = []


def hold(about: str, figure: float, most: float) -> None:
    """Print a figure with its goal, and remember it if it is higher."""
    print(f"{about}: {figure:.2f} (at most {most:g})", flush=True)
    if figure > most:
        _missed.append(about)


def fail_if_missed() -> None:
    """End the program with a failing status if a goal was missed."""
    if _missed:
        raise SystemExit("Missed: " + "; ".join(_missed))
