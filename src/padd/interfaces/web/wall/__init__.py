"""The wall: the projector of a room, for one event or several in turn."""
