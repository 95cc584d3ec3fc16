"""The rows of the list and the counts of verdicts, from the judgements that are there."""

from datetime import UTC, timedelta

from django.db import migrations

RANKS = {"insufficient": 0, "no_lastmod": 1, "untrusted": 2, "hint": 3, "useful": 4, "trusted": 5}


def fill(apps, schema_editor):
    """Write the rows of the list and the counts of verdicts from the judgements that are there; one site after the other."""
    Site, Assessment = apps.get_model("sitemaps_app", "Site"), apps.get_model("sitemaps_app", "Assessment")
    Standing, VerdictTally = apps.get_model("sitemaps_app", "Standing"), apps.get_model("sitemaps_app", "VerdictTally")
    growth = {}
    sites = Site.objects.exclude(current_assessment=None).select_related("current_assessment", "current_snapshot")
    for site in sites.defer("current_assessment__inputs", "current_snapshot__stats", "current_snapshot__ages").iterator(chunk_size=200):
        history = list(
            Assessment.objects.filter(site=site, section="", at__lte=site.current_assessment.at)
            .order_by("at").values_list("at", "verdict", "trust", "preliminary")
        )
        verdict = ""
        for at, now, _trust, _preliminary in history:
            if now != verdict:
                day = at.astimezone(UTC).date()
                growth[day, now] = growth.get((day, now), 0) + 1
                if verdict:
                    growth[day, verdict] = growth.get((day, verdict), 0) - 1
                verdict = now
        Standing.objects.create(site=site, **columns(site, history, problems_of(apps, site)))
    VerdictTally.objects.bulk_create(
        [VerdictTally(day=day, verdict=verdict, growth=number) for (day, verdict), number in growth.items()], batch_size=500
    )


def problems_of(apps, site):
    counts = {}
    for problems in apps.get_model("sitemaps_app", "SitemapFile").objects.filter(site=site, listed=True).values_list("problems", flat=True):
        for problem in problems:
            if problem.get("severity") in {"warning", "error"}:
                counts[problem["code"]] = counts.get(problem["code"], 0) + 1
    return sorted(counts, key=lambda code: (-counts[code], code))


def columns(site, history, problems):
    row, snapshot = site.current_assessment, site.current_snapshot
    measured = [(at, verdict, None if preliminary else trust) for at, verdict, trust, preliminary in history]
    at, verdict, trust = measured[-1]
    week_ago = [one for one in measured if at - timedelta(days=21) <= one[0] <= at - timedelta(days=7) and one[2] is not None]
    change = trust - week_ago[-1][2] if trust is not None and week_ago else None
    begins = [i for i in range(1, len(measured)) if measured[i][1] != measured[i - 1][1]]
    before = measured[begins[-1] - 1][1] if begins else ""
    days = {int(t.timestamp() // 86_400): None if v is None else round(v * 100, 1) for t, _, v in measured if t > at - timedelta(days=60)}
    worse = "better" if RANKS.get(verdict, 0) > RANKS.get(before, 0) else "worse"
    join = lambda codes: f" {' '.join(codes)} " if codes else ""
    return {
        "at": row.at, "verdict": row.verdict, "verdict_rank": RANKS.get(row.verdict, 0), "preliminary": row.preliminary,
        "state": row.state, "stale_at": row.stale_at,
        **{name: None if row.preliminary else getattr(row, name) for name in ("trust", "trust_low", "trust_high")},
        "lastmod_share": (snapshot.with_lastmod / snapshot.entries if snapshot.entries else None) if snapshot else row.lastmod_share,
        "entries": snapshot.entries if snapshot else row.entries,
        "failure_modes": join(list(dict.fromkeys(row.failure_modes))), "problems": join(problems),
        "trust_change": change,
        "trend": "" if change is None else "steady" if abs(change) < 0.03 else "up" if change > 0 else "down",
        "verdict_before": before, "verdict_changed_at": measured[begins[-1]][0] if begins else None,
        "verdict_change": ("decided" if before == "insufficient" else worse) if before else "",
        "sparkline": [[day, value] for day, value in days.items()],
    }


class Migration(migrations.Migration):

    dependencies = [
        ('sitemaps_app', '0011_site_list'),
    ]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
