"""The public pages of a running event, the same for everyone."""
