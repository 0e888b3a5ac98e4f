"""All rounds of a small field, written down one by one: slow, plain, and separate.

Nothing here is taken from the engine but the values `PairingField`; the tests hold the
engine against it.
"""

from itertools import combinations
from math import exp, lgamma, log

from padd.core.model import PlayerId
from padd.core.pairing.criteria.rematches import meetings
from padd.core.pairing.field import PairingField

Round = tuple[frozenset[frozenset[str]], frozenset[str]]


def field_of(totals, met=(), *, had_bye="", round_number=2, rounds_after=0, differentials=None):
    """Return a field of one-letter players: "ab" in `met` says that a met b."""
    table = dict.fromkeys(totals, 0) if isinstance(totals, str) else totals
    return PairingField(
        players=tuple(PlayerId(name) for name in table),
        totals={PlayerId(name): total for name, total in table.items()},
        met=meetings((PlayerId(pair[0]), PlayerId(pair[1])) for pair in met),
        had_bye=frozenset(PlayerId(name) for name in had_bye),
        differentials={PlayerId(k): v for k, v in (differentials or {}).items()},
        round_number=round_number,
        rounds_after=rounds_after,
    )


def pairings(players):
    """Yield every way to pair an even number of players off."""
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for more in pairings([p for p in rest if p != other]):
            yield [(first, other), *more]


def figures(field, tables, byes):
    """Return the seven figures of the contract, counted in the plainest way."""
    total = dict(field.totals)
    present = sorted({total[p] for pair in tables for p in pair})
    rematches = [pair for pair in tables if pair[1] in field.met.get(pair[0], ())]
    gaps = [abs(total[a] - total[b]) for a, b in tables]
    far = [
        pair
        for pair in tables
        if abs(present.index(total[pair[0]]) - present.index(total[pair[1]])) > 1
    ]
    return (
        len(rematches),
        len(byes),
        len([p for p in byes if p in field.had_bye]),
        sum(total[p] for p in byes),
        len(far),
        len([gap for gap in gaps if gap > 0]),
        sum(gaps),
    )


def all_rounds(field):
    """Yield every round without a rematch, whatever the byes."""
    players = sorted(field.players)
    for count in range(len(players) % 2, len(players) + 1, 2):
        found = False
        for byes in combinations(players, count):
            rest = [p for p in players if p not in byes]
            for tables in pairings(rest):
                if not any(b in field.met.get(a, ()) for a, b in tables):
                    found = True
                    yield tables, byes
        if found:
            return  # more byes than these are never better


def outlook(field, tables, byes):
    """Return 2 if later rounds can be paired, 1 if only with second byes, else 0."""
    met = {p: set(field.met.get(p, ())) for p in field.players}
    for a, b in tables:
        met[a].add(b)
        met[b].add(a)
    had = set(field.had_bye) | set(byes)
    if _goes_on(met, had, field.rounds_after, once=True):
        return 2
    return int(_goes_on(met, had, field.rounds_after, once=False))


def _goes_on(met, had, left, *, once):
    if not left:
        return True
    players = sorted(met)
    choices = [(p,) for p in players if not (once and p in had)]
    for byes in choices if len(players) % 2 else [()]:
        for tables in pairings([p for p in players if p not in byes]):
            if any(b in met[a] for a, b in tables):
                continue
            then = {p: set(seen) for p, seen in met.items()}
            for a, b in tables:
                then[a].add(b)
                then[b].add(a)
            if _goes_on(then, had | set(byes), left - 1, once=once):
                return True
    return False


def best_rounds(field, *, look_ahead=True):
    """Return every round that no other beats."""
    rounds = [(figures(field, t, b), t, b) for t, b in all_rounds(field)]
    least = min(key for key, _, _ in rounds)
    equal = [(t, b) for key, t, b in rounds if key == least]
    if look_ahead and field.rounds_after:
        seen = [outlook(field, t, b) for t, b in equal]
        equal = [r for r, s in zip(equal, seen, strict=True) if s == max(seen)]
    return {as_round(t, b) for t, b in equal}


def as_round(tables, byes):
    """Return a round without order."""
    return frozenset(frozenset(pair) for pair in tables), frozenset(byes)


def chi_square_p(observed, expected):
    """Return how likely counts at least as far from the expected ones are."""
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True) if e)
    return _upper_gamma((len(observed) - 1) / 2, statistic / 2)


def _upper_gamma(a, x):
    """Return the regularised upper incomplete gamma function."""
    if x <= 0 or a <= 0:
        return 1.0
    scale = exp(-x + a * log(x) - lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * scale
    b = x + 1 - a
    c, d = 1e300, 1 / b
    h = d
    for i in range(1, 500):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * scale
