"""Reports of events as pages show them: status, corrections."""
