"""What a block of text says that is not content: ages, counters, "last updated" and copyright lines, clocks, lone dates.

The rules look at a whole segment of a line (between `·`, `|` and the like), never at a word inside a sentence: "opens on 8 June" is
content, "Updated on 8 June" is not.
"""

from __future__ import annotations

import re
from functools import lru_cache

from sitemaps_app.formats.page_moment_words import (
    COUNTDOWN,
    COUNTS_BY_DAY,
    DAY_OF_WEEK,
    DELIVERY,
    IDENTIFIER,
    IN_TIME,
    INDEX,
    LAST_VISIT,
    LOOKERS,
    ONLINE,
    RATING,
    SEEN_ON,
    SERVER_TIME,
    SHARES,
    SUN,
    TIME_NOW,
    TIMES,
    TIMES_SEEN,
    VISITOR,
)
from sitemaps_app.formats.page_noise_words import (
    AGE,
    BROWSING,
    CART,
    CLOCK,
    COPYRIGHT,
    COUNT_WORD,
    GUEST,
    LASTS,
    LEFT,
    METER,
    NEAR_DAY,
    NETWORK,
    NUMBER,
    PAGE_OF,
    PRESENCE,
    SPAN,
    STAMP,
    THE_PRESENT,
    UNIT,
    UPDATED,
)
from sitemaps_app.formats.page_response_words import OPEN_NOW, OTHER_AGE
from sitemaps_app.formats.page_responses import are_counters, is_counter, without_counters

_FLAGS = re.IGNORECASE
_COPYRIGHT = re.compile(COPYRIGHT, _FLAGS)
_LONE_STAMP = re.compile(rf"[\s(\[,:–—-]*{STAMP}(?:\s*[–—-]\s*{STAMP})?[\s)\].,]*", _FLAGS)
_LONE_AGE = re.compile(rf"(?:\W*|(?:\S+\s+){{1,5}}){AGE}(?:\s+by\b.{{0,60}}|\W*)|\W*(?:[^\W\d]+\W+){{0,2}}{OTHER_AGE}\W*", _FLAGS)
_UPDATED_LINE = re.compile(
    rf"\W*{UPDATED}(?!\w)\s*[:：]?\s*(?:(?:by|von|par|por|from)\s+.{{1,40}}?[,\s]\s*)?"
    rf"(?:\(?(?:on|at|am|le|el|den|vom|em|il|op|in|about|over)\s+)?"
    rf"(?:{STAMP}|{AGE}|{OTHER_AGE}|yesterday|today|gestern|heute|hier|ayer|昨天|今天|\d{{9,}})(?:[\s,(@at-]*{CLOCK})?"
    rf"(?:\s*[,(]?\s*(?:by|von|par|por|from)\b.{{0,60}}"
    rf"|\s*:\s.{{0,120}}\([0-9a-f]{{7,40}}\)\W*|\s*(?:来源|作者|source)\s*[:：].{{0,40}}|\W*)",
    _FLAGS,
)
_COUNTER = re.compile(
    rf"\W*(?:(?:(?:this|the)\s+\w+\s+(?:has\s+been|was)\s+)?"
    rf"(?:seen|read|viewed|shared|visited|accessed|downloaded|watched|opened)\s+{NUMBER}\s*(?:times|x)"
    rf"|(?:there\s+are\s+)?(?:currently\s+|now\s+|based\s+on\s+)?{NUMBER}\s*{COUNT_WORD}(?:\s+(?:so\s+far|today|in\s+total|right\s+now))?"
    rf"|(?:there\s+are\s+)?(?:currently\s+)?{NUMBER}\s*(?:users?|members?|visitors?)\s+and\s+{NUMBER}\s*(?:users?|guests?|visitors?|bots?)\s+(?:are\s+)?online"
    rf"|{NUMBER}\s*(?:people|persons|customers|shoppers|others)?\s*(?:have\s+|are\s+)?(?:sold|bought|ordered|purchased|booked|viewed|viewing|watching|looking|reading)\b.{{0,60}}"
    r"(?:hours?|days?|weeks?|months?|today|recently|now|this\b.{0,40})"
    r"|(?:users?|members?|guests?|people)\s+(?:browsing|viewing|reading|online)\b.{0,40}[:：].{0,80}"
    rf"|{BROWSING}.{{0,20}}[:：].{{0,80}}"
    r"|(?:(?:estimated\s+)?read(?:ing)?\s+time|lesezeit|temps\s+de\s+lecture|阅读时[长间])\s*[:：]?\s*(?:about\s+|ca\.\s+"
    r"|约)?\d+\s*(?:min\w*\.?|分钟)"
    rf"|{NUMBER}\s*(?:comments?|responses?|replies|reply|thoughts?)\s+(?:to|on)\s.{{0,150}}"
    rf"|(?:rated\s+)?[\d.,]+\s*(?:/|out\s+of|von|sur|de)\s*(?:5|10)(?:\s+stars?)?\s*[(,·-]?\s*(?:based\s+on\s+)?{NUMBER}\s*{COUNT_WORD}?"
    rf"|(?:members|users|mitglieder|benutzer|membres|miembros|usuarios|membri|utenti|membros|leden|medlemmar|пользователей|участников)"
    rf"\s+(?:in\s+total|insgesamt|gesamt|au\s+total|en\s+total|totales|totali|totais|totaal|totalt|всего)\s*[:：]?\s*{NUMBER}"
    rf"|total\s+(?:members|users)\s*[:：]?\s*{NUMBER}"
    rf"|{NUMBER}\s*(?:veces|volte|vezes|times|mal|fois|keer|раз)\s+(?:guardad[oa]|vist[oa]|compartid[oa]|descargad[oa]|salvat[oa]|condivis[oa]|saved|viewed|shared|downloaded|gemerkt|geteilt|gesehen|enregistrée?|vue?|partagée?|bewaard|bekeken)\b.{{0,30}}"
    rf"|{COUNT_WORD}[!！]?\s*(?:counts?|数|today|this\s+(?:week|month|year)|so\s+far|insgesamt|gesamt|(?:en\s+"
    rf"|in\s+)?total[es]?|totali|всего|łącznie|totaal)?\s*[:：(（\s]\s*{NUMBER}\s*[)）]?\s*次?"
    rf"|(?:共|已有|已被?)?\s*{NUMBER}\s*[人次](?:已)?(?:看过|阅读|浏览|参与|在线|围观|投递|申请|报名|购买|付款|下单|关注|收藏"
    rf"|想要|预约|感兴趣|加购|下载|点赞|评价)?(?:了?(?:该|此|这个?|本)(?:商品|产品|职位|活动))?|{NETWORK}\s*[:(]?\s*{NUMBER}"
    rf"|{CART}\s*[:(]?\s*{NUMBER}(?:\s*items?)?"
    rf"|[♥❤♡👍👎★☆⭐👁💬🔥🗨]+\ufe0f?\s*{NUMBER})\W*",
    _FLAGS,
)
# What a server says about this one answer: who asks, when, how long it took, under which number, how long something lasts.
_THIS_ANSWER = re.compile(
    rf"\W*+(?:(?:you\s+are\s+)?(?:our\s+)?visitor\s*(?:(?:no\.?|number|nr\.?|#|:)?\s*{NUMBER}|(?:no\.?|number|nr\.?|#))(?:\s*since\b.{{0,30}})?"
    rf"|{THE_PRESENT}\s*[:：,]?\s*{STAMP}"
    rf"|{NEAR_DAY}(?:[\s,]+(?:at|um|à|om|kl\.?|o|v|в|о|a\s+las|alle|às)?\s*{CLOCK})?|{PRESENCE}"
    rf"|{OPEN_NOW}|{GUEST}"
    r"|(?:server\s+)?uptime\s*:?\s*\d+\s*days?(?:[,\s]+\d{1,2}:\d\d.{0,30})?|(?:this\s+)?(?:page\s+)?(?:(?:was|is)\s+)?(?:generated|rendered|loaded|served|executed|created)\s+in\s+[\d.,]+\s*(?:m?s|(?:milli)?seconds?|sec)\b.{0,40}"
    r"|served\s+by\s(?=.{0,60}\d).{0,60}|your\s+ip\b.{0,60}|(?:good\s+(?:morning|afternoon|evening|night)|guten\s+(?:morgen|tag|abend))(?:[,!]\s*\w{0,20})?"
    rf"|(?:[^.!?]{{1,40}}\s)?(?:ends?|ending|expires?|starts?|closes?|resets?|order\s+within)\s+(?:in\s+)?{SPAN}\b[^.!?]{{0,40}}|(?:(?:only|just|{LASTS})\s+)?{SPAN}\s+{LEFT}|{LASTS}:?\s+{SPAN}"
    rf"|\d++\s*{UNIT}(?:[,\s]+\d++\s*{UNIT}){{2,3}}|(?:还剩|還剩|剩余|仅剩|あと|残り)\s*\d+\s*(?:天|日|小时|小時|時間|分钟?)"
    rf"|{METER}|{PAGE_OF}"
    r"|(?:our\s+|welcome\s+(?:to\s+)?our\s+)?(?:newest|latest)\s+(?:registered\s+)?(?:member|user)(?:\s+is)?\s*:?\s.{1,40}|(?:unser\s+)?neueste[sr]?\s+(?:mitglied|benutzer)\s*:?\s.{1,40}"
    r"|\d+\s+(?:(?:sql|db|database)\s+)?(?:queries|requests)"
    r"|(?:how\s+much|what)\s+is\s+\d+\s*[-+*x×]\s*\d+|\d+\s*[-+*x×]\s*\d+\s*="
    rf"|(?:build|revision|commit|rev\.?|deploy(?:ed|ment)?)\s*[:：#]?\s*[0-9a-f]{{7,40}}(?:[\s,(·-]*(?:on|at|from|of"
    rf"|built)?\s*{STAMP}\)?)?"
    r"|(?:request|session|trace|ray|transaction|correlation|visitor|build)[\s_-]*(?:id|number|no\.?)?\s*[:：#]\s*[\w.-]{4,64})\W*",
    _FLAGS,
)
# What else holds at the moment of the answer only; such lines are short and have a figure.
_AT_THIS_MOMENT = re.compile(
    rf"\W*+(?:{TIME_NOW}|{LAST_VISIT}|{DAY_OF_WEEK}|{DELIVERY}|{VISITOR}|{COUNTS_BY_DAY}|{ONLINE}|{LOOKERS}|{SERVER_TIME}|{IDENTIFIER}|{SHARES}|{RATING}"
    rf"|{INDEX}|{SUN}|{SEEN_ON})\W*",
    _FLAGS,
)
# Dear patterns, each asked for only where something that is quickly found is there.
_TIMES, _TIMES_SEEN = re.compile(rf"\d\s*{TIMES}|xem|đọc|tải", _FLAGS), re.compile(rf"\W*+(?:{TIMES_SEEN})\W*", _FLAGS)
_IN_TIME, _COUNTDOWN = re.compile(rf"\s{IN_TIME}\d", _FLAGS), re.compile(rf"\W*+{COUNTDOWN}\W*", _FLAGS)
_LONGEST_MOMENT = 90
# A consent notice, recognised by its first words and by what it asks for.
_CONSENT = re.compile(
    r"\W*(?:this\s+(?:web)?site|our\s+(?:web)?site|we(?:\s+and\s+our\s+partners)?|diese\s+(?:web)?seite|wir|ce\s+site|nous"
    r"|este\s+sitio|本网站|我们)"
    r"\b.{0,80}\bcookies?\b.{0,300}(?:accept|agree|continu|consent|got\s+it|learn\s+more|settings|preferences|best\s+experience|opt[\s-]out"
    r"|zustimm|akzeptier|weiter|accept|refus|acepta|同意|接受).{0,200}",
    _FLAGS,
)
_ADVERTISED = re.compile(
    r"\s*(?:[\[［【〔]\s*(?:pr|ads?|広告|推广|推廣|广告|廣告|광고|anzeige|werbung|реклама|إعلان|פרסומת|publicité|publicidad)\s*[\]］】〕]"
    r"|(?:広告|推广|推廣|广告|廣告|광고|스폰서)\s*[:：])",
    _FLAGS,
)
_SENTENCES = re.compile(r"(?<=[^\W\d_]{2}\.)\s+|(?<=[^\W\d_] \.)\s+|(?<=\d\.)\s+(?=[^\W\d_])")
_SEPARATORS = re.compile(r"\s*(?:[·•|｜‧∙●»]|\s[–—/-]\s)\s*")
_DIGIT = re.compile(r"\d")
# One of these, or a digit, stands in every noise. Searched one by one in small letters: a pattern of all is many times slower.
_MARKS_OF_NOISE = (
    "ago", "just now", "yesterday", "today", "gestern", "heute", "reserved", "vorbehalten", "réservés", "reservados", "copyright",
    "©", "cookie", "good ", "guten ", "served ", "last ", "pasad", "scors", "dernière", "gisteren", " temu", " siden", " sedan",
    "vandaag", "ontem", "hoje", "ieri", "est member", "online", "linea", "laatst ", "zuletzt ", "oggi", " hoy", "wczoraj",
)  # fmt: skip
_OTHER_MARKS_OF_NOISE = (
    *_MARKS_OF_NOISE, "刚刚", "昨天", "今天", "版权", "保留", "［", "【", "〔", "広告", "推广", "推廣", "广告", "廣告", "광고",
    "昨日", "今日", "前天", "어제", "오늘", "منذ", "أمس", "اليوم", "לפני", "אתמול", "היום", "วันนี้", "เมื่อวาน", "назад", "тому",
    "вчера", "вчора", "igår", "i går", "včera", "dün", "bugün", "tänään",
    "онлайн", "сети", "línea", "متصل", "ظهور", "最后", "最終", "접속", "сегодня", "сьогодні",
)  # fmt: skip
_MARKS_OF_LONG_NOISE = ("reserved", "vorbehalten", "réservés", "reservados", "copyright", "©", "cookie", "版权", "保留")
_BEFORE_DIGITS = b"\xd9\xdb\xdf\xe0\xe1\xea\xef\xf0"
"""With one of these begins, in UTF-8, every decimal digit that is not ASCII."""
_ASCII_MARKS_OF_AGES = ("ago", "vor ", "il y", "hace", " fa", "geleden", "just now")
_MARKS_OF_AGES = (*_ASCII_MARKS_OF_AGES, "há ", "назад", "前", "전", "刚刚", "剛剛")
_MAYBE_COPYRIGHT = re.compile(r"©|\(c\)|copy|reserved|vorbehalten|réservés|reservados|版权|版權|保留")
_ONLY_MARKS = re.compile(r"[\W_]*")
_AGE_INSIDE = re.compile(rf"\b{AGE}", _FLAGS)
_HEXADECIMAL = re.compile(r"(?<![0-9A-Za-z])[0-9a-fA-F]{7,40}(?:-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})?(?![0-9A-Za-z])")
_LONG_SEGMENT = 160
"""No age, counter or date line is longer; a copyright line may be (see `_is_noise`)."""


def content_of(text: str, *, dates_count: bool) -> str:
    """The part of a block's text that is content: segments that are only noise are dropped; "" where nothing is left.

    `dates_count` says whether a date that stands alone is content (in a table cell or list) or a stamp of the page (in a paragraph).
    """
    return _content_of_line(text, dates_count) if len(text) <= _LONG_SEGMENT else _content_of(text, dates_count)


def _content_of(text: str, dates_count: bool) -> str:  # noqa: FBT001  a name would slow the cache
    if not text[:1].isalnum() and _ONLY_MARKS.fullmatch(text):
        return ""
    if len(text) >= 4 * _LONG_SEGMENT:
        return text
    if not has_digit(text) and not _has_one_of(text.lower(), _marks_for(text)):
        return text
    return _without_noise(text, dates_count=dates_count)


# Most lines of a site stand on many of its pages, and on the same page at the next visit.
_content_of_line = lru_cache(maxsize=20_000)(_content_of)


def _marks_for(text: str) -> tuple[str, ...]:
    if len(text) > _LONG_SEGMENT:
        return _MARKS_OF_LONG_NOISE
    return _MARKS_OF_NOISE if text.isascii() else _OTHER_MARKS_OF_NOISE


def has_digit(text: str) -> bool:
    """Whether a text has a digit of any script. Looking at bytes is many times as fast as a pattern, which is left for texts in whose
    scripts there are digits of their own."""
    written = text.encode("utf-8", "surrogatepass")
    if len(written.translate(None, b"0123456789")) != len(written):
        return True
    return len(written) != len(text) and len(written.translate(None, _BEFORE_DIGITS)) != len(written) and _DIGIT.search(text) is not None


def _has_one_of(small: str, marks: tuple[str, ...]) -> bool:
    for mark in marks:  # noqa: SIM110  a loop is three times as fast as any() over so short a tuple
        if mark in small:
            return True
    return False


# Most lines of a site stand on many of its pages, and on the same page at the next visit.
@lru_cache(maxsize=20_000)
def _without_noise(text: str, *, dates_count: bool) -> str:
    if len(text) <= _LONG_SEGMENT and _THIS_ANSWER.fullmatch(text):
        return ""
    if not dates_count and len(text) <= _LONG_SEGMENT and are_counters(text):
        return ""
    if len(text) <= _LONG_SEGMENT and ". " in text:
        sentences = _SENTENCES.split(text)
        if len(sentences) > 1 and all(_is_noise(one, dates_count=dates_count) for one in sentences):
            return ""
    segments = _SEPARATORS.split(text)
    kept = [segment for segment in segments if segment and not _is_noise(segment, dates_count=dates_count, whole=text)]
    if not dates_count and len(text) <= _LONG_SEGMENT:
        bare = [without_counters(segment) for segment in kept]
        if bare != kept:
            return _without_noise(" · ".join(one for one in bare if not _ONLY_MARKS.fullmatch(one)), dates_count=False)
    if len(kept) == len(segments):
        return text
    return " · ".join(segment for segment in kept if not _ONLY_MARKS.fullmatch(segment))


def _is_noise(segment: str, *, dates_count: bool, whole: str = "") -> bool:
    """Whether a segment of a line is noise; the `whole` line has been asked for `_THIS_ANSWER` before, which is the dearest to ask."""
    small = segment.lower()
    if len(segment) <= 2 * _LONG_SEGMENT and _MAYBE_COPYRIGHT.search(small) and _COPYRIGHT.search(segment):
        return True
    if len(segment) > _LONG_SEGMENT:
        return "cookie" in small and _CONSENT.fullmatch(segment) is not None
    if any(rule.fullmatch(segment) for rule in (_COUNTER, _UPDATED_LINE, _LONE_AGE, _CONSENT)) or _ADVERTISED.match(segment):
        return True
    if segment != whole and _THIS_ANSWER.fullmatch(segment):
        return True
    if dates_count:
        return False
    return _LONE_STAMP.fullmatch(segment) is not None or is_counter(segment) or _is_of_this_moment(segment)


def _is_of_this_moment(segment: str) -> bool:
    if len(segment) > _LONGEST_MOMENT or not has_digit(segment):
        return False
    if _AT_THIS_MOMENT.fullmatch(segment) or (_TIMES.search(segment) and _TIMES_SEEN.fullmatch(segment)):
        return True
    return _IN_TIME.search(segment) is not None and _COUNTDOWN.fullmatch(segment) is not None


def without_moving_parts(text: str) -> str:
    """The text with ages ("5 minutes ago") and build hashes replaced by a mark, for keys that must not move by themselves."""
    if _has_one_of(text.lower(), _ASCII_MARKS_OF_AGES if text.isascii() else _MARKS_OF_AGES):
        text = _AGE_INSIDE.sub("~", text)
    return _HEXADECIMAL.sub(_mark_hash, text) if has_digit(text) else text


def _mark_hash(found: re.Match[str]) -> str:
    """A mark for a hash; a word or number that could be one by its letters stays."""
    whole = found.group()
    return "~" if "-" in whole or not (whole.isdigit() or whole.isalpha()) else whole
