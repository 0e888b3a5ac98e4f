"""Is this event possible, plausible and sanctioned: checks of facts, as values."""
