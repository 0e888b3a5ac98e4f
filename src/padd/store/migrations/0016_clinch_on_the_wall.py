"""Whether the projector says in the last round what is still open."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0015_deleted_events")]

    operations = [
        migrations.AddField(
            model_name="room", name="clinch", field=models.BooleanField(default=False)
        )
    ]
