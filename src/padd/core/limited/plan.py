"""The plan of a draft or sealed event: packs, passing, deck building, and times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from padd.core.limited.draft import Direction, Turns
from padd.core.limited.product import Key, Product, pack_size_range, product_digest, product_fault
from padd.core.messages import Message, message, plural
from padd.core.refusal import Refusal
from padd.rulebooks.schema import Rulebook, cite

LimitedFormat: TypeAlias = Literal["draft", "sealed"]
Late: TypeAlias = Literal["director", "random"]


class PackChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of pack, of a product as it was when the plan was made."""

    product: Annotated[Key, Meta(description="The product.")]
    kind: Annotated[Key, Meta(description="Its kind.")]
    digest: Annotated[str, Meta(description="A fingerprint of it.")] = ""


class LimitedPlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every player is given, how packs are passed, and the time to build."""

    format: Annotated[LimitedFormat, Meta(description="How players get their decks.")]
    packs: Annotated[
        tuple[PackChoice, ...],
        Meta(description="Drafted in this order, or opened in a sealed event."),
    ] = ()
    kit: Annotated[
        tuple[PackChoice, ...], Meta(description="Given to everyone and not drafted.")
    ] = ()
    real_packs: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=1, le=100)], ...],
        Meta(description="Instead of `packs`: boosters on the table, by their number of cards."),
    ] = ()
    directions: Annotated[
        tuple[Direction, ...], Meta(description="Which way packs are passed.")
    ] = ()
    each: Annotated[
        int, msgspec.Meta(ge=1, le=20, description="How many cards to take in each turn.")
    ] = 1
    turns: Annotated[
        Turns, Meta(description="Whether packs queue up, or everyone picks together.")
    ] = "together"
    seconds: Annotated[
        Annotated[int, msgspec.Meta(ge=5, le=86_400)] | None,
        Meta(description="Seconds for a pick; null for no limit."),
    ] = None
    late: Annotated[
        Late, Meta(description="Who takes for a player when the time of a pick is over.")
    ] = "director"
    build_minutes: Annotated[
        int, msgspec.Meta(ge=1, le=20_160, description="Minutes to build a deck.")
    ]
    swaps: Annotated[
        bool, Meta(description="Whether decks may be changed between rounds within the pool.")
    ] = True

    @property
    def number_of_packs(self) -> int:
        """How many packs are opened one after the other."""
        return len(self.real_packs or self.packs)


def usual_directions(book: Rulebook, packs: int) -> tuple[Direction, ...]:
    """Return where each pack is passed, by the rulebook."""
    passing = book.formats.draft.passing or ()
    turn: tuple[Direction, ...] = tuple("left" if way == "left" else "right" for way in passing)
    return tuple(turn[number % len(turn)] for number in range(packs)) if turn else ()


def least_building_time(book: Rulebook, format_: str) -> int | None:
    """Return the fewest minutes to build a deck, if the rulebook sets any."""
    return (book.formats.build_minutes or {}).get(format_)


def with_digests(plan: LimitedPlan, products: Mapping[str, Product]) -> LimitedPlan:
    """Return the plan bound to its products as they are now."""
    return msgspec.structs.replace(
        plan,
        packs=tuple(_choice_with_digest(choice, products) for choice in plan.packs),
        kit=tuple(_choice_with_digest(choice, products) for choice in plan.kit),
    )


def _choice_with_digest(choice: PackChoice, products: Mapping[str, Product]) -> PackChoice:
    product = products.get(choice.product)
    if product is None:
        return choice
    return msgspec.structs.replace(choice, digest=product_digest(product))


def plan_faults(
    plan: LimitedPlan, book: Rulebook, products: Mapping[str, Product]
) -> Iterator[Refusal]:
    """Yield everything that is wrong with a plan under a rulebook."""
    yield from _rule_faults(plan, book)
    if plan.format not in book.formats.formats:
        return
    for choice in (*plan.kit, *plan.packs):
        found = choice_fault(choice, products)
        if found is not None:
            yield found


def _rule_faults(plan: LimitedPlan, book: Rulebook) -> Iterator[Refusal]:
    """Yield what a rulebook and common sense have against a plan."""
    if plan.format not in book.formats.formats:
        yield Refusal(
            "no-such-format",
            message("{book} has no {format} events.", book=book.title, format=plan.format),
            rule=cite(book, "formats.formats"),
        )
        return
    yield from _faults_of_time(plan, book)
    yield from _faults_of_passing(plan)
    if not plan.number_of_packs and not plan.kit:
        yield Refusal("no-packs", message("Choose at least one pack."))


def choice_fault(choice: PackChoice, products: Mapping[str, Product]) -> Refusal | None:
    """Say why packs of a choice cannot be made, if so."""
    product = products.get(choice.product)
    if product is None:
        return Refusal(
            "no-such-product",
            message("There is no product {product}.", product=choice.product),
            way_out=message("Upload it again, or choose another."),
        )
    if choice.kind not in product.packs:
        return Refusal(
            "no-such-pack",
            message("{product} has no pack {kind}.", product=product.title, kind=choice.kind),
        )
    if choice.digest and choice.digest != product_digest(product):
        return Refusal(
            "product-changed",
            message(
                "{product}, pack {kind}, has changed since the plan was sealed.",
                product=product.title,
                kind=choice.kind,
            ),
            way_out=message("Restore the product, or seal a new plan."),
        )
    return product_fault(product)


def _faults_of_time(plan: LimitedPlan, book: Rulebook) -> Iterator[Refusal]:
    least = least_building_time(book, plan.format)
    if least is not None and plan.build_minutes < least:
        yield Refusal(
            "building-time-too-short",
            message("Players get at least {least} minutes to build.", least=least),
            rule=cite(book, "formats.build_minutes"),
            way_out=message("Give {least} minutes or more.", least=least),
        )


def _faults_of_passing(plan: LimitedPlan) -> Iterator[Refusal]:
    if plan.packs and plan.real_packs:
        reason = message("Deal packs here or open real boosters, not both.")
        yield Refusal("both-kinds-of-packs", reason)
    if plan.format != "draft":
        return
    if len(plan.directions) != plan.number_of_packs:
        reason = message("Choose the passing direction of each pack.")
        yield Refusal("directions-missing", reason)
    if plan.late == "random" and plan.real_packs:
        yield Refusal(
            "no-random-picks",
            message("The program cannot pick from real boosters."),
            way_out=message("Decide yourself once the time for a pick is up."),
        )
    if plan.late == "random" and plan.seconds is None:
        yield Refusal(
            "no-clock",
            message("Cards are picked at random only once the time for a pick is up."),
            way_out=message("Set the seconds for a pick, or decide yourself."),
        )


def pack_sizes(plan: LimitedPlan, products: Mapping[str, Product]) -> tuple[int, ...]:
    """Return the most cards that each pack of the plan can have."""
    if plan.real_packs:
        return plan.real_packs
    return tuple(max(pack_size_range(products[c.product].packs[c.kind])) for c in plan.packs)


class Advice(msgspec.Struct, frozen=True):
    """One sentence of advice with the section behind it."""

    message: Message
    rule: str


def limited_advice(book: Rulebook, format_: str, edition: str) -> Iterator[Advice]:
    """Yield what the rulebook says of a format, in the order of a plan."""
    fixed = (book.formats.fixed_sets or {}).get(format_, {}).get(edition, ())
    if fixed:
        products = ", ".join(fixed)
        yield Advice(
            message("Each player may be given: {products}.", products=products),
            cite(book, "formats.fixed_sets"),
        )
    if format_ == "draft" and book.formats.draft.packs:
        kinds = ", ".join(kind.replace("-", " ") for kind in book.formats.draft.packs)
        yield Advice(
            message("Drafted packs: {kinds}.", kinds=kinds), cite(book, "formats.draft.packs")
        )
    if format_ == "sealed":
        yield from _sealed(book)
    minutes = (book.formats.build_minutes or {}).get(format_)
    if minutes is not None:
        yield Advice(
            message("Allow at least {minutes} minutes for deck building.", minutes=minutes),
            cite(book, "formats.build_minutes"),
        )
    subsets = book.formats.limited_pool
    if subsets:
        kinds = ", ".join(kind.replace("-", " ") for kind in subsets)
        yield Advice(
            message("The cards may be limited by: {kinds}.", kinds=kinds),
            cite(book, "formats.limited_pool"),
        )


def _sealed(book: Rulebook) -> Iterator[Advice]:
    sealed = book.decks.sealed
    if sealed.starters is not None:
        yield Advice(
            message(
                "Each player gets starter decks: {starters}; expansion "
                "packs: {expansions}, all from one set; Warp Packs: "
                "{warps}.",
                starters=sealed.starters,
                expansions=sealed.expansion_packs or 0,
                warps=sealed.warp_packs or 0,
            ),
            cite(book, "decks.sealed.starters"),
        )
    if sealed.commons is not None:
        yield Advice(
            plural(
                "Each player adds {count} common card.",
                "Each player adds {count} common cards.",
                count=sealed.commons,
            ),
            cite(book, "decks.sealed.commons"),
        )
    if sealed.pool is not None:
        yield Advice(
            message(
                "That makes about {pool} cards; what was actually handed out counts.",
                pool=sealed.pool,
            ),
            cite(book, "decks.sealed.pool"),
        )
