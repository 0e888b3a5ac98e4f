"""Writes that need an order, a number or a lock."""
