"""PADD runs Star Trek CCG organized play, by the book."""

__version__ = "0.1.0"
