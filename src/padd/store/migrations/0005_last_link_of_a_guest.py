"""When a guest was last sent a link."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0004_finished_events")]

    operations = [
        migrations.AddField(
            model_name="entry", name="asked_at", field=models.DateTimeField(blank=True, null=True)
        )
    ]
