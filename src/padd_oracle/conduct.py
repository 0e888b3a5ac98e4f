"""The levels of penalties, read a second time from the body of the code (App. B)."""

LISTED = {
    "A1": 0,
    "A2": 1,
    "A3": 2,
    "B1": 1,
    "B2": 2,
    "B3": 3,
    "C1": 4,
    "C2": 4,
    "C3": 2,
    "D1": 2,
    "D2": 2,
    "D3": 0,
    "D4": 1,
}
LEVELS = ("Verbal Warning", "Written Warning", "Turn Loss", "Game Loss", "Disqualification")


def level(code: str, *, intent: bool, repeats: int, before_start: bool) -> int:
    """Return the level, one step after the other up the ladder (COND-33 to 37)."""
    if before_start:
        return 0
    reached = LISTED[code]
    # Contempt is intentional by definition (AMB-79).
    steps = repeats + (1 if intent and not code.startswith("C") else 0)
    for _ in range(steps):
        if reached < len(LEVELS) - 1:
            reached += 1
    return reached
