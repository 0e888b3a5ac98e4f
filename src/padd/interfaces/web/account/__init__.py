"""Laptop sign-in, offices, and API tokens."""
