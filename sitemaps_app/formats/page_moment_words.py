"""Words of lines that say what holds at the moment of the answer only, as parts of patterns for whole short segments of a line.

Clocks and last visits, when something would be delivered, how often a page was looked at, how long the server took.
"""

from __future__ import annotations

from sitemaps_app.formats.page_noise_words import CLOCK, NEAR_DAY, NETWORK, SPAN, STAMP, THE_PRESENT, WEEKDAY

_FIGURE = r"\d[\d.,'’\u00a0]{0,12}+(?:\s?(?:[kKmM]\b|万|萬|千|тыс\.?))?\+?"
_ANY_WEEKDAY = (
    rf"(?:{WEEKDAY}|(?:mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|jue|vie|sáb|dom|gio|sab|seg|ter|qua|qui|sex|pon"
    rf"|wt|śr|czw|pt|sob|пн|вт|ср|чт|пт|сб|вс)\.?,?\s+"
    r"|(?:thứ\s+\w+|chủ\s+nhật|pazartesi|salı|çarşamba|perşembe|cuma(?:rtesi)?|pazar|pondělí|úterý|středa|čtvrtek|pátek"
    r"|sobota|neděle|hétfő|kedd|szerda|csütörtök|péntek|szombat|vasárnap"
    r"|luni|marți|miercuri|joi|vineri|sâmbătă|duminică|maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai"
    r"|понеділок|вівторок|середа|четвер|п['’]ятниця|субота|неділя"
    r"|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|יום\s+\S+|सोमवार|मंगलवार|बुधवार|गुरुवार|शुक्रवार|शनिवार|रविवार),?\s+)"
)
_NAME_DAY = (
    r"(?:[\s,.;–-]*(?:imieniny|jmeniny|svátek|meniny|névnap|namnsdag|nimipäivä|onomastico|santo|saint|sveti|vardadien\w*)[^.!?]{0,50})"
)
DAY_OF_WEEK = rf"{_ANY_WEEKDAY}{STAMP}{_NAME_DAY}?|{_ANY_WEEKDAY}{CLOCK}"
TIME_NOW = (
    r"(?:(?:all\s+times\s+are\s+.{2,30}[.,]\s*)?(?:it\s+is\s+currently|the\s+time\s+(?:is\s+)?now(?:\s+is)?"
    r"|current\s+server\s+time(?:\s+is)?)\s*[:：]?\s*"
    rf"{_ANY_WEEKDAY}?{STAMP}"
    rf"|(?:alle\s+zeiten\s+sind\s+.{{2,30}}[.,]\s*)?es\s+ist\s+jetzt\s+(?:der\s+)?{_ANY_WEEKDAY}?{STAMP}|(?:gmt"
    rf"|utc)\s*[+-]?\d{{0,2}}(?::\d\d)?\s*,\s*{STAMP}"
    rf"|{THE_PRESENT}\s*[:：,]?\s*{_ANY_WEEKDAY}?{STAMP}{_NAME_DAY}?)"
)
LAST_VISIT = (
    r"(?:(?:your\s+)?last\s+(?:visit|login|log-in|sign-in)(?:\s+was)?|(?:ihr\s+)?letzter\s+(?:besuch|login)"
    r"|dernière\s+visite|última\s+visita|ultima\s+visita"
    r"|laatste\s+bezoek|ostatnia\s+wizyta|последнее\s+посещение|son\s+ziyaret)"
    rf"\s*[:：]?\s*{_ANY_WEEKDAY}?{STAMP}"
)
_DELIVERED = (
    r"(?:(?:get\s+it|receive\s+it|arrives|arriving|ships|shipped|dispatched|delivered|collect\s+it)(?:\s+(?:as\s+soon\s+as"
    r"|between|by|on|from|before|until))?"
    r"|(?:estimated\s+|expected\s+|free\s+|fastest\s+)?(?:delivery|arrival|shipping)(?:\s+(?:date|by|on|between|from))?"
    r"|(?:voraussichtliche\s+)?(?:lieferung|zustellung|liefertermin|versand)"
    r"(?:\s+(?:bis|am|ab|zwischen|voraussichtlich))?|(?:livraison|expédition)(?:\s+(?:prévue|estimée|gratuite))?(?:\s+(?:le"
    r"|entre\s+le|avant\s+le|dès\s+le))?|livré\s+(?:le|avant\s+le)"
    r"|(?:entrega|envío|envio)(?:\s+(?:estimad[oa]|prevista|gratis))?(?:\s+(?:el|entre\s+el|para|até|em))?|recíbelo\s+el"
    r"|chegará\s+(?:em|até)|(?:consegna|spedizione)(?:\s+(?:prevista|stimata|gratuita))?"
    r"(?:\s+(?:il|entro\s+il|per))?|(?:bezorging|levering|bezorgd|verwachte\s+levering)(?:\s+(?:op|voor))?|dostawa(?:\s+do)?"
    r"|доставка(?:\s+(?:до|к))?|teslimat|预计送达|預計送達|预计到达|お届け(?:予定)?(?:日)?"
    r"|도착\s?예정(?:일)?)"
)
_DELIVERY_DAY = rf"(?:{_ANY_WEEKDAY}?{STAMP}|\d{{1,2}}\s?[月월]\s?\d{{1,2}}\s?[日일]|{NEAR_DAY})"
DELIVERY = rf"{_DELIVERED}\s*[:：]?\s*{_DELIVERY_DAY}(?:\s*(?:[–—-]|and|und|et|y|e|en|bis|to|a|à|au|до)\s*(?:le\s+)?{_DELIVERY_DAY})?"
_LOOKED = (
    r"(?:view|read|seen|visit|watch|listen|download|share|open|click|gelesen|gesehen|angesehen|aufgerufen|geteilt|besucht"
    r"|heruntergeladen|lue?s?|vue?s?|consulté|partagé|écouté|téléchargé"
    r"|vist[oa]|leíd|descargad|compartid|visitad|lett[oa]|visualizza|scaricat|condivis|lid[oa]|baixad|bekeken|gelezen"
    r"|gedeeld|läst|visad|lest|vist|læst|katsottu|luettu|przeczytan|wyświetl|pobran"
    r"|zobrazen|přečten|megtekint|olvas|vizualiz|citit|просмотр|прочит|скача|перегля|прочитан|okun|görüntülen|izlen|đọc|xem"
    r"|देखा|पढ़ा|閲覧|再生|阅读|閱讀|浏览|瀏覽|播放|조회|재생|مشاهدة|قراءة|قرأ|شاهد|נצפ|נקרא)"
)
TIMES = (
    r"(?:times|x|mal|fois|veces|volte|vezes|keer|gånger|ganger|gange|kertaa|razy|raz|krát|alkalommal|ori|раза?|разів|kez"
    r"|kere|lần|बार|次|回|번|مرة|פעמים)"
)
TIMES_SEEN = (
    rf"(?:[^\W\d_]+\s+){{0,6}}(?:\w*{_LOOKED}\w*\s*[:：]?\s*{_FIGURE}\s*{TIMES}"
    rf"|{_FIGURE}\s*{TIMES}\s*\w*{_LOOKED}\w*(?:\s+[^\W\d_]+){{0,2}})"
    rf"|(?:đã|lượt)\s+(?:xem|đọc|tải)\s*[:：]?\s*{_FIGURE}"
)
VISITOR = (
    r"(?:(?:you\s+are|sie\s+sind|du\s+bist|vous\s+êtes|usted\s+es|eres|lei\s+è|sei|você\s+é|u\s+bent|jesteś"
    r"|вы)\s+)?(?:(?:the|der|die|le|la|el|il|o|de|het|our|unser|unsere?r?|notre)\s+)?"
    r"(?:visitor|besucher(?:in)?|visiteur|visitante|visitatore|bezoeker|gościem|odwiedzający|посетитель"
    r"|ziyaretçi)\s*(?:no\.?|nr\.?|n[.°º]|number|nummer|numéro|número|numero|numer|№|#)\s*[:：]?\s*\d[\d.,\s]*"
    rf"|(?:أنت\s+|أنتم\s+)?الزائر\s+رقم\s*[:：]?\s*{_FIGURE}(?:[\s,،]+{_ANY_WEEKDAY}{CLOCK})?|(?:אתה\s+|את\s+)?המבק[רת]+\s*(?:מספר|מס['׳]?|ה-?)?\s*{_FIGURE}"
    rf"|您?是(?:本站)?第\s*{_FIGURE}\s*[位名]\s*(?:访客|訪客|访问者|读者)|(?:あなたは)?\s*{_FIGURE}\s*人目の(?:訪問者|お客様)(?:です)?"
)
_SPAN_NAMES = (
    r"(?:today|yesterday|total|this\s+(?:week|month|year)|online|hits?|heute|gestern|gesamt|aujourd['’]hui|hier|hoy|ayer"
    r"|oggi|ieri|hoje|ontem|vandaag|gisteren|totaal|dziś|wczoraj|сегодня|вчера|всего|bugün|dün|toplam|hôm\s+nay|hôm\s+qua"
    r"|tổng|今日|昨日|累計|今天|昨天|总计|本月|오늘|어제|전체|누적)"
)
COUNTS_BY_DAY = (
    rf"(?:[^\W\d_]{{2,12}}\s*[:：]?\s+)?(?:{_SPAN_NAMES}\s*[:：]?\s*{_FIGURE}[\s,;/|]*+){{2,5}}"
    rf"|{NEAR_DAY}\s*[:：]\s*{_FIGURE}"
)
LOOKERS = (
    rf"(?:現在\s*)?{_FIGURE}\s*人が.{{0,16}}(?:見て|閲覧して|チェックして|検討して)い(?:ます|る)"
    rf"|{_FIGURE}\s*人が.{{0,12}}(?:応募|購入|お気に入り|保存|登録)(?:し(?:ました|ています)|済み)?"
    rf"|(?:当前有?|现在有?|目前有?)?\s*{_FIGURE}\s*[人位](?:用户|顾客)?正在.{{0,12}}(?:浏览|查看|看|观看|选购).{{0,12}}"
    rf"|(?:현재|지금)?\s*{_FIGURE}\s*명이?\s.{{0,16}}(?:보고|구경|조회|살펴)\S{{0,6}}"
    rf"|(?:сейчас\s+)?(?:этот\s+товар\s+|страницу\s+)?(?:смотрят|просматривают)\s+(?:\S+\s+)?{_FIGURE}\s*\S{{0,12}}|(?:ahora\s+)?{_FIGURE}\s+(?:personas?|usuarios|clientes)\s+(?:están?\s+)?(?:viendo|mirando)\b.{{0,30}}"
    rf"|{_FIGURE}\s+(?:pessoas?|clientes)\s+(?:estão?\s+)?(?:vendo|visualizando|olhando|a\s+ver)\b.{{0,30}}|{_FIGURE}\s+person[ae]\s+(?:stanno\s+)?(?:guardando|visualizzando)\b.{{0,30}}"
    rf"|{_FIGURE}\s+(?:osób|osoby|klientów)\s+(?:teraz\s+)?(?:ogląda|przegląda)\b.{{0,30}}|(?:şu\s+anda\s+)?{_FIGURE}\s+kişi\s+.{{0,20}}(?:inceliyor|bakıyor|görüntülüyor)|{_FIGURE}\s+(?:mensen|personen)\s+bekijken\b.{{0,30}}"
    rf"|(?:aforo|ocupación|auslastung|occupancy|affluence|affollamento|lotação|bezetting|obłożenie)\s+(?:actual|aktuell|now"
    rf"|actuelle|attuale|atual|nu)?\s*[:：]?\s*\d{{1,3}}\s?%"
)
ONLINE = (
    rf"(?:đang\s+(?:trực\s+tuyến|online|xem)|сейчас\s+(?:на\s+сайте|в\s+сети|онлайн)|зараз\s+на\s+сайті|na\s+stronie"
    rf"|obecnie\s+online|şu\s+anda\s+çevrimiçi|çevrimiçi|当前在线|當前在線|目前在线|現在の閲覧者|현재\s*접속자?(?:수)?"
    rf"|en\s+ligne|en\s+línea|in\s+linea|المتواجدون\s+الآن|מחוברים\s+כעת)\s*[:：]?\s*{_FIGURE}\s*(?:[^\W\d_]{{1,12}})?"
)
_FRACTION = (
    r"\d{0,3}[.,]\d{2,}\s*(?:s|sec(?:ond)?s?(?:\(s\))?|second\(s\)|sekunden?|secondes?|segundos?|secondi|seconden"
    r"|sekund[ay]?|сек(?:унд[ыа]?)?\.?|saniye|giây|秒|초)"
)
SERVER_TIME = (
    r"(?:(?:processed|page\s+(?:loaded|created|built)|seitenaufbau|ladezeit|erzeugt|seite\s+(?:erzeugt|erstellt|geladen)"
    r"|page\s+(?:générée|chargée)|página\s+(?:generada|cargada|gerada)|pagina\s+(?:generata|caricata)"
    r"|strona\s+wygenerowana|страница\s+(?:сгенерирована|создана)|время\s+генерации|页面(?:执行|生成|加载)(?:时间|耗时)?"
    r"|頁面執行時間|処理時間|執行時間|执行时间|script\s+execution\s+time|execution\s+time|load\s+time)"
    rf"\s*(?:in|en|em|w|za|за)?\s*[:：]?\s*(?:{_FRACTION}|\d+\s*ms)(?:\s*[,;·|]?\s*\d+\s*(?:sql\s+)?(?:quer(?:y|ies)|requests"
    rf"|abfragen|requêtes))?|0[.,]\d{{3,}}\s*s(?:ec(?:ond)?s?)?"
    r"|(?:server|backend|pod)\s*[:：#]?\s*(?=[\w.-]*\d)[\w.-]{2,40})"
)
IDENTIFIER = (
    r"(?:[^\W\d_]+[\s-]+){0,2}id\s*[:：#]\s*(?=[0-9a-f-]*\d)(?=[0-9-]*[a-f])[0-9a-f]{6,}(?:-[0-9a-f]{2,12}){0,4}"
    r"|v?\d+(?:\.\d+){1,3}[-+.]build[.-]?\d+"
)
_SHARING = (
    r"(?:share|tweet|pin|like|post|send|e?mail|whatsapp|xing|teilen|partager|compartir|condividi|partilhar|delen|udostępnij"
    r"|поделиться|paylaş)"
)
SHARES = rf"(?:(?:{_SHARING}|{NETWORK})\s*[:(]?\s*\d[\d.,]*[kKmM]?\)?[\s,|·]*+){{2,8}}"
RATING = rf"(?:[★☆⭐]{{1,5}}\s*)?[0-5][.,]\d{{1,2}}\s*(?:/\s*5\s*)?[(（\[]\s*{_FIGURE}\s*[)）\]]"
_INDEX_NAMES = (
    r"(?:[MST]?(?:ec)?DAX|Dow(?:\s+Jones)?|S&P\s?500|Nasdaq(?:\s?100)?|FTSE(?:\s?100)?|CAC\s?40|IBEX\s?35|SMI|ATX|AEX"
    r"|WIG\s?20|Nikkei(?:\s?225)?|Hang\s?Seng|KOSPI|Sensex|Nifty(?:\s?50)?|BIST\s?100|IMOEX|MOEX|上证指数|上證指數|深证成指"
    r"|沪深300|恒生指数|日経平均|코스피|Bitcoin|BTC|ETH|Gold|Brent|EUR/USD|USD/EUR|USD|EUR)"
)
INDEX = rf"{_INDEX_NAMES}\s*[:：]?\s*[\d.,\u00a0]+(?:\s*[€$£¥₽])?\s*[(（]?\s*[+−–▲▼↑↓-]\s?\d+(?:[.,]\d+)?\s?%\s*[)）]?"
_SUN = (
    r"(?:sun\s?rise|sun\s?set|moon\s?rise|moon\s?set|sonnen(?:auf|unter)gang|lever\s+du\s+soleil|coucher\s+du\s+soleil"
    r"|amanecer|salida\s+del\s+sol|puesta\s+(?:de|del)\s+sol|atardecer|alba|tramonto|nascer\s+do\s+sol|pôr\s+do\s+sol|восход"
    r"|закат|日出|日落|日の出|日の入り|일출|일몰)"
)
SUN = rf"(?:{_SUN}\s*[:：]?\s*{CLOCK}[\s,;/|·]*+){{1,4}}"
IN_TIME = r"(?:in|dans|en|em|tra|fra|over|za|через)\s*[:：]?\s*"
COUNTDOWN = (
    r"(?:[^.!?\d]{1,40}\s)?(?:ends?|expires?|starts?|closes?|resets?|departs?|leaves?|arrives?|opens?|begins?|refresh(?:es)?"
    r"|renews?|deadline|due|läuft\s+ab|endet|beginnt|startet|schließt|abfahrt"
    r"|expire|termine|commence|départ|termina|comienza|cierra|finalizza|scade|inizia|parte|termina|começa|kończy\s+się"
    r"|истекает|начнётся|закончится)"
    rf"\s+{IN_TIME}(?:{SPAN}|\d{{1,2}}:[0-5]\d(?!\d))"
)
SEEN_ON = (
    r"(?:retrieved|accessed|last\s+accessed|abgerufen(?:\s+am)?|zuletzt\s+abgerufen(?:\s+am)?|consultée?\s+le"
    r"|page\s+consultée\s+le|consultad[oa]\s+(?:el|em)|visitato\s+il|consultato\s+il|acesso\s+em|geraadpleegd\s+op"
    rf"|dostęp|data\s+dostępu|дата\s+обращения|erişim(?:\s+tarihi)?|访问日期|檢索日期|検索日|閲覧日|접속일)\s*[:：]?\s*(?:on\s+)?{STAMP}"
)
