"""What pages, API and commands show of cards."""
