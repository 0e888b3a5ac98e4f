"""Typing in a result: what the console and the phones share."""
