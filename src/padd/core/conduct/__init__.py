"""Conduct: how the desk handles a serious breach."""
