"""Championships: stages, one ranking, the byes and head starts won, Masters points."""
