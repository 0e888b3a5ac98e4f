"""When an event that was a test was deleted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0014_registrations_and_complaints")]

    operations = [
        migrations.AddField(
            model_name="event", name="deleted_at", field=models.DateTimeField(blank=True, null=True)
        )
    ]
