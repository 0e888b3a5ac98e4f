"""The API, `/api/v1`: the same answers as the pages, for programs."""
