"""By which version of the rules the numbers of a site are, and how far newer ones have got."""

from __future__ import annotations

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.assessment import RULE_VERSION
from sitemaps_app.models import Recomputation, Site


def rules_note(site: Site) -> str:
    """One or two sentences for the foot of a chart."""
    judged = site.current_assessment
    if judged is None:
        return ""
    works = {work.rule_version: work for work in site.recomputations.all()}
    said = [_by_rules(judged.rule_version, works.get(judged.rule_version))]
    if judged.rule_version != RULE_VERSION:
        said.append(_on_the_way(works.get(RULE_VERSION)))
    return " ".join(said)


def rules_line(site: Site) -> str:
    """The same for those who cannot read what older rules said."""
    judged = site.current_assessment
    if judged is None:
        return ""
    said = _by_rules(judged.rule_version, None)
    if judged.rule_version == RULE_VERSION:
        return said
    return f"{said} {_on_the_way(site.recomputations.filter(rule_version=RULE_VERSION).first())}"


def _by_rules(rules: str, done: Recomputation | None) -> str:
    if done is None or done.completed_at is None:
        return _("All of it by rules %(rules)s.") % {"rules": rules}
    told = {"rules": rules, "date": formats.date_format(done.completed_at, "DATE_FORMAT"), "old": done.old_rules}
    return _("All of it by rules %(rules)s, judged again on %(date)s; what rules %(old)s said is kept and can be read over the API.") % told


def _on_the_way(work: Recomputation | None) -> str:
    counted = {"rules": RULE_VERSION, "done": work.done if work else 0, "total": work.total if work else 0}
    if work is not None and work.failure:
        return _("Judging it again by rules %(rules)s stopped at a fault, after %(done)s of %(total)s checks; it is tried again.") % counted
    if work is None:
        return _("Soon it is judged again by rules %(rules)s; until then everything about this site is by the old ones.") % counted
    said = _(
        "It is being judged again by rules %(rules)s: %(done)s of %(total)s checks. Until that is done, everything about this site is by "
        "the old ones."
    )
    return said % counted
