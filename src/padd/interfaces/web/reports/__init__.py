"""Reports: sent, brought, held, decided, contested."""
