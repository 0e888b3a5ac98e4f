"""Decks: lists of cards, whether they are legal, and which section says so."""
