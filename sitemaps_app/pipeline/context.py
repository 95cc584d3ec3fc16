"""What every stage of one check is handed, and the check's readable account."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import datetime

from sitemaps_app.models import Check, Site
from sitemaps_app.network.exchange import FetchedResponse, Fetcher, FetchFailure
from sitemaps_app.pipeline.generator_marks import MarkBook

Param = str | int | float


class LeaseLostError(Exception):
    """The site was paused, deleted or taken by another worker while this check ran; the check ends quietly."""


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """Bounds of one check.

    `pages` is the number of page fetches (None = the site's own setting), `files` the sitemap files read, `depth` the levels of nested
    indexes, `page_bytes` the largest page read, `visit_seconds` the time that waiting for the host may take: where robots.txt asks for
    a long crawl-delay, fewer pages are visited. `files_at_once` is how many sitemap files may be under way at one host (1 = all fetching
    stays in the thread of the check); two of them still start no sooner after each other than the site's pause. `second_look_seconds` is
    the time between two reads of a sitemap whose dates may be those of the request, 0 = it is not read again. `paced` says that of the
    panel only pages are visited that have something to tell by now (`scoring.pacing`); without it all of them, as far as `pages` go.
    """

    pages: int | None = None
    files: int = 500
    paced: bool = True
    depth: int = 5
    page_bytes: int = 5_000_000
    visit_seconds: float = 600.0
    files_at_once: int = 1
    second_look_seconds: float = 60.0


@dataclass(slots=True)
class CheckContext:
    """One check on its way down the road.

    `now` is the date the check is about; `keep_lease` renews the lease on the wall clock and raises `LeaseLostError` when it is gone.
    `universe` narrows the pages that may be visited, by normalised key (an archive holds only some), None = all. `keep_pace` sets the
    seconds between two requests to the host (robots.txt may ask for more than the site's own setting), `keep_width` how many may be
    under way there. `file_fetcher` is for robots.txt and sitemap files, which are worth another attempt (None = as for pages). `halt` ends
    the fetches that run in other threads. `wait` waits so many seconds, `wall` reads the clock by which answers are dated; without them (an
    archive, a replay) nothing can be read again later. `marks` are those of the site's generator that the stages meet.
    """

    site: Site
    check: Check
    now: datetime
    fetcher: Fetcher
    keep_lease: Callable[[], None]
    user_agent: str
    keep_pace: Callable[[float], None] = lambda _seconds: None
    limits: CheckLimits = field(default_factory=CheckLimits)
    universe: Collection[str] | None = None
    file_fetcher: Fetcher | None = None
    keep_width: Callable[[int], None] = lambda _requests: None
    halt: Callable[[], None] = lambda: None
    wait: Callable[[float], None] | None = None
    wall: Callable[[], datetime] | None = None
    marks: MarkBook = field(default_factory=MarkBook)

    @property
    def can_read_again(self) -> bool:
        """May a page be read a second time within minutes? An archive holds each page once."""
        return self.universe is None

    def distrusts(self, signal: str) -> bool:
        """Did a signal of the site (a code of `scoring.signals`) fail its test at the last assessment?"""
        judged = self.site.current_assessment
        return judged is not None and any(test["code"] == signal and test["state"] == "failing" for test in judged.signals)

    def begin(self, stage: str, steps: int = 0, *, done: int = 0) -> None:
        """Enter a stage; the site's page shows it with `steps` as the total of its progress."""
        self.keep_lease()
        self.check.stage, self.check.steps_done, self.check.steps_total = stage, done, steps
        self.check.save(update_fields=["stage", "steps_done", "steps_total", "account"])

    def step(self, done: int, *, total: int | None = None) -> None:
        """Report progress inside the stage and keep the lease alive; `total` where it has become known only now."""
        self.keep_lease()
        self.check.steps_done = done
        if total is not None:
            self.check.steps_total = total
        self.check.save(update_fields=["steps_done", "steps_total"])

    def fetch(self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None) -> FetchedResponse | FetchFailure:
        """Get one page; raises `LeaseLostError` where the fetch was stopped, for then nothing may be stored of it."""
        return self.not_stopped(self.fetcher.fetch(url, etag=etag, last_modified=last_modified, max_bytes=max_bytes))

    def fetch_file(
        self, url: str, *, etag: str = "", last_modified: str = "", max_bytes: int | None = None
    ) -> FetchedResponse | FetchFailure:
        """Get robots.txt or a sitemap file. May be called in any thread, if the fetcher may; the answer goes through `not_stopped`."""
        return (self.file_fetcher or self.fetcher).fetch(url, etag=etag, last_modified=last_modified, max_bytes=max_bytes)

    def not_stopped(self, answer: FetchedResponse | FetchFailure) -> FetchedResponse | FetchFailure:
        """The answer as it is; raises `LeaseLostError` where the fetch was stopped."""
        if isinstance(answer, FetchFailure) and answer.code == "fetch_stopped":
            raise LeaseLostError(self.site.origin)
        return answer

    def tell(self, code: str, **params: Param) -> None:
        """Add a line to the account: a stable code whose words are in `sitemaps_app/wording`, with the numbers that go into them."""
        self.check.account.append({"stage": self.check.stage, "code": code, "params": params})
