"""Names and headings of what stands beside a page's text, in many languages."""

from __future__ import annotations

import re

# Words in class and id.
NOTICE_WORDS = frozenset(
    """
    notice notices notification notifications alert alerts announcement announcements announce banner flash status snackbar message messages
    promo promotion promobar infobar topbar ribbon maintenance sitenotice centralnotice emergency warning callout hello bulletin breaking
    avviso aviso hinweis meldung melding oznámení powiadomienie uyarı duyuru
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
TOOL_WORDS = frozenset(
    """
    weather wetter meteo tiempo clima pogoda forecast exchange currency currencies forex rates kurs kurse wechselkurse stocks quotes nasdaq
    ticker markets whosonline whoisonline online testimonial testimonials poll polls survey umfrage sondage encuesta sondaggio horoscope
    horoskop lottery lotto prayer prayertimes clock calendar countdown visitors counter hitcounter statistics stats quote tip fact
    birthdays radio nowplaying opennow openinghours traffic sponsor sponsors partner partners instagram facebook twitter tweets feed
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
_HEADINGS = """
weather today's_weather forecast exchange_rates? currency(?:_rates)? currencies markets? stocks? stock_market fuel_prices gold_price
who('s|_is)_online users_online online_(?:now|users)
statistics visitors poll quick_poll survey vote horoscope lottery prayer_times quote_of_the_day tip_of_the_day fact_of_the_day
word_of_the_day photo_of_the_day on_this_day did_you_know
testimonials? what_(?:our_)?\\w+_say customers_say partners? sponsors? our_(?:partners|sponsors) birthdays now_playing on_air
(?:service|system)_status tweets
wetter das_wetter wechselkurse devisen börse kurse wer_ist_online umfrage horoskop zitat_des_tages kundenstimmen stimmen_unserer
partner sponsoren besucher statistik
météo taux_de_change bourse qui_est_en_ligne sondage horoscope citation_du_jour témoignages partenaires visiteurs
el_tiempo tipo_de_cambio bolsa usuarios_en_línea encuesta horóscopo frase_del_día testimonios patrocinadores visitantes
meteo cambio borsa sondaggio oroscopo chi_è_online testimonianze dicono_di_noi
tempo previsão_do_tempo câmbio cotações cotação enquete horóscopo depoimentos
weer wisselkoersen beurs wie_is_er_online enquête peiling väder växelkurser börsen omröstning vejret været valutakurser avstemning
sää valuuttakurssit kysely
pogoda kursy_walut giełda ankieta sonda kto_jest_online počasí kurzy anketa időjárás árfolyamok szavazás vremea curs_valutar sondaj
hava_durumu döviz(?:_kurları)? borsa anket погода курсы?_валют биржа опрос кто_онлайн гороскоп отзывы_(?:клиентов|наших) курс_валют
опитування времето валутни_курсове анкета
καιρός ισοτιμίες δημοσκόπηση thời_tiết tỷ_giá thăm_dò cuaca kurs jajak_pendapat
الطقس حالة_الطقس أسعار_(?:العملات|الصرف|الذهب) استطلاع(?:_الرأي)? مواقيت_الصلاة البورصة المتواجدون מזג_האוויר שערי_(?:מטבע|חליפין)
סקר הבורסה آب_و_هوا نرخ_ارز نظرسنجی मौसम राशिफल
สภาพอากาศ พยากรณ์อากาศ อัตราแลกเปลี่ยน ราคาทอง ราคาน้ำมัน แบบสำรวจ โพล ตลาดหุ้น
天气 天氣 天气预报 汇率 匯率 股市 行情 上证指数 在线(?:会员|用户|人数) 投票 调查 調查 今日运势 合作伙伴 友情链接 天気 お天気 為替
株価 アンケート 占い 日経平均 날씨 환율 증시 코스피 설문(?:조사)? 운세
"""
TOOL_HEADING = re.compile(
    r"\W*(?:" + "|".join(word.replace("_", r"\s+") for word in sorted(_HEADINGS.split(), key=len, reverse=True)) + r")(?!\w)", re.IGNORECASE
)
"""The beginning of a box that shows the weather, rates, a poll and the like."""

RATE = re.compile(
    r"\b(USD|EUR|GBP|CHF|JPY|CNY|RUB|UAH|PLN|CZK|HUF|TRY|SEK|NOK|DKK|KZT|INR|BTC|ETH|DAX|MDAX|NASDAQ|NIKKEI|FTSE|CAC)\b(?=[\W_]{0,12}\d)"
)
"""The name of a currency or an index of stocks right before its rate."""

# What readers look for, read and write most, as the whole heading of a list whose entries need no links.
_LISTED = (
    r"trending(?:\s+(?:now|today|searches|topics|tags|stories|news|posts|articles|videos|products|this\s+week|(?:on|in)\s.{1,30}))?"
    r"|(?:popular|top|hot|recent|latest|related)\s+(?:searches|search\s+terms|queries|hashtags)"
    r"|most\s+(?:read|viewed|shared|searched|discussed|commented|watched|emailed)(?:\s.{1,30})?"
    r"|(?:top|most\s+active|newest|new|recent|featured)\s+(?:users|members|contributors|posters|commenters|reviewers|authors|writers)(?:\s.{1,30})?"
    r"|leaderboard|who\s+to\s+follow|what['’]s\s+(?:hot|trending)"
    r"|(?:im|aktuelle|die)\s+trends?|trends|meist(?:gelesen|gesucht|gesehen|geklickt|geteilt|diskutiert)e?(?:\s.{1,30})?|beliebte\s+suchen|aktivste\s+(?:nutzer|mitglieder)"
    r"|tendances|(?:articles\s+)?les\s+plus\s+(?:lus?|vus?|partagés|consultés)|recherches\s+populaires|tendencias|(?:lo|los|las)\s+más\s+(?:leíd|vist|buscad)[oa]s?"
    r"|búsquedas\s+populares|tendenze|(?:i\s+)?più\s+(?:lett|vist|cercat)[ie]|di\s+tendenza|(?:as\s+)?mais\s+(?:lid|vist|buscad)[ao]s|em\s+alta|assuntos\s+do\s+momento"
    r"|meest\s+(?:gelezen|bekeken|gezocht)|populaire\s+zoekopdrachten|mest\s+(?:lästa?|leste?|læste?|sett|sökta)|trendar|luetuimmat|suosituimmat\s+haut|najczęściej\s+(?:czytane|szukane)"
    r"|popularne\s+wyszukiwania|na\s+czasie|nejčtenější|nejhledanější|najčítanejšie|legolvasottabb(?:ak)?|felkapott|cele\s+mai\s+citite|çok\s+(?:okunan|aranan)(?:lar)?|trend\s+olanlar"
    r"|gündemdekiler|в\s+тренде|тренды|самое\s+(?:читаемое|обсуждаемое|популярное)|популярные\s+(?:запросы|темы)|найпопулярніше|у\s+тренді|най-четени|δημοφιλέστερα|najčitanije"
    r"|xu\s+hướng|(?:được\s+)?tìm\s+kiếm\s+nhiều|đọc\s+nhiều|terpopuler|paling\s+(?:dicari|dibaca)|sedang\s+tren|ترند|الأكثر\s+(?:قراءة|مشاهدة|بحثا|بحثًا|تداولا|تداولًا)|رائج(?:\s+الآن)?"
    r"|הנקר(?:אות|אים)(?:\s+ביותר)?|הנצפ(?:ות|ים)(?:\s+ביותר)?|חיפושים\s+(?:פופולריים|חמים)|מגמות|پربازدیدترین(?:‌ها)?|پرجستجوترین|ट्रेंडिंग|सबसे\s+(?:ज़्यादा\s+)?पढ़े\s+गए|लोकप्रिय\s+खोज"
    r"|กำลังมาแรง|มาแรง|คำค้น(?:หา)?ยอดนิยม|อ่านมากที่สุด|(?:今日|实时|即時)?(?:热搜|熱搜|热榜|熱榜|热词|熱詞)榜?|(?:热门|熱門)(?:搜索|搜尋|关键词|關鍵字|话题|話題|标签|標籤)|大家都在搜|阅读排行榜?"
    r"|急上昇(?:ワード)?|トレンド(?:ワード)?|人気(?:の)?(?:検索|キーワード|ワード)(?:ランキング)?|アクセスランキング|(?:실시간\s*)?(?:인기|급상승)\s*(?:검색어|키워드)|실시간\s*(?:인기|이슈).{0,6}|많이\s*본\s*(?:뉴스|기사|글)"
)
LISTED_HEADING = re.compile(rf"\W*(?:{_LISTED})\W*", re.IGNORECASE)
"""The whole heading of a list of what readers look for, read or write most; its entries need no links."""

SITE_FIGURES = frozenset(
    """
    threads topics posts messages members users guests visitors views articles comments replies online total today yesterday discussions
    questions answers downloads hits visits pageviews registered themen beiträge mitglieder benutzer gäste besucher aufrufe antworten heute
    gestern gesamt sujets messages membres utilisateurs invités visiteurs aujourd'hui hier temas mensajes miembros usuarios invitados
    visitantes hoy ayer discussioni messaggi membri utenti ospiti visitatori oggi ieri tópicos mensagens membros hoje onderwerpen berichten
    leden gasten bezoekers vandaag tematy posty użytkownicy goście dzisiaj wczoraj témata příspěvky uživatelé hosté dnes темы сообщения
    пользователи участники гости посетители сегодня вчера всего konular mesajlar üyeler ziyaretçiler bugün dün toplam الأعضاء المواضيع
    المشاركات الزوار اليوم أمس משתמשים הודעות נושאים מבקרים היום
    主题 帖子 会员 今日 昨日 总数 用户 回复 トピック 投稿 会員 本日 累計 스레드 게시글 회원 오늘 어제 전체
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
"""What sites count of themselves, as labels beside the numbers."""

PAGER = re.compile(
    r"\W*[«»‹›←→⟵⟶]|\W*(?:prev(?:ious)?|next|older|newer|zurück|weiter|vorherige[rs]?|nächste[rs]?|précédent|suivant|anterior|siguiente|próximo|precedente|successiv[oa]"
    r"|vorige|volgende|föregående|nästa|forrige|neste|næste|edellinen|seuraava|poprzedni|następny|předchozí|další|önceki|sonraki|назад|вперёд|предыдущ|следующ"
    r"|السابق|التالي|הקודם|הבא|上一[篇页章]|下一[篇页章]|前の|次の|이전|다음)(?!\w)",
    re.IGNORECASE,
)
"""The beginning of a link to the page before or after this one."""
