"""Details that are stored in English, in the language of the reader."""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers.expat import errors

import pytest
from django.utils import translation

from sitemaps_app.wording.details import audit_in_words, detail_in_words
from sitemaps_app.wording.found_details import FORMS

ROOT = Path(__file__).parents[2] / "sitemaps_app"


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("HTTP status 403", "HTTP 状态 403"),
        ("Retry-After: 120 s", "服务器要求等待 120 秒（Retry-After）"),
        ("nothing received for 20 s", "20 秒内未收到任何数据"),
        ("2122 characters: https://site.example/%aa", "2122 个字符：https://site.example/%aa"),
        ("10.1.2.3 is private (RFC 1918)", "10.1.2.3 是私有地址（RFC 1918）"),
        ("127.0.0.1 is loopback (RFC 1122)", "127.0.0.1 是本机地址（RFC 1122）"),
        ("169.254.169.254 is link-local, also cloud metadata (RFC 3927)", "169.254.169.254 是链路本地地址（RFC 3927）"),
        (
            "https://s.example/x redirects to http://in.example/: in.example: 10.0.0.1 is private (RFC 1918)",
            "https://s.example/x 重定向到 http://in.example/：in.example: 10.0.0.1 是私有地址（RFC 1918）",
        ),
        ("more than 50000 entries", "超过 50000 个条目"),
        ("</url> is missing", "缺少 </url>"),
        ("declared gb2312, read as utf-8", "声明为 gb2312，按 utf-8 读取"),
        ("site.example: no address answered", "site.example：没有地址响应"),
        ("mismatched tag", "开始标签与结束标签不匹配"),
        ("50 % off, mismatched tag", "50 % off, mismatched tag"),
        ("https://site.example/HTTP status 403", "https://site.example/HTTP status 403"),
    ],
)
def test_a_known_detail_is_told_in_the_language_of_the_reader(detail: str, said: str) -> None:
    with translation.override("zh-hans"):
        assert detail_in_words(detail) == said


def test_a_line_of_the_audit_log_names_its_key_in_the_language_of_the_reader() -> None:
    with translation.override("zh-hans"):
        assert audit_in_words("API key lmt_ab12\nhttps://site.example") == "API 密钥 lmt_ab12\nhttps://site.example"
        assert audit_in_words("lmt_ab12 read nightly %s").startswith("密钥 lmt_ab12“nightly %s”：")
        assert audit_in_words("https://site.example") == "https://site.example"


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_one_that_a_reader_or_the_network_still_writes(form: str) -> None:
    """What expat itself says is one too."""
    readers = "".join(path.read_text("utf-8") for part in ("formats", "network", "pipeline") for path in (ROOT / part).rglob("*.py"))
    literal = max(re.split(r"%\(\w+\)s", form), key=len)
    assert literal in readers or form in errors.messages.values()


@pytest.mark.parametrize("form", FORMS)
def test_in_english_a_detail_stays_as_it_was_found(form: str) -> None:
    stored = re.sub(r"%\(\w+\)s", "7", form)
    with translation.override("en"):
        assert detail_in_words(stored) == stored
    with translation.override("zh-hans"):
        assert detail_in_words(stored) != stored
