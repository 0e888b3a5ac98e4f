"""Actions of the scenarios."""
