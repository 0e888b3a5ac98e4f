"""Swiss rounds with a cut: a bracket of the best, in the same event."""
