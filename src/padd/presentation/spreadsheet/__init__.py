"""Results as spreadsheets: read, written, and shielded against formulas."""
