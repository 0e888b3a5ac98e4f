"""E-mail that waits for the mail server; links for a new password are counted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0023_interim_rulings")]

    operations = [
        migrations.AddField(
            model_name="account", name="reset_links", field=models.PositiveIntegerField(default=0)
        ),
        migrations.CreateModel(
            name="QueuedEmail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("to", models.EmailField(max_length=254)),
                ("subject", models.CharField(max_length=300)),
                ("body", models.TextField()),
                ("calendar", models.BinaryField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("next_at", models.DateTimeField(db_index=True, null=True)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("said", models.CharField(blank=True, max_length=200)),
            ],
            options={"ordering": ["id"]},
        ),
    ]
