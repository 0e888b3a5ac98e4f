"""Views of cases and of conduct in play."""
