"""The log itself: entries, hashes, fold, undo, preview, repair, redaction."""
