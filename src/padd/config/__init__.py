"""The wiring: settings, addresses, server."""
