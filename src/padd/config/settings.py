"""Settings for both ways to run PADD: on a laptop, and hosted.

- `PADD_URL` (https://padd.example.org) turns on hosted mode: every link in every e-mail
  begins with it, and only https requests for its name are answered.
- `PADD_HOSTS`: more host names, separated by commas.
- `PADD_HSTS`: `subdomains` and `preload` extend the https-only promise.
- `PADD_DATA`: the data folder; `PADD_SECRET_KEY` replaces the key stored there.
- `PADD_BEHIND_PROXY`: a web server in front sets X-Forwarded-Proto itself.
- `DATABASE_URL`: a PostgreSQL database instead of the file in the data folder;
  `PADD_READ_URL`: a replica of it for visitors' pages.
- `PADD_MAIL_URL` (smtp://user:password@host:587): the mail server; without it e-mail is
  printed to the server's terminal.
- `PADD_ACCOUNTS` lets people sign in on a laptop too.
- `PADD_BACKUP`: a second folder for backups.
- `PADD_API_PACE` multiplies the rate limits of the API.
- `PADD_REFRESH_AT`: the time of day (UTC) when ratings are refreshed.
- `PADD_HOLD`: which reports are held (see `options`).
- `PADD_HOUSE_PROCEDURE` turns on answer, warning, suspension and appeal in cases.
- `PADD_METRICS_TOKEN` opens /metrics to anyone who sends it.
- `PADD_SECURITY_CONTACT` is written into security.txt.
- `PADD_SITE_NAME`: the name of the club or community at the foot of every page.
- `PADD_SITE_COLOUR` (#9fd8c4): the color of pages that have no state of their own.
- `PADD_CA`: a file with the certificate authority of a self-hosted headquarters.
- `PADD_WITHOUT`: pieces of the platform to leave out, such as `page-cache` (see
  `padd.platform.switches`).
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from padd.config.databases import databases
from padd.config.logs import logging_of
from padd.config.options import MailServer, api_rate_factor, holding, hsts, refresh_at, site_colour
from padd.platform.addresses import (
    authority,
    host_names,
    mail_sender,
    security_contact,
    site_url,
    trusted_proxies,
)
from padd.platform.paths import data_folder, secret_key

INTERFACES = Path(__file__).resolve().parent.parent / "interfaces"
WEB = INTERFACES / "web"
API = INTERFACES / "api"
DATA = data_folder()
# A second place for backups, such as a stick that leaves with somebody else.
BACKUP = os.environ.get("PADD_BACKUP", "")
URL = site_url(os.environ.get("PADD_URL", ""), os.environ.get("PADD_HOSTS", ""))
"""How every link to this installation begins; empty on a laptop."""
HOSTS = host_names(URL, os.environ.get("PADD_HOSTS", ""))
HOSTED = bool(HOSTS)
# Addresses of this computer in the venue's network, set by `padd serve`.
NETWORK = [one for one in os.environ.get("PADD_NETWORK", "").split(",") if one]
# Staff pages stay on this computer; whoever trusts the venue's network may open them.
STAFF_NETWORK = bool(os.environ.get("PADD_STAFF_NETWORK"))
# At a laptop nobody needs an account: the director comes in by the printed link.
ACCOUNTS = HOSTED or bool(os.environ.get("PADD_ACCOUNTS"))

DEBUG = False
SECRET_KEY = secret_key(DATA)
ALLOWED_HOSTS = HOSTS or ["127.0.0.1", "localhost", "[::1]", *NETWORK]
ROOT_URLCONF = "padd.config.urls"
ASGI_APPLICATION = "padd.config.asgi.application"
APPEND_SLASH = True

INSTALLED_APPS = [
    "padd.store",
    "padd.services.apps.Services",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "axes",
]
DATABASES = databases(os.environ.get("DATABASE_URL", ""), os.environ.get("PADD_READ_URL", ""), DATA)
DATABASE_ROUTERS = (
    ["padd.store.installation.read_replica.ReplicaRouter"] if "replica" in DATABASES else []
)
# Holds the counters of sign-up, reset and second factor (`ACCOUNT_RATE_LIMITS`), which
# must be the same for all processes.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "store_cacheentry",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
MIDDLEWARE = [
    "padd.interfaces.web.installation.health.health",
    "padd.platform.access_log.access_log",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "padd.platform.middleware.default_headers",
    "padd.platform.middleware.Compression",
    "padd.platform.middleware.StaticFiles",
    "padd.interfaces.web.cached_pages.mark_public_pages",
    "padd.interfaces.web.cached_pages.visitor_pages_from_replica",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "axes.middleware.AxesMiddleware",
    "padd.interfaces.web.request_actor.RequestActor",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [WEB / "templates", *sorted(WEB.glob("*/templates")), API / "templates"],
        "OPTIONS": {
            "environment": "padd.interfaces.web.jinja.environment",
            "autoescape": True,
            "context_processors": [
                "padd.interfaces.web.layout.public.theme_context",
                "padd.interfaces.web.request_actor.page_context",
            ],
        },
    }
]

AUTH_USER_MODEL = "store.Account"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
PASSWORD_RESET_TIMEOUT = 3600
LOGIN_REDIRECT_URL = "/"
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
# A browser takes such a cookie by https and from this very host alone.
SESSION_COOKIE_NAME = "__Host-session" if HOSTED else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrf" if HOSTED else "csrftoken"

ACCOUNT_ADAPTER = "padd.config.sign_in.SignIn"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_EMAIL_CONFIRMATION_ANONYMOUS_REDIRECT_URL = "/accounts/login/?confirmed=yes"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# Whoever takes an account over cannot do it in silence.
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "padd.config.sign_in.NewestLinkOnly"  # noqa: S105 -- a name
# An office without a second factor is as strong as one password.
OFFICES_NEED_SECOND_FACTOR = HOSTED
# Of the second step; wrong passwords are counted by axes, see below.
ACCOUNT_RATE_LIMITS = {"login_failed": "20/m/ip,5/15m/key"}
MFA_ADAPTER = "padd.config.sign_in.SecondStep"
MFA_SUPPORTED_TYPES = ["recovery_codes", "totp", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "PADD"
# A phone may be half a minute fast or slow (RFC 6238, 5.2).
MFA_TOTP_TOLERANCE = 1
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HOSTED

# Five wrong passwords for one account from one address, then fifteen minutes of
# waiting there; the owner can still sign in from elsewhere.
AXES_HANDLER = "padd.config.sign_in.CountedFirst"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_USERNAME_CALLABLE = "padd.config.sign_in.address_tried"
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "padd.interfaces.web.errors.locked_out_page"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

STATIC_URL = "/static/"
# The sheet of a bracket lies beside its drawing, which also stands alone.
STATICFILES_DIRS = [WEB / "static", INTERFACES.parent / "presentation/svg/static"]
# Files are served from where they lie; every address carries the hash of its
# content (see `interfaces.web.jinja`), so browsers may keep them for good.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 365 * 24 * 3600

UPLOAD_LIMIT = 50_000_000
# Memory for public pages that are sent again as they are.
PAGE_CACHE_BYTES = 32_000_000
# How many times the usual pace programs may ask at (see `services.access.rate_limit`).
API_PACE = api_rate_factor(os.environ.get("PADD_API_PACE", ""))
REFRESH_AT = refresh_at(os.environ.get("PADD_REFRESH_AT", ""))
# Answer, warning, suspension and appeal are in no guide; a site may have them.
HOUSE_PROCEDURE = bool(os.environ.get("PADD_HOUSE_PROCEDURE"))
HOLDING = holding(os.environ.get("PADD_HOLD", ""))
# Who certified the headquarters that reports are sent to, if no browser knows them.
AUTHORITY = authority(os.environ.get("PADD_CA", ""))
# Tests have webhooks call this computer; nothing else may switch this on.
WEBHOOKS_AT_HOME = False
# Who may read /metrics, and whom to tell about a hole (mailto: or https:).
METRICS_TOKEN = os.environ.get("PADD_METRICS_TOKEN", "")
SECURITY_CONTACT = security_contact(os.environ.get("PADD_SECURITY_CONTACT", ""))
# What the community that is hosted here calls itself.
SITE_NAME = os.environ.get("PADD_SITE_NAME", "").strip()[:80]
SITE_COLOUR = site_colour(os.environ.get("PADD_SITE_COLOUR", ""))
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1200
# Only the import takes many files; everywhere else see `padd.platform.body_limit`.
DATA_UPLOAD_MAX_NUMBER_FILES = 200
MANY_FILES_PATHS = ("/import/",)
FILE_UPLOAD_HANDLERS = [
    "padd.platform.body_limit.FewFiles",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "font-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "padd.interfaces.web.errors.expired_form_page"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
THEME_COOKIE_SECURE = CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = HOSTED
SECURE_SSL_REDIRECT = HOSTED
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HOSTED else 0
# Other names of the domain, and every browser for good: only if the host says so.
HSTS = hsts(os.environ.get("PADD_HSTS", ""))
SECURE_HSTS_INCLUDE_SUBDOMAINS = HOSTED and "subdomains" in HSTS
SECURE_HSTS_PRELOAD = HOSTED and "preload" in HSTS
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
TRUSTED_PROXIES = trusted_proxies(os.environ.get("PADD_BEHIND_PROXY", ""))
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("PADD_BEHIND_PROXY") else None
)

LOGGING = logging_of(access=HOSTED)

MAIL = MailServer(os.environ.get("PADD_MAIL_URL", ""))
EMAIL_BACKEND = MAIL.backend
# Where a mail server is named, e-mail waits in a queue until that server takes it.
MAIL_QUEUED = MAIL.named
EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL.ssl, MAIL.tls
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = mail_sender(os.environ.get("PADD_MAIL_FROM", ""))
