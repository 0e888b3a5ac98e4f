"""A running event as pages show it: log, progress, reasons, standings."""
