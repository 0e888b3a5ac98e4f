"""The room: what everybody may follow of a running event, the same for all."""
