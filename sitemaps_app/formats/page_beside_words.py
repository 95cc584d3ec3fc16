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
