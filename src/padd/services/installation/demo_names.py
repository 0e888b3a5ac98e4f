"""Names of the made-up people, shops and events."""

from __future__ import annotations

from typing import Final, NamedTuple


class DemoTown(NamedTuple):
    """A town with a venue, its people's names and how often they play."""

    region: str
    town: str
    time_zone: str
    venue: str
    street: str
    given: str
    family: str
    people: int


PLACES: Final = (
    DemoTown(
        "germany",
        "Berlin",
        "Europe/Berlin",
        "Würfelwerk",
        "Uferstraße 8",
        "Jonas Mareike Till Svenja Ole Frauke Bastian Nele",
        "Brandt Kowalke Ehlers Thoms Wiese Rahn",
        34,
    ),
    DemoTown(
        "germany",
        "München",
        "Europe/Berlin",
        "Spieltisch Süd",
        "Isarweg 21",
        "Korbinian Vroni Xaver Leni Quirin Afra",
        "Hirschauer Obermeir Zangl Gruber Pichl",
        26,
    ),
    DemoTown(
        "united-kingdom",
        "Leeds",
        "Europe/London",
        "The Ninth Die",
        "12 Canal Row",
        "Gareth Imogen Callum Bryony Dominic Hattie",
        "Ashworth Pell Thackray Okoro Lindley",
        24,
    ),
    DemoTown(
        "netherlands",
        "Utrecht",
        "Europe/Amsterdam",
        "De Kaartenkamer",
        "Oudegracht 300",
        "Bram Fenna Joost Lieke Sander Wietske",
        "van Dalen Hoekstra Mulder Visscher",
        18,
    ),
    DemoTown(
        "united-states",
        "Madison",
        "America/Chicago",
        "Lakeside Games",
        "410 Williamson St",
        "Tyler Kaitlyn Marcus Dana Wes Priya Owen",
        "Halvorson Reyes Stroud Lindqvist Patel",
        32,
    ),
    DemoTown(
        "united-states",
        "Portland",
        "America/Los_Angeles",
        "Cascade Cards",
        "77 Alder Ct",
        "Jules Amber Rafael Skye Dale Minh",
        "Nakagawa Prescott Vance Ortega Whitlock",
        26,
    ),
    DemoTown(
        "canada",
        "Halifax",
        "America/Halifax",
        "Harbour Hobbies",
        "5 Barrington Lane",
        "Angus Maeve Étienne Shauna Colm",
        "MacAskill Thériault Boudreau Doyle",
        18,
    ),
    DemoTown(
        "australia",
        "Adelaide",
        "Australia/Adelaide",
        "Southern Cross Cards",
        "31 Rundle Mews",
        "Lachlan Kirra Angus Talia Brodie Mina",
        "Penhall Nguyen Carruthers Dimitriou",
        22,
    ),
    DemoTown(
        "new-zealand",
        "Wellington",
        "Pacific/Auckland",
        "Windy City Games",
        "9 Cuba Walk",
        "Tane Aroha Finn Ngaire Hemi",
        "Parata Sinclair Rangi Whitmore",
        14,
    ),
    DemoTown(
        "japan",
        "Sendai",
        "Asia/Tokyo",
        "Aoba Card House",
        "3-2 Ichibancho",
        "Haruto Mio Sota Yui Ren",
        "Kisaragi Aomori Tachibana Onodera",
        14,
    ),
    DemoTown(
        "brazil",
        "Curitiba",
        "America/Sao_Paulo",
        "Mesa Redonda",
        "Rua das Flores 55",
        "Thiago Larissa Caio Bianca Rui",
        "Sampaio Brandão Leite Figueira",
        16,
    ),
)

HANDLES: Final = (
    "Nebula Warp Latinum Tachyon Ensign Raktajino Nacelle Bajoran Terran Borg "
    "Ferengi Klingon Jeffries Plasma Isolinear Subspace Quantum Photon Bridge Away "
    "Turbolift Holo"
)
ENDINGS: Final = "Fan Runner Hawk Mage Smith Rider Jack Lass Pilot Trader Brewer Wolf Owl Clerk"

SERIES: Final = (
    # name, edition, format, card pool, rules, rounds, players expected
    ("Second Edition Night", "2E", "constructed", "complete", "standard", 4, 10),
    ("OTF Saturday", "1E", "constructed", "complete", "otf", 4, 9),
    ("Warp Speed Lunch", "1E", "constructed", "complete", "warp-speed", 3, 7),
    ("Sealed Away Mission", "2E", "sealed", "limited", "standard", 3, 8),
    ("Tribbles and Trouble", "TR", "constructed", "complete", "standard", 5, 11),
    ("Academy Evening", "2E", "constructed", "academy", "standard", 4, 8),
    ("Block Party", "1E", "constructed", "block", "otf", 4, 6),
    ("Draft at Ten Forward", "2E", "draft", "limited", "infinite-diversity", 3, 8),
)
FEES: Final = ("", "5 for prizes", "3, students free", "Food bank donation")
PRIZES: Final = (
    "Virtual promos for all",
    "Foil set for first and last place",
    "Glory, and a signed tribble",
    "",
)
