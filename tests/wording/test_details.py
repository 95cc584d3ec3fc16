"""Details that are stored in English, in the language of the reader."""

from __future__ import annotations

import pytest
from django.utils import translation

from sitemaps_app.wording.details import audit_in_words, detail_in_words


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("HTTP status 403", "HTTP 状态 403"),
        ("Retry-After: 120 s", "服务器要求等待 120 秒（Retry-After）"),
        ("nothing received for 20 s", "20 秒内未收到任何数据"),
        ("2122 characters: https://site.example/%aa", "2122 个字符：https://site.example/%aa"),
        ("10.1.2.3 is private (RFC 1918)", "10.1.2.3 是私有地址（RFC 1918）"),
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
