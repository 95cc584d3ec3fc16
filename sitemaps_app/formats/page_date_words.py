"""The words by which pages say, in some twenty languages, that what follows is the date of a change or of the publication."""

from __future__ import annotations

import re

UPDATED = (
    r"(?:(?:last|page|content|article|date|latest)[ -])?(?:up-?dated?|modified|edited|changed|revised|revision|modification|update)"
    r"(?: date)?"
    r"|(?:zuletzt )?(?:aktualisiert|ge(?:ä|ae)ndert|bearbeitet)|letzte (?:ä|Ä)nderung|letzte aktualisierung"
    r"|mise? à jour|modifiée?|dernière (?:mise à jour|modification)|actualizad[oa]|modificad[oa]|última (?:actualización|modificación)"
    r"|aggiornat[oa]|ultim[oa] (?:modifica|aggiornamento)|atualizad[oa]|última (?:atualização|modificação)"
    r"|(?:laatst )?(?:bijgewerkt|gewijzigd)|uppdatera[dt]|opdateret|oppdatert|senast ändrad|zaktualizowano|ostatnia aktualizacja"
    r"|aktualizováno|обновлено|изменено|последнее (?:обновление|изменение)|güncellen(?:di|me)|son güncelleme"
    r"|(?:最終)?更新日?|最[后後](?:更新|修改)(?:于|於)?|更新(?:于|於|时间|時間|日期)|修改(?:于|於|時間|时间)|"
    r"(?:최종 )?(?:수정|업데이트)(?:일)?"
    r"|آخر تحديث|تم التحديث|עודכן"
)
PUBLISHED = (
    r"(?:date )?(?:published|posted|created)|first published|publication date|veröffentlicht|erstellt|publiée?|publicad[oa]|pubblicat[oa]"
    r"|gepubliceerd|opublikowano|опубликовано|発行日|公開日?|投稿日?|发布(?:于|时间|日期)?|發布|發表|게시(?:일)?|نشر"
)
JOINING = r"(?:[\s:：,.(|•·–—-]|\b(?:on|at|am|um|le|el|il|em|op|den|dnia)\b){0,8}"
SAYS_UPDATED = re.compile(rf"(?:^|[^\w])(?:{UPDATED}){JOINING}$", re.IGNORECASE)
"""Matches the end of words that stand before a date."""
SAYS_PUBLISHED = re.compile(rf"(?:^|[^\w])(?:{PUBLISHED}){JOINING}$", re.IGNORECASE)
BEGINS_UPDATED = re.compile(rf"^\W{{0,5}}(?:{UPDATED})\b", re.IGNORECASE)
"""Matches the begin of a text that holds the date too."""
STEMS = (
    "updat", "up-dat", "modif", "edit", "chang", "revis", "aktualis", "änder", "aender", "bearbeit", "mis", "actualiz", "aggiorn",
    "atualiz",
    "bijgewerkt", "gewijzigd", "uppdater", "opdater", "oppdater", "ändrad", "aktualiz", "обновл", "измен", "güncel", "更新", "修改", "수정",
    "업데이트", "تحديث", "עודכן",
)  # fmt: skip
"""One of these is in every text, in lower case, that `UPDATED` matches: looking for them costs a tenth."""
