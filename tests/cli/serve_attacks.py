"""serve_attacks.py - what analysts can do to a live server, and what they cannot.

usage: serve_attacks.py               (see serve_lib.py)

The attacks are those that the pages of the modes speak of: asking again in other words, trackers,
differences and overlaps, and the reconstruction of bits by least squares from four times as many
questions as there are persons (Dinur and Nissim 2003; Denning and others 1979).
"""
import json
import random

from serve_lib import Server, add_token, answer_part, finish, test

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


finish()
