"""sdcmicro.py - the calls of sdcMicro as plans.

What only vectors of records tell (positions in sums, rules for missing keys) is compared by
tests/golden/test_survey.c, which sees them.
"""
import csv
import hashlib
import math
import os

from bench import figure, possum, table

HOW = {"mdav": "mdav", "onedims": "individual", "pca": "pca", "simple": "simple",
       "single": "single"}


def split(bench, entry, *others):
    """The keys of an entry: its columns but the others."""
    return [c for c in bench.columns(entry) if c not in others]


def measure(bench, entry, measures, roles=None):
    """Measure the survey as it is."""
    return bench.run("measure", {"data": bench.survey(entry["data"]["rows"]), "roles": roles,
                                 "measures": measures})


def weighted(bench, entry):
    """Frequencies and risks with weights and households, all at once: entries share them."""
    keys, given = split(bench, entry, "weight", "household"), rule(entry)
    return measure(bench, entry,
                   [{"frequencies": given}] + [{name: dict(given, compat=compat)}
                                               for name in ("individual", "household")
                                               for compat in ("none", "sdcmicro")],
                   {"key": keys, "weight": "weight", "household": "household"})


def rule(entry):
    """Missing keys as the peer counts them."""
    return {"missing": "sdcmicro", "alpha": entry.get("parameters", {}).get("alpha", 1)}


def freq_calc(bench, entry, check):
    """Frequencies of keys."""
    right, rows = entry["result"], entry["data"]["rows"]
    r = weighted(bench, entry).result("before", "frequencies")
    check.equal("n1", figure(r, "uniques"), right["n1"])
    check.equal("n2", figure(r, "pairs"), right["n2"])
    for row in table(r, "rare"):
        name = f"k{row['k']:.0f}"
        check.equal(f"below {name}", row["records, f < k"], right["below"][name])
    means = [row["mean"] for row in table(r, "summary")]
    for name, mean in zip(("fk", "Fk"), means):
        check.near(name, mean * rows, right[name]["sum"])


def frequencies(people, keys, alpha):
    """Frequency and summed weight of each record by the peer's rule, straight from its text: a
    pair of nested loops."""
    out = []
    held = [tuple(p[k] for k in keys) for p in people]
    for x in held:
        f = total = 0.0
        whole = all(x)
        for y, p in zip(held, people):
            if any(a and b and a != b for a, b in zip(x, y)):
                continue
            share = 1.0
            if any(x) and not all(y) and x != y:
                share = 0.0 if whole and not any(y) else alpha
            f += share
            total += share * float(p["weight"])
        out.append((f, total))
    return out


def expected_inverse(f, total):
    """E[1/F | f] of the negative binomial by its series, whose terms are all positive."""
    p = f / total
    term, at, out = 1.0, 0, 0.0
    while term > 1e-18 * max(out, 1e-300):
        out += term
        at += 1
        term *= at * (1.0 - p) / (f + at)
    return p / f * out


def indiv_risk(bench, entry, check):
    """Individual risk: the peer's approximation, and the exact one."""
    right, alpha = entry["result"], rule(entry)["alpha"]
    run = weighted(bench, entry)
    near = run.result("before", "individual", compat="sdcmicro")
    exact = figure(run.result("before", "individual", compat="none"), "expected")
    if "right" in right:
        check.near("expected_reidentifications", figure(near, "expected"),
                   right["expected_reidentifications"])
        check.near("right", exact, right["right"]["sum"])
        return
    # Records with 1 < f < 2 have risk 0 there and one here: expected is the sum by the series.
    people, keys = bench.people(entry["data"]["rows"]), split(bench, entry, "weight")
    known = frequencies(people, keys, alpha)
    check.near("right", exact, math.fsum(expected_inverse(f, total) for f, total in known))
    lost = math.fsum(approximate(f, total) for f, total in known if 1.0 < f < 2.0)
    check.near("expected_reidentifications", figure(near, "expected"),
               right["expected_reidentifications"] + lost)


def approximate(f, total):
    """The peer's risk above f = 1, where it uses the exact one up to f = 2."""
    p = f / total
    return p / (f - (1.0 - p)) if f > 2.0 else expected_inverse(f, total)


def measure_risk(bench, entry, check):
    """Global and household risk."""
    right, rows = entry["result"], entry["data"]["rows"]
    run = weighted(bench, entry)
    for name, theirs, ours in (("individual", "global_risk", "ER"),
                               ("household", "hier_risk", "hier_ER")):
        near = figure(run.result("before", name, compat="sdcmicro"), "expected")
        check.near(theirs + "_ER", near, right[theirs + "_ER"])
        check.near(theirs + "_pct", 100.0 * near / rows, right[theirs + "_pct"])
        exact = figure(run.result("before", name, compat="none"), "expected")
        check.near("right " + ours, exact, right["right"][ours])


def suda2(bench, entry, check):
    """Special uniques; DIS to 1e-6, because the peer keeps the fraction in single precision."""
    right, given = entry["result"], entry["parameters"]
    scores = "factorial" if given["original_scores"] else "normalised"
    r = measure(bench, entry, [{"suda": {"scores": scores, "fraction": given["DisFraction"]}}],
                {"key": split(bench, entry)}).result("before", "suda")
    check.equal("n_scored", figure(r, "scored"), right["n_scored"])
    check.near("score", figure(r, "score_sum"), right["score"]["sum"], relative=1e-6)
    check.near("DIS", figure(r, "dis_sum"), right["DIS"]["sum"], relative=1e-6)
    shares = {row["key"]: 100.0 * row["share of the score"] for row in table(r, "keys")}
    for key, share in right.get("attribute_contributions", {}).items():
        check.near("contribution of " + key, shares[key], share, relative=1e-6)


def ldiversity(bench, entry, check):
    """Least diversities; a class whose sensitive values are all missing is accepted here, so the
    least of the others is told.  The sum over records of distinct values is the sum over l of the
    records whose class has at least l."""
    right, sensitive = entry["result"]["right"], entry["parameters"]["sensitive"]
    rows, most = entry["data"]["rows"], 40
    drivers = {"drivers": False}
    run = measure(bench, entry, [{"l_diversity": dict(drivers, kind="entropy")}]
                  + [{"l_diversity": dict(drivers, kind="distinct", l=l)}
                     for l in range(2, most + 1)],
                  {"key": split(bench, entry, sensitive), "sensitive": sensitive})
    for kind in ("distinct", "entropy"):
        least = figure(run.result("before", "l_diversity", kind=kind), "l")
        check.near("right " + kind, least, max(1, right[kind + "_min"]), relative=1e-9)
    below = [figure(run.result("before", "l_diversity", kind="distinct", l=l),
                    "violating_records") for l in range(2, most + 1)]
    accepted = rows - below[-1]  # of classes without any value: no class has so many
    check.equal("classes without values", accepted, right["entropy"].get("n_na", 0))
    check.equal("right distinct sum", sum(rows - accepted - n for n in [0] + below),
                right["distinct"]["sum"])


def risky_cells(bench, entry, check):
    """Unsafe cells; the peer counts a missing value as a category."""
    right, given = entry["result"], entry["parameters"]
    r = measure(bench, entry, [{"risky_cells": {"threshold": given["threshold"],
                                                "dimension": given["maxDim"],
                                                "missing": "category"}}],
                {"key": split(bench, entry)}).result("before", "risky_cells")
    check.equal("tables", figure(r, "tables"), right["tables"])
    check.equal("tables_unsafe", figure(r, "unsafe_tables"), right["tables_unsafe"])
    check.equal("unsafe_cells", figure(r, "unsafe"), right["unsafe_cells"])
    cells = {row["table"]: row["unsafe cells"] for row in table(r, "tables")}
    for name, unsafe in right.get("by_table", {}).items():
        check.equal(name, cells[name.replace("*", " x ")], unsafe)


def blanks(bench, entry, run, keys):
    """Cells that were blanked, (row from 1, position of the key)."""
    before, after = bench.people(entry["data"]["rows"]), run.rows()
    return [(i + 1, j) for i, (x, y) in enumerate(zip(before, after))
            for j, k in enumerate(keys) if x[k] != "" and y[k] == ""]


def sha256(lines):
    """The hash of lines, each with its end."""
    return hashlib.sha256(("".join(line + "\n" for line in lines) or "\n").encode()).hexdigest()


def local_suppression(bench, entry, check):
    """Local suppression, cell by cell."""
    right, given, keys = entry["result"], entry["parameters"], split(bench, entry)
    keys = [k for k in keys if k != given.get("strata")]
    step = {"columns": keys, "how": "compat", "alpha": given["alpha"], "missing": "sdcmicro"}
    ks = given["k"] if isinstance(given["k"], list) else [given["k"]]
    step["k"] = ks[0]
    if "importance" in given:
        step["importance"] = given["importance"]
    if "combs" in given:
        sizes = given["combs"] if isinstance(given["combs"], list) else [given["combs"]]
        step.update(subsets=sizes, subset_k=ks)
    plan = {"data": bench.survey(entry["data"]["rows"]), "steps": [{"local_suppress": step}],
            "measures": [], "output": "out.csv"}
    if "strata" in given:
        plan["roles"] = {"strata": given["strata"]}
    run = bench.run("protect", plan)
    cells = blanks(bench, entry, run, keys)
    check.equal("total", len(cells), right["total"])
    for j, key in enumerate(keys):
        check.equal(key, sum(1 for c in cells if c[1] == j), right["per_key"][key])
    bits = {}
    for row, j in cells:
        bits[row] = bits.get(row, 0) | 1 << j
    check.equal("records", len(bits), right["records"])
    check.equal("pattern_sha256", sha256(f"{i};{keys[j]}" for i, j in cells),
                right["pattern_sha256"])
    if "pattern" in right:
        check.equal("pattern", " ".join(f"{i}:{b}" for i, b in sorted(bits.items())),
                    right["pattern"])
    if "left_below_k" in right:
        unsafe = figure(run.result("steps", "local_suppress"), "unsafe")
        check.equal("left_below_k", unsafe, right["left_below_k"])


def local_supp(bench, entry, check):
    """Blanks of a column where the risk is above a threshold."""
    right, given = entry["result"], entry["parameters"]
    keys = [k for k in split(bench, entry, "weight", "household")]
    step = {"columns": given["column"], "threshold": given["threshold"], "risk": "individual",
            "missing": "sdcmicro", "alpha": 1}
    run = bench.run("protect", {"data": bench.survey(entry["data"]["rows"]),
                                "roles": {"key": keys, "weight": "weight"},
                                "steps": [{"local_suppress": step}], "measures": [],
                                "output": "out.csv"})
    cells = blanks(bench, entry, run, [given["column"]])
    check.equal("blanked", len(cells), right["blanked"])
    check.equal("rows_sha256", sha256(str(i) for i, _ in cells), right["rows_sha256"])


def complete(bench, rows, columns):
    """A file of the records that have all the columns, with nothing else in it."""
    path = os.path.join(bench.work, f"complete{rows}.{'.'.join(columns)}.csv")
    with bench.lock:
        if not os.path.exists(path):
            with open(path, "w", encoding="utf-8", newline="") as file:
                write = csv.writer(file, lineterminator="\n")
                write.writerow(columns)
                write.writerows([p[c] for c in columns] for p in bench.people(rows)
                                if all(p[c] for c in columns))
    return path


def masked(bench, name):
    """Microaggregation that is called like microaggregation.500.N3.mdav.k3."""
    _, rows, columns, method, k = name.split(".")
    columns = bench.header["column_sets"][columns]
    step = {"columns": columns, "k": int(k[1:]), "algorithm": HOW[method]}
    named = {"columns": columns}
    return columns, bench.run("protect", {
        "data": complete(bench, int(rows), columns), "steps": [{"microaggregate": step}],
        "measures": [{"interval": dict(named, width=0.05)}, {"mlodak": named}, {"il_one": named},
                     {"errors": named}, {"eigenvalues": dict(named, robust=False)}],
        "output": "out.csv"})


def microaggregation(bench, entry, check):
    """Microaggregation, value by value."""
    right = entry["result"]
    columns, run = masked(bench, entry["id"])
    rows = run.rows()
    check.equal("rows_used", len(rows), right["rows_used"])
    loss = figure(run.result("utility", "errors"), "sse_share")
    check.near("loss_percent_SSE_SST", 100.0 * loss, right["loss_percent_SSE_SST"], relative=1e-9)
    for c in columns:
        values = [float(row[c]) for row in rows]
        check.near(c + " sum", math.fsum(values), right["values"][c]["sum"], relative=1e-9)
        check.near(c + " possum", possum(values), right["values"][c]["possum"], relative=1e-9)
        for i, (x, y) in enumerate(zip(values, right.get("vectors", {}).get(c, []))):
            check.near(f"{c} {i + 1}", x, y, relative=1e-8)


def d_risk(bench, entry, check):
    """Interval disclosure."""
    right = entry["result"]
    r = masked(bench, entry["parameters"]["masked"])[1].result("after", "interval")
    check.equal("records", figure(r, "at_risk"), right["records"])
    check.near("share", figure(r, "at_risk_share"), right["share"])


def d_utility(bench, entry, check):
    """Sums of changes, and of eigenvalues."""
    right = entry["result"]
    run = masked(bench, entry["parameters"]["masked"])[1]
    r = run.result("utility", "il_one")
    check.near("IL1", figure(r, "relative_sum"), right["IL1"], relative=1e-9)
    check.near("right IL1s", figure(r, "il_one_sum"), right["right"]["IL1s"], relative=1e-9)
    eigen = figure(run.result("utility", "eigenvalues"), "eigenvalue_change")
    check.near("right eigen", eigen, right["right"]["eigen"], relative=1e-9)


def il_variables(bench, entry, check):
    """Distances of values and of inverse correlations."""
    right = entry["result"]
    r = masked(bench, entry["parameters"]["masked"])[1].result("utility", "mlodak")
    check.near("IL_variables", figure(r, "lambda"), right["IL_variables"], relative=1e-9)
    check.near("IL_correl", figure(r, "gamma"), right["IL_correl"], relative=1e-8)


def rank_swap(bench, entry, check):
    """Only what every draw must keep: the values of each column."""
    rows, columns = entry["data"]["rows"], entry["data"]["columns"]
    path = complete(bench, rows, bench.header["column_sets"]["N3"])
    run = bench.run("protect", {"data": path, "seed": 1, "measures": [], "output": "out.csv",
                                "steps": [{"rank_swap": {"columns": columns,
                                                         "p": entry["parameters"]["P"]}}]})
    with open(path, encoding="utf-8", newline="") as file:
        before, after = list(csv.DictReader(file)), run.rows()
    check.equal("rows_used", len(after), entry["result"]["rows_used"])
    same = all(sorted(float(x[c]) for x in before) == sorted(float(y[c]) for y in after)
               and [x[c] for x in before] != [y[c] for y in after] for c in columns)
    check.equal("same_values", same, entry["result"]["same_values"])


CALLS = {
    "freqCalc": freq_calc, "indivRisk": indiv_risk, "measure_risk": measure_risk,
    "suda2": suda2, "ldiversity": ldiversity, "riskyCells": risky_cells,
    "localSuppression": local_suppression, "localSupp": local_supp,
    "microaggregation": microaggregation, "dRisk": d_risk, "dUtility": d_utility,
    "IL_variables": il_variables, "rankSwap": rank_swap,
}
