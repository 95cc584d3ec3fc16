"""Uploads: spooled to disk piece by piece on the pages that take one, and read nowhere else.

Django parses a form before it asks who sent it and to which page, and would take a file of any size from anybody. Here a view says with
`takes_uploads` how many bytes it takes; a file for any other view, or from somebody who may use none, is not read at all.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, StopUpload, TemporaryFileUploadHandler
from django.http import HttpRequest

from sitemaps_app.access import Role, has_role
from sitemaps_app.pipeline.sitemap_check_files import uploads_folder

FORM_BYTES = 262_144
"""Room for what a form holds beside its file: names, marks between the parts, an address."""
READ_AWAY_BYTES = 268_435_456
"""A browser shows no answer before it has sent everything, so a refused body is read away up to this length; a longer one is cut off."""

View = TypeVar("View", bound=Callable[..., Any])


def takes_uploads(max_bytes: int) -> Callable[[View], View]:
    """A decorator, the outermost one: the view takes a file of up to so many bytes from those who are at least viewers."""

    def decorate(view: View) -> View:
        view.upload_bytes = max_bytes  # type: ignore[attr-defined]
        return view

    return decorate


def was_too_large(request: HttpRequest) -> bool:
    """Whether the file in a request was refused for its size; known once the form has been read."""
    return bool(getattr(request, "upload_too_large", False))


class SpooledFile(TemporaryUploadedFile):
    """An upload in the storage folder, where it can be moved to its place without being copied. It is deleted unless it is moved."""

    def __init__(self, name: str, content_type: str, charset: str | None, content_type_extra: dict[str, bytes] | None) -> None:
        file = tempfile.NamedTemporaryFile(suffix=".upload", dir=uploads_folder())  # noqa: SIM115 - Django closes it with the request
        UploadedFile.__init__(self, file, name, content_type, 0, charset, content_type_extra)


class BoundedUpload(TemporaryFileUploadHandler):
    """Writes an upload to disk while it comes in, and stops where there is too much of it."""

    _announced = 0

    def handle_raw_input(
        self,
        input_data: Any,  # noqa: ARG002 - Django's signature
        META: dict[str, Any],  # noqa: ARG002, N803 - the same
        content_length: int,
        boundary: str,  # noqa: ARG002 - the same
        encoding: str | None = None,  # noqa: ARG002 - the same
    ) -> None:
        """Remember what the sender announces for the whole form, in bytes."""
        self._announced = content_length

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Open a file, unless nobody takes it or more is announced than may come."""
        most = self._most_bytes()
        if not most:
            raise StopUpload(connection_reset=True)
        if self._announced > most + FORM_BYTES:
            self._refuse()
        FileUploadHandler.new_file(self, *args, **kwargs)
        self.file = SpooledFile(self.file_name or "", self.content_type or "", self.charset, self.content_type_extra)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Write one piece; `start` bytes of the file came before it."""
        if start + len(raw_data) > self._most_bytes():
            self._refuse()
        self.file.write(raw_data)
        return None

    def _most_bytes(self) -> int:
        request = self.request
        if request is None or request.resolver_match is None or not has_role(request.user, Role.VIEWER):
            return 0
        most: int = getattr(request.resolver_match.func, "upload_bytes", 0)
        return most

    def _refuse(self) -> None:
        self.request.upload_too_large = True  # type: ignore[union-attr]
        raise StopUpload(connection_reset=self._announced > READ_AWAY_BYTES)
