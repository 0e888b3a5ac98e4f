"""Forms of ordinary pages: their fields, and the refusals of services beside them.

A form reads and labels what people enter; whether it is right, the service decides. So
no field validates more than that its value can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from itertools import groupby
from typing import Any, Final, Self

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from padd.core.messages import Message, message, verbatim
from padd.core.refusal import Refusal, RefusalError
from padd.interfaces.web.typed_numbers import parse_int
from padd.presentation.messages import text
from padd.services.refusal import HOUSE, NotAllowed, NotFound, Outdated
from padd.store.queries.events.venues import list_regions

Choices = Iterable[tuple[str, Any]] | Callable[[], Iterable[tuple[str, Any]]]
"""Value and title of each choice, or the title of a group and its choices."""
YEAR_DIGITS: Final = 4
DATE_FORMAT: Final = message("Enter the date as 2026-05-17.")


class PageForm(forms.Form):
    """A form whose page shows it again with what the service refuses."""

    refusals: tuple[Refusal, ...] = ()
    places: Mapping[str, str] = {}
    """The field beside which a refusal stands, where the service calls it otherwise."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 -- Django's own
        kwargs["auto_id"] = "f-%s"
        super().__init__(*args, **kwargs)

    @classmethod
    def from_request(cls, request: HttpRequest, **options: Any) -> Self:  # noqa: ANN401
        """Return the form with what was posted, or as it opens."""
        if request.method == "POST":
            return cls(request.POST, request.FILES, **options)
        return cls(**options)

    def set_choices(self, **choices: Choices) -> None:
        """Offer choices that depend on the page."""
        for name, offered in choices.items():
            self.fields[name].choices = offered  # type: ignore[attr-defined]

    def full_clean(self) -> None:
        """Read the fields, and refuse what cannot be read."""
        super().full_clean()
        self.refusals = tuple(
            Refusal(code="unreadable", message=verbatim(error.messages[0]), rule=HOUSE, place=name)
            for name, errors in self.errors.as_data().items()
            for error in errors
        )

    def add_refusals(self, error: RefusalError) -> None:
        """Put each refusal beside its field; those of no field stand above the form."""
        entered = dict(self.cleaned_data)
        for refusal in error.refusals:
            place = self.places.get(refusal.place, refusal.place)
            self.refusals += (msgspec.structs.replace(refusal, place=place),)
            self.add_error(place if place in self.fields else None, text(refusal.message))
        self.cleaned_data = entered

    def arguments(self) -> dict[str, Any]:
        """Return what was entered by the names under which the service takes it."""
        return self.cleaned_data

    def refusal_at(self, name: str) -> Refusal | None:
        """Return the first refusal of a field."""
        return next((refusal for refusal in self.refusals if refusal.place == name), None)

    @property
    def other_refusals(self) -> tuple[Refusal, ...]:
        """The refusals that stand beside no field."""
        return tuple(refusal for refusal in self.refusals if refusal.place not in self.fields)


def render_page(
    request: HttpRequest, template: str, page: msgspec.Struct, *, status: int = 200
) -> HttpResponse:
    """Draw a page from the struct that holds everything it shows."""
    return render(request, template, msgspec.structs.asdict(page), status=status)


class FormPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page that is one form: its title, its fields and the word on its button."""

    section: str
    title: str
    form: PageForm
    act: str


def form_response(
    form: PageForm, *, save: Callable[[], HttpResponse], show: Callable[[], HttpResponse]
) -> HttpResponse:
    """Show a form that opens; save a posted one, or show it again with its refusals."""
    if not form.is_bound:
        return show()
    if form.is_valid():
        try:
            return save()
        except (NotAllowed, NotFound, Outdated):
            raise
        except RefusalError as error:
            form.add_refusals(error)
    response = show()
    response.status_code = 422
    return response


def text_field(
    label: str,
    *,
    hint: str = "",
    initial: object = None,
    widget: type[forms.Widget] = forms.TextInput,
    **attrs: object,
) -> forms.CharField:
    """Return a field for words, with the attributes of its input."""
    return forms.CharField(
        label=label,
        help_text=hint,
        initial=initial,
        required=False,
        strip=False,
        widget=widget(attrs=attrs),
    )


def text_area(label: str, *, hint: str = "", rows: int = 3, **attrs: object) -> forms.CharField:
    """Return a field for several lines."""
    return text_field(label, hint=hint, widget=forms.Textarea, rows=rows, **attrs)


class _AnyChoiceField(forms.ChoiceField):
    """A choice; what is not offered goes to the service, which refuses it."""

    def valid_value(self, _value: object) -> bool:
        return True


class _AnyChoicesField(forms.MultipleChoiceField):
    """Choices; those that are not offered go to the service, which refuses them."""

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, _value: object) -> bool:
        return True


def choice_field(
    label: str, choices: Choices = (), *, hint: str = "", empty: str = "", initial: str = ""
) -> forms.ChoiceField:
    """Return a choice of one; `empty` is the title of choosing nothing."""
    field = _AnyChoiceField(
        label=label, choices=choices, help_text=hint, initial=initial, required=False
    )
    field.widget.attrs["empty"] = empty
    return field


class _DayField(forms.DateField):
    """A date as browsers send it."""

    def to_python(self, value: object) -> date | None:
        if not value:
            return None
        try:
            return date.fromisoformat(str(value).strip())
        except ValueError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


def date_field(
    label: str, *, hint: str = "", unreadable: Message = DATE_FORMAT, **attrs: object
) -> forms.DateField:
    """Return a field for a day."""
    return _DayField(
        label=label,
        help_text=hint,
        required=False,
        widget=forms.DateInput(attrs={"type": "date", **attrs}),
        error_messages={"invalid": text(unreadable)},
    )


class _NumberField(forms.CharField):
    """A whole number that is not negative; anything else counts as `missing`."""

    missing: int | None = None

    def to_python(self, value: object) -> int | None:  # type: ignore[override]
        number = parse_int(str(value or "").strip())
        return self.missing if number is None else number


def number_field(
    label: str,
    *,
    hint: str = "",
    initial: object = None,
    missing: int | None = None,
    **attrs: object,
) -> forms.CharField:
    """Return a field for a whole number."""
    field = _NumberField(
        label=label,
        help_text=hint,
        initial=initial,
        required=False,
        widget=forms.TextInput(attrs=attrs),
    )
    field.missing = missing
    return field


class _YearField(forms.CharField):
    """A year with four digits."""

    def to_python(self, value: object) -> int | None:  # type: ignore[override]
        digits = str(value or "").strip()
        if not digits:
            return None
        if digits.isascii() and digits.isdecimal() and len(digits) == YEAR_DIGITS:
            return int(digits)
        raise ValidationError(self.error_messages["invalid"], code="invalid")


def year_field(label: str, *, unreadable: Message, hint: str = "") -> forms.CharField:
    """Return a field for a year, such as one of birth."""
    return _YearField(
        label=label,
        help_text=hint,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": YEAR_DIGITS}),
        error_messages={"invalid": text(unreadable)},
    )


def ticks_field(label: str, choices: Choices) -> forms.MultipleChoiceField:
    """Return boxes to tick, any number of them."""
    return _AnyChoicesField(label=label, choices=choices, required=False)


def tick_field(label: str, *, hint: str = "") -> forms.BooleanField:
    """Return a box to tick."""
    return forms.BooleanField(label=label, help_text=hint, required=False)


def file_field(label: str, *, hint: str = "", **attrs: object) -> forms.FileField:
    """Return a field for a file."""
    return forms.FileField(
        label=label, help_text=hint, required=False, widget=forms.FileInput(attrs=attrs)
    )


def hidden_field() -> forms.CharField:
    """Return a field that the page fills in."""
    return forms.CharField(required=False, widget=forms.HiddenInput)


def hidden_number() -> forms.CharField:
    """Return a number that the page fills in."""
    return _NumberField(required=False, widget=forms.HiddenInput)


def country_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the countries by area, in alphabetical order."""
    countries = sorted(
        (region for region in list_regions() if region.area != "online"),
        key=lambda region: (region.area, region.name.casefold()),
    )
    return [
        (area.replace("-", " ").title(), [(one.slug, one.name) for one in of_area])
        for area, of_area in groupby(countries, key=lambda region: region.area)
    ]


class ReasonForm(PageForm):
    """The reason of a decision."""

    reason = text_field("Reason")
