"""Printouts of an event: the list, previews, and PDFs."""
