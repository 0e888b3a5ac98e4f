"""The rulebook browser."""
