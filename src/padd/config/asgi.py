"""The ASGI application: behind the page cache and the limit on request size."""

from __future__ import annotations

import os

from padd.config.paths import data_folder, make_secret_key

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "padd.config.settings")
if not os.environ.get("PADD_SECRET_KEY"):
    make_secret_key(data_folder())

import django
from django.conf import settings

from padd.config.struct_types import prepare_types
from padd.interfaces.printing.background import print_after_rounds
from padd.platform.body_limit import BodyLimit
from padd.platform.page_cache import PageCache
from padd.platform.request_handler import RequestHandler

django.setup(set_prefix=False)
application = PageCache(BodyLimit(RequestHandler(), octets=settings.UPLOAD_LIMIT))
prepare_types()
print_after_rounds()
