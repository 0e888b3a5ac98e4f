"""Missions that players noted in finished events, for leagues they join later."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0033_draft_groups_on_the_projector")]

    operations = [
        migrations.AddField(
            model_name="finishedevent", name="missions", field=models.JSONField(default=dict)
        )
    ]
