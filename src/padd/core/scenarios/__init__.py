"""What the scenarios of a rulebook add to play: blocks, orbits, lotteries, seed phases."""
