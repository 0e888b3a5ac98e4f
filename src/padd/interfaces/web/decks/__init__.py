"""Pages of decks: check a list, save it, register it for an event."""
