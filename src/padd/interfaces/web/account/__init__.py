"""Signing in at the laptop, offices, and tokens of programs."""
