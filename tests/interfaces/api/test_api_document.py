"""The OpenAPI document: every field described, and taken by generators of clients."""

import re

from padd.interfaces.api.openapi import document

OF_NO_BOOLEAN = ("When ", "Who ", "How ", "The id", "What was")
OF_NO_NUMBER = ("Who ", "When ", "Whether ", "The players,", "What changes")


def nodes(node):
    if isinstance(node, dict):
        yield node
    inner = node.values() if isinstance(node, dict) else node
    for one in inner if isinstance(node, dict | list) else ():
        yield from nodes(one)


def test_every_field_has_a_description():
    bare = [
        f"{name}.{field}"
        for name, schema in document()["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
        if not value.get("description")
    ]

    assert bare == []


def test_the_description_of_an_operation_adds_to_its_summary_and_names_its_scopes():
    operations = [one for path in document()["paths"].values() for one in path.values()]

    for one in operations:
        about = one["description"]
        assert one["summary"] not in about
        assert about.endswith(".")
        scopes = [name for token in one["security"] for name in token.get("Token", ())]
        needs = " or ".join(f"`{name}`" for name in scopes)
        assert (f"the scope {needs}." if scopes else "Needs no token.") in about


def test_a_description_fits_the_type_of_its_field():
    """A shared description for a name must not speak of another kind of value."""
    schemas = document()["components"]["schemas"]
    misfits = {"boolean": OF_NO_BOOLEAN, "integer": OF_NO_NUMBER}
    wrong = [
        f"{name}.{field}: {value['description']}"
        for name, schema in schemas.items()
        for field, value in schema.get("properties", {}).items()
        if (
            value.get("type") in misfits and value["description"].startswith(misfits[value["type"]])
        )
        or (is_object(value, schemas) and value["description"].startswith("The id of"))
    ]

    assert wrong == []


def is_object(field, schemas):
    """Tell whether a field holds an object of its own."""
    kinds = [part.get("$ref", "") for part in (field, *field.get("anyOf", ()))]
    return any("properties" in schemas.get(one.rpartition("/")[2], {}) for one in kinds)


def test_lists_of_a_fixed_length_say_what_their_items_are():
    lists = [node for node in nodes(document()) if node.get("type") == "array"]

    assert lists
    assert [one for one in lists if not isinstance(one.get("items"), dict)] == []
    assert not any("prefixItems" in one for one in lists)


def test_objects_whose_keys_are_numbers_say_so():
    placed = document()["components"]["schemas"]["CardsPlaced"]["properties"]

    keys = re.compile(placed["lower"]["propertyNames"]["pattern"])

    assert placed["counts"]["propertyNames"] == placed["lower"]["propertyNames"]
    assert all(map(keys.search, ("0", "7", "-3", "12")))
    assert not any(map(keys.search, ("", "x", "1.5", "07", "1" * 19)))
