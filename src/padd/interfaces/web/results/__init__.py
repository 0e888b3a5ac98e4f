"""An event after its end: results, standings, cross table, files to take along."""
