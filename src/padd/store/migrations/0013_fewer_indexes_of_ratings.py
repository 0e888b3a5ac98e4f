"""Drop the indexes of keys with which another index begins already."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0012_indexes_of_ratings")]

    operations = [
        migrations.AlterField(
            model_name="played",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="played",
                to="store.person",
            ),
        ),
        migrations.AlterField(
            model_name="ratedevent",
            name="record",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rated",
                to="store.eventrecord",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="person",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="ratings",
                to="store.person",
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="series",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="store.ratingseries",
            ),
        ),
    ]
