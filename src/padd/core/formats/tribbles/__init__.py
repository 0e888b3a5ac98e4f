"""Tribbles: pods, their points, and the ranking of tables and totals."""
