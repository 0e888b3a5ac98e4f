"""Match play: trees as data, who sits in a slot, who goes on, who placed where."""
