"""serve_attacks.py - what analysts can do to a live server, and what they cannot.

usage: serve_attacks.py               (see serve_lib.py)

The attacks are those that the pages of the modes speak of: asking again in other words, trackers,
differences and overlaps, and the reconstruction of bits by least squares from four times as many
questions as there are persons (Dinur and Nissim 2003; Denning and others 1979); insiders who find
the weights of camouflage by their own values (Garfinkel, Gopal and Rice 2006).
"""
import json
import random

from serve_lib import Server, add_token, finish, tacit, test

ada = add_token("tokens", "ada")
FAST = ("--tokens", "tokens", "--rate", "1000000", "--burst", "100000", "--grid", "0")
PERSONS = 64
SECRET = random.Random(20261117)
BITS = [SECRET.randrange(2) for _ in range(PERSONS)]

with open("bits.csv", "w", encoding="utf-8") as file:
    file.write("code,bit,pay\n")
    for number, bit in enumerate(BITS):
        file.write(f"c{number},{bit},{100 + 7 * number}\n")


def plan(name, mode):
    """A policy about the 64 persons, whose codes the attacker knows."""
    codes = ", ".join(f"c{n}" for n in range(PERSONS))
    with open(name + ".yaml", "w", encoding="utf-8") as out:
        out.write("data: bits.csv\ndomains:\n  bit: {lower: 0, upper: 1}\n"
                  "  pay: {lower: 0, upper: 1000}\n"
                  f"  code: {{values: [{codes}]}}\n"
                  f"query: {{{mode}, ledger: {name}.ledger}}\n")
    return name + ".yaml"


def among(people):
    return "code IN (" + ", ".join(f"'c{n}'" for n in sorted(people)) + ")"


def value(reply):
    return reply.json()["answer"]["rows"][0][0]


def solve(rows, right):
    """Least squares by the normal equations, with a little on the diagonal."""
    n = len(rows[0])
    a = [[sum(r[i] * r[j] for r in rows) + (1e-6 if i == j else 0) for j in range(n)] +
         [sum(r[i] * y for r, y in zip(rows, right))] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(a[k][i]))
        a[i], a[pivot] = a[pivot], a[i]
        for k in range(n):
            if k != i and a[k][i]:
                factor = a[k][i] / a[i][i]
                a[k] = [x - factor * y for x, y in zip(a[k], a[i])]
    return [a[i][n] / a[i][i] for i in range(n)]


def reconstruct(server, seed):
    """How many bits least squares gets right, of 4 n sums over random halves."""
    draw = random.Random(seed)
    rows, right = [], []
    for _ in range(4 * PERSONS):
        people = [n for n in range(PERSONS) if draw.randrange(2)]
        reply = server.ask(f"SELECT SUM(bit) FROM bits WHERE {among(people)}", ada)
        assert reply.status == 200, reply.body
        if value(reply) is not None:
            rows.append([1 if n in people else 0 for n in range(PERSONS)])
            right.append(value(reply))
    return sum((x > 0.5) == bool(b) for x, b in zip(solve(rows, right), BITS))


@test
def sticky():
    """least squares from 4n questions gets most bits behind noise that sticks, as its page says"""
    server = Server(*FAST, plan=plan("sticky", "sticky: {threshold: 2}, key: policy.key"))
    right = reconstruct(server, 1)
    print(f"# {right} of {PERSONS} bits")
    assert right >= 46, right  # guessing gets 46 or more once in 3 200 times
    server.stop()


@test
def private():
    """under a budget of 1 for all of them it guesses"""
    each = 1 / (4 * PERSONS)
    server = Server(*FAST, plan=plan("private", f"dp: {{epsilon: {each}}}, limit: 1"))
    right = reconstruct(server, 2)
    print(f"# {right} of {PERSONS} bits")
    assert right < 52, right  # guessing gets 52 or more once in 4 million times
    assert server.ask("SELECT COUNT(*) FROM bits", ada).code() == "E_BUDGET"
    server.stop()


@test
def averaging():
    """asking again, in other words and by other doors, gives the same bytes and costs nothing"""
    server = Server(*FAST, plan=plan("again", "dp: {epsilon: 0.5}, limit: 1"))
    first = server.ask("SELECT SUM(pay) FROM bits WHERE code IN ('c1', 'c2')", ada)
    for sql in ("select sum(pay) from bits where code in ('c2', 'c1')",
                "SELECT SUM(b.pay) FROM bits AS b WHERE b.code IN ('c1', 'c2', 'c1')",
                "SELECT SUM(pay) FROM bits WHERE code IN ('c1','c2') AND code IN ('c2','c1','c3')"):
        again = server.ask(sql, ada)
        assert json.loads(again.body)["paid"] == 0
        assert again.json()["answer"]["rows"] == first.json()["answer"]["rows"]
    server.stop()


@test
def lattice():
    """private sums are whole numbers of the lattice, whatever the noise: no digits to read it from"""
    server = Server(*FAST, plan=plan("lattice", "dp: {epsilon: 0.01}, limit: 1"))
    for n in range(40):
        told = value(server.ask(f"SELECT SUM(pay) FROM bits WHERE code = 'c{n}'", ada))
        assert told == int(told), told
    server.stop()


def exact(server, people):
    """The sum of pay over people, or None if it is refused."""
    reply = server.ask(f"SELECT SUM(pay) FROM bits WHERE {among(people)}", ada)
    assert reply.status == 200 or reply.code() in ("E_SIZE", "E_AUDIT"), reply.body
    return value(reply) if reply.status == 200 else None


@test
def restricted():
    """trackers, differences and overlaps of exact answers are refused"""
    server = Server(*FAST, plan=plan("exact", "restrict: {k: 4, sums: [pay]}"))
    everybody = set(range(PERSONS))
    assert exact(server, {5}) is None and exact(server, everybody - {5}) is None
    # a difference: a set that was answered, less one
    half = set(range(32))
    assert exact(server, half) is not None and exact(server, half - {5}) is None
    # the general tracker of Denning: q(C) = q(C or T) + q(C or not T) - q(T) - q(not T)
    tracker = set(range(16, 48))
    parts = [exact(server, s) for s in (tracker, everybody - tracker, tracker | {5},
                                        (everybody - tracker) | {5})]
    assert None in parts
    # overlaps: three pairs of groups whose half sum is one group
    a, b, c = set(range(48, 51)), set(range(51, 54)), set(range(54, 57))
    assert None in [exact(server, s) for s in (a | b, b | c, a | c)]
    # nothing that was told determines the sum of fewer than four: the truth of one stays open
    server.stop()


@test
def replayed():
    """a server that starts anew refuses what the first one refused"""
    server = Server(*FAST, plan="exact.yaml")
    assert exact(server, set(range(32)) - {5}) is None
    assert exact(server, set(range(32))) is not None
    server.stop()


# ---- insiders of camouflage ----

PAID = 24


def hidden_plan(name, insiders):
    """24 persons whose pay, to a thousandth, is hidden among vertices for so many insiders."""
    pays = [round(100 + 800 * SECRET.random(), 3) for _ in range(PAID)]
    with open(name + ".csv", "w", encoding="utf-8") as out:
        out.write("code,pay\n" + "".join(f"c{n},{x:.3f}\n" for n, x in enumerate(pays)))
    with open(name + ".yaml", "w", encoding="utf-8") as out:
        out.write(f"data: {name}.csv\ndomains:\n  pay: {{lower: 0, upper: 1000, decimals: 3}}\n"
                  f"  code: {{values: [{', '.join(f'c{n}' for n in range(PAID))}]}}\n"
                  f"query: {{name: paid, camouflage: {{polytope: {name}.polytope, "
                  f"confidential: [pay], insiders: {insiders}}}}}\n")
    return name + ".yaml", pays


def bounds(server, people):
    """Between what the sum of pay over people is."""
    reply = server.ask(f"SELECT SUM(pay) FROM paid WHERE {among(people)}", ada).json()["answer"]
    row = dict(zip((c["part"] for c in reply["columns"]), reply["rows"][0]))
    return row["low"], row["high"]


def climb(server, people):
    """The vertices at which the sum over people is least and greatest, coordinate by coordinate:
    exactly, if no other vertex is within one record of them."""
    base, found = bounds(server, people), ([], [])
    for n in range(PAID):
        other = bounds(server, people ^ {n})
        for end in (0, 1):
            by = other[end] - base[end]
            found[end].append(-by if n in people else by)
    return found


def settle(server, vertex, middle):
    """The vertex that a rough one is near, found where it stands out: over those whose values are
    high there; None if it does not.  All its coordinates are of one vertex if they add up."""
    for _ in range(5):
        high = {n for n in range(PAID) if vertex[n] > middle[n]} or {0}
        rough, vertex = vertex, climb(server, high)[1]
        if max(abs(a - b) for a, b in zip(rough, vertex)) < 0.05:
            whole = abs(sum(vertex[n] for n in high) - bounds(server, high)[1]) < 0.05
            return vertex if whole else None
    return None


def find_vertices(server, k):
    """All vertices, from sums alone."""
    draw, found = random.Random(3), []
    middle = [sum(bounds(server, {n})) / 2 for n in range(PAID)]
    for _ in range(10):
        for rough in climb(server, {n for n in range(PAID) if draw.randrange(2)} or {0}):
            fine = settle(server, rough, middle)
            if fine and all(max(abs(a - b) for a, b in zip(fine, v)) > 1 for v in found):
                found.append(fine)
        if len(found) >= k:
            break
    return found


def insider_range(vertices, pays, known):
    """Of each person between what the value is for who knows the values of `known`: where the
    weights, which add up to 1 and are not negative, leave it.  With as many equations as weights
    that is a point."""
    k = len(vertices)
    rows = [[1.0] * k] + [[v[n] for v in vertices] for n in known]
    right = [1.0] + [pays[n] for n in known]
    ends = []
    for free in range(k) if len(rows) < k else [None]:
        fixed = rows if free is None else rows + [[float(j == free) for j in range(k)]]
        for weight in solve_all(fixed, right + ([] if free is None else [0.0])):
            if free is None or min(weight) > -1e-6:
                ends.append(weight)
    told = [[sum(w * v[n] for w, v in zip(weight, vertices)) for weight in ends]
            for n in range(PAID)]
    return [(min(x), max(x)) for x in told]


def solve_all(rows, right):
    """The solution of as many equations as unknowns, in a list; an empty one if there is none."""
    try:
        return [solve_square(rows, right)]
    except ZeroDivisionError:
        return []


def solve_square(rows, right):
    a = [list(r) + [y] for r, y in zip(rows, right)]
    n = len(a)
    for i in range(n):
        pivot = max(range(i, n), key=lambda j: abs(a[j][i]))
        a[i], a[pivot] = a[pivot], a[i]
        for j in range(n):
            if j != i:
                factor = a[j][i] / a[i][i]
                a[j] = [x - factor * y for x, y in zip(a[j], a[i])]
    return [a[i][n] / a[i][i] for i in range(n)]


def attack_hidden(name, insiders):
    """How wide what is left of others' values is, in the middle, for as many who put their
    knowledge together as the policy says, and for one more; and how far the latter are wrong.  None
    if a vertex hides behind the others."""
    file, pays = hidden_plan(name, insiders)
    server = Server(*FAST, plan=file)
    vertices = find_vertices(server, insiders + 2)
    wide = sorted(b - a for a, b in (bounds(server, {n}) for n in range(PAID)))[PAID // 2]
    server.stop()
    if len(vertices) != insiders + 2:
        return None
    # of all who could be the insiders, those who learn most: whose equations are the farthest apart
    spread = sorted(range(PAID), key=lambda n: min(v[n] for v in vertices)
                    - max(v[n] for v in vertices))
    few = insider_range(vertices, pays, spread[:insiders])
    many = insider_range(vertices, pays, spread[:insiders + 1])
    others = spread[insiders + 1:]
    left = sorted(few[n][1] - few[n][0] for n in others)[len(others) // 2]
    wrong = sorted(abs(sum(many[n]) / 2 - pays[n]) for n in others)[len(others) // 2]
    assert all(few[n][0] - 1 <= pays[n] <= few[n][1] + 1 for n in others)
    return wide, left, wrong


@test
def insiders():
    """with K = t + 2 vertices t insiders learn little of others, and t + 1, of K = t + 1, all"""
    tries = []
    for n in range(12):
        tries += [t for t in [attack_hidden(f"hidden{n}", 2)] if t]
        if len(tries) == 2:
            break
    for wide, left, wrong in tries:
        print(f"# of {wide:.0f} two have {left:.1f} left, and three are wrong by {wrong:.3f}")
    assert max(left / wide for wide, left, _ in tries) > 0.02, tries
    assert min(wrong / wide for wide, _, wrong in tries) < 0.002, tries


@test
def too_few_vertices():
    """a policy with fewer vertices than its insiders need is refused"""
    file, _ = hidden_plan("few", 2)
    with open(file, encoding="utf-8") as text:
        changed = text.read().replace("insiders: 2", "insiders: 2, vertices: 3")
    with open(file, "w", encoding="utf-8") as text:
        text.write(changed)
    assert "fewer than 4 vertices" in tacit("serve", file, "--port", "0", status=2)


finish()
