"""Ratings: worked out in generations, kept packed, read by pages and programs."""
