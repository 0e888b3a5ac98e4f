"""Decks of events: registered by players, locked, looked at and checked by staff."""
