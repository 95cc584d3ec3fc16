"""A person at the running product: signs in, adds sites and reads pages over HTTP, as a browser without JavaScript would."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeVar

import requests

Seen = TypeVar("Seen")
PATIENCE_SECONDS = 120.0


class Person:
    """The first administrator of the server at `base` (with a closing slash), made under the address that it printed."""

    def __init__(self, base: str, set_up: str) -> None:
        self.base = base
        self.session = requests.Session()
        self.post(set_up, username="mei", password1="a harbour of words", password2="a harbour of words")

    def get(self, path: str) -> requests.Response:
        """One page."""
        return self.session.get(self.base + path, timeout=30)

    def post(self, path: str, **fields: str) -> requests.Response:
        """Send a form that stands on a page; the token is taken from the sign-in page's cookie."""
        if "csrftoken" not in self.session.cookies:
            self.get("sign-in")
        fields["csrfmiddlewaretoken"] = self.session.cookies["csrftoken"]
        answer = self.session.post(self.base + path, data=fields, timeout=30)
        answer.raise_for_status()
        return answer

    def site_path(self, host: str) -> str:
        """The path of a site's page, from the list."""
        found = re.search(rf'href="/(sites/\d+/)"[^>]*>\s*(?:http://)?{re.escape(host)}', self.get("sites/").text)
        assert found, f"{host} is not on the list"
        return found[1]


def until(look: Callable[[], Seen | None], what: str) -> Seen:
    """Look again and again until there is something to see. The wait between looks is no assertion; only never is a failure."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        seen = look()
        if seen is not None:
            return seen
        assert time.monotonic() < deadline, f"waited {PATIENCE_SECONDS:.0f} s for {what}"
        time.sleep(0.2)
