"""What viewers see of drafts, sealed play and packs."""
