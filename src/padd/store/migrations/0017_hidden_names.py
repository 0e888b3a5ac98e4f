"""Let adults keep their real name from the public."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0016_clinch_on_the_wall")]

    operations = [
        migrations.AddField(
            model_name="person", name="hides_name", field=models.BooleanField(default=False)
        )
    ]
