"""Every setting, in one file. What people may change are environment variables; `manage.py show_config` prints them."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from sitemaps_app.environment import Environment, celery_broker, database, storage_folder
from sitemaps_app.server.private_files import kept_secret, private_folder, socket_path

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)

# Where things lie

LASTMOD_DATA_DIR = private_folder(
    env.folder("LASTMOD_DATA_DIR", BASE_DIR / "var", "The folder for the database, secrets, snapshots and logs.", shown_default="var")
)
SECRET_KEY = env.text(
    "LASTMOD_SECRET_KEY",
    "",
    "Signs sessions; LASTMOD_SECRET_KEY_FILE may name a file that holds it. All web hosts need the same one.",
    shown_default="made at first start, in the data folder",
    secret=True,
) or kept_secret(LASTMOD_DATA_DIR / "secret_key")
DATABASE_URL = env.text(
    "DATABASE_URL",
    f"sqlite:///{LASTMOD_DATA_DIR / 'lastmod.sqlite3'}",
    "The database: sqlite:///path, or postgresql://user:password@host/name where several machines work together.",
    shown_default="sqlite, in the data folder",
)
BROKER_SOCKET = socket_path(LASTMOD_DATA_DIR / "broker", "broker.sock")
REDIS_URL_GIVEN = env.text(
    "REDIS_URL",
    "",
    "A Redis or Valkey (6.2 or later) for tasks and politeness, as redis://host:6379/0; unset, the server starts a private one.",
    shown_default="a private server, in the data folder",
)
STORAGE_URL = env.text(
    "STORAGE_URL",
    str(LASTMOD_DATA_DIR / "storage"),
    "The folder for snapshots and exports; on several machines, a shared one.",
    shown_default="storage, in the data folder",
)
STORAGE_FOLDER = storage_folder(STORAGE_URL)

# How the web is reached

DEBUG = env.yes_no("LASTMOD_DEBUG", False, "1 shows error pages with the code's inner state. Only for developers.")
LASTMOD_BIND = env.text("LASTMOD_BIND", "127.0.0.1", "The address the web listens on; 0.0.0.0 for all.")
LASTMOD_PORT = env.whole("LASTMOD_PORT", 8000, "The port the web listens on; 0 for any free one.", at_most=65535)
LASTMOD_WEB_PROCESSES = env.whole("LASTMOD_WEB_PROCESSES", 2, "How many web processes run.", at_least=1, at_most=64)
LASTMOD_WEB_THREADS = env.whole("LASTMOD_WEB_THREADS", 8, "How many requests one web process serves at once.", at_least=1, at_most=256)
ALLOWED_HOSTS = list(
    env.words("LASTMOD_ALLOWED_HOSTS", ("localhost", "127.0.0.1", "[::1]"), "The host names under which the web may be asked for.")
)
LASTMOD_HTTPS = env.yes_no(
    "LASTMOD_HTTPS", False, "1 where a proxy in front speaks https and sets X-Forwarded-Proto: secure cookies, redirect, HSTS."
)
LASTMOD_PROXIES = env.whole(
    "LASTMOD_PROXIES", int(LASTMOD_HTTPS), "How many proxies stand in front and append to X-Forwarded-For.", at_most=10
)
CSRF_TRUSTED_ORIGINS = list(
    env.words("LASTMOD_TRUSTED_ORIGINS", (), "Origins whose forms are accepted beside our own, as https://lastmod.intranet.example.")
)

# How sites are checked

LASTMOD_USER_AGENT = env.text("LASTMOD_USER_AGENT", "LastmodTrust/0.1", "How we name ourselves to the sites, and in their robots.txt.")
LASTMOD_ALLOWED_NETWORKS = env.networks("LASTMOD_ALLOWED_NETWORKS", "Private networks that may be visited, as 10.1.0.0/16; else none is.")
LASTMOD_ALLOWED_PORTS = env.ports("LASTMOD_ALLOWED_PORTS", "Ports of public addresses beside 80 and 443 that may be visited, as 8080.")
LASTMOD_CHECK_INTERVAL = env.whole("LASTMOD_CHECK_INTERVAL", 86_400, "Seconds from one check of a site to its next.", at_least=60)
LASTMOD_PAGES_PER_CHECK = env.whole("LASTMOD_PAGES_PER_CHECK", 40, "How many pages one check of a site may visit.", at_most=100_000)
LASTMOD_PANEL_SIZE = env.whole("LASTMOD_PANEL_SIZE", 40, "How many pages of a site are kept and visited again.", at_most=100_000)
LASTMOD_POLITENESS_SECONDS = env.number("LASTMOD_POLITENESS_SECONDS", 1.0, "Seconds between two requests to one host.", at_most=3600)
LASTMOD_FETCH_SECONDS = env.number(
    "LASTMOD_FETCH_SECONDS",
    60.0,
    "Seconds after which a fetch ends, answered or not; a server that is silent for 20 s is given up before.",
    at_most=3600,
)
LASTMOD_FILE_BUDGET = env.whole(
    "LASTMOD_FILE_BUDGET", 500, "How many sitemap files one check may read: the newest, and those that waited longest.", at_least=1
)
LASTMOD_FETCH_THREADS = env.whole("LASTMOD_FETCH_THREADS", 16, "How many sites are checked at once.", at_least=1, at_most=1024)
LASTMOD_TICK_SECONDS = env.whole("LASTMOD_TICK_SECONDS", 10, "Seconds between two looks for sites that are due.", at_least=1, at_most=3600)
LASTMOD_LEASE_SECONDS = env.whole("LASTMOD_LEASE_SECONDS", 120, "Seconds after which a lost worker's site is due again.", at_least=10)
LASTMOD_LOG_LEVEL = env.text("LASTMOD_LOG_LEVEL", "INFO", "What the logs tell: DEBUG, INFO, WARNING or ERROR.").upper()

# How long things are kept

LASTMOD_KEEP_ALL_DAYS = env.whole("LASTMOD_KEEP_ALL_DAYS", 14, "Days for which every snapshot's file is kept.")
LASTMOD_KEEP_DAILY_DAYS = env.whole("LASTMOD_KEEP_DAILY_DAYS", 92, "Days for which one snapshot of each day is kept.")
LASTMOD_KEEP_WEEKLY_DAYS = env.whole("LASTMOD_KEEP_WEEKLY_DAYS", 366, "Days for which one snapshot of each week is kept.")
LASTMOD_KEEP_MONTHLY_DAYS = env.whole("LASTMOD_KEEP_MONTHLY_DAYS", 1827, "Days for which one snapshot of each month is kept.")
LASTMOD_KEEP_CURSOR_DAYS = env.whole(
    "LASTMOD_KEEP_CURSOR_DAYS", 30, "Days after its last use for which a cursor of due lists keeps the snapshot it stands for."
)
LASTMOD_KEEP_PAGE_TEXT_DAYS = env.whole(
    "LASTMOD_KEEP_PAGE_TEXT_DAYS", 30, "Days for which the text of a page is kept that no later comparison needs."
)
LASTMOD_KEEP_ACCOUNT_DAYS = env.whole("LASTMOD_KEEP_ACCOUNT_DAYS", 92, "Days for which the account of a check is kept line by line.")
LASTMOD_PRUNE_HOURS = env.whole(
    "LASTMOD_PRUNE_HOURS", 24, "Hours between two prunings, which remove what is older; 0 = only by manage.py prune.", at_most=8784
)
LASTMOD_UNDO_DAYS = env.whole("LASTMOD_UNDO_DAYS", 7, "Days for which the deletion of sites can be undone.", at_most=366)

SETTINGS = env.table

# Django

INSTALLED_APPS = [
    "sitemaps_app.apps.SitemapsAppConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "axes",
    "csp",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "sitemaps_app.html_compression.CompressHtml",
    "sitemaps_app.visible_controls.ShowMarksOfDirection",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # A view is closed unless it says `@login_not_required`: forgetting a decorator must not open one.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "sitemaps_app.viewer_zone.ViewerZoneMiddleware",
    "sitemaps_app.sign_ins.SignInsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]
ROOT_URLCONF = "sitemaps_app.urls"
WSGI_APPLICATION = "sitemaps_app.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": database(
        DATABASE_URL,
        {
            # IMMEDIATE takes the write lock at BEGIN. With Django's DEFERRED, two transactions that read and then write fail with
            # "database is locked" at once, whatever the timeout; WAL alone makes that more frequent, not less.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=NORMAL;"  # safe with WAL: a power cut may lose the last commits, never the database
                "PRAGMA foreign_keys=ON;"
                "PRAGMA mmap_size=134217728;"
                "PRAGMA journal_size_limit=27103364;"
                "PRAGMA cache_size=-20000;"
            ),
        },
    )
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "sitemaps_app" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = LASTMOD_DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(STORAGE_FOLDER)}},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
FILE_UPLOAD_HANDLERS = ["sitemaps_app.uploads.BoundedUpload"]  # the default would take a file of any size from anybody

# Who may come in

LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "sign-in"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
# By name and address together: by name alone, a stranger could lock the admin out; by address alone, one office locks itself out.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked_out.html"
AXES_CLIENT_IP_CALLABLE = "sitemaps_app.server.client_address.client_address"

# The same directives fit Django 6's own SECURE_CSP.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = LASTMOD_HTTPS
CSRF_COOKIE_SECURE = LASTMOD_HTTPS
SECURE_SSL_REDIRECT = LASTMOD_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked by machines inside, by plain http
SECURE_HSTS_SECONDS = 31_536_000 if LASTMOD_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = LASTMOD_HTTPS
SECURE_HSTS_PRELOAD = LASTMOD_HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if LASTMOD_HTTPS else None

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"forbidden_is_a_line": {"()": "sitemaps_app.server.log_lines.ForbiddenIsALine"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["forbidden_is_a_line"]}},
    "root": {"handlers": ["stderr"], "level": LASTMOD_LOG_LEVEL},
    "loggers": {"axes.apps": {"level": "WARNING"}},  # else every command begins with a line about axes
}

# Celery: the reason beside each setting

REDIS_URL = REDIS_URL_GIVEN or f"unix://:{kept_secret(private_folder(LASTMOD_DATA_DIR / 'broker') / 'password')}@{BROKER_SOCKET}?db=0"
CELERY_BROKER_URL = celery_broker(REDIS_URL)
CELERY_TASK_DEFAULT_QUEUE = "lastmod"  # a shared Redis may have a queue named celery already
CELERY_TASK_ACKS_LATE = True  # a killed worker's message is delivered again; our tasks may run twice
CELERY_TASK_REJECT_ON_WORKER_LOST = True  # the same when a child process is killed
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a waiting task must be free for the next idle worker, not reserved behind a slow site
CELERY_TASK_IGNORE_RESULT = True  # results are rows in our database
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True  # the worker may start before the broker
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for its broker for ever
# A task that is redelivered while it still runs would only meet its own lease in the database; a whole hour spares us that.
# Sites of a lost worker do not wait for it: their leases end after LASTMOD_LEASE_SECONDS and the next tick takes them.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,  # the default of 10 makes a restore wait for ten intervals
    "socket_connect_timeout": 2,  # a web request must not hang on a broker that is down
    "socket_timeout": 10,
    "socket_keepalive": True,
    "max_retries": 1,  # these four are for the connection that a web request opens to send a task
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.2, "interval_max": 0.2}  # the same
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # LOGGING above decides
CELERY_WORKER_SEND_TASK_EVENTS = False  # nobody listens to them
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = TIME_ZONE
# Static entries. Which site is due is a row of ours, so that edits need no reload and a missed tick heals itself; so is when pruning was
# last done, by whichever machine, and how far histories are judged by new rules after an upgrade.
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "sitemaps_app.tasks.tick",
        "schedule": LASTMOD_TICK_SECONDS,
        "options": {"expires": LASTMOD_TICK_SECONDS},  # after a pause, one tick does what a thousand would
    },
    "recompute": {"task": "sitemaps_app.tasks.recompute", "schedule": 30, "options": {"expires": 30, "priority": 6}},
    "prune": {"task": "sitemaps_app.tasks.prune", "schedule": 3600, "options": {"expires": 3600, "priority": 6}},
}
