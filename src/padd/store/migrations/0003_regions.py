"""The countries where the game is played, by the area of their coordinator."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from django.db import migrations

if TYPE_CHECKING:
    from django.apps.registry import Apps
    from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COUNTRIES: Final = {
    "australia": "Australia, New Zealand",
    "europe": (
        "Austria, Belgium, Bulgaria, Croatia, Cyprus, Czechia, Denmark, Estonia, "
        "Finland, France, Germany, Greece, Hungary, Iceland, Ireland, Italy, Latvia, "
        "Lithuania, Luxembourg, Malta, Netherlands, Norway, Poland, Portugal, Romania, "
        "Serbia, Slovakia, Slovenia, Spain, Sweden, Switzerland, Ukraine, "
        "United Kingdom"
    ),
    "north-america": "Canada, Mexico, United States",
    "online": "Online",
    "elsewhere": (
        "Argentina, Brazil, Chile, China, Colombia, India, Israel, Japan, Malaysia, "
        "Philippines, Samoa, Singapore, South Africa, South Korea, Taiwan, Tonga, Türkiye"
    ),
}


def add(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Add every country that is not there yet."""
    region = apps.get_model("store", "Region")
    for area, names in COUNTRIES.items():
        for name in names.split(", "):
            slug = name.casefold().replace(" ", "-").replace("ü", "u")
            region.objects.get_or_create(slug=slug, defaults={"name": name, "area": area})


class Migration(migrations.Migration):
    """Add the countries."""

    dependencies: ClassVar = [("store", "0002_only_added_to")]
    operations: ClassVar = [migrations.RunPython(add, migrations.RunPython.noop)]
