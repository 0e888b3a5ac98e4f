"""Keep what each finished stage of a championship comes to beside it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0034_noted_missions_of_finished_events")]

    operations = [
        migrations.AddField(
            model_name="stageevent",
            name="made_from",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="stageevent", name="record", field=models.BinaryField(null=True)
        ),
    ]
