"""Forms of leagues."""

from __future__ import annotations

from typing import Any, Final

from padd.core.leagues.event_points import league_rules
from padd.interfaces.web.forms import PageForm, choice_field, number_field, text_field
from padd.presentation import page_words
from padd.rulebooks.loader import rulebook

BOOKS: Final = ("opg-5", "opg-4.1")
EDITIONS: Final = tuple((game, page_words.EDITIONS[game]) for game in ("1E", "2E"))


class LeagueRequestForm(PageForm):
    """A league that is asked for."""

    name = text_field("Name of the league", maxlength=80, required=True)
    handle = text_field(
        "Handle of the League Director", hint="Leave empty if it is you.", maxlength=60
    )
    committed = number_field("Committed players", type="number", min=1, max=200, required=True)
    place = text_field("Place", maxlength=80)
    edition = choice_field("Game", EDITIONS, initial="2E")
    rulebook = choice_field(
        "Rulebook", lambda: [(name, rulebook(name).title) for name in BOOKS], initial=BOOKS[0]
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        super().__init__(*args, **kwargs)
        (newer, least), (older, fewer) = (
            (book.title, league_rules(book).forming.players) for book in map(rulebook, BOOKS)
        )
        hint = f"{least} at least ({newer}), {fewer} ({older})."
        self.fields["committed"].help_text = hint

    def arguments(self) -> dict[str, Any]:
        """Return the league that is asked for."""
        entered = self.cleaned_data
        return {
            "name": entered["name"],
            "director": entered["handle"],
            "committed": entered["committed"] or 0,
            "place": entered["place"],
            "edition": entered["edition"] or "2E",
            "rulebook_id": entered["rulebook"] or BOOKS[0],
        }
