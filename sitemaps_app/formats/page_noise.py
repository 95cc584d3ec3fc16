"""What a block of text says that is not content: ages, counters, "last updated" and copyright lines, clocks, lone dates.

The rules look at a whole segment of a line (between `·`, `|` and the like), never at a word inside a sentence: "opens on 8 June" is
content, "Updated on 8 June" is not.
"""

from __future__ import annotations

import re

_MONTH = (
    r"(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|mar(?:ch|s|zo)?|mär(?:z)?|apr(?:il)?|may|mai|mayo|maggio|june?|juni|juin|junio|july?|juli|juillet"
    r"|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?|dec(?:ember)?"
    r"|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?|enero|ene|février|fév|févr|febrero|avril|avr|abril|abr)\.?"
)
_WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+"
    r"|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),?\s+"
    r"|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo),?\s+"
    r"|[一二三四五六日天]?(?:星期|周|週)[一二三四五六日天]\s*)"
)
# A point between hours and minutes needs a word that says so: "24.90" is a price.
_CLOCK = (
    r"(?:[0-2]?\d(?:[:h][0-5]\d(?:[:.][0-5]\d)?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?|\.[0-5]\d\s*(?:uhr\b|[ap]\.?m\.?))"
    r"\s*(?:uhr|z|utc|gmt|cest|cet|[ecmp][sd]t|[+-]\d{2}:?\d{2})?)"
)
_DAY = (
    r"(?:le\s+|am\s+|el\s+|den\s+)?"
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\s?\d{{1,2}}[-/.]\s?\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s+(?:de\s+|of\s+)?{_MONTH},?\s+"
    rf"(?:de\s+)?\d{{4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}[-\s]{_MONTH}[-\s]\d{{2,4}}|\d{{4}}\s?年\s?\d{{1,2}}\s?月\s?(?:\d{{1,2}}\s?[日号])?"
    rf"|{_MONTH}\s+\d{{4}}|\d{{1,2}}\.?\s+{_MONTH}|{_MONTH}\s+\d{{1,2}})"
)
_STAMP = rf"(?:{_WEEKDAY}?{_DAY}(?:[,\sTà@·-]*(?:at|um|à|a las)?\s*{_CLOCK})?|{_CLOCK}(?:[,\s]+{_WEEKDAY}?{_DAY})?)"
_NUMBER = r"\d[\d.,'\s\u00a0]{0,12}\s?(?:[kKmM]|万|千|million)?\+?"
_COUNT_WORD = (
    r"(?:(?:page\s?|profile\s?|total\s|unique\s|post\s|video\s)?(?:views?|visits?|visitors?|hits|reads?|clicks|downloads|plays)|comments?|responses?|repl(?:y|ies)"
    r"|shares?|likes?|dislikes|upvotes|votes?|claps?|reactions?|retweets?|reposts?|tweets|followers|subscribers|favou?rites|bookmarks|stars?|forks?|watchers"
    r"|(?:users?|people|guests?|members?|visitors?|readers?)\s+(?:are\s+)?(?:online|reading|viewing|here|watching)(?:\s+now|\s+this)?"
    r"|online(?:\s+(?:users?|now))?|min(?:ute)?s?(?:\s+(?:to\s+)?read(?:ing)?(?:\s+time)?)"
    r"|aufrufe?|besucher|kommentare?|gefällt(?:\s+mir)?|mal\s+(?:gelesen|geteilt)|lesezeit|vues?|commentaires?|partages|lectures|visitas|comentarios?|vistas|visualizações"
    r"|次?(?:浏览|閱讀|阅读|点击|觀看|观看|播放|访问)(?:量|次数|人数)?|[条則则]?(?:评论|評論|留言)|[人次]?(?:点赞|點讚|赞|收藏|转发|在线|在線|在看))"
)
_UNIT = (
    r"(?:sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|mos?|years?|yrs?|[smhdwy]|sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?)"
)
_SOME = r"(?:\d+|an?|one|two|few|a\s+few|several|about\s+\d+|about\s+an?|einer?m?|une?|una?)"
_AGE = (
    rf"(?:{_SOME}\s*{_UNIT}(?:(?:,|\s+and)?\s+\d+\s*{_UNIT})?\s+ago|\bvor\s+{_SOME}\s+{_UNIT}|il\s+y\s+a\s+{_SOME}\s+{_UNIT}|hace\s+{_SOME}\s+{_UNIT}"
    r"|\d+\s*(?:秒钟?|分钟|分鐘|小时|小時|天|周|週|个月|個月|年)\s*[以之]?前|just\s+now|moments?\s+ago|刚刚|剛剛)"
)
_UPDATED = (
    r"(?:(?:this\s+(?:page|article|document|site)\s+(?:was|is)\s+|page\s+|content\s+|site\s+|document\s+|article\s+|post\s+)?(?:last\s+|latest\s+|date\s+|time\s+of\s+(?:last\s+)?)?"
    r"(?:up-?dated?|modified|modification|edited|changed?|revised|revision|reviewed|built|generated|rendered|published|publication|posted|created|refreshed|synced|checked|deployed|compiled|build)"
    r"(?:\s+(?:date|time|on|at|by))?"
    r"|last\s+(?:update|change|modification|edit|review|commit|build)|as\s+of|stand|(?:zuletzt|letzte?)\s+(?:aktualisiert|geändert|bearbeitet|aktualisierung|änderung)|aktualisiert|veröffentlicht|geändert"
    r"|(?:dernière\s+)?(?:mise\s+à\s+jour|modification)|(?:mis\s+à\s+jour|modifié|publié)|(?:última\s+)?(?:actualización|modificación)|actualizado|publicado|atualizado"
    r"|(?:最后|最近|最後)?(?:更新|修改|编辑|編輯)(?:于|於|时间|時間|日期)?|(?:发布|發布|发表|發表|创建)(?:于|於|时间|時間|日期)?|時間|时间|日期)"
)
_COPYRIGHT = re.compile(
    r"(?:©|\(c\)|&copy;)[^.!?。]{0,60}?\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b[^.!?。]{0,20}©|copy(?:right|left)\s*(?:©|\(c\))?\s*(?:19|20)\d\d\b"
    r"|^\W*copyright\b[^.!?。]{0,40}\b(?:19|20)\d\d\W*$|版权所有|版權所有"
    r"|all\s+rights\s+reserved|alle\s+rechte\s+vorbehalten|tous\s+droits\s+réservés|todos\s+los\s+derechos\s+reservados|保留所有权利",
    re.IGNORECASE,
)
_FLAGS = re.IGNORECASE
_LONE_STAMP = re.compile(rf"[\s(\[,:–—-]*{_STAMP}(?:\s*[–—-]\s*{_STAMP})?[\s)\].,]*", _FLAGS)
_LONE_AGE = re.compile(rf"(?:\W*|(?:\S+\s+){{1,5}}){_AGE}(?:\s+by\b.{{0,60}}|\W*)", _FLAGS)
_UPDATED_LINE = re.compile(
    rf"\W*{_UPDATED}(?!\w)\s*[:：]?\s*(?:(?:by|von|par|por|from)\s+.{{1,40}}?[,\s]\s*)?(?:\(?(?:on|at|am|le|el|den|vom|in|about|over)\s+)?"
    rf"(?:{_STAMP}|{_AGE}|yesterday|today|gestern|heute|hier|ayer|昨天|今天|\d{{9,}})(?:[\s,(@at-]*{_CLOCK})?(?:\s*[,(]?\s*(?:by|von|par|por|from)\b.{{0,60}}"
    rf"|\s*:\s.{{0,120}}\([0-9a-f]{{7,40}}\)\W*|\s*(?:来源|作者|source)\s*[:：].{{0,40}}|\W*)",
    _FLAGS,
)
_COUNTER = re.compile(
    rf"\W*(?:(?:seen|read|viewed|shared|visited|downloaded|watched)\s+{_NUMBER}\s*(?:times|x)|(?:there\s+are\s+)?(?:currently\s+|now\s+)?{_NUMBER}\s*{_COUNT_WORD}"
    rf"|{_COUNT_WORD}\s*(?:count)?\s*[:：(（]\s*{_NUMBER}\s*[)）]?\s*次?|(?:共|已有|已被?)?\s*{_NUMBER}\s*[人次](?:看过|阅读|浏览|参与|在线|围观)?)\W*",
    _FLAGS,
)
# What a server says about this one answer: who asks, when, how long it took, under which number.
_THIS_ANSWER = re.compile(
    rf"\W*(?:(?:you\s+are\s+)?(?:our\s+)?visitor\s*(?:no\.?|number|nr\.?|#|:)?\s*{_NUMBER}"
    rf"|(?:today(?:\s+is|'s\s+date(?:\s+is)?)?|(?:current|local|server)\s+(?:date|time)(?:\s+is)?|heute\s+ist|今天是)\s*[:：,]?\s*{_STAMP}"
    rf"|(?:yesterday|today|gestern|heute|hier|ayer|昨天|今天)(?:[\s,]+(?:at|um|à)?\s*{_CLOCK})?"
    r"|(?:page\s+)?(?:generated|rendered|loaded|served|executed)\s+in\s+[\d.,]+\s*(?:m?s|(?:milli)?seconds?|sec)\b.{0,40}"
    r"|(?:request|session|trace|ray|transaction|correlation|visitor|build)[\s_-]*(?:id|number|no\.?)?\s*[:：#]\s*[\w.-]{4,64})\W*",
    _FLAGS,
)
_SEPARATORS = re.compile(r"\s*(?:[·•|｜‧∙●»]|\s[–—/]\s)\s*")
_MAYBE_NOISE = re.compile(
    r"\d|ago\b|just now|yesterday|today|刚刚|昨天|今天|gestern|heute|reserved|vorbehalten|réservés|reservados|版权|保留|copyright|©", _FLAGS
)

_ONLY_MARKS = re.compile(r"[\W_]*")
_AGE_INSIDE = re.compile(rf"\b{_AGE}" if not _AGE.startswith(r"\b") else _AGE, _FLAGS)
_HASH = re.compile(
    r"(?<![0-9A-Za-z])(?:(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}|[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})(?![0-9A-Za-z])",
    _FLAGS,
)
_LONG_SEGMENT = 160
"""No age, counter or date line is longer; a copyright line may be (see `_is_noise`)."""


def content_of(text: str, *, dates_count: bool) -> str:
    """The part of a block's text that is content: segments that are only noise are dropped; "" where nothing is left.

    `dates_count` says whether a date that stands alone is content (in a table cell or list) or a stamp of the page (in a paragraph).
    """
    if _ONLY_MARKS.fullmatch(text):
        return ""
    if not _MAYBE_NOISE.search(text):
        return text
    segments = _SEPARATORS.split(text) if len(text) < 4 * _LONG_SEGMENT else [text]
    kept = [segment for segment in segments if segment and not _is_noise(segment, dates_count=dates_count)]
    if len(kept) == len(segments):
        return text
    return " · ".join(segment for segment in kept if not _ONLY_MARKS.fullmatch(segment))


def _is_noise(segment: str, *, dates_count: bool) -> bool:
    if len(segment) <= 2 * _LONG_SEGMENT and _COPYRIGHT.search(segment):
        return True
    if len(segment) > _LONG_SEGMENT:
        return False
    if any(rule.fullmatch(segment) for rule in (_COUNTER, _UPDATED_LINE, _LONE_AGE, _THIS_ANSWER)):
        return True
    return not dates_count and bool(_LONE_STAMP.fullmatch(segment))


def without_moving_parts(text: str) -> str:
    """The text with ages ("5 minutes ago") and build hashes replaced by a mark, for keys that must not move by themselves."""
    if not _MAYBE_NOISE.search(text):
        return text
    return _HASH.sub("~", _AGE_INSIDE.sub("~", text))
