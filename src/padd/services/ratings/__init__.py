"""Ratings: calculated in generations, stored packed, read by pages and programs."""
