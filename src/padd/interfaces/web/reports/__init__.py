"""Reports: sent, uploaded, held, decided, contested."""
