"""Rulebooks of events, and interim rulings."""
