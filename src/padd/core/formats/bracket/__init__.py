"""Match play: brackets as data, who is in a slot, who advances, who placed where."""
