"""Django's SQLite, with connections that stay open from one request to the next."""
