"""Random events played through the engine and judged by the oracle."""
