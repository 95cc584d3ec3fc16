"""The words of lines that are not content, as parts of patterns: months, clocks, ages, counters, stamps, in the languages met most.

Every part is matched without regard to case, and within a whole segment of a line (see `page_noise`).
"""

from __future__ import annotations


def _one_of(words: str) -> str:
    """A pattern for any of these words, the longest first; `_` stands for a blank."""
    return "(?:" + "|".join(word.replace("_", r"\s+") for word in sorted(words.split(), key=len, reverse=True)) + ")"


MONTH = (
    _one_of(
        """
        jan january januar janvier januari janeiro feb february februar februari febbraio fevereiro fév févr février febrero mar march mars
        märz mär maart marzo março apr april avril avr abril aprile abr may mai mei mayo maggio maio maj june juni juin junio giugno junho
        jun july juli juillet julio luglio julho jul aug august août agosto augustus augusti sept sep september septembre septiembre
        settembre setembro oct october octobre octubre ottobre outubro okt oktober nov november novembre noviembre novembro dec december
        décembre diciembre dicembre dezembro dez dezember déc dic enero ene gennaio января февраля марта апреля мая июня июля августа
        сентября октября ноября декабря stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
        янв фев февр мар апр мая июн июл авг сен сент окт ноя нояб дек січ лют бер кві тра чер лип сер вер жов лис гру
        ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
        """
    )
    + r"\.?"
)
WEEKDAY = (
    r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+"
    r"|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche),?\s+"
    r"|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica),?\s+"
    r"|(?:(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag"
    r"|mandag|tirsdag|lørdag|søndag|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье),?\s+"
    r"|[一二三四五六日天]?(?:星期|周|週)[一二三四五六日天]\s*)"
)
# A point between hours and minutes needs a word that says so: "24.90" is a price.
CLOCK = (
    r"(?:[0-2]?\d(?:[:h][0-5]\d(?:[:.][0-5]\d)?(?:[.,]\d+)?\s*(?:[ap]\.?m\.?)?|h\b|\.[0-5]\d\s*(?:uhr\b|[ap]\.?m\.?))"
    r"\s*(?:uhr|z|utc|gmt|cest|cet|msk|[ecmp][sd]t|[+-]\d{2}:?\d{2})?)"
)
DAY = (
    r"(?:le\s+|am\s+|el\s+|den\s+|il\s+)?"
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{1,2}}[-/.]\s?\d{{1,2}}[-/.]\s?\d{{4}}"
    rf"|\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?\s+(?:de\s+|of\s+)?{MONTH},?\s+"
    rf"(?:de\s+)?\d{{4}}(?:\s*(?:г\.?|г(?:ода)?|r\.))?|{MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}[-\s]{MONTH}[-\s]\d{{2,4}}"
    rf"|\d{{4}}\s?[年년]\s?\d{{1,2}}\s?[月월]\s?(?:\d{{1,2}}\s?[日号일])?"
    rf"|{MONTH}\s+\d{{4}}|\d{{1,2}}\.?\s+{MONTH}|{MONTH}\s+\d{{1,2}})"
)
_DAY_BEHIND = (
    r"(?:[\s(（]*(?:(?:星期|周|週|曜日?)?[一二三四五六日天月火水木金土]曜?日?|[월화수목금토일]요일|[월화수목금토일](?=[)）]))[)）]?(?!\w))"
)
STAMP = rf"(?:{WEEKDAY}?{DAY}{_DAY_BEHIND}?(?:[,\sTà@·-]*(?:at|um|à|às|alle|om|a las|в)?\s*{CLOCK})?|{CLOCK}(?:[,\s]+{WEEKDAY}?{DAY})?)"
NUMBER = r"\d[\d.,'\s\u00a0]{0,12}\s?(?:[kKmM]\b|万|萬|千|million|тыс\.?)?\+?"
COUNT_WORD = (
    r"(?:(?:page\s?|profile\s?|total\s|unique\s|post\s|video\s|customer\s|user\s)?(?:views?|visits?|visitors?|hits|reads?|clicks|downloads|plays|reviews?"
    r"|ratings?)|comments?|responses?|repl(?:y|ies)|posts|messages|karma|reputation|beiträge"
    r"|shares?|likes?|dislikes|upvotes|votes?|claps?|reactions?|retweets?|reposts?|tweets|followers|subscribers|favou?rites|bookmarks|stars?|forks?|watchers"
    r"|(?:users?|people|guests?|members?|visitors?|readers?)\s+(?:are\s+)?(?:online|reading|viewing|here|watching|looking\s+at)(?:\s+(?:now|this.{0,30}|it.{0,20}))?"
    r"|сообщени(?:я|й|е)|благодарност(?:и|ей)|повідомлен(?:ь|ня)|подяки?|мнения|mensajes|messaggi|mensagens|berichten|inlägg|innlegg|indlæg|viestit|viestejä"
    r"|post[yó]w?|příspěvk[yů]|hozzászólások|mesaj(?:lar)?[ıi]?|μηνύματα|(?:ال)?مشاركات|הודעות|発言数?|投稿数|发帖数?|發文數?|帖子数?|게시글\s?수?|โพสต์|bài\s+viết"
    r"|danke|bedankt|thanks(?:\s+(?:given|received))?|merci(?:s|\s+reçus)?|agradecimientos"
    r"|online(?:\s+(?:users?|now))?|min(?:ute)?s?(?:\s+(?:to\s+)?read(?:ing)?(?:\s+time)?)"
    r"|aufrufe?|besucher|kommentare?|bewertungen?|gefällt(?:\s+mir)?|mal\s+(?:gelesen|geteilt)|lesezeit|vues?|commentaires?|partages|lectures|avis"
    r"|visitas|comentarios?|vistas|visualizações|comentários?|curtidas|opiniones|visualizzazioni|commenti|letture|condivisioni|recensioni"
    r"|weergaven|reacties|keer\s+bekeken|wyświetle(?:ń|nia)|odsłon|komentarz[ey]?|visningar|kommentarer|görüntülenme|yorum"
    r"|просмотр(?:ов|а|ы)?|комментари(?:ев|я|й|и)|отзыв(?:ов|а|ы)?|лайков|(?:عدد\s+)?(?:ال)?(?:مشاهدات|مشاهدة|تعليقات|تعليق|زيارات|قراءة|قراءات)"
    r"|조회\s?수?|댓글|좋아요|閲覧数|再生回数|いいね|コメント"
    r"|次?(?:浏览|閱讀|阅读|点击|點擊|觀看|观看|播放|访问)(?:量|次数|人数|数)?|[条則则]?(?:评论|評論|留言|评价)|[人次]?(?:点赞|點讚|赞|收藏|转发|在线|在線|在看))"
)
UNIT = (
    r"(?:std\.?|stdn\.?|tg\.?|wo\.|j\b|ч\.|мин\.|дн\.|нед\.|sec(?:ond)?s?|min(?:ute)?s?|h(?:ou)?rs?|days?|weeks?|months?|mos?|years?|yrs?|[smhdwy]|sekunden?|minuten?|stunden?|tag(?:en?)?|wochen?|monat(?:en?)?|jahr(?:en?)?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|años?|minuti|ore|giorn[io]|settiman[ae]|ann[io]"
    r"|минут[ыу]?|час(?:а|ов)?|дн(?:я|ей)|день|недел[иью]|месяц(?:а|ев)?)"
)
_SOME = r"(?:\d++|an?|one|two|few|a\s+few|several|about\s+\d++|about\s+an?|einer?m?|une?|una?)"
AGE = (
    rf"(?:{_SOME}\s*{UNIT}(?:(?:,|\s+and)?\s+\d++\s*{UNIT})?\s+(?:ago|fa|назад|geleden)\b|\bvor\s+{_SOME}\s+{UNIT}|il\s+y\s+a\s+{_SOME}\s+{UNIT}|h(?:ace|á)\s+{_SOME}\s+{UNIT}"
    r"|\d++\s*(?:秒钟?|分钟|分鐘|小时|小時|天|周|週|个月|個月|年)\s*[以之]?前|\d++\s*(?:秒|分|時間|日|週間|か月)前|\d++\s*(?:초|분|시간|일|주|개월)\s*전"
    r"|just\s+now|moments?\s+ago|刚刚|剛剛)"
)
SPAN = rf"(?:\d++\s*{UNIT}(?:[,\s]+(?:and\s+)?\d++\s*{UNIT}){{0,3}}|\d{{1,3}}:[0-5]\d:[0-5]\d)"
UPDATED = (
    r"(?:(?:this\s+(?:page|article|document|site)\s+(?:was|is)\s+|page\s+|content\s+|site\s+|document\s+|article\s+|post\s+)?(?:last\s+|latest\s+|date\s+|time\s+of\s+(?:last\s+)?)?"
    r"(?:up-?dated?|modified|modification|edited|changed?|revised|revision|reviewed|built|generated|rendered|published|publication|posted|created|refreshed|cached|synced|checked|deployed|compiled|build)"
    r"(?:\s+(?:date|time|on|at|by))?"
    r"|(?:(?:diese\s+)?seite\s+|page\s+|página\s+|pagina\s+|strona\s+|страница\s+|sayfa\s+|sidan?\s+|siden\s+)?(?:(?:wurde|a\s+été|fue|foi|è\s+stata|została|была|werd)\s+)?"
    r"(?:erzeugt|erstellt|generiert|aufgerufen|abgerufen|générée?|créée?|consultée?|generad[oa]|cread[oa]|consultad[oa]|generat[oa]|creat[oa]|gerad[oa]|criad[oa]|gegenereerd|aangemaakt"
    r"|wygenerowan[oa]|utworzon[oa]|сгенерирован[ао]?|создан[ао]?|genererad|genereret|generert|skapad|oluşturuldu|oluşturulma|vygenerován[oa]|页面生成|生成|作成|생성)(?:\s*(?:于|於|时间|日時|日|일시?))?"
    r"|last\s+(?:update|change|modification|edit|review|commit|build)|as\s+of|stand|(?:zuletzt|letzte?)\s+(?:aktualisiert|geändert|bearbeitet|aktualisierung|änderung)|aktualisiert|veröffentlicht|geändert"
    r"|(?:dernière\s+)?(?:mise\s+à\s+jour|modification)|(?:mis\s+à\s+jour|modifié|publié)|(?:última\s+)?(?:actualización|modificación|atualização)|actualizado|publicado|atualizado|(?:ultim[oa]\s+)?(?:aggiornamento|modifica)|aggiornato|pubblicato"
    r"|(?:laatst\s+)?(?:bijgewerkt|gewijzigd)|gepubliceerd|(?:senast\s+)?(?:uppdaterad|ändrad)|publicerad|(?:sist|senest)\s+(?:oppdatert|opdateret|endret)"
    r"|(?:последнее\s+)?(?:обновление|изменение)|обновлено|изменено|опубликовано|(?:ostatnia\s+)?(?:aktualizacja|modyfikacja)|zaktualizowano|opublikowano|son\s+güncelleme|آخر\s+تحديث"
    r"|(?:最終)?更新日?時?|公開日|投稿日|(?:최종\s?|마지막\s?)?(?:수정|업데이트)(?:일|됨)?|게시일|작성일"
    r"|(?:最后|最近|最後)?(?:更新|修改|编辑|編輯)(?:于|於|时间|時間|日期)?|(?:发布|發布|发表|發表|创建)(?:于|於|时间|時間|日期)?|時間|时间|日期)"
)
# A greeting of somebody who has not signed in, under the number that he was given.
GUEST = (
    r"(?:(?:welcome|willkommen|bienvenue|bienvenid[oa]s?|benvenut[oa]|bem-vind[oa]|welkom|witaj|välkommen|velkommen|vítejte|добро\s+пожаловать|hoş\s+geldiniz|chào\s+mừng|欢迎您?|歡迎您?|ようこそ"
    r"|환영합니다|أهلا\s+بك|مرحبا|שלום|ברוך\s+הבא|hello|hallo|bonjour|hola|ciao|olá|hi)[\s,!:，、！]*)?"
    r"(?:guest|gast|invité|invitado|ospite|convidado|visitante|gość|gäst|gjest|host|гость|misafir|ziyaretçi|khách|游客|訪客|访客|ゲスト|손님|방문자|ضيف|زائر|אורח)"
    r"(?:\s*(?:no\.?|nr\.?|n°|№|#|号))?[\s:：_-]*\d[\d.,]*(?:\s*(?:さん|様|님))?"
)
# Before the date or time of this moment.
THE_PRESENT = (
    r"(?:today(?:\s+is|'s\s+date(?:\s+is)?)?|(?:current|local|server)\s+(?:date|time)(?:\s+is)?|(?:it\s+is\s+)?now|heute(?:\s+ist)?|jetzt|aktuelle\s+(?:uhr)?zeit"
    r"|nous\s+sommes(?:\s+le)?|aujourd['’]hui|il\s+est|hoy(?:\s+es)?|(?:fecha|hora)\s+actual|oggi(?:\s+è)?|ora\s+attuale|hoje(?:\s+é)?|(?:data|hora)\s+atual"
    r"|vandaag(?:\s+is\s+het)?|het\s+is\s+nu|idag(?:\s+är\s+det)?|i\s+dag(?:\s+er\s+det)?|tänään(?:\s+on)?|dziś(?:\s+jest)?|dzisiaj(?:\s+jest)?|dnes(?:\s+je)?|most|astăzi|azi"
    r"|bugün|şu\s+an|сейчас|сегодня|текущее\s+время|текущая\s+дата|зараз|сьогодні|днес|σήμερα|hôm\s+nay|bây\s+giờ|hari\s+ini|sekarang|اليوم(?:\s+هو)?|الآن|(?:الوقت|التاريخ)\s+الآن"
    r"|היום|השעה\s+כעת|امروز|अभी|आज|วันนี้|ขณะนี้|今日は?|本日は?|現在(?:の)?(?:時刻|日時|時間)?は?|今天是?|现在(?:时间)?是?|現在時間|当前时间|當前時間|北京时间|오늘은?|지금은?|현재\s*(?:시[각간])?)"
)
NEAR_DAY = (
    r"(?:yesterday|today|gestern|heute|hier|aujourd['’]hui|ayer|hoy|ieri|oggi|ontem|hoje|gisteren|vandaag|igår|i\s+går|idag|i\s+dag|eilen|tänään|wczoraj|dziś|dzisiaj|včera|dnes|tegnap"
    r"|dün|bugün|вчера|сегодня|вчора|сьогодні|χθες|χτες|σήμερα|hôm\s+(?:qua|nay)|kemarin|hari\s+ini|أمس|اليوم|אתמול|היום|کل|دیروز|आज|เมื่อวาน(?:นี้)?|วันนี้|昨天|今天|昨日|今日|어제|오늘)"
)
# Whether somebody is there, or when that was last so.
PRESENCE = (
    r"(?:(?:now|currently|nu|jetzt|gerade|derzeit|ahora|en\s+ce\s+moment|adesso|agora|nå|nyt|teraz|právě|şimdi|сейчас|الآن|עכשיו)\s+"
    r"(?:online|on-?line|active|aktiv|actief|en\s+ligne|en\s+línea|in\s+linea|онлайн|в\s+сети|çevrimiçi|متصل|מחובר)"
    r"|(?:(?:last|laatst|zuletzt|senast|sist|viimeksi|ostatnio|naposledy|última\s+vez)\s+(?:seen|active|online|on-?line|aktiv|actief|gezien|en\s+línea|na\s+sieci)"
    r"|dernière\s+connexion|ultimo\s+accesso|son\s+görülme|(?:был|была|был\(а\))\s+в\s+сети|آخر\s+ظهور|最后(?:在线|登录)|最終ログイン|최근\s*접속)"
    r"(?![^\W\d_])[^.!?]{0,30})"
)
# Who of a forum looks at it now, as forums' own words head that line.
BROWSING = (
    r"(?:(?:mitglieder|benutzer|besucher)\s+in\s+diesem\s+forum|(?:сейчас\s+)?этот\s+форум\s+просматривают|(?:зараз\s+)?цей\s+форум\s+переглядають"
    r"|utilisateurs?\s+parcourant\s+(?:ce|actuellement\s+ce)\s+forum|usuarios\s+navegando\s+por\s+este\s+foro|visitano\s+il\s+forum|utilizadores\s+a\s+ver\s+este\s+fórum"
    r"|gebruikers\s+op\s+dit\s+forum|użytkownicy\s+przeglądający\s+to\s+forum|uživatelé\s+prohlížející|användare\s+som\s+besöker|brugere\s+der\s+læser)"
)
COPYRIGHT = (
    r"(?:©|\(c\)|&copy;)[^.!?。]{0,60}?\b(?:19|20)\d\d\b|\b(?:19|20)\d\d\b[^.!?。]{0,20}©|copy(?:right|left)\s*(?:©|\(c\))?\s*(?:19|20)\d\d\b"
    r"|^\W*copyright\b[^.!?。]{0,40}\b(?:19|20)\d\d\W*$|版权所有|版權所有"
    r"|all\s+rights\s+reserved|alle\s+rechte\s+vorbehalten|tous\s+droits\s+réservés|todos\s+los\s+derechos\s+reservados|保留所有权利"
)
# How much a reader may still read for nothing, which page of how many this is, how long it lasts until something.
LEFT = (
    r"(?:left|remaining|to\s+go|verbleibend|übrig|restants?|restantes?|rimanenti|rimast[ei]|kvar|igjen|tilbage|jäljellä|pozostało|zbývá"
    r"|осталось|剩余|剩餘|残り|남음)"
)
METER = (
    r"(?:you\s+have|you['’]ve)\s+(?:read\s+|used\s+)?\d+\s*(?:/|of\s+(?:your\s+)?(?:\d+\s+)?)?.{0,20}"
    r"\b(?:free|complimentary)\b.{0,80}"
    r"|\d+\s+(?:free|complimentary)\s+(?:articles?|stories|reads?|views?)\b.{0,60}"
    r"|(?:sie|du)\s+(?:haben|hast)\s+(?:noch\s+)?\d+.{0,30}(?:kostenlos|gratis|frei).{0,60}"
    r"|il\s+vous\s+reste\s+\d+\s+articles?.{0,60}|(?:te|le)\s+quedan?\s+\d+\s+artículos?.{0,60}|(?:ti|le)\s+rimangono\s+\d+\s+articol.{0,60}"
)
PAGE_OF = (
    r"(?:[\d\s|·…«»‹›]*\s)?(?:(?:page|seite|pagina|página|sida|side|sivu|strona|strana|stránka|oldal|sayfa|страница|сторінка|страница|σελίδα|trang|halaman|صفحة|الصفحة|עמוד"
    r"|صفحه|पृष्ठ|หน้า)\s*\d+\s*(?:/|of|von|de|sur|di|van|av|af|z|ze|/|из|з|от|από|trên|dari|من|מתוך|از|का|จาก)\s*\d[\d.,]*|第\s*\d+\s*[页頁]?\s*[/，,]?\s*共\s*\d+\s*[页頁]|\d+\s*/\s*\d+\s*(?:页|頁|ページ|페이지))"
    r"(?:\s*[(（\d|·…«»‹›>].{0,30})?"
)
LASTS = (
    r"(?:nur\s+noch|noch|plus\s+que|(?:solo\s+)?(?:faltan?|quedan?)|mancano|faltam?|enää|jeszcze|zostało|ještě|még|осталось|ещё|залишилось"
    r"|kalan(?:\s+süre)?|còn|tinggal|باقي|متبقي|נותרו|עוד)"
)
NETWORK = (
    r"(?:facebook|twitter|linkedin|pinterest|reddit|whatsapp|tumblr|telegram|mastodon|bluesky|hacker\s?news|vk|weibo|微博|微信|e-?mail)"
)
CART = (
    r"(?:(?:my|your|shopping|view)\s+)?(?:cart|bag|basket|wish\s?list|favou?rites|warenkorb|merkzettel|panier|carrito|carrello|winkelwagen"
    r"|购物车|購物車)"
)
