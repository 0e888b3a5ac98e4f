"""Card data: brought, looked at, taken into use; the catalogue that follows from it."""
