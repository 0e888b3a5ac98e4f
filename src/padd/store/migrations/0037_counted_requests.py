"""Count requests for all processes together, and keep one cache for them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0036_email_preferences")]

    operations = [
        migrations.CreateModel(
            name="CacheEntry",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="RequestCount",
            fields=[
                ("caller", models.CharField(max_length=32, primary_key=True, serialize=False)),
                ("starts", models.BigIntegerField()),
                ("current", models.PositiveIntegerField()),
                ("previous", models.PositiveIntegerField(default=0)),
            ],
            options={"indexes": [models.Index(fields=["starts"], name="request_count_by_age")]},
        ),
    ]
