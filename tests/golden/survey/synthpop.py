"""synthpop.py - the calls of synthpop as comparisons of two files.

The peer cuts numbers at the quantiles (type 7) of both files pooled, closed on the left; tacit
keeps equal numbers together by rank.  Both are five groups, and a table depends on them, so
numbers are cut here as the peer does before both files are tabulated.
"""
import csv
import math
import os

from bench import figure, table

NUMBERS = ("age", "income")


def read(path):
    """The rows of a file by the names of columns."""
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def breaks(values, groups):
    """Where quantiles of type 7 cut sorted numbers; equal ones are one."""
    cuts = []
    for k in range(1, groups):
        at = (len(values) - 1) * k / groups
        low = int(at)
        cuts.append(values[low] + (at - low) * (values[low + 1] - values[low]))
    return sorted(set(cuts) - {values[0]})


def grouped(rows, both, columns, groups):
    """The columns of rows, numbers as the name of their group."""
    cuts = {c: breaks(sorted(float(r[c]) for r in both if r[c]), groups)
            for c in columns if c in NUMBERS}
    return [["" if r[c] == "" else f"group {sum(float(r[c]) >= x for x in cuts[c])}"
             if c in cuts else r[c] for c in columns] for r in rows]


def files(bench, entry, columns, groups=0):
    """Paths of the original and the synthetic file with these columns alone."""
    both = [read(bench.survey(entry["data"]["rows"])), read(os.path.join(bench.data, "syn.csv"))]
    paths = []
    for name, rows in zip(("original", "synthetic"), both):
        path = os.path.join(bench.work, f"{name}.{entry['id']}.csv")
        cells = (grouped(rows, both[0] + both[1], columns, groups) if groups
                 else [[r[c] for c in columns] for r in rows])
        with open(path, "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([columns] + cells)
        paths.append(path)
    return paths


def compare(bench, original, synthetic, measures, roles=None):
    """Compare two files whose rows do not correspond."""
    plan = {"data": original, "measures": measures}
    if roles:
        plan["roles"] = roles
    return bench.run("compare", plan, synthetic, "--independent")


def utility_tab(bench, entry, check):
    """Statistics of one table.  S_JSD is expected with 4 ln 2 where the peer has 2 / ln 2."""
    right, columns = entry["result"], bench.columns(entry)
    paths = files(bench, entry, columns, entry["parameters"]["ngroups"])
    r = compare(bench, *paths, [{"two_way_tables": {"size": len(columns)}}]) \
        .result("utility", "two_way_tables")
    ours = {**table(r, "tables")[0], **table(r, "statistics")[0]}
    check.equal("df", ours["cells"] - 1, right["df"])
    for name in ("VW", "FT", "JSD", "WMabsDD", "G", "pMSE", "MabsDD", "dBhatt", "S_pMSE"):
        check.near(name, ours[name], right[name], relative=1e-9)
    check.near("right S_JSD", ours["S_JSD"],
               8.0 * entry["data"]["rows"] * math.log(2.0) * right["JSD"] / right["df"],
               relative=1e-9)


def utility_gen(bench, entry, check):
    """Propensity scores of logistic models."""
    right, columns = entry["result"], bench.columns(entry)
    model = ("logistic", "interactions")[entry["parameters"]["maxorder"]]
    paths = files(bench, entry, columns)
    r = compare(bench, *paths, [{"propensity": {"model": model}}]).result("utility", "propensity")
    ours = table(r, "models")[0]
    if entry["id"].endswith("age-income.o1"):
        right = squares(check, right, *paths)
    check.equal("df", ours["size"] - 1, right["df"])
    check.near("pMSE", ours["pMSE"], right["pMSE"], relative=1e-7)
    check.near("S_pMSE", ours["S"], right["S_pMSE"], relative=1e-7)
    for name in ("SPECKS", "PO50", "U"):
        if name in right:
            check.near(name, ours[name], right[name], relative=1e-9)


def squares(check, right, original, synthetic):
    """Interactions here have the squares of numbers (about their means, 0 if missing) and no
    products with what is missing; the peer has it the other way round.  The model of the peer gives
    its figures, so the same code with our terms gives what is to be expected."""
    rows, label = [], []
    for path, y in ((original, 0.0), (synthetic, 1.0)):
        for r in read(path):
            gone = r["income"] == ""
            rows.append((float(r["age"]) / 50, 0.0 if gone else float(r["income"]) / 5e4,
                         float(gone)))
            label.append(y)
    theirs = pmse([[1.0, a, i, g, a * i, a * g] for a, i, g in rows], label)
    check.near("the peer's model", theirs, right["pMSE"], relative=1e-7)
    age = math.fsum(a for a, _, _ in rows) / len(rows)
    income = math.fsum(i for _, i, _ in rows) / sum(1.0 - g for _, _, g in rows)
    rows = [(a - age, 0.0 if g else i - income, g) for a, i, g in rows]
    ours = pmse([[1.0, a, i, g, a * i, a * a, i * i] for a, i, g in rows], label)
    return {"df": 6, "pMSE": ours, "S_pMSE": ours / (6 * 0.125 / len(rows))}


def pmse(x, y):
    """Mean of (p - 1/2) squared of a logistic regression, by Newton's steps."""
    m = len(x[0])
    beta = [0.0] * m
    for _ in range(25):
        p = [1.0 / (1.0 + math.exp(-sum(b * v for b, v in zip(beta, row)))) for row in x]
        score = [math.fsum(row[j] * (t - q) for row, t, q in zip(x, y, p)) for j in range(m)]
        bend = [[math.fsum(row[j] * row[k] * q * (1.0 - q) for row, q in zip(x, p))
                 for k in range(m)] for j in range(m)]
        beta = [b + s for b, s in zip(beta, solve(bend, score))]
    return math.fsum((q - 0.5) ** 2 for q in p) / len(p)


def solve(a, b):
    """The solution of a linear system, by elimination."""
    m = len(b)
    a = [row[:] + [v] for row, v in zip(a, b)]
    for i in range(m):
        best = max(range(i, m), key=lambda r: abs(a[r][i]))
        a[i], a[best] = a[best], a[i]
        for r in range(i + 1, m):
            f = a[r][i] / a[i][i]
            a[r] = [v - f * w for v, w in zip(a[r], a[i])]
    out = [0.0] * m
    for i in reversed(range(m)):
        out[i] = (a[i][m] - sum(a[i][j] * out[j] for j in range(i + 1, m))) / a[i][i]
    return out


def disclosure(bench, entry, check):
    """Attribution of a sensitive column by keys, in per cent."""
    right, columns = entry["result"], bench.columns(entry)
    target = entry["id"].split(".")[-1]
    roles = {"key": [c for c in columns if c != target], "sensitive": target}
    r = compare(bench, *files(bench, entry, columns), ["attribute_inference"], roles) \
        .result("after", "attribute_inference")
    for part in ("ident", "attrib"):
        for name, value in right[part].items():
            if "denom" not in name:  # sizes of groups, for which there is no figure
                check.near(name, 100.0 * figure(r, name.lower()), value)


CALLS = {"utility.tab": utility_tab, "utility.gen": utility_gen, "disclosure": disclosure}
