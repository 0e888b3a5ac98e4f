"""People: their records, duplicates, privacy and erasure."""
