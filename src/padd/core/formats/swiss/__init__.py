"""Swiss rounds as a format; scoring and pairing have their own packages."""
