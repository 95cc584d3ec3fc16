"""Words of how an audience responds, and of how long ago something was, in many languages."""

from __future__ import annotations

# Whole words or beginnings of words of four letters and more; shorter ones count as whole words (with a plural's letters).
_SPACED = """
view visit visits hits reads clicks download plays played listen watch stream review ratings rated comment respons repl answers
messages
share likes liked dislike upvot votes voted claps clapped react retweet repost tweets pins pinned follow subscrib favourit favorit
bookmark
saves saved stars starred forks commits contributors applicant applied bids backers pledges pledged supporters donors donations
interested
going attending rsvps signatures signed cart carts basket baskets wishlist wishlists watchlist impressions loves loved trophies
karma thanks
helpful sold bought purchased booked enquiries inquiries cheers kudos recommends viewing watching looking reading online
aufruf gelesen besuche besucher kommentar antworten bewertung stimmen gefällt gefallen geteilt teilungen gemerkt merkzettel
interessiert
teilnehmende bewerb abonnent hilfreich verkauft heruntergeladen zugriffe klicks unterschriften warenkorb
vues lectures commentaire réponses avis partages aiment aimé abonnés intéressé inscrits candidat téléchargement vendus signataire
signatures
visitas vistas lecturas comentario respuestas opiniones valoraci compartid gusta seguidor suscriptor interesad asistentes inscrit
candidat
postulant descargas vendidos reproducci conectados votos firmas guardad
visualizza letture commenti risposte recension valutazion condivis piace segu iscritt interessat candidat scaricat vendut ascolti
voti firme
visualiza leituras comentário respostas avaliaç curtid compartilh partilhas inscritos interessad vendidos assinaturas
weergaven bekeken gelezen reacties beoordeling stemmen gedeeld volgers geïnteresseerd sollicit gedownload verkocht bezoeken
visning läsning kommentar svar betyg röster delning delad gillar följare prenumerant intresserad sökande nedladdning sålda besök
lesninger anmeldelse stemmer delinger liker følgere interesser søkere nedlast solgt besøk anbefal
katselu katsottu luettu lukukert kommentt vastaus vastausta arvostelu ääntä jakoa jaettu tykkä seuraaj tilaajaa kiinnostunut ladattu
myyty
wyświetl odsłon komentarz odpowied opinii ocen głosów udostępn polub obserwuj zainteresow kandydat pobra sprzedan
zobrazen přečten komentář odpovědí hodnocen hlasů sdílen líbí sleduj zájemc stažen prodán zhlédnut zobrazení komentár páči stiahnut
megtekint olvasás hozzászól válasz értékel szavazat megoszt kedvel követő érdekl letölt
vizualiz comentari răspuns recenzi aprecier distribui urmărit interesat descărc vândute
görüntülen okunma yorum yanıt cevap değerlendir oylar beğeni beğen paylaş takipçi abone ilgilen başvur indirme satıldı ziyaret
просмотр прочт прочит коммент ответ отзыв оцен голос поделил репост лайк нрав подписчик интерес отклик скача продан посетит
перегляд прочита відгук відповід підписник вподоба завантаж відвідув преглед коментар отговор харес сподел
pregled komentar odgovor ocjen glasova dijelj sviđa pratitelj zainteresir preuzim posjet
προβολ σχόλι απαντήσ ψήφο κοινοποι αρέσει ακόλουθ ενδιαφ λήψεις επισκέψ
lượt lubi lubią libi okudu carrinho carrello carrito panier winkelmand koszyku košíku sepette sepetinde корзине корзину clicked
tried bagikan dilihat dibaca tayangan komentar ulasan suka dibagikan pengikut balasan unduhan terjual penonton
مشاهد قراءة قراءات القراءات المشاهدات تعليق التعليقات تعليقات زيار الزيارات إعجاب اعجاب مشاركات تقييم متابع ردود الردود تحميلات مهتم
צפיות צפייה תגוב שיתופ לייק אהבו דירוג עוקב הצבעות מתעניינ קראו הורדות
بازدید نظر دیدگاه لایک پسند رأی دانلود
व्यूज टिप्पण लाइक शेयर पसंद
पढ़ा पढ़ी देखा देखी देखे सहेजा ऑनलाइन luận bình
bewaard bewaren enregistr guardad salvat salvos sparad lagret tallennett zapisan uložen mentve kaydedil сохранил избранн збереж запазен
reputation odwiedz посещ відвід сайте сайті онлайн çevrimiçi المتواجدون المتواجدين متواجد زوار الزوار المتصلون גולשים
조회 댓글 좋아요 공유 추천 구독 팔로 답글 리뷰 후기 평점 관심 다운로드 스크랩 읽음
"""
# These scripts write no blanks: a word of response may stand anywhere beside the number.
_UNSPACED = """
ครั้ง เข้าชม ผู้ชม ความคิดเห็น ความเห็น แชร์ ถูกใจ อ่าน ยอดวิว วิว รีวิว ผู้ติดตาม ตอบกลับ ดาวน์โหลด ไลก์
ไลค์ 閲覧 再生 いいね コメント 返信 お気に入り フォロワー はてブ ブックマーク シェア 評価 レビュー 口コミ 拍手 ツイート ダウンロード
応募 気になる 興味
アクセス 阅读 閱讀 浏览 瀏覽 点击 點擊 观看 觀看 播放 访问 訪問 评论 評論 留言 回复 回覆 回帖 点赞 點讚 点评 赞 讚 喜欢 喜歡 收藏
转发 轉發 分享 关注 關注 粉丝
粉絲 下载 下載 在线 在線 评价 評價 人气 人氣 热度 熱度 围观 感兴趣 报名 想看 看过 投票 订阅 已售 人付款 销量 打赏 跟帖 跟贴 弹幕 投币
参与 參與 在看 来访 来訪 累計 累计 本日の 접속자 접속 방문자 방문 조회 댓글 추천수 ออนไลน์
"""
_BESIDE = """
was found helpful of out to
a an the be among one of first over more than about around nearly only already currently now in from by have has had this that it their
are is was were to since so far today people persons users readers members fans customers shoppers others viewers guests listeners times x
personen leute leser nutzer haben das im die bereits schon über rund mal von und ist sind mir personnes lecteurs utilisateurs gens ont sur
plus de déjà fois les par et personas lectores usuarios más ya veces han el la lo persone utenti lettori più di già volte hanno le
pessoas leitores mais já vezes mensen lezers keer meer dan personer läsare gånger över ganger gange kertaa yli osób osoby razy ponad lidí
krát přes fő ember alkalommal több mint ori peste kişi kez kere человек читателей людей раз раза уже более осіб вже понад пъти lần kali
orang شخص مرة مرات أكثر من אנשים פעמים איש نفر بار
min total overall score average avg rating stars
"""
_PEOPLE = """
people persons person users readers customers shoppers others viewers listeners visitors neighbours cooks buyers professionals
personen leute leser nutzer kunden personnes lecteurs utilisateurs internautes gens clients personas lectores usuarios persone
utenti lettori pessoas
leitores usuários mensen lezers personer personar människor läsare läsere läste folk brukere brugere ihmistä henkilöä osób osoby
ludzi lidí lidem ľudí ember
oameni persoane kişi okur człowiek человек человека читателей людей осіб особи човека души ljudi osoba ατομα άτομα άτομο người orang
شخص شخصا شخصًا
أشخاص קוראים אנשים גולשים נפר نفر लोगों लोग คน 명이 人が 人已 人正在 人在
"""
# People of a site in the word for now or today: how many are there at this moment.
_AUDIENCE = """
users user guests guest members member visitors visitor readers people viewers bots spectators
nutzer benutzer gäste gast mitglieder besucher leser visiteurs visiteur invités membres utilisateurs internautes lecteurs usuarios usuario
invitados visitantes miembros lectores utenti visitatori ospiti utilizadores membros bezoekers gasten leden gebruikers besökare gäster
medlemmar användare besøkende gjester medlemmer brukere besøgende gæster brugere kävijää kävijät vierasta vieraita vieraat käyttäjää
gości goście
użytkowników użytkownicy odwiedzających czytelników návštěvníků návštěvníci hostů uživatelů návštevníkov hostí používateľov látogató
látogatók vendég vendégek felhasználó vizitatori utilizatori oaspeți ziyaretçi ziyaretçiler misafir kullanıcı üye kişi пользователей
пользователи гостей гости посетителей посетители участников читателей користувачів відвідувачів посетители потребители επισκέπτες χρήστες
posjetitelja gostiju korisnika khách thành pengunjung pengguna tamu زائر زوار الزوار زائرين الأعضاء عضو ضيف ضيوف מבקרים משתמשים אורחים
חברים بازدیدکننده کاربر کاربران مهمان आगंतुक पाठक सदस्य अतिथि ผู้ใช้
"""
_NOW = """
online now currently today live moment line zurzeit derzeit aktuell heute gerade actuellement aujourd'hui hui ligne maintenant ahora hoy
actualmente línea linea momento adesso oggi agora hoje nu momenteel vandaag idag just nå nyt tänään teraz obecnie dzisiaj dziś právě dnes
teď práve most ma jelenleg acum azi şu anda şimdi bugün bugünkü aktif çevrimiçi сейчас сегодня онлайн зараз сьогодні сега днес τώρα
σήμερα trenutno danas hiện nay đang sekarang ini الآن اليوم حاليا متصل כעת עכשיו היום מחוברים اکنون امروز آنلاین अभी आज ऑनलाइन वर्तमान
"""
_BYLINE = """
by von par por di da door av af autor autore auteur author yazar forfatter författare szerző autorul автор автора كتب بقلم الكاتب מאת
نویسنده लेखक tác penulis oleh 作者 记者 記者 글쓴이 작성자 โดย
"""
# Of what a place or a dish is for, not of who was there.
_CAPACITY = """
serves serving servings seats seating sleeps capacity accommodates fits feeds yields portions max maximum group groups team teams size
kapazität sitzplätze portionen gruppengröße capacité couverts portions capacidad aforo plazas porciones raciones capacità posti porzioni
lotação lugares porções capaciteit plaatsen porties platser portioner kapasitet porcji miejsc kapacita porcí férőhely adag locuri porții
kapasite kişilik порций порции мест вместимость місць порцій места капацитет χωρητικότητα μερίδες kapasitas porsi السعة سعة תכולה מנות
"""
RESPONSE_WORDS = frozenset(_SPACED.split())
UNSPACED_RESPONSES = tuple(_UNSPACED.split())
PEOPLE = frozenset(_PEOPLE.split())
AUDIENCE, NOW = frozenset(_AUDIENCE.split()), frozenset(_NOW.split())
BYLINE_WORDS, CAPACITY_WORDS = frozenset(_BYLINE.split()), frozenset(_CAPACITY.split())
BESIDE_RESPONSES = frozenset(_BESIDE.split())
SHORTEST_STEM = 4
LONGEST_STEM = max(map(len, RESPONSE_WORDS))

OTHER_AGE = (
    r"(?:last\s+(?:week|month|year|night)|(?:letzte[rn]?|vorige[rn]?)\s+(?:woche|monat|jahr)|(?:la\s+semaine|le\s+mois|l['’]an(?:née)?)\s+derni[eè]re?"
    r"|(?:la\s+semana|el\s+mes|el\s+año)\s+pasad[oa]|(?:la\s+settimana|il\s+mese|l['’]anno)\s+scors[oa]|vorgestern|avant-hier|anteayer"
    r"|منذ\s+(?:حوالي\s+)?(?:\d+\s+)?\w+|قبل\s+\d(?:\d*\s+)?\w+|לפני\s+(?:כ-?)?(?:\d+\s+)?\w+|\d(?:\d*\s+)?\w+\s+(?:پیش|قبل)|\d(?:\d*\s+)?[\w\u0900-\u097f]+\s+पहले"
    r"|\d(?:\d*\s+)?[\w\u0980-\u09ff]+\s+আগে|\d+\s*\D{2,10}ที่(?:แล้ว|ผ่านมา)|(?:cách\s+đây\s+)?\d+\s+\w+\s+trước|\d(?:\d*\s+)?\w+\s+önce|(?:\d+\s+)?\w+\.?\s+temu"
    r"|(?:för|for)\s+\d+\s+\w+\.?\s+(?:sedan|siden)|\d+\s+\w+\.?\s+(?:siden|sitten|sedan)"
    r"|(?:před|pred|prije|prieš|преди|πριν(?:\s+από)?|acum|pirms|fa)\s+\d+\s+\w+\.?|\d+\s+\w+\.?\s+(?:тому(?:\s+назад)?|ezelőtt|tagasi|назад|fa|geleden|lalu)"
    r"|\d+\s+\w+\s+yang\s+lalu|(?:\d+\s+)?\w+\s+(?:назад|тому)|\d+(?:s|m|min|h|hr|d|w|wk|mo|y|yr)s?\.?\s+ago"
    r"|tegnap|včera|wczoraj|вчера|вчора|сегодня|dün|bugün|igår|i\s+går|idag|eilen|tänään|gisteren|vandaag|ontem|hoje|ieri|oggi|hoy"
    r"|أمس|اليوم|אתמול|היום|دیروز|امروز|เมื่อวาน(?:นี้)?|วันนี้|hôm\s+(?:qua|nay)|kemarin|hari\s+ini|어제|오늘|昨日|今日|前天)"
)
"""How long ago, as the whole of a short line, in more languages than `AGE` of `page_noise_words` knows."""

OPEN_NOW = (
    r"(?:[^\W\d]+(?:\s+[^\W\d]+){0,2}\s*)?[:：]?\s*(?:(?:(?:currently|now|we\s+are|we['’]re|jetzt|derzeit|aktuell|heute|actuellement|ahora|adesso|ora|agora|nu|nyt|teraz|nyní|most|acum|şu\s+an|сейчас|зараз"
    r"|اليوم|الآن|כעת|עכשיו|现在|現在|지금)\s*)(?:open|closed|geöffnet|geschlossen|ouvert|fermé|abierto|cerrado|apert[oa]|chius[oa]|aberto|fechado|geopend|gesloten|öppet|stängt|åpent|stengt|åbent|lukket"
    r"|avoinna|suljettu|otwarte|zamknięte|otevřeno|zavřeno|nyitva|zárva|deschis|închis|açık|kapalı|открыт[оа]?|закрыт[оа]?|відчинено|зачинено|مفتوح|مغلق|פתוח|סגור|营业|休息|營業|営業)\S{0,3}"
    r"|(?:open|closed|geöffnet|geschlossen|ouvert|fermé|abierto|cerrado|apert[oa]|chius[oa]|aberto|fechado|geopend|gesloten|öppet|stängt|otwarte|zamknięte|открыто|закрыто|مفتوح|مغلق|פתוח|סגור)"
    r"(?:\s+(?:now|right\s+now|ahora|jetzt|adesso|agora|nu|teraz|сейчас|الآن|עכשיו|כעת))?[\s,;·(–-]+(?:closes?|opens?|closing|opening|schließt|öffnet|ferme|ouvre|cierra|abre|chiude|apre|fecha|sluit"
    r"|stänger|öppnar|zamykamy|otwieramy|закроется|откроется|يغلق|يفتح|נסגר|נפתח|until|till|bis|jusqu|hasta|fino|até|tot|do|до|حتى|עד)\b.{0,30})"
)
"""Whether a place is open at this moment."""
