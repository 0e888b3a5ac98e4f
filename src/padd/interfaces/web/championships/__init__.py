"""Pages of the road to Worlds: championships, byes and head starts, Masters."""
