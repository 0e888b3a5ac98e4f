"""Limited play: packs, drafts, sealed events and pools."""
