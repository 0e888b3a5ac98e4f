"""A paste of thirty hostile lines, by clicks: nobody is lost, every doubt is told."""

import re

import pytest

pytestmark = pytest.mark.browser

GOOD = (
    *("1. Hrubý, Wenzel\tborgqueen_w", "2. Brandvold, Ilse\tilse.b"),
    *("3. Lee, Anna\tannalee", "4. Feather\u200bstone-Achterberg, B.\tbfa"),
    *("5. Ní Dhomhnaill, Aoife\taoife_nd", "6. van der Meulen, Pieter\tpvdm"),
    *("\ufeff7. Zhao, Mei-Lin\tmeilin", "8. Okonjo,\u00a0Samira\tsam_ok"),
    *("9. Marušić, Ivo\u200e\tivo_m", "10. Morikawa, Kenji\tkmori"),
    *("11) Weid\u00admann, Jonas\tjweid", "(12) Bellandi, Chiara\tchiara_b"),
    *("#13 Haddad, Noor\tnoor", "• Kowalczyk, Hanna\thanna_k"),
    *("   Prosser, Dafydd   \tdaf", '"Whitcombe, Tess"\ttwhit'),
    *("李, 小龙\tlee_x", "أحمد, علي\tali_a", "O'Brien, Miles\tmiles"),
    *("Eisenreich, Falk\u202e\tfalk_e", "Castellanos, Ruben\trubenc"),
    "Dax, Jadzia\tjdax",
)
BAD = ("x" * 300, "————————", "12.", "\u200b \u200b", "", "???")
TWICE = ("20. Lee, Anna", "Zhao, Mei-Lin")
LINES = (*GOOD[:5], *BAD[:2], *GOOD[5:], *BAD[2:], *TWICE)


def test_thirty_hostile_lines_lose_nobody(laptop):
    page = laptop.page()
    page.goto(f"{laptop.address}/events/quick/")
    page.get_by_label("Name of the event").fill("Hostile paste")
    page.get_by_label("Players, one per line").fill("\n".join(LINES))
    page.get_by_role("button", name="Start check-in").click()

    page.get_by_role("heading", name="Answer 2 questions").wait_for()
    told = page.locator(".name-lines .unread .at").all_inner_texts()
    assert told == ["6", "7", "25", "28"]
    page.get_by_role("button", name="Same person: leave out").first.click()
    page.get_by_role("heading", name="Answer 1 question").wait_for()
    page.get_by_role("button", name="Two people: add both").click()
    page.get_by_role("button", name="Add 23 players").click()
    page.wait_for_url(re.compile(r"/run/check-in/"))

    names = page.locator("#people .name > bdi").all_inner_texts()
    assert len(names) == 23
    assert names.count("Mei-Lin Zhao") == 2
    assert names.count("Anna Lee") == 1
    for name in ("B. Featherstone-Achterberg", "Miles O'Brien", "小龙 李", "علي أحمد"):
        assert name in names
    assert laptop.complaints == []
