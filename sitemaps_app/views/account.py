"""Signing in and out, the first set-up, one's own password and sign-ins."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView, PasswordResetConfirmView
from django.contrib.messages.views import SuccessMessageMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from sitemaps_app.access import audit, signed_in
from sitemaps_app.accounts import has_admin, make_first_admin, may_set_up
from sitemaps_app.forms.accounts import FirstAdminForm
from sitemaps_app.sign_ins import end, follow_new_key, sign_ins_of
from sitemaps_app.views.presenters.accounts import sign_in_rows

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignIn(LoginView):
    """Who comes to a server that nobody administers yet is told how that begins."""

    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """What every sign-in shows, and whether anybody may sign in at all."""
        return super().get_context_data(needs_set_up=not has_admin(), **context)


sign_in = SignIn.as_view()
sign_out = LogoutView.as_view()


class ChangePassword(SuccessMessageMixin, PasswordChangeView):
    """For everybody who is signed in, whatever the role. All other browsers are signed out by it."""

    template_name = "registration/password.html"
    success_url = reverse_lazy("password_change")
    success_message = gettext_lazy("Your password is changed. All other browsers are signed out.")

    def form_valid(self, form: Any) -> HttpResponse:
        """The session gets a new key, and the sign-in follows it."""
        old = self.request.session.session_key
        response = super().form_valid(form)
        person = signed_in(self.request)
        if person is not None:
            follow_new_key(old or "", self.request.session.session_key or "")
            end(sign_ins_of(person, now=timezone.now()).exclude(session_key=self.request.session.session_key))
            audit(person, "password_changed")
        return response


class ChoosePassword(PasswordResetConfirmView):
    """Under a link that an administrator handed over: choose a password, and come in."""

    template_name = "registration/choose_password.html"
    success_url = reverse_lazy("sites")
    post_reset_login = True
    post_reset_login_backend = BACKEND

    def get_user(self, uidb64: str) -> Any:
        """Nobody who is kept out."""
        person = super().get_user(uidb64)
        return person if isinstance(person, User) and person.is_active else None

    def form_valid(self, form: Any) -> HttpResponse:
        """All browsers of the person are signed out, and this one comes in."""
        person = form.user
        end(sign_ins_of(person, now=timezone.now()))
        response = super().form_valid(form)
        audit(person, "password_chosen")
        return response


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def set_up(request: HttpRequest, secret: str) -> HttpResponse:
    """Make the first administrator, once, under the address that the server printed."""
    if not may_set_up(secret):
        raise Http404
    form = FirstAdminForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        person = make_first_admin(secret, form.cleaned_data["username"], form.cleaned_data["password1"])
        if person is None:
            raise Http404
        login(request, person, backend=BACKEND)
        audit(person, "first_admin_made")
        messages.success(request, _("You are the first administrator. Invite others under People."))
        return redirect("sites")
    response = render(request, "registration/set_up.html", {"form": form}, status=400 if form.errors else 200)
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_GET
@never_cache
def sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in."""
    person = signed_in(request)
    found = sign_ins_of(person, now=timezone.now()) if person else []
    return render(request, "accounts/sessions.html", {"rows": sign_in_rows(found, request.session.session_key), "active": "sessions"})


@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign one of one's own browsers out."""
    person = signed_in(request)
    if person is not None and end(sign_ins_of(person, now=timezone.now()).filter(pk=pk)):
        audit(person, "session_ended")
        messages.success(request, _("That browser is signed out."))
    return redirect("sessions")


@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign all of one's browsers out but this one."""
    person = signed_in(request)
    if person is not None:
        count = end(sign_ins_of(person, now=timezone.now()).exclude(session_key=request.session.session_key))
        if count:
            audit(person, "session_ended", detail=str(count))
        messages.success(request, _("All other browsers are signed out."))
    return redirect("sessions")
