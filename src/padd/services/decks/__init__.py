"""Decks of events: registered by players, locked, viewed and checked by staff."""
