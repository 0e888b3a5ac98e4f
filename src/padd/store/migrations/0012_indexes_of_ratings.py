"""Find rows of a generation by its number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0011_concerns")]

    operations = [
        migrations.AddIndex(
            model_name="ratedevent",
            index=models.Index(fields=["born"], name="rated_event_by_birth"),
        ),
        migrations.AddIndex(
            model_name="ratedevent",
            index=models.Index(fields=["died"], name="rated_event_by_death"),
        ),
        migrations.AddIndex(
            model_name="rating", index=models.Index(fields=["born"], name="rating_by_birth")
        ),
        migrations.AddIndex(
            model_name="rating", index=models.Index(fields=["died"], name="rating_by_death")
        ),
    ]
