"""Rulebooks as pages show them, and which one an event is read by."""
