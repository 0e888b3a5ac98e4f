"""Conduct: complaints about directors, and what was decided."""
