"""From the errors of requests, urllib3, http.client and the TLS library to the stable codes of the door."""

from __future__ import annotations

import ssl
from http.client import HTTPException, LineTooLong

from urllib3.exceptions import HTTPError, ProxyError, SSLError
from urllib3.exceptions import TimeoutError as Urllib3TimeoutError

from sitemaps_app.network.pace import DoorError


def refusal_of(error: HTTPError | OSError | ValueError) -> DoorError:
    """Give an error its code: tls_failed, fetch_timeout, header_too_large, connect_failed (a proxy), url_invalid, connection_broken.

    requests and urllib3 wrap the cause that tells, so the whole chain is looked at. The exceptions of requests are OSErrors.
    """
    chain = list(_causes(error))
    detail = str(chain[-1])[:300] or type(chain[-1]).__name__
    if any(isinstance(cause, ssl.SSLError | SSLError) for cause in chain):
        return DoorError("tls_failed", detail)
    if any(isinstance(cause, TimeoutError | Urllib3TimeoutError) for cause in chain):
        return DoorError("fetch_timeout", detail)
    if any(isinstance(cause, LineTooLong) or type(cause) is HTTPException for cause in chain):
        return DoorError("header_too_large", detail)
    if any(isinstance(cause, ProxyError) for cause in chain):
        return DoorError("connect_failed", f"proxy: {detail}")
    if isinstance(error, ValueError) and not isinstance(error, HTTPError):
        return DoorError("url_invalid", detail)
    return DoorError("connection_broken", detail)


def _causes(error: BaseException) -> list[BaseException]:
    """Return an error and what lies behind it, outermost first: by cause, by context, and in the arguments where urllib3 keeps it."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        cause = waiting.pop(0)
        if cause is None or cause in found:
            continue
        found.append(cause)
        waiting += [*(arg for arg in cause.args if isinstance(arg, BaseException)), cause.__cause__, cause.__context__]
    return found
