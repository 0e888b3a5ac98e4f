"""Keep which kinds of e-mail an account does without, and the link that stops one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0035_records_of_stages")]

    operations = [
        migrations.AddField(
            model_name="account", name="refused_emails", field=models.JSONField(default=list)
        ),
        migrations.AddField(
            model_name="queuedemail",
            name="stop_address",
            field=models.CharField(blank=True, default="", max_length=500),
        ),
    ]
