"""Pages about people: found, shown, merged; and who runs organized play."""
