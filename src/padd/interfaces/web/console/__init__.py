"""The director's console: the pages by which an event is run."""
