"""Letters: declared or not, right or wrong, in every encoding that is met."""

from __future__ import annotations

import codecs

from tests.cases.case import BOTH, JAM, PLAIN, TEA, Case, Headers, absolute, day, page, told, undated, urlset

_CAFE = (day("/café", "2025-03-01"), BOTH[1])


def _declared(encoding: str, *blocks: str) -> str:
    return urlset(*blocks, head=f'<?xml version="1.0" encoding="{encoding}"?>\n')


def _typed(charset: str) -> Headers:
    return (("Content-Type", f"text/xml; charset={charset}"),)


_UNDECLARED = urlset(page("/café", "2025-03-01"), JAM, head="")
_EURO = (day("/preis-€", "2025-03-01"),)

ENCODINGS = (
    Case("utf-16-with-its-mark", codecs.BOM_UTF16_LE + _declared("utf-16", page("/café", "2025-03-01"), JAM).encode("utf-16-le"), _CAFE),
    Case("utf-16-the-other-way-round", codecs.BOM_UTF16_BE + _declared("utf-16", page("/café", "2025-03-01"), JAM).encode("utf-16-be"), _CAFE),
    Case("utf-16-without-a-mark", _declared("utf-16", page("/café", "2025-03-01"), JAM).encode("utf-16-le"), _CAFE),
    Case("utf-32-with-its-mark", codecs.BOM_UTF32_LE + _declared("utf-32", page("/café", "2025-03-01"), JAM).encode("utf-32-le"), _CAFE),
    Case("utf-16-declared-over-utf-8", _declared("utf-16", page("/café", "2025-03-01"), JAM).encode(), _CAFE, told("encoding_mismatch")),
    Case("utf-16-declared-over-plain-ascii", _declared("UTF-16", TEA, JAM).encode(), BOTH, told("encoding_mismatch")),
    Case("utf-8-with-its-mark", codecs.BOM_UTF8 + _declared("UTF-8", page("/café", "2025-03-01"), JAM).encode(), _CAFE),
    Case("utf-8-with-its-mark-twice", codecs.BOM_UTF8 * 2 + PLAIN.encode(), BOTH, told("xml_leading_junk")),
    Case("gbk-declared", _declared("GBK", page("/茶叶/1", "2025-03-01"), JAM).encode("gbk"), (day("/茶叶/1", "2025-03-01"), BOTH[1])),
    Case("gb2312-declared-over-a-letter-of-gb18030", _declared("gb2312", page("/镕", "2025-03-01"), JAM).encode("gb18030"), (day("/镕", "2025-03-01"), BOTH[1])),
    Case("big5-declared", _declared("Big5", page("/茶葉", "2025-03-01")).encode("big5"), (day("/茶葉", "2025-03-01"),)),
    Case("shift-jis-declared", _declared("Shift_JIS", page("/お茶", "2025-03-01")).encode("shift_jis"), (day("/お茶", "2025-03-01"),)),
    Case("euc-kr-declared", _declared("EUC-KR", page("/녹차", "2025-03-01")).encode("euc_kr"), (day("/녹차", "2025-03-01"),)),
    Case("cyrillic-declared", _declared("windows-1251", page("/чай", "2025-03-01")).encode("cp1251"), (day("/чай", "2025-03-01"),)),
    Case("koi8-declared", _declared("koi8-r", page("/чай", "2025-03-01")).encode("koi8_r"), (day("/чай", "2025-03-01"),)),
    Case("iso-2022-jp-declared", _declared("iso-2022-jp", page("/お茶", "2025-03-01")).encode("iso2022_jp"), (day("/お茶", "2025-03-01"),)),
    Case("latin-1-declared", _declared("ISO-8859-1", page("/café", "2025-03-01"), JAM).encode("latin-1"), _CAFE),
    Case("latin-1-declared-over-windows-1252", _declared("iso-8859-1", page("/preis-€", "2025-03-01")).encode("cp1252"), _EURO),
    Case("a-header-that-says-latin-1-over-utf-8", _declared("UTF-8", page("/café", "2025-03-01"), JAM).encode(), _CAFE, headers=_typed("ISO-8859-1")),
    Case("a-header-alone-says-what-it-is", _UNDECLARED.encode("cp1252"), _CAFE, headers=_typed("windows-1252")),
    Case("nothing-is-declared-and-it-is-utf-8", _UNDECLARED.encode(), _CAFE),
    Case("utf-8-declared-over-latin-1", _declared("UTF-8", page("/café", "2025-03-01"), JAM).encode("latin-1"), _CAFE, told("encoding_mismatch")),
    Case(
        "one-letter-of-latin-1-in-a-file-of-utf-8", _declared("UTF-8", page("/café", "2025-03-01"), page("/thé", "2025-03-02")).encode().replace("thé".encode(), "thé".encode("latin-1")),
        (day("/café", "2025-03-01"), day("/thé", "2025-03-02")), told("encoding_replaced"),
    ),
    Case("an-encoding-that-does-not-exist", _declared("UTF8MB4", page("/café", "2025-03-01"), JAM).encode(), _CAFE, told("encoding_mismatch")),
    Case("an-encoding-in-quotes-of-the-other-kind", PLAIN.replace('"UTF-8"', "'utf-8'").encode(), BOTH),
    Case("letters-by-number", _declared("us-ascii", page("/caf&#xE9;", "2025-03-01"), JAM).encode(), _CAFE),
    Case("a-letter-composed-of-two-is-another-address", urlset(page("/cafe\u0301"), page("/caf\u00e9")).encode(), (undated("/cafe\u0301"), undated("/caf\u00e9"))),
    Case(
        "a-text-list-in-utf-16", codecs.BOM_UTF16_LE + f"{absolute('/café')}\r\n{absolute('/jam')}\r\n".encode("utf-16-le"),
        (undated("/café"), undated("/jam")), kind="text", path="/sitemap.txt",
    ),
)  # fmt: skip
