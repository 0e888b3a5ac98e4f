"""What follows from the rules: pure functions from values to values."""
