"""Commands that rank, explain, pair and verify event files."""
