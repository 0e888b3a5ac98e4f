"""An installation: opened, backed up, filled with a demonstration."""
