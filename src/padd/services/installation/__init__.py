"""An installation: opened, backed up, filled with sample data."""
