"""Pages of decks: check a list, keep it, register it for an event."""
