"""`padd packs` and `padd draft`: packs from products, their verification, draft groups."""

from __future__ import annotations

import secrets
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NoReturn

import click
import msgspec

from padd.core.event_file import COMMAND_LINE
from padd.core.limited.certificate import certify_packs, differing_packs, read_certificate
from padd.core.limited.lackey_packs import product_from_lackey
from padd.core.limited.plan import limited_advice
from padd.core.limited.product import (
    Product,
    fill_product,
    pack_cards,
    parse_product,
    product_digest,
    product_fault,
)
from padd.core.limited.seats import draft_groups
from padd.core.messages import message
from padd.core.model import Edition
from padd.core.refusal import Refusal, RefusalError, refuse
from padd.interfaces.cli.cards.card_data import FileArguments, card_files, load_catalogue
from padd.interfaces.cli.files import (
    BROKE_A_RULE,
    as_json,
    named_rulebook,
    print_json,
    print_refusal,
)
from padd.presentation.limited.products import (
    contents_words,
    lackey_lines,
    pack_lines,
    shipped_products,
)
from padd.rulebooks.loader import rulebook

MOST_DRAFTERS: Final = COMMAND_LINE.players


@click.group()
def draft() -> None:
    """Split a draft into groups, and see what the rulebook requires."""


@draft.command(context_settings={"ignore_unknown_options": True})
@click.argument("players", metavar="N", type=int)
@named_rulebook
@as_json
def groups(players: int, name: str, *, as_json: bool) -> None:
    """Split N players into drafting groups, as few and as equal as possible.

    Try: padd draft groups 13
    """
    try:
        sizes = _groups(players, name)
    except RefusalError as refused:
        refusal = msgspec.structs.replace(refused.refusal, file="padd draft groups")
        print_refusal(refusal, as_json=as_json)
        sys.exit(BROKE_A_RULE)
    if as_json:
        print_json({"groups": sizes})
    else:
        click.echo(", ".join(map(str, sizes)))


def _groups(players: int, name: str) -> tuple[int, ...]:
    if players > MOST_DRAFTERS:
        raise RefusalError(
            Refusal(
                code="too-many-players",
                message=message("An event can have at most {most} players.", most=MOST_DRAFTERS),
                rule="padd-event/1",
                place="N",
            )
        )
    return draft_groups(players, rulebook(name))


@draft.command()
@click.option("--format", "kind", type=click.Choice(["draft", "sealed"]), default="draft")
@click.option("--edition", type=click.Choice([e.value for e in Edition]), default="2E")
@named_rulebook
@as_json
def advice(kind: str, edition: str, name: str, *, as_json: bool) -> None:
    """Show what the rulebook requires of a draft or sealed event.

    Try: padd draft advice --format sealed --edition 1E
    """
    told = tuple(limited_advice(rulebook(name), kind, edition))
    if as_json:
        print_json({"advice": [{"message": str(g.message), "rule": g.rule} for g in told]})
        return
    for line in told:
        click.echo(f"{line.message} ({line.rule})")


MOST_PACKS: Final = 5_000
RULE: Final = "padd packs"
edition = click.option(
    "--edition",
    type=click.Choice([edition.value for edition in Edition]),
    default="2E",
    help="The game of a LackeyCCG file.",
)


@click.group()
def packs() -> None:
    """Make random packs that anyone can reproduce."""


@packs.command(cls=FileArguments)
@click.argument("product", metavar="PRODUCT")
@card_files
@click.option("--kind", help="The kind of pack; needed where there are several.")
@click.option("--packs", "count", type=click.IntRange(1, MOST_PACKS), default=1)
@click.option("--seed", help="Your own seed, to reproduce a set.")
@click.option("--lackey", is_flag=True, help="Print a deck for LackeyCCG.")
@edition
@as_json
def make(
    product: str,
    *,
    cards: tuple[str, ...],
    kind: str | None,
    count: int,
    seed: str | None,
    edition: str,
    lackey: bool,
    as_json: bool,
) -> None:
    """Make packs of a product: a file, or one that comes with PADD.

    Try: padd packs make frontier --kind booster --packs 18
    """
    try:
        found = _product(product, edition, cards)
        kinds = (_kind(found, kind),) * count
        now = datetime.now(UTC)
        made = certify_packs(found, kinds, seed or secrets.token_hex(8), now=now)
    except RefusalError as refused:
        _refused(refused, product, as_json=as_json)
    if as_json:
        print_json(msgspec.to_builtins(made))
    else:
        lines = lackey_lines(made.packs) if lackey else pack_lines(made)
        click.echo("\n".join(lines))


@packs.command(cls=FileArguments)
@click.argument("product", metavar="PRODUCT")
@card_files
@edition
@as_json
def read(product: str, cards: tuple[str, ...], edition: str, *, as_json: bool) -> None:
    """Read a product and show what its packs contain.

    Products are TOML files (docs/using/limited.md) or LackeyCCG pack definitions.
    """
    try:
        found = _product(product, edition, cards)
    except RefusalError as refused:
        _refused(refused, product, as_json=as_json)
    waiting = product_fault(found)
    if as_json:
        print_json({"product": msgspec.to_builtins(found), "digest": product_digest(found)})
        return
    click.echo(f"{found.title}, {found.edition}, {found.version}")
    click.echo(f"Source: {found.source}")
    click.echo(f"Fingerprint: {product_digest(found)}")
    for key, kind in found.packs.items():
        click.echo(f"  {key}: {kind.title} ({contents_words(kind)})")
    if waiting is not None:
        click.echo(str(waiting.message))


@packs.command()
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@as_json
def verify(certificate: str, *, as_json: bool) -> None:
    """Reproduce every pack of a certificate and compare.

    A certificate is what `padd packs make --json` prints.
    """
    try:
        found = read_certificate(_bytes(certificate))
        wrong = differing_packs(found)
    except RefusalError as refused:
        _refused(refused, certificate, as_json=as_json)
    if as_json:
        print_json({"packs": len(found.packs), "same": not wrong, "differ": wrong})
    elif not wrong:
        click.echo(f"All {len(found.packs)} packs were generated again and match.")
    for number in wrong if not as_json else ():
        what = f"Pack {number}" if number else "The fingerprint"
        click.echo(f"{what} differs.", err=True)
    if wrong:
        sys.exit(BROKE_A_RULE)


def _product(name: str, edition: str, cards: tuple[str, ...]) -> Product:
    """Return a product, its searches answered from files of card data."""
    product = _read_product(name, edition)
    known = load_catalogue(cards, product.edition.value).printings
    return fill_product(product, pack_cards(known, product.edition))


def _read_product(name: str, edition: str) -> Product:
    shipped = shipped_products()
    if name in shipped:
        return shipped[name]
    if name != "-" and not Path(name).is_file():
        reason = message("There is no file {name}, and no product of that name.", name=name)
        refuse("no-such-product", reason, name, RULE)
    content = _bytes(name)
    if content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        today = datetime.now(UTC).date()
        title = Path(name).stem
        return product_from_lackey(content, name=title, edition=Edition(edition), on=today)
    return parse_product(content)


def _kind(product: Product, kind: str | None) -> str:
    if kind is None and len(product.packs) == 1:
        return next(iter(product.packs))
    if kind not in product.packs:
        reason = message("Choose one of these packs: {kinds}.", kinds=", ".join(product.packs))
        refuse("no-such-pack", reason, "--kind", RULE)
    return kind


def _bytes(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _refused(refused: RefusalError, file: str, *, as_json: bool) -> NoReturn:
    for refusal in refused.refusals[: 1 if as_json else None]:
        print_refusal(msgspec.structs.replace(refusal, file=file), as_json=as_json)
    sys.exit(BROKE_A_RULE)
