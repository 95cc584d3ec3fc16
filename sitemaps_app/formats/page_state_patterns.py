"""The headlines and marks of pages that are served as a success and are none: errors, challenges, walls. Matched whole, ignoring case."""

from __future__ import annotations

import re

_STATUS = r"(?:40[0-9]|410|429|451|50[0-9]|52[0-9])"
_AFTER_STATUS = (
    r"(?:not\s+found|page|error|forbidden|access|bad|internal|service|gateway|unauthor\w+|gone|too\s+many|sorry|oops|that|method|request).*"
)
_MISSING_THING = r"(?:page|file|document|article|content|url|resource|site|requested\s+(?:page|url))"
_MISSING = (
    rf"(?:(?:oops|sorry|uh[- ]?oh|whoops)\W+)?(?:the\s+|this\s+|that\s+)?{_MISSING_THING}(?:\s+you\s+\w+(?:\s+\w+){{0,3}})?\s*"
    r"(?:was|is|could|can|has|does|isn|wasn|doesn|cannot|can't)?(?:['’]t|\s*not)?\s*(?:be\s+)?(?:not\s+)?"
    r"(?:found|available|unavailable|exist|gone|missing|removed)\b.{0,40}"
)
ERROR_HEADLINE = re.compile(
    rf"(?:(?:http\s+)?(?:error\s*)?(?:code\s*)?:?\s*{_STATUS}\b(?:\s*(?:error|page))?(?:\s*[-–—:|.!,]?\s*(?:$|{_AFTER_STATUS}))"
    rf"|{_MISSING}"
    r"|not\s+found|error|forbidden|access\s+denied|bad\s+gateway|gateway\s+time-?out|service\s+(?:temporarily\s+)?unavailable"
    r"|internal\s+server\s+error|too\s+many\s+requests|unauthori[sz]ed"
    r"|(?:scheduled\s+|under\s+|down\s+for\s+|site\s+(?:is\s+)?(?:under|down\s+for)\s+)maintenance(?:\s+mode)?"
    r"|we(?:['’]ll|\s+will)\s+be\s+(?:right\s+)?back(?:\s+soon)?.{0,20}|something\s+went\s+wrong.{0,30}|account\s+suspended|nothing\s+found"
    r"|seite\s+(?:wurde\s+)?nicht\s+gefunden|zugriff\s+verweigert|page\s+(?:non\s+trouvée|introuvable)|accès\s+refusé"
    r"|página\s+no\s+encontrada|pagina\s+non\s+trovata|página\s+não\s+encontrada"
    r"|(?:您访问的|抱歉，?)?(?:页面|頁面|网页)(?:不存在|未找到|找不到|走丢了).{0,10}|找不到(?:页面|頁面|网页).{0,10}"
    r"|404\s*(?:页面|錯誤|错误).{0,10}|访问被拒绝|服务器错误|系统维护.{0,10})\W*",
    re.IGNORECASE,
)
CHALLENGE_HEADLINE = re.compile(
    r"just\s+a\s+moment.{0,5}|attention\s+required.{0,30}|(?:please\s+)?verify(?:ing)?\s+(?:that\s+)?you\s+are\s+(?:a\s+)?human.{0,30}"
    r"|are\s+you\s+(?:a\s+)?(?:human|robot).{0,10}|security\s+check.{0,20}|checking\s+your\s+browser.{0,60}|ddos\s+protection.{0,30}"
    r"|one\s+more\s+step.{0,10}|human\s+verification|robot\s+check|pardon\s+our\s+interruption.{0,5}"
    r"|(?:安全|人机|滑动|身份)验证.{0,10}|请完成.{0,6}验证.{0,10}|访问验证",
    re.IGNORECASE,
)
# In small letters.
CHALLENGE_MARKS = (
    b"cf-chl", b"challenge-platform", b"/cdn-cgi/challenge", b"g-recaptcha", b"h-captcha", b"hcaptcha.com", b"px-captcha",
    b"captcha-delivery", b"geo.captcha", b"_incapsula_resource", b"awswaf", b"turnstile",
)  # fmt: skip
CHALLENGE_STEMS = (b"captcha", b"challenge", b"cf-chl", b"_incapsula_resource", b"awswaf", b"turnstile")
"""One of these is in each of the marks."""
CONSENT_WORDS = re.compile(
    r"(?:we|our\s+partners?)\b.{0,80}\bcookies\b|before\s+you\s+continue|your\s+privacy|cookie[- ]?(?:einstellungen|richtlinie)"
    r"|wir\s+(?:verwenden|nutzen)\s+cookies|nous\s+utilisons\s+des\s+cookies",
    re.IGNORECASE,
)
CONSENT_BUTTON = re.compile(
    r"accept(?:\s+all)?|(?:i\s+)?agree|consent|(?:alle(?:s)?\s+)?akzeptieren|zustimmen|einverstanden|(?:tout\s+)?accepter|j['’]accepte|acept|accett|aceit|concord"
    r"|akkoord|(?:alles\s+)?accepteren|godkänn|acceptera|godta|godkend|accept[eé]r|aksepter|hyväksy|akceptuj|zgadzam|souhlas|přijmout|elfogad|accept[aă]|принять|соглас|прийняти"
    r"|kabul|موافق|قبول|أوافق|אישור|מסכים|同意|接受|동의|ยอมรับ|đồng\s+ý|setuju|terima",
    re.IGNORECASE,
)
# What a wall before a newspaper speaks of, in small letters: tracking, one's agreement or one's own facts, and partners or a subscription.
_TRACKING = "cookie track werbung publicité publicidad pubblicità reklam advertis annons реклам 広告 广告"
_AGREEMENT = """
zustimm einwillig personenbezogen consent personal_data agree données_personnelles consentimiento datos_personales consenso
dati_personali consentimento
dados_pessoais toestemming persoonsgegevens samtyck samtykke personuppgift personoplysning zgod dane_osobowe danych_osobowych
souhlas osobní
hozzájárul согласи персональн rıza kişisel 同意 個人 동의
"""
_PARTNERS = """
partner parten abo subscri pur_ socios suscri iscriv assin parceir prenumer předplat előfizet подпис партн abone 購読 订阅
"""
WALL_WORDS = tuple(tuple(word.replace("_", " ") for word in words.split()) for words in (_TRACKING, _AGREEMENT, _PARTNERS))
WALL_ADDRESS = re.compile(
    r"(?:^|[/._-])(?:log-?in|sign-?in|signup|register|auth|sso|oauth2?|consent|cookie-?wall|privacy-?gate|captcha|challenge|age-?gate"
    r"|paywall|subscribe)(?:$|[/._?-])",
    re.IGNORECASE,
)
