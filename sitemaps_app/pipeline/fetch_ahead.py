"""Files are fetched beside each other, and come back one by one in the order in which they were asked for.

So the thread that reads and stores them need not wait for each answer in turn, and does its work in the same order however long they
take. Only fetching happens in other threads: they know no database and no reader.
"""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass, replace
from types import TracebackType
from typing import IO, Generic, Self, TypeVar

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure

# A larger body waits for its turn on the disk, not in memory.
HELD_BYTES = 262_144
_LOOK_SECONDS = 1.0

Answer = FetchedResponse | FetchFailure
Ticket = TypeVar("Ticket")


@dataclass(frozen=True, slots=True)
class FileRequest:
    """What is asked for: an address, and the validators of a conditional GET."""

    url: str
    etag: str = ""
    last_modified: str = ""


class FetchAhead(Generic[Ticket]):
    """Fetches what is put in `threads` other threads (1 = in this one, when its turn comes) and gives the answers in the order of asking.

    `fetch` must stand being called from several threads. `on_wait` is called about once a second while an answer is waited for, and may
    raise. Where its `with` block ends early by an exception, `halt` is called, which is to end the fetches that are under way.
    """

    def __init__(
        self,
        fetch: Callable[[FileRequest], Answer],
        *,
        threads: int,
        halt: Callable[[], None] = lambda: None,
        on_wait: Callable[[], None] = lambda: None,
    ) -> None:
        self._fetch = fetch
        self._halt = halt
        self._on_wait = on_wait
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="fetch") if threads > 1 else None
        self._asked: deque[tuple[Ticket, FileRequest, Future[_Held] | None]] = deque()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._pool is None:
            return
        if kind is not None:
            self._halt()
        self._pool.shutdown(cancel_futures=True)
        for _, _, future in self._asked:
            if future is not None and not future.cancelled() and future.exception() is None:
                future.result().close()

    def __len__(self) -> int:
        return len(self._asked)

    def put(self, ticket: Ticket, request: FileRequest) -> None:
        """Ask for a file; `ticket` comes back with its answer."""
        future = self._pool.submit(lambda: _held(self._fetch(request))) if self._pool else None
        self._asked.append((ticket, request, future))

    def take(self) -> tuple[Ticket, Answer]:
        """The answer that was asked for first of those that are left; waits for it. Raises IndexError where none is."""
        ticket, request, future = self._asked[0]
        answer = self._fetch(request) if future is None else self._wait(future).release()
        self._asked.popleft()
        return ticket, answer

    def _wait(self, future: Future[_Held]) -> _Held:
        while True:
            try:
                return future.result(_LOOK_SECONDS)
            except FutureTimeoutError:
                if future.done():
                    raise
                self._on_wait()


@dataclass(frozen=True, slots=True)
class _Held:
    """An answer that waits for its turn; a large body waits in a file without a name."""

    answer: Answer
    body: IO[bytes] | None = None

    def release(self) -> Answer:
        if self.body is None or not isinstance(self.answer, FetchedResponse):
            return self.answer
        with self.body as file:
            file.seek(0)
            return replace(self.answer, body=file.read())

    def close(self) -> None:
        if self.body is not None:
            self.body.close()


def _held(answer: Answer) -> _Held:
    if not isinstance(answer, FetchedResponse) or len(answer.body) <= HELD_BYTES:
        return _Held(answer)
    file = tempfile.TemporaryFile()  # noqa: SIM115  closed by who takes it
    file.write(answer.body)
    return _Held(replace(answer, body=b""), file)
