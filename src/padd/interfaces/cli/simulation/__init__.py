"""Random events played by the engine and checked by the oracle."""
