"""The command `padd`."""
