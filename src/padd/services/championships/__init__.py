"""Championships: their stages, the ledger of byes and head starts, applications."""
