"""Years in addresses: four digits, so that every one of them is in the calendar."""

from __future__ import annotations

from django.urls.converters import IntConverter


class YearConverter(IntConverter):
    """Takes 1000 to 2999; any other year is the address of nothing."""

    regex = "[12][0-9]{3}"
