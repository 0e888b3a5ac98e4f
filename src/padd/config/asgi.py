"""The ASGI application: behind the page cache and the limit on request size."""

from __future__ import annotations

import os

from padd.platform.paths import data_folder, make_secret_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
if not os.environ.get("PADD_SECRET_KEY"):
    make_secret_key(data_folder())

import django
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler

from padd.config.struct_types import prepare_types
from padd.interfaces.printing.round_sets import print_after_rounds
from padd.platform.body_limit import BodyLimit
from padd.platform.page_cache import Application, PageCache
from padd.platform.request_handler import RequestHandler
from padd.platform.switches import is_enabled

django.setup(set_prefix=False)


def make_application() -> Application:
    """Return the application with the pieces of the platform that are in use."""
    # Models are loaded once Django is set up.
    from padd.interfaces.web import errors
    from padd.interfaces.web.cached_pages import cacheable_request, current_version

    handler: Application = ASGIHandler()
    if is_enabled("request-threads"):
        handler = RequestHandler(busy=errors.database_away_page)
    if is_enabled("body-limit"):
        handler = BodyLimit(
            handler, octets=settings.UPLOAD_LIMIT, refusal_path=errors.too_large_path
        )
    return PageCache(
        handler,
        cacheable=cacheable_request,
        current_version=current_version,
        most_bytes=settings.PAGE_CACHE_BYTES if is_enabled("page-cache") else 0,
    )


application = make_application()
prepare_types()
print_after_rounds()
