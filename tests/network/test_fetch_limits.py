"""A server that is slow, endless, silent or broken costs no more than the limits say, and what arrived is kept.

The servers here never end by themselves: a limit that did not work would hang the test.
"""

from __future__ import annotations

import gzip
import threading
import zlib
from datetime import datetime

import pyarrow as pa
import pytest

from sitemaps_app.network.exchange import FetchedResponse, FetchFailure
from tests.loopback import Answer, LoopbackRequest, LoopbackSite, Mode, redirect
from tests.network.conftest import AUTHORITY, NOW, MakeFetcher, tls_server


def _got(answer: FetchedResponse | FetchFailure) -> FetchedResponse:
    assert isinstance(answer, FetchedResponse), answer
    return answer


def _failed(answer: FetchedResponse | FetchFailure) -> FetchFailure:
    assert isinstance(answer, FetchFailure), answer
    return answer


def test_a_dripping_body_ends_at_the_deadline_and_keeps_what_came(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"start", mode="drip")}) as site:
        answer = _got(make_fetcher(total_seconds=0.3).fetch(site.url("/")))
    assert (answer.truncated, answer.problem) == (True, "fetch_timeout")
    assert answer.body.startswith(b"start.")


def test_dripping_headers_end_at_the_deadline(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(mode="drip_headers")}) as site:
        assert _failed(make_fetcher(total_seconds=0.3).fetch(site.url("/"))).code == "fetch_timeout"


@pytest.mark.parametrize("mode", ["drip_headers", "hang"])
def test_the_deadline_holds_within_tls(mode: Mode, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(mode=mode)}, tls=tls_server([])) as site:
        fetcher = make_fetcher(total_seconds=0.4, resolver=lambda *_: ["127.0.0.1"], ca_bundle=AUTHORITY)
        assert _failed(fetcher.fetch(site.url("/", "site.example"))).code == "fetch_timeout"


def test_the_deadline_holds_for_a_server_that_never_shakes_hands(make_fetcher: MakeFetcher) -> None:
    """It speaks plain http: depending on the random bytes of the handshake it hangs up or waits for more."""
    with LoopbackSite() as site:
        code = _failed(make_fetcher(total_seconds=0.3).fetch(f"https://127.0.0.1:{site.port}/")).code
    assert code in {"fetch_timeout", "tls_failed", "connection_broken"}


@pytest.mark.parametrize("limit", ["total_seconds", "read_seconds"])
def test_a_silent_server_ends_at_either_limit(limit: str, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(mode="hang")}) as site:
        assert _failed(make_fetcher(**{limit: 0.2}).fetch(site.url("/"))).code == "fetch_timeout"
    assert len(site.requests) == 1


def test_a_body_that_falls_silent_is_kept_as_far_as_it_came(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"0123456789", mode="hang_in_body", cut_at=4)}) as site:
        answer = _got(make_fetcher(read_seconds=0.2).fetch(site.url("/")))
    assert (answer.body, answer.truncated, answer.problem) == (b"0123", True, "fetch_timeout")


def test_the_deadline_holds_over_all_redirects_together(make_fetcher: MakeFetcher) -> None:
    """Each hop alone is quick enough, the chain is not."""
    with LoopbackSite() as site:
        waiting = threading.Event()

        def slow_hop(request: LoopbackRequest) -> Answer:
            waiting.wait(0.1)
            return redirect(f"/{len(site.requests)}")

        site.routes |= {"/": slow_hop} | {f"/{number}": slow_hop for number in range(50)}
        answer = _failed(make_fetcher(total_seconds=0.35, max_redirects=40).fetch(site.url("/")))
    assert answer.code == "fetch_timeout"


def test_a_name_server_that_never_answers_ends_at_the_deadline(make_fetcher: MakeFetcher) -> None:
    answered = threading.Event()
    fetcher = make_fetcher(total_seconds=0.2, resolver=lambda *_: ["127.0.0.1"] if answered.wait(20) else [])
    assert _failed(fetcher.fetch("http://slow.example/")).code == "fetch_timeout"
    answered.set()


def test_the_stop_flag_ends_a_fetch_that_waits_for_headers(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(mode="hang")}) as site:
        fetcher = make_fetcher(stop=lambda: bool(site.requests))
        assert _failed(fetcher.fetch(site.url("/"))).code == "fetch_stopped"


def test_the_stop_flag_ends_a_fetch_that_waits_for_the_body(make_fetcher: MakeFetcher) -> None:
    """The fetcher reads its clock when the headers have arrived; from then on the flag is up."""
    headers_arrived = threading.Event()

    def clock() -> datetime:
        headers_arrived.set()
        return NOW

    with LoopbackSite({"/": Answer(body=b"half of it", mode="hang_in_body", cut_at=4)}) as site:
        answer = _got(make_fetcher(clock=clock, stop=headers_arrived.is_set).fetch(site.url("/")))
    assert (answer.truncated, answer.problem) == (True, "fetch_stopped")
    assert answer.body in {b"", b"half"}


def test_a_fetch_is_not_begun_after_the_stop_flag(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite() as site:
        assert _failed(make_fetcher(stop=lambda: True).fetch(site.url("/"))).code == "fetch_stopped"
    assert site.connections == 0


def test_a_short_body_is_kept_and_marked(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"0123456789", mode="content_length_short", cut_at=7)}) as site:
        answer = _got(make_fetcher().fetch(site.url("/")))
    assert (answer.body, answer.truncated, answer.problem) == (b"0123456", True, "truncated_response")


@pytest.mark.parametrize("mode", ["chunked_cut", "chunked_garbage"])
def test_chunks_that_break_off_are_kept_and_marked(mode: Mode, make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(chunks=(b"one ", b"two "), mode=mode)}) as site:
        answer = _got(make_fetcher().fetch(site.url("/")))
    assert answer.body in {b"one two ", b"one two half"}
    assert (answer.truncated, answer.problem) == (True, "truncated_response")


def test_a_body_that_ends_with_its_connection_is_whole(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"all there is", keep_alive=False)}) as site:
        answer = _got(make_fetcher().fetch(site.url("/")))
    assert (answer.body, answer.truncated, answer.problem) == (b"all there is", False, "")


@pytest.mark.parametrize("coding", ["", "gzip"])
@pytest.mark.parametrize(("size", "is_cut"), [(999, False), (1000, False), (1001, True), (500_000, True)])
def test_the_byte_cap_counts_decoded_bytes_and_cuts_exactly(size: int, is_cut: bool, coding: str, make_fetcher: MakeFetcher) -> None:
    text = bytes(range(256)) * (size // 256 + 1)
    body = gzip.compress(text[:size]) if coding else text[:size]
    with LoopbackSite({"/": Answer(200, {"Content-Encoding": coding} if coding else {}, body)}) as site:
        answer = _got(make_fetcher().fetch(site.url("/"), max_bytes=1000))
    assert answer.body == text[: min(size, 1000)]
    assert (answer.truncated, answer.problem) == ((True, "too_large") if is_cut else (False, ""))


def test_an_endless_body_stops_at_the_cap(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(body=b"x" * 5000, mode="drip")}) as site:
        answer = _got(make_fetcher(max_bytes=4000).fetch(site.url("/")))
    assert (len(answer.body), answer.problem) == (4000, "too_large")


def _packed(content: bytes, coding: str) -> bytes:
    for name in coding.split(", "):
        codec = {"br": "brotli", "x-gzip": "gzip"}.get(name, name)
        content = zlib.compress(content) if name == "deflate" else bytes(pa.compress(content, codec=codec, asbytes=True))
    return content


@pytest.mark.parametrize("coding", ["gzip", "gzip, gzip", "deflate", "br", "zstd", "br, br", "zstd, gzip"])
def test_a_compression_bomb_stops_at_the_cap(coding: str, make_fetcher: MakeFetcher) -> None:
    body = _packed(bytes(30_000_000), coding)
    with LoopbackSite({"/": Answer(200, {"Content-Encoding": coding}, body)}) as site:
        answer = _got(make_fetcher(max_bytes=100_000).fetch(site.url("/")))
    assert answer.body == bytes(100_000)
    assert (answer.truncated, answer.problem) == (True, "too_large")


@pytest.mark.parametrize("coding", ["br", "zstd"])
def test_codings_are_asked_for_and_decoded_chunk_by_chunk(coding: str, make_fetcher: MakeFetcher) -> None:
    text = b"".join(b"<url><loc>https://site.example/%x</loc></url>" % (n * n) for n in range(20_000))
    packed = _packed(text, coding)
    chunks = tuple(packed[start : start + 777] for start in range(0, len(packed), 777))
    with LoopbackSite({"/": Answer(200, {"Content-Encoding": coding}, chunks=chunks)}) as site:
        answer = _got(make_fetcher().fetch(site.url("/")))
        assert coding in site.requests[0].headers["accept-encoding"]
    assert (answer.body, answer.wire_bytes, answer.problem) == (text, len(packed), "")


@pytest.mark.parametrize(
    "headers",
    [
        tuple((f"X-{number}", "y" * 900) for number in range(90)),
        (("X-Long", "y" * 70_000),),
        tuple((f"X-{number}", "y") for number in range(300)),
    ],
)
def test_headers_above_the_cap_end_the_fetch(headers: tuple[tuple[str, str], ...], make_fetcher: MakeFetcher) -> None:
    with LoopbackSite({"/": Answer(200, headers, b"ok")}) as site:
        assert _failed(make_fetcher(max_header_bytes=65_536).fetch(site.url("/"))).code == "header_too_large"


def test_headers_below_the_cap_and_a_large_body_are_no_matter(make_fetcher: MakeFetcher) -> None:
    headers = tuple((f"X-{number}", "y" * 500) for number in range(50))
    with LoopbackSite({"/": Answer(200, headers, b"z" * 300_000)}) as site:
        answer = _got(make_fetcher(max_header_bytes=30_000).fetch(site.url("/")))
    assert len(answer.body) == 300_000


def test_a_failed_fetch_leaves_the_fetcher_usable(make_fetcher: MakeFetcher) -> None:
    with LoopbackSite(
        {"/slow": Answer(mode="hang"), "/cut": Answer(body=b"x" * 9, mode="content_length_short"), "/": Answer(body=b"ok")}
    ) as site:
        fetcher = make_fetcher(read_seconds=0.2)
        fetcher.fetch(site.url("/slow"))
        fetcher.fetch(site.url("/cut"))
        assert _got(fetcher.fetch(site.url("/"))).body == b"ok"


def test_threads_may_share_a_fetcher(make_fetcher: MakeFetcher) -> None:
    """Each fetch keeps its own deadline: a silent one in one thread does not cut the others."""
    with LoopbackSite({"/hang": Answer(mode="hang"), "/": Answer(body=b"ok" * 10_000)}) as site:
        fetcher = make_fetcher(read_seconds=0.3)
        answers: list[FetchedResponse | FetchFailure] = []
        paths = ["/hang", *["/"] * 5]
        threads = [threading.Thread(target=lambda path=path: answers.append(fetcher.fetch(site.url(path)))) for path in paths]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(type(answer).__name__ for answer in answers) == ["FetchFailure", *["FetchedResponse"] * 5]
