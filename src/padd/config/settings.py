"""The settings of both shapes: at the table (a laptop) and hosted.

`PADD_HOSTS` (names, comma between them) makes it the hosted shape: only those
names are answered, over https alone. `PADD_DATA` names the data folder,
`PADD_SECRET_KEY` replaces the key kept there. `PADD_BEHIND_PROXY` says that a web
server in front sets X-Forwarded-Proto itself.
"""

from __future__ import annotations

import os
from pathlib import Path

from csp.constants import NONE, SELF

from padd.config.places import data_folder, secret_key

WEB = Path(__file__).resolve().parent.parent / "interfaces" / "web"
DATA = data_folder()
HOSTS = [name.strip() for name in os.environ.get("PADD_HOSTS", "").split(",") if name]
HOSTED = bool(HOSTS)

DEBUG = False
SECRET_KEY = secret_key(DATA)
ALLOWED_HOSTS = HOSTS or ["127.0.0.1", "localhost", "[::1]"]
ROOT_URLCONF = "padd.config.urls"
ASGI_APPLICATION = "padd.config.asgi.application"
APPEND_SLASH = True

# Nothing is stored yet: no database, no sessions, no accounts.
INSTALLED_APPS = ["django.contrib.staticfiles"]
DATABASES: dict[str, dict[str, str]] = {}
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "padd.interfaces.web.middleware.same_headers_everywhere",
    "padd.interfaces.web.middleware.StaticFiles",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [WEB / "templates"],
        "OPTIONS": {
            "environment": "padd.interfaces.web.jinja.environment",
            "autoescape": True,
            "context_processors": ["padd.interfaces.web.theme.chosen_theme"],
        },
    }
]

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

STATIC_URL = "/static/"
STATICFILES_DIRS = [WEB / "static"]
# Files are served from where they lie; every address carries the hash of its
# content (see `interfaces.web.jinja`), so browsers may keep them for good.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_MAX_AGE = 365 * 24 * 3600

UPLOAD_LIMIT = 50_000_000
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20
DATA_UPLOAD_MAX_NUMBER_FILES = 1

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
CSRF_FAILURE_VIEW = "padd.interfaces.web.views_error.forged"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Strict"
THEME_COOKIE_SECURE = CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = HOSTED
SECURE_SSL_REDIRECT = HOSTED
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HOSTED else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HOSTED
SECURE_HSTS_PRELOAD = HOSTED
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if os.environ.get("PADD_BEHIND_PROXY") else None
)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"errors": {"class": "logging.StreamHandler", "level": "ERROR"}},
    "root": {"handlers": ["errors"], "level": "ERROR"},
}
