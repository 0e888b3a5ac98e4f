"""From how games ended to results, standings, reasons, and what can still happen."""
