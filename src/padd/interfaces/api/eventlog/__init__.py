"""API of a running event: state, rounds, standings, and everything the console does."""
