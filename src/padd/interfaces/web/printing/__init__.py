"""The papers of an event: what there is, how it looks, and the PDF of it."""
