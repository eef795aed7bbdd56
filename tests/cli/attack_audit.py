"""attack_audit.py - audits of random published tables against all tables that agree with them.

Counts of 3 by 3 codes with margins, some hidden, are completed in every way; the least and the
largest value of each hidden cell are what `tacit audit` must find.  Runs as many tables as asked.
"""
import itertools
import json
import os
import random
import subprocess
import sys

CODES = ["Total", "a", "b", "c"]


def completions(table, hidden):
    """All inner tables that agree with the published cells, cell by cell."""
    inner = [(i, j) for i in range(1, 4) for j in range(1, 4)]
    free = [c for c in inner if c in hidden]
    ranges = [range(1 + min(table[c] for c in ((i, 0), (0, j), (0, 0)) if c not in hidden))
              for i, j in free]
    fixed = {c: table[c] for c in inner if c not in hidden}
    sums = [(t, parts) for t, parts in equations() if t not in hidden]
    for values in itertools.product(*ranges):
        x = dict(fixed)
        x.update(zip(free, values))
        full = margins(x)
        if all(full[t] == table[t] for t, _ in sums):
            yield full


def equations():
    for i in range(4):
        yield (i, 0), [(i, j) for j in range(1, 4)]
        yield (0, i), [(j, i) for j in range(1, 4)]


def margins(x):
    full = dict(x)
    for i in range(1, 4):
        full[i, 0] = sum(x[i, j] for j in range(1, 4))
        full[0, i] = sum(x[j, i] for j in range(1, 4))
    full[0, 0] = sum(full[i, 0] for i in range(1, 4))
    return full


def audit(table, hidden):
    with open("random.csv", "w", encoding="utf-8") as f:
        f.write("row,column,n\n")
        for (i, j), x in sorted(table.items()):
            f.write("%s,%s,%s\n" % (CODES[i], CODES[j], "x" if (i, j) in hidden else x))
    with open("random.yaml", "w", encoding="utf-8") as f:
        f.write("data: random.csv\ncells: {value: n}\ntables: {t: {by: [row, column]}}\n"
                "audit: {insiders: none}\n")
    run = subprocess.run([os.environ["TACIT"], "audit", "random.yaml", "--json"],
                         capture_output=True, text=True, check=False)
    record = json.loads(run.stdout)
    rows = record["requirements"][0]["tables"][0]["rows"]
    return run.returncode, {r[0]: (r[2], r[3]) for r in rows}


def main(n):
    random.seed(13)
    exact = 0
    for k in range(int(n)):
        table = margins({(i, j): random.randrange(4) for i in range(1, 4) for j in range(1, 4)})
        rows, columns = random.sample((1, 2, 3), 2), random.sample((1, 2, 3), 2)
        hidden = set(itertools.product(rows, columns)) if k % 2 == 0 else set()
        hidden.update(random.sample(sorted(table), 1 if k % 2 == 0 else 5))
        hidden.discard((0, 0))
        every = list(completions(table, hidden))
        want = {"cell (%s, %s) of table 't'" % (CODES[i], CODES[j]):
                (min(x[i, j] for x in every), max(x[i, j] for x in every)) for i, j in hidden}
        known = any(low == high for low, high in want.values())
        status, found = audit(table, hidden)
        assert found == want, (table, hidden, found, want)
        assert status == (3 if known else 0)
        exact += known
    return 0 if 0 < exact < int(n) else "all tables came out alike"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
