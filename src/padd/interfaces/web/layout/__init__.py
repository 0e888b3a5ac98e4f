"""The layout around the pages of an event: for staff, and for everyone."""
