"""The interfaces: command line, pages, API and paper."""
