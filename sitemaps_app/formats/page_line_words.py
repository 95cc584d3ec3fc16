"""Names of elements that tell who wrote and when, and words of how long something takes, for `page_lines`."""

from __future__ import annotations

# Words in class and id.
AGE_NAMES = frozenset(
    """
    ago age author authors autor auteur byline posted poster username user users creator commenter timestamp timeago datetime when published
    pubdate postdate postinfo postinfos infos postmeta entrymeta attribution permalink submitter hnuser nickname nick handle member
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
RANKS = frozenset(
    """
    member members moderator mod admin administrator author op new newbie junior senior guru expert supporter staff team veteran regular
    mitglied moderatorin gast membre modérateur miembro moderador membro moderatore lid участник модератор админ 会员 版主 楼主 管理员
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
WRITER_LINKS = (
    'a[href^="/u/"], a[href*="/user/"], a[href*="/users/"], a[href*="/author/"], a[href*="/authors/"], a[href*="/profile"],'
    ' a[href*="/member"],'
    ' a[href^="/@"], a[href*="user?id="], a[rel~="author"], [itemprop="author"],'
    ' [class*="author" i], [class*="username" i], [class*="creator" i], time:not([datetime^="P"])'
)
# A line with one of these says how long something takes or lasts.
DURATION_WORDS = frozenset(
    """
    prep preparation cook cooking bake baking total time duration length runtime battery warranty guarantee lease timeout interval delivery
    shipping takes lasts travel trip walk walking hike ride drive flight ferry train bus tour route trail stage course session lesson class
    exam film movie episode track album video audio reading read rest resting chill soak rise wait delay lead stay nights notice term
    period contract retention cache every per within after before for min max approx about open closed age aged years old
    zubereitung vorbereitung kochzeit backzeit gesamt dauer zeit arbeitszeit ruhezeit gehzeit fahrzeit laufzeit garantie lieferung
    lieferzeit     wanderung strecke etappe akku frist kurs préparation cuisson durée temps repos livraison garantie trajet randonnée
    parcours preparación     cocción tiempo duración total garantía entrega ruta viaje
    preparazione cottura durata tempo riposo garanzia consegna percorso preparo
    cozimento duração tempo garantia entrega rota bereidingstijd duur tijd wandeling garantie levering route tid tillagning varighet
    varighed kesto aika valmistus czas przygotowanie gotowanie trwania gwarancja dostawa trasa doba čas příprava vaření záruka trvanie
    idő elkészítés főzés timp preparare gătire durată süre hazırlık pişirme garanti teslimat время приготовления приготовление длительность
    срок гарантия доставка маршрут поездка час тривалість гарантія доставка χρόνος διάρκεια thời gian waktu durasi المدة وقت الطهي زمن הכנה
    בישול זמן משך अवधि समय เวลา
    """.split()  # noqa: SIM905  a table of words is easier to read so
)
