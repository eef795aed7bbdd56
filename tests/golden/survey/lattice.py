"""lattice.py - optimal full-domain generalisation, the slow and obvious way.

For the entries in which ARX is wrong: what is right is found here from the definitions, by
looking at every node that could be best.  Nothing is shared with the program under test.
"""
import collections
import csv
import hashlib
import itertools
import math
import operator


class Lattice:
    """Keys of people with their hierarchies, and a sensitive column."""

    def __init__(self, bench, rows, keys, sensitive=None):
        people = bench.people(rows)
        self.keys, self.rows = keys, rows
        self.trees = [read(bench.hierarchy(k)) for k in keys]
        self.people = [tuple(p[k] for k in keys) for p in people]
        self.secret = [p[sensitive] if sensitive else "" for p in people]
        self.cells = collections.Counter(zip(self.people, self.secret))
        levels = [range(height(t)) for t in self.trees]
        # Of each key and level: label and cost of each cell, in the order of the cells.
        self.labels = [[[t[x[j]][level] for x, _ in self.cells] for level in levels[j]]
                       for j, t in enumerate(self.trees)]
        self.costs = [[[of[x[j]] for x, _ in self.cells] for of in
                       (costs(t, level) for level in levels[j])]
                      for j, t in enumerate(self.trees)]

    def nodes(self):
        """All nodes by the loss that they have without suppression, the least first."""
        counts = list(self.cells.values())
        means = [[sum(map(operator.mul, counts, of)) / self.rows for of in at] for at in self.costs]
        tops = [range(len(at)) for at in self.costs]
        return sorted((geometric([means[j][v] for j, v in enumerate(node)]), node)
                      for node in itertools.product(*tops))

    def classes(self, node):
        """The classes of a node: for each label the counts of sensitive values."""
        out = collections.defaultdict(collections.Counter)
        for label, ((_, s), n) in zip(self.labels_at(node), self.cells.items()):
            out[label][s] += n
        return out

    def labels_at(self, node):
        """The label of each cell at a node."""
        return zip(*(self.labels[j][level] for j, level in enumerate(node)))

    def label(self, node, x):
        """The released keys of a record."""
        return tuple(t[v][level] for t, v, level in zip(self.trees, x, node))

    def losses(self, node, gone):
        """Loss of each key at a node whose classes in `gone` are suppressed."""
        lost = [label in gone for label in self.labels_at(node)]
        return [sum(n * (1.0 if out else c) for n, out, c in
                    zip(self.cells.values(), lost, self.costs[j][level])) / self.rows
                for j, level in enumerate(node)]

    def loss(self, node, gone):
        """The losses of the keys as one."""
        return geometric(self.losses(node, gone))

    def result(self, node, gone):
        """A node as an entry describes it."""
        kept = [c for label, c in self.classes(node).items() if label not in gone]
        sizes = [sum(c.values()) for c in kept]
        lines = ["*" if label in gone else label for label in
                 (self.label(node, x) for x in self.people)]
        text = "".join(";".join(["*"] * len(self.keys) if x == "*" else x) + "\n" for x in lines)
        return {"levels": list(node), "loss": self.loss(node, gone),
                "suppressed": self.rows - sum(sizes), "classes": len(sizes),
                "smallest": min(sizes), "output_sha256": hashlib.sha256(text.encode()).hexdigest()}

    def best(self, gone_of, limit, known=1.0):
        """The node of least loss whose suppressed records are within the limit; a loss that can be
        had is known."""
        best = None
        for bound, node in self.nodes():
            if bound > (best[0] if best else known + 1e-9):
                break
            classes = self.classes(node)
            gone = gone_of(classes)
            if sum(sum(classes[g].values()) for g in gone) > limit * self.rows:
                continue
            loss = self.loss(node, gone)
            if best is None or loss < best[0]:
                best = (loss, node, gone)
        return self.result(best[1], best[2])


def read(path):
    """A hierarchy: the labels of each value, itself first."""
    with open(path, encoding="utf-8", newline="") as file:
        return {row[0]: row for row in csv.reader(file, delimiter=";")}


def height(tree):
    """How many levels there are."""
    return len(next(iter(tree.values())))


def costs(tree, level):
    """What each value loses at a level: (values of its label - 1) / (values - 1)."""
    size = collections.Counter(row[level] for row in tree.values())
    return {v: (size[row[level]] - 1) / (len(tree) - 1) for v, row in tree.items()}


def geometric(losses):
    """Losses of keys as one."""
    return math.prod(1.0 + x for x in losses) ** (1.0 / len(losses)) - 1.0


def against_all(accepts):
    """Classes that do not satisfy a condition on (class, counts in the whole table)."""
    def gone_of(classes):
        total = sum(classes.values(), collections.Counter())
        return {label for label, c in classes.items() if not accepts(c, total)}
    return gone_of


def against_kept(accepts):
    """The same against the table that is released: what is left must satisfy it too."""
    def gone_of(classes):
        gone = against_all(accepts)(classes)
        while True:
            kept = {label: c for label, c in classes.items() if label not in gone}
            more = against_all(accepts)(kept)
            if not more:
                return gone
            gone |= more
    return gone_of


def entropy(least):
    """exp(H) >= l, with room for rounding: (2, 2, 2) has 3 exactly."""
    def accepts(c, _):
        n = sum(c.values())
        h = -sum(x / n * math.log(x / n) for x in c.values())
        return n >= 5 and h >= math.log(least) - 1e-9
    return accepts


def digamma_half(m):
    """psi(m + 1/2)."""
    return (-0.57721566490153286 - 2.0 * math.log(2.0)
            + sum(2.0 / (2 * i - 1) for i in range(1, m + 1)))


def grassberger(least):
    """At least l values, and exp of Grassberger's entropy >= l; all terms are added."""
    memo = {}

    def g(n):
        if n not in memo:
            memo[n] = math.log(2.0) + digamma_half(n // 2)
        return memo[n]

    def accepts(c, _):
        n = sum(c.values())
        h = g(n) - sum(x * g(x) for x in c.values()) / n
        return n >= 5 and len(c) >= least and h >= math.log(least) - 1e-9
    return accepts


def delta_disclosure(delta):
    """|log2(p / q)| < delta for the values that a class has, as ARX reads it."""
    def accepts(c, total):
        n, all_of = sum(c.values()), sum(total.values())
        return n >= 5 and all(abs(math.log2(x / n / (total[s] / all_of))) < delta
                              for s, x in c.items())
    return accepts


def equal_closeness(t):
    """Half the sum of |p - q| is at most t."""
    def accepts(c, total):
        n, all_of = sum(c.values()), sum(total.values())
        return n >= 5 and 0.5 * sum(abs(c[s] / n - total[s] / all_of) for s in total) <= t + 1e-12
    return accepts


def divergence(lattice, node, gone):
    """Kullback-Leibler divergence, in bits, of the released from the original distribution: a
    record of a label may be any of the combinations that the label covers, a suppressed one any
    of all."""
    sizes = [[collections.Counter(row[level] for row in t.values()) for level in range(height(t))]
             for t in lattice.trees]
    held = collections.Counter()
    for x in lattice.people:
        label = lattice.label(node, x)
        held["*" if label in gone else label] += 1
    whole = math.prod(len(t) for t in lattice.trees)
    out = 0.0
    for x, n in collections.Counter(lattice.people).items():
        label = lattice.label(node, x)
        lost = label in gone
        area = whole if lost else math.prod(sizes[j][level][label[j]]
                                            for j, level in enumerate(node))
        p = n / lattice.rows
        out += p * math.log2(p / (held["*" if lost else label] / lattice.rows / area))
    return out


def entropy_share(lattice, node, gone):
    """Mean over keys of the bits that tell a value among those of its label, as a share of the
    bits that tell it among all."""
    shares = []
    for j, level in enumerate(node):
        tree, held = lattice.trees[j], collections.Counter(x[j] for x in lattice.people)
        under = collections.Counter(tree[x[j]][level] for x in lattice.people)
        most = told = 0.0
        for x in lattice.people:
            bits = math.log2(lattice.rows / held[x[j]])
            most += bits
            told += (bits if lattice.label(node, x) in gone
                     else math.log2(under[tree[x[j]][level]] / held[x[j]]))
        shares.append(told / most)
    return sum(shares) / len(shares)


def entropies(lattice):
    """Bits of a value of each key."""
    out = []
    for j in range(len(lattice.keys)):
        held = collections.Counter(x[j] for x in lattice.people)
        out.append(sum(n / lattice.rows * math.log2(lattice.rows / n) for n in held.values()))
    return out
