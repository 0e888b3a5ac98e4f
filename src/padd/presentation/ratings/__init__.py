"""Ratings and careers as pages show them."""
