from django.db import migrations, models


def name_kinds(apps, schema_editor):
    """Changes that were told so far kept their kind among the params only."""
    for event in apps.get_model("sitemaps_app", "Event").objects.filter(code="generator_changed").iterator():
        event.kind = str(event.params.get("kind", ""))[:40]
        event.save(update_fields=["kind"])


class Migration(migrations.Migration):

    dependencies = [
        ('sitemaps_app', '0005_second_reads'),
    ]

    operations = [
        migrations.AddField(model_name='assessment', name='state', field=models.CharField(default='settled', max_length=20)),
        migrations.AddField(model_name='assessment', name='state_since', field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name='assessment', name='burst', field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name='assessment', name='tentative_verdict', field=models.CharField(blank=True, max_length=20)),
        migrations.AddField(model_name='assessment', name='stale_at', field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name='event', name='kind', field=models.CharField(blank=True, max_length=40)),
        migrations.RunPython(name_kinds, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name='event', name='one_event_a_moment'),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.UniqueConstraint(fields=('site', 'at', 'code', 'kind'), name='one_event_of_a_kind_a_moment'),
        ),
    ]
