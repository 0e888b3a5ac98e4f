"""Swiss rounds with a cut: a bracket of the top players, in the same event."""
