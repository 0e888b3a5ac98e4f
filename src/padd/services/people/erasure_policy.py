"""What an erasure does to each text field.

A field that is not listed in `POLICY` fails a test, so no one can add a personal one
without deciding what happens to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Policy(StrEnum):
    """What an erasure does to a field."""

    BLANKED = "blanked"
    """It is about the person: emptied, or the row is removed."""
    SCRUBBED = "scrubbed"
    """Somebody may have written about the person: the names in it go."""
    KEPT = "kept"
    """It never holds words about a person: tokens, hashes, public ids, rule values."""


_B, _S, _K = Policy.BLANKED, Policy.SCRUBBED, Policy.KEPT
POLICY: Final[Mapping[str, Mapping[str, Policy]]] = {
    "person": dict.fromkeys(("handle", "outline", "name", "name_outline", "contact"), _B),
    "account": {"email": _B, "password": _B, "refused_emails": _B},
    "registration": {"name": _B, "email": _B},
    "event": {
        **dict.fromkeys(("contact_name", "contact_email", "contact_phone"), _B),
        **dict.fromkeys(("name", "pool_note", "release_set", "entry_fee"), _S),
        **dict.fromkeys(("theme", "theme_cards"), _S),
        **dict.fromkeys(("prizes", "special_rules", "discussion_thread"), _S),
        **dict.fromkeys(("rulebook", "rulings", "edition", "format", "rules"), _K),
        **dict.fromkeys(("card_pool", "scenario", "pairing_style", "time_zone"), _K),
    },
    "changenote": {"reason": _S, "before": _S, "after": _S, "by": _K},
    "approval": {"asked": _S, "reason": _S, "rule": _K, "about": _K},
    "application": {
        **dict.fromkeys(("times", "location", "words"), _B),
        "reason": _S,
        "kind": _K,
        "edition": _K,
    },
    "championship": dict.fromkeys(("kind", "edition", "place", "name"), _K),
    "stageevent": dict.fromkeys(("stage", "record", "made_from"), _K),
    "right": dict.fromkeys(("edition", "rounds", "target", "areas", "cite"), _K),
    "rightentry": {"kind": _K, "by": _K, "reason": _B},
    "seasonplan": dict.fromkeys(("kind", "edition", "announcement", "masters_award"), _K),
    "chairchallenge": dict.fromkeys(
        ("title", "words", "prizes", "commitment", "seed", "drawn"), _K
    ),
    "approvalcomment": {"text": _B},
    "complaint": {"text": _B, "answer": _B},
    "interimruling": dict.fromkeys(("ruling", "rulebook", "title", "about", "cite", "values"), _K),
    "case": {"source": _K, "stage": _K, "outcome": _K},
    "caseaction": {"payload": _S, "actor": _K, "kind": _K, "part": _K},
    "casefile": {"name": _B, "content": _B, "media_type": _K},
    "staffinvite": {"label": _S, "created_by": _K},
    "auditentry": {
        **dict.fromkeys(("before", "after", "reason"), _S),
        **dict.fromkeys(("actor", "act", "subject"), _K),
    },
    "auditseal": dict.fromkeys(("words", "words_left", "previous_hash", "hash"), _K),
    "eventaction": {
        **dict.fromkeys(("payload", "reason", "actor"), _S),
        **dict.fromkeys(("kind", "key"), _K),
    },
    "finishedevent": {"facts": _S, "missions": _S},
    "placing": {"player": _S},
    "playermatch": {"player": _S, "how": _K},
    "playerpass": {"player": _S},
    "wrongpin": {"player": _S},
    "passrequest": {"player": _S},
    "playerpool": {"player": _S, "added": _K, "deck": _K},
    "championsevent": {"edition": _K, "waivers": _S, "by": _K},
    "onlineplayer": {"player": _S, "zone": _B, "hours": _B},
    "gameproposal": {"player": _S},
    "gamemessage": {"player": _S, "text": _B},
    "sentreminder": {"player": _S, "kind": _K},
    "limitedproduct": dict.fromkeys(
        ("slug", "title", "edition", "digest", "content", "added_by"), _K
    ),
    "draftgroup": {"deal": _K, "grace": _K},
    "dealtpack": {"kind": _K, "cards": _K},
    "draftpick": {"cards": _K, "how": _K, "key": _K},
    "draftstep": {"step": _K},
    "registereddeck": {
        **dict.fromkeys(("salt", "digest", "verdict", "catalogue"), _K),
        "content": _B,
        "player": _S,
    },
    "deck": {"address": _K, "name": _B, "edition": _K, "asked": _K},
    "deckversion": {"content": _B},
    "pinnedcatalogue": dict.fromkeys(("version", "files", "corrections"), _K),
    "carddatafile": dict.fromkeys(
        ("name", "slot", "edition", "content", "digest", "brought_by"), _K
    ),
    "cardcorrection": dict.fromkeys(("edition", "set", "number", "title", "card", "made_by"), _K),
    "room": {"notes": _S},
    "report": {"file": _S, "reasons": _S, "decision": _S, "by": _K, "decided_by": _K},
    "contest": {"words": _S, "answer": _S, "settled_by": _K},
    "ratingcorrection": {"reason": _S, "by": _K},
    "ratingseries": {"keeper": _K, "edition": _K, "list": _K},
    "eventrecord": {
        **dict.fromkeys(("name", "reasons"), _S),
        **dict.fromkeys(("sheet", "games", "made_from"), _K),
    },
    "ratedevent": {"changes": _K},
    "ratingsnow": {"holder": _K, "holder_host": _K, "fingerprint": _K},
    "ratingrun": {"cause": _K, "by": _K},
    "apitoken": {"label": _B, "scopes": _B},
    "apianswer": {"key": _B, "content": _B},
    "requestcount": {"caller": _K},
    "cacheentry": {"cache_key": _K, "value": _K},
    "webhook": {"url": _B, "topics": _B},
    "delivery": {"topic": _K, "body": _S, "said": _K},
    "queuedemail": dict.fromkeys(("to", "subject", "body", "calendar", "stop_address", "said"), _B),
    "venue": dict.fromkeys(
        (
            *("name", "outline", "street", "postcode", "town"),
            *("time_zone", "phone", "email", "website"),
        ),
        _K,
    ),
    "region": {"slug": _K, "name": _K},
    "counter": {"name": _K},
    "merge": {"moved": _K},
    "league": {**dict.fromkeys(("name", "place", "edition", "rulebook"), _K), "answer": _B},
    "season": dict.fromkeys(("rulebook", "rulings", "schemes"), _K),
    "leagueevent": {"part": _K, "places": _S, "places_reason": _S},
    "bonus": {**dict.fromkeys(("scheme", "facts", "by", "withdrawn_by"), _K), "reason": _S},
    "missioncompleted": {"title": _K, "by": _K},
    "erasure": {"person_public_id": _K},
}
IMPLIED: Final = ("public_id", "hash", "head")
"""Names, or ends of names, of fields that are never words."""
