"""Paper of a running event."""
