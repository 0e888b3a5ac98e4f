"""Keep the fingerprint of what a full refresh of the ratings has left."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0037_counted_requests")]

    operations = [
        migrations.AddField(
            model_name="ratingsnow",
            name="fingerprint",
            field=models.CharField(blank=True, default="", max_length=64),
            preserve_default=False,
        )
    ]
