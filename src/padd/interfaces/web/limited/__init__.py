"""Limited play: the pack creator, packs and drafts of an event."""
