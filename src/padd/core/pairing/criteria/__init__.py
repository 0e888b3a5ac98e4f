"""The criteria of §7.6, one file each, in the order of `figures.CRITERIA`."""
