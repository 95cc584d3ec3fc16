"""Acts on many sites: first the question with the number of sites, then the act on exactly those."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from sitemaps_app.access import Role, audit, has_role, role, sites_for
from sitemaps_app.forms.bulk import BulkForm
from sitemaps_app.models import Site
from sitemaps_app.pipeline import bulk as pipeline_bulk
from sitemaps_app.pipeline.deletion import delete_sites
from sitemaps_app.pipeline.tags import tag_sites, untag_sites
from sitemaps_app.views.presenters.bulk import BY_CODE, BulkAct, ChosenSites, chosen_sites, read_choice
from sitemaps_app.wording import numbers

FILES = {"list_csv": "list_csv", "due_jsonl": "all_due_jsonl", "due_csv": "all_due_csv"}


@require_POST
@role("viewer")
def ask(request: HttpRequest) -> HttpResponse:
    """What was chosen in the list: lead to the file, or ask whether the act is meant for so many sites."""
    act, now = _act(request), timezone.now()
    if act is None:
        return redirect("sites")
    query = read_choice(request.POST)
    if act.is_export:
        return redirect(f"{reverse(FILES[act.code])}?{query.encoded()}")
    chosen = chosen_sites(sites_for(request.user), query, now=now)
    if not chosen.count:
        messages.warning(request, _("No site was chosen: tick some, or choose all that match."))
        return redirect(f"{reverse('sites')}?{request.POST.get('chosen', '')[:2_000]}")
    return _question(request, act, chosen, BulkForm(act=act.code))


@require_POST
@role("editor")
def act(request: HttpRequest) -> HttpResponse:
    """Do it, to exactly the sites that were asked about; where they are others by now, ask anew."""
    wanted, now = _act(request), timezone.now()
    if wanted is None or wanted.is_export:
        return redirect("sites")
    chosen = chosen_sites(sites_for(request.user), read_choice(request.POST), now=now)
    form = BulkForm(request.POST, act=wanted.code)
    if chosen.digest != request.POST.get("digest", ""):
        messages.warning(request, _("Meanwhile other sites match than before, and nothing was done. These match now."))
        return _question(request, wanted, chosen, form)
    if not form.is_valid():
        return _question(request, wanted, chosen, form, status=400)
    return _DEEDS[wanted.code](request, chosen, form, now)


def _act(request: HttpRequest) -> BulkAct | None:
    found = BY_CODE.get(request.POST.get("act", ""))
    if found and not found.is_export and not has_role(request.user, Role.EDITOR):
        raise PermissionDenied(found.code)
    return found


def _question(request: HttpRequest, wanted: BulkAct, chosen: ChosenSites, form: BulkForm, *, status: int = 200) -> HttpResponse:
    context = {"active": "sites", "act": wanted, "chosen": chosen, "form": form}
    return render(request, "sites/bulk.html", context, status=status)


def _done(request: HttpRequest, code: str, chosen: ChosenSites, told: str, *, said: str = "") -> HttpResponse:
    origins = Site.objects.filter(pk__in=chosen.ids[:40]).order_by("origin").values_list("origin", flat=True)
    counted = ngettext("%(count)s site", "%(count)s sites", chosen.count) % {"count": chosen.shown}
    audit(request.user, code, detail="\n".join([counted, *([said] if said else []), *origins]))
    messages.success(request, told)
    return redirect(f"{reverse('sites')}?{chosen.encoded}")


def _check(request: HttpRequest, chosen: ChosenSites, _form: BulkForm, now: datetime) -> HttpResponse:
    asked = pipeline_bulk.check_all(chosen.ids, now=now)
    told = ngettext("A check of %(count)s site is asked for.", "Checks of %(count)s sites are asked for.", asked)
    left = chosen.count - asked
    more = ngettext("%(count)s is paused or being checked.", "%(count)s are paused or being checked.", left)
    text = told % {"count": numbers.whole(asked)} + (" " + more % {"count": numbers.whole(left)} if left else "")
    return _done(request, "checks_requested", chosen, text)


def _pause(request: HttpRequest, chosen: ChosenSites, _form: BulkForm, _now: datetime) -> HttpResponse:
    paused = pipeline_bulk.pause_all(chosen.ids)
    told = ngettext("%(count)s site is paused now.", "%(count)s sites are paused now.", paused)
    return _done(request, "sites_paused", chosen, told % {"count": numbers.whole(paused)})


def _resume(request: HttpRequest, chosen: ChosenSites, _form: BulkForm, now: datetime) -> HttpResponse:
    resumed = pipeline_bulk.resume_all(chosen.ids, now=now)
    told = ngettext("%(count)s site is checked again.", "%(count)s sites are checked again.", resumed)
    return _done(request, "sites_resumed", chosen, told % {"count": numbers.whole(resumed)})


def _tag(request: HttpRequest, chosen: ChosenSites, form: BulkForm, _now: datetime) -> HttpResponse:
    tags = form.cleaned_data["tags"]
    changed = sum(tag_sites(Site.objects.filter(pk__in=part), tags) for part in pipeline_bulk.in_parts(chosen.ids))
    told = ngettext("%(count)s site got new tags.", "%(count)s sites got new tags.", changed)
    return _done(request, "sites_tagged", chosen, told % {"count": numbers.whole(changed)}, said=", ".join(tags))


def _untag(request: HttpRequest, chosen: ChosenSites, form: BulkForm, _now: datetime) -> HttpResponse:
    tags = form.cleaned_data["tags"]
    changed = sum(untag_sites(Site.objects.filter(pk__in=part), tags) for part in pipeline_bulk.in_parts(chosen.ids))
    told = ngettext("Tags were taken off %(count)s site.", "Tags were taken off %(count)s sites.", changed)
    return _done(request, "sites_untagged", chosen, told % {"count": numbers.whole(changed)}, said=", ".join(tags))


def _interval(request: HttpRequest, chosen: ChosenSites, form: BulkForm, _now: datetime) -> HttpResponse:
    often = numbers.interval_of_checks(form.cleaned_data["interval"])
    changed = pipeline_bulk.set_interval(chosen.ids, form.cleaned_data["interval"])
    told = ngettext("%(count)s site has a new interval: %(often)s.", "%(count)s sites have a new interval: %(often)s.", changed)
    return _done(request, "intervals_changed", chosen, told % {"count": numbers.whole(changed), "often": often}, said=often)


def _delete(request: HttpRequest, chosen: ChosenSites, _form: BulkForm, now: datetime) -> HttpResponse:
    origins = list(Site.objects.filter(pk__in=chosen.ids[:40]).order_by("origin").values_list("origin", flat=True))
    token = delete_sites(chosen.ids, now=now)
    counted = ngettext("%(count)s site", "%(count)s sites", chosen.count) % {"count": chosen.shown}
    audit(request.user, "sites_deleted", detail="\n".join([counted, *origins]))
    return redirect(f"{reverse('sites')}?deleted={token}")


_DEEDS: dict[str, Callable[[HttpRequest, ChosenSites, BulkForm, datetime], HttpResponse]] = {
    "check": _check,
    "pause": _pause,
    "resume": _resume,
    "tag": _tag,
    "untag": _untag,
    "interval": _interval,
    "delete": _delete,
}
