"""Two models get the names of the glossary; their tables stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("store", "0013_fewer_indexes_of_ratings")]

    operations = [
        migrations.AlterModelTable(name="entry", table="store_entry"),
        migrations.AlterModelTable(name="concern", table="store_concern"),
        migrations.RenameModel(old_name="Entry", new_name="Registration"),
        migrations.RenameModel(old_name="Concern", new_name="Complaint"),
    ]
