"""Configuration: settings, root addresses, server."""
