"""The subjects of a rulebook, as frozen types; no logic."""
