"""What pages, API and paper show of decks."""
