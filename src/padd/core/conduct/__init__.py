"""Conduct: what follows at the desk from a serious breach."""
