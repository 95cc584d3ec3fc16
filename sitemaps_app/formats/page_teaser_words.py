"""Words of the headings of lists of other pages, and labels of advertisements, in many languages."""

from __future__ import annotations

_SURE = """
related similar recommended recommendations suggested suggestions also upsell upsells
sugerido sugeridos sugerida sugeridas sugerencias sugestões suggérées suggestions suggerimenti
vorgeschlagene vorschläge suggesties sugerowane
ähnliche ähnlich verwandte verwandtes empfohlene empfehlungen passende passend auch
similaires connexes associés recommandés suggérés recommandations aussi relacionados relacionadas similares recomendados
recomendadas también
correlati correlate simili consigliati suggeriti anche relacionadas semelhantes também gerelateerde gerelateerd vergelijkbare
aanbevolen ook
relaterade relaterat liknande rekommenderade också även relaterte relaterede lignende anbefalte anbefalede også liittyvät
samankaltaisia
suosittelemme myös aiheeseen powiązane podobne polecane również także související podobné doporučené také súvisiace odporúčané
kapcsolódó hasonló
ajánlott ajánljuk similare asemănătoare recomandate ilgili benzer önerilen önerilenler похожие похожее связанные рекомендуем
рекомендуемые
также схожі пов'язані рекомендуємо також подобни свързани препоръчани също σχετικά παρόμοια προτεινόμενα επίσης povezani slični
preporučeno
terkait serupa juga rekomendasi berkaitan صلة مشابهة مشابه أيضا أيضًا أيضاً مقترحة מומלצים קשורות קשורים דומים דומות מרتبط مرتبط
پیشنهادی संबंधित
"""
_LATER = """
popular trending latest recent recently newest hot hottest bestsellers bestselling viral featured most-read most-viewed discover
beliebt beliebte beliebteste meistgelesen meistgelesene meistgesehen neueste aktuelle trends weitere weiteres populaires populaire
récents
récentes derniers dernières tendances autres populares populare recientes últimas últimos tendencias otras otros más popolari
recenti ultime
ultimi altri altre tendenze mais vistas lidas recentes outras outros populair populaire meest gelezen recente laatste andere meer
populära
populärt senaste mest fler lästa populære seneste siste mest flere leste læste suosituimmat luetuimmat uusimmat lisää
najpopularniejsze
popularne najnowsze najczęściej więcej inne nejčtenější nejnovější oblíbené další najčítanejšie najnovšie legolvasottabb legfrissebb
népszerű további
citite recente alte popüler son çok okunanlar okunan diğer daha популярное популярные последние новые самое читаемое ещё еще другие
найпопулярніше
останні інші популярні популярни последни най-четени най-четените други още δημοφιλή πρόσφατα τελευταία άλλα περισσότερα najčitanije
najnovije
ostale populer terbaru terpopuler lainnya terkini الأكثر أحدث آخر المزيد شائع הנקראות הנקראים פופולרי פופולריות אחרונות אחרונים
נוספים נוספות חדשות
بیشتر پربازدیدترین جدیدترین تازه‌ترین محبوب लोकप्रिय नवीनतम ताज़ा अन्य nổi bật
"""
# Scripts without blanks, and phrases.
_SURE_PARTS = (
    "相关", "相關", "推荐", "推薦", "猜你", "猜您", "类似", "相似", "延伸阅读", "延伸閱讀", "関連", "おすすめ", "オススメ",
    "あわせて", "似た", "こちらも", "관련", "추천", "비슷한", "함께", "เกี่ยวข้อง", "แนะนำ", "คล้าย", "liên quan", "tương tự",
    "đề xuất", "có thể bạn", "read more", "read next", "you may", "you might", "don't miss", "in case you missed", "inspired by",
    "à lire", "le puede", "te puede", "leggi anche", "leia também", "lees ook", "läs mer", "läs också", "les også", "læs også",
    "lue myös", "czytaj", "přečtěte", "mohlo by", "olvasta", "baca juga", "читайте", "читать", "інше по темі", "διαβάστε", "ذات صلة",
    "zuletzt angesehen", "vus récemment", "consultés récemment", "vistos recientemente", "visti di recente", "visualizzati di recente",
    "vistos recentemente", "laatst bekeken", "senast visade", "sist sett på", "ostatnio oglądane", "naposledy navštívené", "просмотренные",
    "вы смотрели", "最近浏览", "最近瀏覽", "最近見た", "閲覧履歴", "최근 본", "최근본",
    "wird oft zusammen", "oft zusammen gekauft", "kunden kauften", "kauften auch", "achetés ensemble", "ont aussi acheté",
    "ont également", "también compraron", "comprados juntos", "compraron juntos", "comprados em conjunto", "também compraram",
    "comprati insieme", "hanno acquistato", "samen gekocht", "kochten ook", "kupowane razem", "klienci kupili", "kupili również",
    "kupují také", "с этим товаром", "вместе с этим", "также покупают", "часто покупают", "з цим товаром", "birlikte alınan",
    "birlikte satın", "一起购买", "一起買", "买了又买", "买过的人", "還購買", "还购买", "よく一緒に", "一緒に購入", "買った人",
    "購入した人", "함께 구매", "함께 산", "يُشترى", "يشترى مع", "اشترى العملاء", "נקנים יחד", "קנו גם", "frequently bought",
    "bought together",
    "اقرأ", "قد يعجبك", "אולי יעניין", "עוד בנושא", "بخوانید", "यह भी",
)  # fmt: skip
_LATER_PARTS = (
    "热门", "熱門", "热文", "热点", "熱點", "热榜", "热搜", "排行", "最新", "更多", "人気", "ランキング", "新着", "最近の",
    "その他の", "他の", "よく読まれ", "アクセス数", "인기", "최신", "많이 본", "다른", "ยอดนิยม", "ล่าสุด", "อื่น", "มาแรง",
    "อ่านมาก", "xem nhiều", "đọc nhiều", "mới nhất", "most read", "most viewed", "top 5", "top 10", "up next", "keep reading",
    "just in", "what's hot", "meilleures ventes", "más vendidos", "più venduti", "mais vendidos", "meistverkauft", "хиты продаж", "热销",
    "ベストセラー", "베스트셀러", "in evidenza", "article du jour", "artikel des tages", "अन्य",
)  # fmt: skip
# An author writes what follows these: references, further information, files.
_AUTHORS = (
    "see also", "siehe auch", "voir aussi", "véase", "ver también", "ver también", "ver também", "vedi anche", "zie ook", "se även",
    "se också", "se også", "katso myös", "zobacz też", "zobacz także", "viz též", "viz také", "pozri aj", "lásd még", "vezi și",
    "ayrıca bak", "см. также", "смотрите также", "див. також", "вижте също", "δείτε επίσης", "انظر أيض", "ראו גם", "参见", "參見",
    "関連項目", "関連文献", "같이 보기", "inform", "info", "detail", "resourc", "ressourc", "hilfe", "help", "ayuda", "referenc",
    "source", "quelle", "literatur", "bibliogra", "document", "dokument", "download", "work", "standard", "version", "release",
    "change", "question", "fragen", "信息", "資料", "资料", "情報", "文献", "文档", "подробн", "литератур", "источник", "معلومات",
    "מידע", "available", "disponib", "verfügbar", "erhältlich", "what's", "whats new", "neuerung",
)  # fmt: skip
SURE_WORDS = frozenset(_SURE.split())
LATER_WORDS = frozenset(_LATER.split()) - {"son", "daha", "mest", "meer", "bật"}
SURE_PARTS, LATER_PARTS, AUTHORS_PARTS = _SURE_PARTS, _LATER_PARTS, _AUTHORS
MORE = frozenset(
    {"more", "other", "most", "top", "plus", "mehr", "weitere", "altri", "altre", "más", "mais", "meer", "fler", "flere", "mest"}
)

AD_LABELS = frozenset(
    """
    pr ad ads adv advert advertisement advertisements advertising sponsored sponsor promoted anzeige anzeigen werbung reklame reklam
    reklama publicité
    pub annonce annonces sponsorisé publicidad anuncio anuncios patrocinado publicidade anúncio pubblicità sponsorizzato advertentie
    advertenties
    gesponsord annons annonser sponsrat sponsrad annonse annonsørinnhold mainos mainokset ilmoitus reklamy sponsorowane inzerce
    reklamné inzercia
    hirdetés szponzorált publicitate sponsorizat sponsorlu реклама партнёрский спонсор реклами διαφήμιση oglas oglasi sponzorirano
    iklan sponsor
    إعلان إعلانات اعلان ممول פרסומת פרסום ממומן آگهی تبلیغات विज्ञापन โฆษณา 広告 スポンサーリンク スポンサー 推广 推廣 广告 廣告
    赞助 贊助 赞助商 광고 스폰서
    """.split()  # noqa: SIM905  a table of words is easier to read so
) | {"quảng cáo", "paid content", "partner content", "- advertisement -", "на правах рекламы", "tài trợ", "スポンサード リンク"}
AD_THINGS = frozenset(
    """
    content link links post by our partner partners inhalt inhalte innehåll indhold innhold contenu contenido conteúdo contenuto
    inhoud treść materiał
    obsah tartalom conținut içerik контент материал محتوى محتوا תוכן コンテンツ 内容 콘텐츠 -
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
"""Words that stand beside such a label in one."""
